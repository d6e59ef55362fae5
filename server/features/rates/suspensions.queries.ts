import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { isOwnedBy, type RateOwner, tableOfOwner } from './rate-owners.queries.ts';
import type { Suspension } from './rates.queries.ts';

/** Leaves the rates and their age unchanged. */
export async function saveSuspension(
  trx: Db,
  owner: RateOwner,
  { code, ...suspension }: { code: string } & Suspension,
): Promise<void> {
  await trx
    .updateTable(tableOfOwner(owner))
    .set({
      is_purchase_suspended: suspension.isPurchaseSuspended,
      is_sale_suspended: suspension.isSaleSuspended,
      purchase_suspended_until: suspension.purchaseUntil,
      sale_suspended_until: suspension.saleUntil,
    })
    .where(isOwnedBy(owner))
    .where('currency_code', '=', code)
    .execute();
}

export async function listOwnersDue(db: Db): Promise<RateOwner[]> {
  const { rows } = await sql<RateOwner>`
    SELECT company_id AS "companyId", branch FROM fixings WHERE purchase_suspended_until <= now()
    UNION SELECT company_id, branch FROM fixings WHERE sale_suspended_until <= now()
    UNION SELECT company_id, branch FROM branch_fixings WHERE purchase_suspended_until <= now()
    UNION SELECT company_id, branch FROM branch_fixings WHERE sale_suspended_until <= now()
    ORDER BY "companyId", branch NULLS FIRST`.execute(db);
  return rows;
}

export async function readClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`SELECT clock_timestamp()::timestamptz(3) AS at`.execute(db);
  return (rows[0] as { at: Date }).at;
}

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
