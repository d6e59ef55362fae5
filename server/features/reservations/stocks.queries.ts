import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

export type StockKey = { companyId: number; branch: number | null; code: string; day: string };

/** `share`: percent of a day's stock that one person may hold. */
export type StockHolder = { travellerId: number; share: number; network: Buffer | null };

/** Percent of a day's stock for one network, or more where one person may have more. */
const NETWORK_SHARE = 75;

/** Open amounts of a traveller, whose requests are serialised by a row lock. */
function sumOpenAmounts({ travellerId }: StockHolder) {
  return sql`(
    SELECT coalesce(sum(handed_over), 0) FROM reservations
    WHERE stock_id = stocks.id AND traveller_id = ${travellerId}::int AND ended_at IS NULL
  )`;
}

/**
 * Takes an amount from a day's stock and locks it. Returns its id, or null without enough or beyond a
 * person's share; a day without a figure uses that of every day, and none means nothing.
 */
export async function takeStock(
  trx: Db,
  key: StockKey,
  amount: string,
  holder?: StockHolder,
): Promise<number | null> {
  await openStock(trx, key);
  const held = await selectStock(trx, key)
    .select('id')
    .select(
      sql<boolean>`ready - promised >= ${amount}::numeric AND ${
        holder
          ? sql`${amount}::numeric + ${sumOpenAmounts(holder)} <= ready * ${holder.share}::int / 100`
          : sql`true`
      }`.as('isEnough'),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!held?.isEnough) return null;
  await trx
    .updateTable('stocks')
    .set({ promised: sql`promised + ${amount}::numeric` })
    .where('id', '=', held.id)
    .execute();
  return held.id;
}

/**
 * Network share check, as a statement of its own under the stock's lock, so that a concurrent request of
 * that network is finished.
 */
export async function fitsNetworkShare(
  trx: Db,
  id: number,
  amount: string,
  { network, share }: StockHolder,
): Promise<boolean> {
  if (!network) return true;
  const { rows } = await sql<{ hasRoom: boolean }>`
    SELECT ${amount}::numeric + (
      SELECT coalesce(sum(handed_over), 0) FROM reservations
      WHERE stock_id = stocks.id AND network = ${network} AND ended_at IS NULL
    ) <= ready * ${Math.max(share, NETWORK_SHARE)}::int / 100 AS "hasRoom"
    FROM stocks WHERE id = ${id}`.execute(trx);
  return rows[0]?.hasRoom ?? false;
}

/** Locks two days of a stock in one order, because crossed moves would deadlock. */
export async function lockStocks(trx: Db, key: StockKey, other: number): Promise<void> {
  await openStock(trx, key);
  await trx
    .selectFrom('stocks')
    .where((or) => or.or([or('id', '=', other), or('id', 'in', selectStock(trx, key).select('id'))]))
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Row of a day, made from the figure of every day, whose row stays locked so that its changes reach this
 * one.
 */
async function openStock(trx: Db, key: StockKey): Promise<void> {
  const { companyId, branch, code, day } = key;
  if (await selectStock(trx, key).select('id').executeTakeFirst()) return;
  await sql`
    INSERT INTO stocks (company_id, branch, currency_code, day, ready, follows)
    SELECT company_id, branch, currency_code, ${day}::date, ready, true FROM stocks
    WHERE company_id = ${companyId} AND branch IS NOT DISTINCT FROM ${branch}::int
      AND currency_code = ${code} AND day IS NULL
    FOR SHARE
    ON CONFLICT DO NOTHING`.execute(trx);
}

function selectStock(trx: Db, { companyId, branch, code, day }: StockKey) {
  return trx
    .selectFrom('stocks')
    .where('company_id', '=', companyId)
    .where('branch', 'is not distinct from', branch)
    .where('currency_code', '=', code)
    .where('day', '=', day);
}

/** Returns an amount once, in the transaction of its reason. */
export async function returnStock(trx: Db, id: number, amount: string): Promise<void> {
  await trx
    .updateTable('stocks')
    .set({ promised: sql`promised - ${amount}::numeric` })
    .where('id', '=', id)
    .execute();
}
