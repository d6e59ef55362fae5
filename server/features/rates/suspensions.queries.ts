import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { type Counter, isOf, tableOf } from './counters.queries.ts';
import type { Suspension } from './rates.queries.ts';

/** Suspends or resumes sides of a fixing. Its rates, and since when they stand, stay as they are. */
export async function saveSuspension(
  trx: Db,
  counter: Counter,
  { code, ...suspension }: { code: string } & Suspension,
): Promise<void> {
  await trx
    .updateTable(tableOf(counter))
    .set({
      is_purchase_suspended: suspension.isPurchaseSuspended,
      is_sale_suspended: suspension.isSaleSuspended,
      purchase_suspended_until: suspension.purchaseUntil,
      sale_suspended_until: suspension.saleUntil,
    })
    .where(isOf(counter))
    .where('currency_code', '=', code)
    .execute();
}

/** The counters that have a side whose end has come, by the clock of the database. */
export async function listCountersDue(db: Db): Promise<Counter[]> {
  const { rows } = await sql<Counter>`
    SELECT company_id AS "companyId", branch FROM fixings WHERE purchase_suspended_until <= now()
    UNION SELECT company_id, branch FROM fixings WHERE sale_suspended_until <= now()
    UNION SELECT company_id, branch FROM branch_fixings WHERE purchase_suspended_until <= now()
    UNION SELECT company_id, branch FROM branch_fixings WHERE sale_suspended_until <= now()
    ORDER BY "companyId", branch NULLS FIRST`.execute(db);
  return rows;
}

/** The clock of the database. */
export async function readClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`SELECT clock_timestamp()::timestamptz(3) AS at`.execute(db);
  return (rows[0] as { at: Date }).at;
}

/** In how many milliseconds the next side comes back; null: none does by itself. */
export async function findNextEnd(db: Db): Promise<number | null> {
  const { rows } = await sql<{ wait: number | null }>`
    SELECT (extract(epoch FROM least(
      (SELECT min(purchase_suspended_until) FROM fixings WHERE purchase_suspended_until IS NOT NULL),
      (SELECT min(sale_suspended_until) FROM fixings WHERE sale_suspended_until IS NOT NULL),
      (SELECT min(purchase_suspended_until) FROM branch_fixings WHERE purchase_suspended_until IS NOT NULL),
      (SELECT min(sale_suspended_until) FROM branch_fixings WHERE sale_suspended_until IS NOT NULL)
    ) - clock_timestamp()) * 1000)::float8 AS wait`.execute(db);
  return rows[0]?.wait ?? null;
}
