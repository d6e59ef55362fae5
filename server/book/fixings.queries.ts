import { sql } from 'kysely';
import { readDecimal } from '../db/numeric.ts';
import type { Db } from '../db/open.ts';
import type { FixingKey } from './changes.ts';
import { COLUMNS, columnsFrom } from './fixing-columns.ts';
import type { Rates } from './rate-book.ts';

export type KeyedFixing = FixingKey & { readonly rates: Rates };

export async function selectFixingsOf(db: Db, companyIds: readonly number[]): Promise<KeyedFixing[]> {
  const rows = await selectFixings(db).where(sql<boolean>`company_id = any(${companyIds}::int[])`).execute();
  return rows.map(toFixing);
}

export async function selectBranchFixings(
  db: Db,
  branches: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, Rates>>> {
  const found = new Map<number, Map<string, Rates>>();
  if (branches.length === 0) return found;
  const columns = Object.values(COLUMNS).map(({ column }) => column);
  const rows = await db
    .selectFrom('branch_fixings')
    .where(isCompared)
    .where(sql<boolean>`branch = any(${branches}::int[])`)
    .select(['branch', 'company_id', 'currency_code', ...columns])
    .select([openRates.purchase.as('purchase'), openRates.sale.as('sale')])
    .execute();
  for (const { branch, ...row } of rows) {
    const { code, rates } = toFixing(row);
    const ofBranch = found.get(branch) ?? new Map<string, Rates>();
    found.set(branch, ofBranch.set(code, rates));
  }
  return found;
}

export async function selectFixingsIn(db: Db, codes: readonly string[]): Promise<KeyedFixing[]> {
  if (codes.length === 0) return [];
  const rows = await selectFixings(db).where('currency_code', 'in', codes).execute();
  return rows.map(toFixing);
}

export async function selectFixingsByKey(db: Db, keys: readonly FixingKey[]): Promise<KeyedFixing[]> {
  const rows = await selectFixings(db)
    .innerJoin(
      sql<{ asked_id: number; code: string }>`(
        select * from unnest(${keys.map((k) => k.companyId)}::int[], ${keys.map((k) => k.code)}::text[])
      )`.as<'asked'>(sql`asked (asked_id, code)`),
      (join) =>
        join
          .onRef('asked.asked_id', '=', 'fixings.company_id')
          .onRef('asked.code', '=', 'fixings.currency_code'),
    )
    .execute();
  return rows.map(toFixing);
}

/** Rates without suspended sides, of which the book learns nothing. */
export const openRates = {
  purchase: sql<string | null>`CASE WHEN NOT is_purchase_suspended THEN purchase END`,
  sale: sql<string | null>`CASE WHEN NOT is_sale_suspended THEN sale END`,
};

/** Held and wholly suspended fixings are in no book. */
export const isCompared = sql<boolean>`held_at IS NULL AND (
  (NOT is_purchase_suspended AND purchase IS NOT NULL) OR (NOT is_sale_suspended AND sale IS NOT NULL)
)`;

function selectFixings(db: Db) {
  const columns = Object.values(COLUMNS).map(({ column }) => column);
  return db
    .selectFrom('fixings')
    .where(isCompared)
    .select(['company_id', 'currency_code', ...columns])
    .select([openRates.purchase.as('purchase'), openRates.sale.as('sale')]);
}

type FixingRow = Awaited<ReturnType<ReturnType<typeof selectFixings>['execute']>>[number];

function toFixing({ company_id, currency_code, purchase, sale, ...row }: FixingRow): KeyedFixing {
  return {
    code: currency_code,
    companyId: company_id,
    rates: {
      purchase: purchase === null ? null : readDecimal(purchase),
      sale: sale === null ? null : readDecimal(sale),
      // dates as milliseconds, true as 1
      ...columnsFrom(({ column }) => Number(row[column])),
    },
  };
}
