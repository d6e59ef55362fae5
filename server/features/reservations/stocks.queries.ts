import { sql } from 'kysely';
import type { Cents } from '#domain/money/cents.ts';
import type { Decimal } from '#domain/money/decimal.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import { canTake, type StockState } from '#domain/reservations/reservable-step.ts';
import { readCents } from '../../db/numeric.ts';
import type { Db } from '../../db/open.ts';

export type StockKey = { companyId: number; branch: number | null; code: string; day: string };

/** Person who reserves: accounts of one mailbox or telephone, and the percent of a day's stock that they may hold. */
export type StockHolder = {
  accounts: readonly number[];
  share: number;
  side: FixingSide;
  rate: Decimal;
};

/**
 * Takes an amount from a day's stock and locks it. Returns its id, or null beyond what is left or beyond the person's step;
 * a day without a figure uses that of every day, and none means nothing.
 */
export async function takeStock(
  trx: Db,
  key: StockKey,
  amount: string,
  holder?: StockHolder,
): Promise<number | null> {
  await openStock(trx, key);
  const stock = await selectStock(trx, key)
    .select('id')
    .select(['ready', 'promised'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!stock) return null;
  const [ready, promised] = [readCents(stock.ready), readCents(stock.promised)];
  const own = holder ? await sumOwn(trx, stock.id, holder.accounts) : 0;
  if (!canTake({ ready, promised, own }, readCents(amount), holder)) return null;
  await trx
    .updateTable('stocks')
    .set({ promised: sql`promised + ${amount}::numeric` })
    .where('id', '=', stock.id)
    .execute();
  return stock.id;
}

export type StockRow = StockState & { branch: number | null; day: string | null };

export async function listStocksOf(
  db: Db,
  {
    companyId,
    code,
    from,
    accounts,
  }: { companyId: number; code: string; from: string; accounts: readonly number[] },
): Promise<StockRow[]> {
  const rows = await db
    .selectFrom('stocks')
    .where('company_id', '=', companyId)
    .where('currency_code', '=', code)
    .where((eb) => eb.or([eb('day', 'is', null), eb('day', '>=', from)]))
    .select(['branch', 'day', 'ready', 'promised'])
    .select(
      sql<string>`(
        SELECT coalesce(sum(handed_over), 0) FROM reservations
        WHERE stock_id = stocks.id AND traveller_id = any(${accounts}::int[]) AND ended_at IS NULL
      )`.as('own'),
    )
    .execute();
  return rows.map(({ ready, promised, own, ...key }) => ({
    ...key,
    ready: readCents(ready),
    promised: readCents(promised),
    own: readCents(own),
  }));
}

/** Open amount of a person, as a statement of its own under the stock's lock, so that concurrent requests are finished. */
async function sumOwn(trx: Db, stockId: number, accounts: readonly number[]): Promise<Cents> {
  const { sum } = await trx
    .selectFrom('reservations')
    .where('stock_id', '=', stockId)
    .where('traveller_id', 'in', accounts)
    .where('ended_at', 'is', null)
    .select(sql<string>`coalesce(sum(handed_over), 0)`.as('sum'))
    .executeTakeFirstOrThrow();
  return readCents(sum);
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

export async function retakeStock(trx: Db, id: number, amount: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('stocks')
    .set({ promised: sql`promised + ${amount}::numeric` })
    .where('id', '=', id)
    .where(sql<boolean>`promised + ${amount}::numeric <= ready`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Counts what a reservation took on the day on which it is handed over, beyond that day's figure if need be. */
export async function moveStockTo(
  trx: Db,
  { id, stockId, handedOver }: { id: number; stockId: number; handedOver: string },
  day: string,
): Promise<void> {
  const agreed = await trx
    .selectFrom('stocks')
    .where('id', '=', stockId)
    .select(['company_id as companyId', 'branch', 'currency_code as code', sql<string>`day::text`.as('day')])
    .executeTakeFirstOrThrow();
  if (agreed.day === day) return;
  const key = { ...agreed, day };
  await lockStocks(trx, key, stockId);
  await returnStock(trx, stockId, handedOver);
  await sql`
    WITH given AS (
      INSERT INTO stocks AS stock (company_id, branch, currency_code, day, ready, promised)
      VALUES (${key.companyId}, ${key.branch}, ${key.code}, ${day}::date, ${handedOver}::numeric, ${handedOver}::numeric)
      ON CONFLICT (company_id, branch, currency_code, day) DO UPDATE SET
        promised = stock.promised + excluded.promised,
        ready = greatest(stock.ready, stock.promised + excluded.promised),
        follows = stock.follows AND stock.promised + excluded.promised <= stock.ready
      RETURNING id
    )
    UPDATE reservations SET stock_id = given.id FROM given WHERE reservations.id = ${id}`.execute(trx);
}
