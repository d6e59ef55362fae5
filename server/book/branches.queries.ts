import { sql } from 'kysely';
import type { Closure } from '#domain/branches/branch.ts';
import { bookBranchFields, branchFields } from '#domain/branches/fields.ts';
import type { OpenInterval } from '#domain/branches/open-state.ts';
import { drainRows } from '../db/drain-rows.ts';
import type { Db } from '../db/open.ts';
import { selectBranchFixings } from './fixings.queries.ts';
import type { BookBranch, Opening, Openings } from './rate-book.ts';

type CopiedField = Exclude<(typeof bookBranchFields)[number], 'closures'>;
type CopiedColumn = { [F in CopiedField]: `${F} as ${(typeof branchFields)[F]['book']}` }[CopiedField];
/** Columns under their names in the book; closures have a table of their own. */
const copiedColumns = bookBranchFields
  .filter((name) => name !== 'closures')
  // each field precedes its column
  .map((name) => `${name} as ${branchFields[name].book}` as CopiedColumn);

const openingKey = sql<string>`concat_ws(
  ' | ', hours, holidays_region, closed_on_holidays, time_zone
)`;

export function branchClosures() {
  return sql<Closure[]>`coalesce((
    SELECT json_agg(json_strip_nulls(json_build_object(
      'from_day', from_day, 'from_time', to_char(from_time, 'HH24:MI'),
      'to_day', to_day, 'to_time', to_char(to_time, 'HH24:MI'), 'reason', reason
    )) ORDER BY from_day, from_time NULLS FIRST, id)
    FROM branch_closures WHERE branch_id = branches.id
  ), '[]')`;
}

export async function selectBranches(
  db: Db,
  companyIds: readonly number[],
): Promise<ReadonlyMap<number, BookBranch[]>> {
  const rows = await db
    .selectFrom('branches')
    .where(sql<boolean>`company_id = any(${companyIds}::int[])`)
    .where('closed_at', 'is', null)
    .select([
      ...copiedColumns,
      'id',
      'rates as paysBy',
      'company_id as companyId',
      'lat',
      'lon',
      'time_zone as timeZone',
      sql<number>`(CASE WHEN rates = 'percent' THEN coalesce(percent, 0) ELSE 0 END * 100)::int`.as(
        'percent',
      ),
      sql<string | null>`CASE WHEN hours <> '' THEN ${openingKey} END`.as('openingKey'),
      branchClosures().as('closures'),
    ])
    .orderBy('id')
    .execute();
  const byCompany = new Map<number, BookBranch[]>();
  const own = await selectBranchFixings(
    db,
    rows.filter(({ paysBy }) => paysBy === 'own').map(({ id }) => id),
  );
  for (const { companyId, lat, lon, paysBy, ...branch } of drainRows(rows)) {
    const position = lat === null || lon === null ? null : { lat, lon };
    const branches = byCompany.get(companyId) ?? [];
    branches.push({
      ...branch,
      position,
      rates: paysBy === 'own' ? (own.get(branch.id) ?? new Map()) : null,
    });
    byCompany.set(companyId, branches);
  }
  return byCompany;
}

/** Opening times as far as the queue has computed them. */
export async function selectOpenings(db: Db): Promise<Openings> {
  const rows = await db
    .selectFrom('opening_times')
    .select([
      openingKey.as('key'),
      'stretches',
      sql<string>`date_part('epoch', to_day::timestamp AT TIME ZONE time_zone) * 1000`.as('until'),
    ])
    .execute();
  return new Map(
    rows.map(({ key, stretches, until }): [string, Opening] => [
      key,
      { stretches: stretches as OpenInterval[], until: Number(until) },
    ]),
  );
}
