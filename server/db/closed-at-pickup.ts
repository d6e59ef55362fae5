import { type RawBuilder, sql } from 'kysely';

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
          AND NOT ${isInClosure(sql`(stretch ->> 0)::date`)}
      )
      ELSE ${isInClosure(sql`(reservations.pickup_at AT TIME ZONE time_zone)::date`)}
    END)
  ))`;
}

// Late by an hour at most, and not handed over, at a branch that a closure with hours shuts at an instant.
export function isShutOut(at: Date) {
  const now = sql`${at}::timestamptz`;
  return sql<boolean>`(reservations.state IN ('accepted', 'ready')
    AND reservations.pickup_at <= ${now} AND reservations.pickup_at > ${now} - interval '1 hour' AND EXISTS (
      SELECT FROM branches AS place JOIN branch_closures AS closure ON closure.branch_id = place.id
      WHERE place.id = reservations.branch AND from_time IS NOT NULL
        AND ${hasCome(sql`closure.from_day + from_time`, now)}
        AND CASE WHEN to_time IS NULL THEN (${now} AT TIME ZONE time_zone)::date <= closure.to_day
          ELSE NOT ${hasCome(sql`closure.to_day + to_time`, now)} END
    ))`;
}

// SQL form of isInClosure of domain/branches/open-state.ts. `day`: of the opening, which a night shares with its evening.
function isInClosure(day: RawBuilder<unknown>) {
  return sql<boolean>`EXISTS (
    SELECT FROM branch_closures AS closure WHERE closure.branch_id = place.id
      AND CASE WHEN from_time IS NULL THEN ${day} >= closure.from_day ELSE ${hasCome(sql`closure.from_day + from_time`)} END
      AND CASE WHEN to_time IS NULL THEN ${day} <= closure.to_day ELSE NOT ${hasCome(sql`closure.to_day + to_time`)} END
  )`;
}

// A doubled hour comes at its first occurrence, a skipped one at the change of the clocks.
function hasCome(wall: RawBuilder<unknown>, at: RawBuilder<unknown> = sql`reservations.pickup_at`) {
  return sql<boolean>`(
    ${at} >= least(
      (${wall}) AT TIME ZONE time_zone, (${wall} - interval '1 hour') AT TIME ZONE time_zone + interval '1 hour'
    ) OR ${at} AT TIME ZONE time_zone >= ${wall}
  )`;
}
