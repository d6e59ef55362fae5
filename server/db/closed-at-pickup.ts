import { sql } from 'kysely';

/**
 * SQL condition on `reservations`: open, at a branch that is closed at the pickup hour. Equals `closed_then` of
 * findWrongPickup (domain/reservations/deadlines.ts), as server/features/branches/closing.test.ts checks.
 */
export function isClosedAtPickup() {
  return sql<boolean>`(reservations.ended_at IS NULL AND EXISTS (
    SELECT FROM branches AS place
    LEFT JOIN opening_times AS known USING (hours, holidays_region, closed_on_holidays, time_zone)
    WHERE place.id = reservations.branch AND (place.closed_at IS NOT NULL OR CASE
      WHEN reservations.pickup_at >= known.from_day::timestamp AT TIME ZONE time_zone
        AND reservations.pickup_at < known.to_day::timestamp AT TIME ZONE time_zone
      THEN NOT EXISTS (
        SELECT FROM jsonb_array_elements(known.stretches) AS stretch
        WHERE extract(epoch FROM reservations.pickup_at) * 1000 >= (stretch ->> 1)::numeric
          AND extract(epoch FROM reservations.pickup_at) * 1000 < (stretch ->> 2)::numeric
          AND NOT EXISTS (
            SELECT FROM branch_closures AS closure WHERE closure.branch_id = place.id
              AND (stretch ->> 0)::date BETWEEN closure.from_day AND closure.to_day)
      )
      ELSE EXISTS (
        SELECT FROM branch_closures AS closure WHERE closure.branch_id = place.id
          AND (reservations.pickup_at AT TIME ZONE time_zone)::date BETWEEN closure.from_day AND closure.to_day)
    END)
  ))`;
}
