import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Closure, CompanyBranches } from '#domain/branches/branch.ts';
import type { Branch, ListedBranch } from '#domain/branches/branch-draft.ts';
import {
  type BranchRow,
  branchFieldNames,
  branchFields,
  fromBranchRow,
  publicBranchFields,
} from '#domain/branches/fields.ts';
import { formatWholeWeek } from '#domain/branches/format-hours.ts';
import { type OpenInterval, openStateAt, spansOf } from '#domain/branches/open-state.ts';
import { PAGE_SIZE } from '#domain/lists/page.ts';
import { branchClosures } from '../../book/branches.queries.ts';
import { isClosedAtPickup } from '../../db/closed-at-pickup.ts';
import type { Db } from '../../db/open.ts';
import type { BranchTable } from '../../db/schema.ts';
import { matchesSearch } from '../../db/search.ts';

/** Open branches first, then by name. null: branches of all companies. */
export async function selectBranchPage(
  db: Db,
  { companyId, page, q }: { companyId: number | null; page: number; q: string },
  now: Date,
): Promise<{ branches: ListedBranch[]; total: number }> {
  const form = sql<string>`search_text(concat_ws(' ', name, address, postcode, city))`;
  const found = db
    .selectFrom('branches')
    .$if(companyId !== null, (qb) => qb.where('company_id', '=', companyId ?? 0))
    .$if(q.trim() !== '', (qb) => qb.where(matchesSearch(form, q)));
  const [rows, { total }] = await Promise.all([
    found
      .leftJoin('opening_times as known', (join) =>
        join
          .onRef('known.hours', '=', 'branches.hours')
          .onRef('known.holidays_region', '=', 'branches.holidays_region')
          .onRef('known.closed_on_holidays', '=', 'branches.closed_on_holidays')
          .onRef('known.time_zone', '=', 'branches.time_zone'),
      )
      .selectAll('branches')
      .select(branchClosures().as('closures'))
      .select('known.stretches')
      .select(
        sql<string>`date_part('epoch', known.to_day::timestamp AT TIME ZONE branches.time_zone) * 1000`.as(
          'until',
        ),
      )
      .orderBy('company_id')
      .orderBy((eb) => eb('closed_at', 'is not', null))
      .orderBy('name')
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE)
      .execute(),
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const branches = rows.map(({ stretches, until, ...row }) => {
    const branch = branchOf(row);
    const isKnown = !branch.is_closed && stretches !== null && now.getTime() < Number(until);
    if (!isKnown) return { ...branch, open: null };
    const [usual, zone] = [stretches as OpenInterval[], branch.time_zone];
    const spans = spansOf(usual, branch.closures, zone);
    return { ...branch, open: openStateAt(spans, now.getTime(), zone, { until: Number(until), usual }) };
  });
  return { branches, total };
}

/** null company: any. null result: no such id. */
export async function selectBranch(db: Db, id: number, companyId: number | null): Promise<Branch | null> {
  const row = await branchQuery(db, id, companyId).executeTakeFirst();
  return row ? branchOf(row) : null;
}

const publicColumns = publicBranchFields.filter((name) => name !== 'closures');

export type PublicCompany = {
  readonly company: Pick<NonNullable<CompanyBranches['company']>, 'name' | 'authorisation'>;
  readonly branches: readonly Omit<CompanyBranches['branches'][number], 'open'>[];
};

export async function selectPublicCompanies(
  db: Db,
  companyIds: readonly number[],
): Promise<ReadonlyMap<number, PublicCompany>> {
  const [companies, rows] = await Promise.all([
    db
      .selectFrom('companies')
      .where(sql<boolean>`id = any(${companyIds}::int[])`)
      .select(['id', 'name', 'authorisation'])
      .execute(),
    db
      .selectFrom('branches')
      .where(sql<boolean>`company_id = any(${companyIds}::int[])`)
      .where('closed_at', 'is', null)
      .select(['company_id', 'id', 'time_zone', 'closed_on_holidays', ...publicColumns])
      .select(branchClosures().as('closures'))
      .orderBy('name')
      .execute(),
  ]);
  const byCompany = Map.groupBy(rows, ({ company_id }) => company_id);
  return new Map(
    companies.map(({ id, ...company }) => [
      id,
      {
        company,
        branches: (byCompany.get(id) ?? []).map(
          ({ company_id: _, hours, closed_on_holidays, ...branch }) => ({
            ...branch,
            hours: formatWholeWeek(hours, closed_on_holidays),
          }),
        ),
      },
    ]),
  );
}

/** Locks the company first, as fixings do, then the branch. null company: any; null result: no such id. */
export async function selectBranchForUpdate(
  trx: Db,
  id: number,
  companyId: number | null,
): Promise<Branch | null> {
  await trx
    .selectFrom('companies')
    .where('id', '=', (eb) => eb.selectFrom('branches').where('branches.id', '=', id).select('company_id'))
    .$if(companyId !== null, (qb) => qb.where('id', '=', companyId ?? 0))
    .select('id')
    .forNoKeyUpdate()
    .execute();
  const row = await branchQuery(trx, id, companyId).forNoKeyUpdate().executeTakeFirst();
  return row ? branchOf(row) : null;
}

export async function selectBranchesForUpdate(trx: Db, companyId: number): Promise<Branch[]> {
  const rows = await trx
    .selectFrom('branches')
    .where('company_id', '=', companyId)
    .selectAll()
    .select(branchClosures().as('closures'))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(branchOf);
}

function branchQuery(db: Db, id: number, companyId: number | null) {
  return db
    .selectFrom('branches')
    .where('id', '=', id)
    .$if(companyId !== null, (qb) => qb.where('company_id', '=', companyId ?? 0))
    .selectAll()
    .select(branchClosures().as('closures'));
}

/** Locks the company, so that it gets no other branch until the transaction ends. Closed ones included. */
export async function lockAndCountBranches(trx: Db, companyId: number): Promise<number> {
  await trx.selectFrom('companies').where('id', '=', companyId).select('id').forNoKeyUpdate().execute();
  const { total } = await trx
    .selectFrom('branches')
    .where('company_id', '=', companyId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Open reservations of a company or branch, and how many fall in its closures. */
export async function countOpenReservations(
  db: Db,
  companyId: number,
  branch?: number,
): Promise<{ expected: number; to_move: number }> {
  return db
    .selectFrom('reservations')
    .where('company_id', '=', companyId)
    .$if(branch !== undefined, (qb) => qb.where('branch', '=', branch ?? 0))
    .where('ended_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('expected'))
    .select((eb) => eb.fn.countAll<number>().filterWhere(isClosedAtPickup()).as('to_move'))
    .executeTakeFirstOrThrow();
}

export async function countBranchesWithOwnRates(trx: Db, companyId: number): Promise<number> {
  const { total } = await trx
    .selectFrom('branches')
    .where('company_id', '=', companyId)
    .where('rates', '=', 'own')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

const BRANCH_BYTES = 361;
const FIELD_BYTES = 9;

function branchBytes() {
  const sent = branchFieldNames.filter((name) => branchFields[name].isPublic || branchFields[name].book);
  const named = sent.reduce((sum, name) => sum + name.length + FIELD_BYTES, BRANCH_BYTES);
  const texts = ([1, 2, 4] as const).map((weight) => {
    const columns = branchFieldNames.filter((name) => branchFields[name].weight === weight);
    const joined = sql.join(columns.map((name) => sql.ref(name)));
    return sql`${sql.lit(weight)} * ${textBytes(sql`concat(${joined})`)}`;
  });
  return sql`${sql.lit(named)} + ${sql.join(texts, sql` + `)}`;
}

/** Bytes of a text in a snapshot, which is JSON in the JSON of a message. A text without escapes takes as many alone. */
function textBytes(text: RawBuilder<unknown>) {
  return sql`(octet_length(to_json(to_json(${text})::text)::text) - 4)`;
}

/** Bytes of a company's branches in a message of the stream, closed branches included. */
export async function measureBranches(trx: Db, companyId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT coalesce(sum(${branchBytes()}
      + coalesce((
        SELECT sum(135 + 44 * num_nonnulls(from_time, to_time) + 2 * ${textBytes(sql.ref('reason'))}) FROM branch_closures WHERE branch_id = branches.id
      ), 0)), 0)::int AS bytes
    FROM branches WHERE company_id = ${companyId}`.execute(trx);
  return rows[0]?.bytes ?? 0;
}

export async function insertBranch(
  trx: Db,
  company_id: number,
  { closures: days, ...branch }: BranchRow,
  at: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('branches')
    .values({ ...branch, company_id, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await replaceClosures(trx, id, days);
  return id;
}

export async function updateBranch(
  trx: Db,
  id: number,
  { closures: days, ...branch }: BranchRow,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('branches')
    .set({ ...branch, updated_at: at })
    .where('id', '=', id)
    .execute();
  await replaceClosures(trx, id, days);
}

/** `closedAt` null: open to business again. */
export async function updateClosing(trx: Db, id: number, closedAt: Date | null, at: Date): Promise<void> {
  await trx
    .updateTable('branches')
    .set({ closed_at: closedAt, updated_at: at })
    .where('id', '=', id)
    .execute();
}

async function replaceClosures(trx: Db, branch_id: number, days: readonly Closure[]): Promise<void> {
  await trx.deleteFrom('branch_closures').where('branch_id', '=', branch_id).execute();
  if (days.length === 0) return;
  await trx
    .insertInto('branch_closures')
    .values(days.map((closure) => ({ ...closure, branch_id })))
    .execute();
}

function branchOf(row: Selectable<BranchTable> & { closures: Closure[] }): Branch {
  const { id, company_id, time_zone, holidays_region, closed_at, updated_at } = row;
  return {
    ...fromBranchRow(row),
    id,
    company_id,
    time_zone,
    holidays_region,
    is_closed: closed_at !== null,
    updated_at: updated_at.toISOString(),
  };
}
