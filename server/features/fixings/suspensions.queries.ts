import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Suspension } from './rates.queries.ts';

/** Suspends or resumes sides of a fixing. Its rates, and since when they stand, stay as they are. */
export async function saveSuspension(
  trx: Db,
  { companyId, code, ...suspension }: { companyId: number; code: string } & Suspension,
): Promise<void> {
  await trx
    .updateTable('fixings')
    .set({
      is_purchase_suspended: suspension.isPurchaseSuspended,
      is_sale_suspended: suspension.isSaleSuspended,
      suspended_until: suspension.suspendedUntil,
    })
    .where('company_id', '=', companyId)
    .where('currency_code', '=', code)
    .execute();
}

/** Resumes what was suspended until now, and says in how many milliseconds the next one is due; null: none is. */
export async function resumeDue(db: Db): Promise<number | null> {
  await db
    .updateTable('fixings')
    .set({ is_purchase_suspended: false, is_sale_suspended: false, suspended_until: null })
    .where('suspended_until', '<=', sql<Date>`now()`)
    .execute();
  const { rows } = await sql<{ wait: number | null }>`
    SELECT (extract(epoch FROM min(suspended_until) - clock_timestamp()) * 1000)::float8 AS wait
    FROM fixings WHERE suspended_until IS NOT NULL`.execute(db);
  return rows[0]?.wait ?? null;
}
