import { sql } from 'kysely';
import type { OpenInterval } from '#domain/branches/open-state.ts';
import type { Db } from '../../db/open.ts';

export type Opening = {
  hours: string;
  holidays_region: string;
  closed_on_holidays: boolean;
  time_zone: string;
};

export async function selectStaleOpenings(
  db: Db,
  now: Date,
  limit: number,
  companyId: number | null,
): Promise<Opening[]> {
  const { rows } = await sql<Opening>`
    SELECT DISTINCT hours, holidays_region, closed_on_holidays, time_zone
    FROM branches LEFT JOIN opening_times AS known USING (hours, holidays_region, closed_on_holidays, time_zone)
    WHERE hours <> '' AND closed_at IS NULL AND (${companyId}::int IS NULL OR company_id = ${companyId}::int)
      AND known.from_day IS DISTINCT FROM (${now}::timestamptz AT TIME ZONE time_zone)::date - 1
    ORDER BY 1, 2, 3, 4 LIMIT ${limit}`.execute(db);
  return rows;
}

/** Single statement, hence a single notification. */
export async function upsertOpenings(
  db: Db,
  openings: readonly (Opening & { from_day: string; to_day: string; stretches: OpenInterval[] })[],
): Promise<void> {
  if (openings.length === 0) return;
  await db
    .insertInto('opening_times')
    .values(openings.map((opening) => ({ ...opening, stretches: JSON.stringify(opening.stretches) })))
    .onConflict((conflict) =>
      conflict.columns(['hours', 'holidays_region', 'closed_on_holidays', 'time_zone']).doUpdateSet((eb) => ({
        from_day: eb.ref('excluded.from_day'),
        to_day: eb.ref('excluded.to_day'),
        stretches: eb.ref('excluded.stretches'),
      })),
    )
    .execute();
}

export async function deleteUnusedOpenings(db: Db): Promise<void> {
  await sql`
    DELETE FROM opening_times AS known WHERE NOT EXISTS (
      SELECT FROM branches WHERE branches.hours = known.hours AND branches.time_zone = known.time_zone
        AND branches.holidays_region = known.holidays_region
        AND branches.closed_on_holidays = known.closed_on_holidays
    )`.execute(db);
}
