import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** Of which counter, currency and day. */
export type StockKey = { companyId: number; branch: number | null; code: string; day: string };

/**
 * Takes so much from what is ready on a day, whose row is held until the transaction ends. Its id, or what is left: the
 * figure of every day counts where nothing is said of this one, and nothing is ready where nothing is said at all.
 */
export async function takeStock(
  trx: Db,
  { companyId, branch, code, day }: StockKey,
  amount: string,
): Promise<{ id: number } | { left: string }> {
  await sql`
    INSERT INTO stocks (company_id, branch, currency_code, day, ready)
    SELECT company_id, branch, currency_code, ${day}::date, ready FROM stocks
    WHERE company_id = ${companyId} AND branch IS NOT DISTINCT FROM ${branch}::int
      AND currency_code = ${code} AND day IS NULL
    ON CONFLICT DO NOTHING`.execute(trx);
  const held = await trx
    .selectFrom('stocks')
    .where('company_id', '=', companyId)
    .where('branch', 'is not distinct from', branch)
    .where('currency_code', '=', code)
    .where('day', '=', day)
    .select(['id', sql<string>`ready - promised`.as('left')])
    .select(sql<boolean>`ready - promised >= ${amount}::numeric`.as('isEnough'))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!held?.isEnough) return { left: held?.left ?? '0' };
  await trx
    .updateTable('stocks')
    .set({ promised: sql`promised + ${amount}::numeric` })
    .where('id', '=', held.id)
    .execute();
  return { id: held.id };
}

/** To be called once for what was taken, in the transaction that says why. */
export async function giveBackStock(trx: Db, id: number, amount: string): Promise<void> {
  await trx
    .updateTable('stocks')
    .set({ promised: sql`promised - ${amount}::numeric` })
    .where('id', '=', id)
    .execute();
}
