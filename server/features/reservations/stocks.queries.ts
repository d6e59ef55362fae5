import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** Of which counter, currency and day. */
export type StockKey = { companyId: number; branch: number | null; code: string; day: string };

/** Who asks, from which network, and how many percent of a counter's day one person may hold. */
export type Holder = { travellerId: number; share: number; network: Buffer | null };

/** How many percent of a counter's day one network may hold, or more where the bureau gives more to one person. */
const NETWORK_SHARE = 75;

/** What somebody has open of a stock. Its requests wait for each other at the row of the traveller. */
function heldBy({ travellerId }: Holder) {
  return sql`(
    SELECT coalesce(sum(handed_over), 0) FROM reservations
    WHERE stock_id = stocks.id AND traveller_id = ${travellerId}::int AND ended_at IS NULL
  )`;
}

/**
 * Takes so much from what is ready on a day, whose row is held until the transaction ends. Its id; null: there is not
 * enough, or one person would hold too much of it. The figure of every day counts where nothing is said of this one, and nothing is
 * ready where nothing is said at all.
 */
export async function takeStock(
  trx: Db,
  key: StockKey,
  amount: string,
  holder?: Holder,
): Promise<number | null> {
  await openStock(trx, key);
  const held = await selectStock(trx, key)
    .select('id')
    .select(
      sql<boolean>`ready - promised >= ${amount}::numeric AND ${
        holder ? sql`${amount}::numeric + ${heldBy(holder)} <= ready * ${holder.share}::int / 100` : sql`true`
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
 * Whether one network may hold so much more of it. Asked once the stock is held, by a statement of its own: another traveller's
 * request of the same network is over by then.
 */
export async function hasRoomFor(
  trx: Db,
  id: number,
  amount: string,
  { network, share }: Holder,
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

/**
 * Holds a day's stock and another one until the transaction ends. Always in one order: two that go each to the other's
 * day must not wait for each other in a circle.
 */
export async function holdStocks(trx: Db, key: StockKey, other: number): Promise<void> {
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
 * The row of this day, made of what is said of every day. That figure stays until the transaction ends, so that who changes
 * it meanwhile finds this row too.
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

/** To be called once for what was taken, in the transaction that says why. */
export async function giveBackStock(trx: Db, id: number, amount: string): Promise<void> {
  await trx
    .updateTable('stocks')
    .set({ promised: sql`promised - ${amount}::numeric` })
    .where('id', '=', id)
    .execute();
}
