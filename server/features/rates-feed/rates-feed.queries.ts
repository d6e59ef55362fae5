import { type Selectable, sql, type Transaction } from 'kysely';
import { decimalText } from '#domain/money/decimal.ts';
import { DEMONSTRATION_SOURCE } from '#domain/rates-feed/demonstration.ts';
import {
  feedTime,
  type HeldRate,
  type Jump,
  type KnownRates,
  type Verdict,
} from '#domain/rates-feed/feed.ts';
import { lockTransaction, tryLockTransaction } from '../../db/locks.ts';
import { readDecimal } from '../../db/numeric.ts';
import type { Db } from '../../db/open.ts';
import type { RatesFeedTable, Schema } from '../../db/schema.ts';

export type RatesTransaction = Transaction<Schema>;
type FeedRow = Selectable<RatesFeedTable>;

/** Longer than a feed's timeout, because the transaction with the lock waits for the feed. */
const IDLE_TIMEOUT_MS = 30_000;

export async function tryLockFeed(trx: RatesTransaction): Promise<boolean> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(IDLE_TIMEOUT_MS)}, true)`.execute(
    trx,
  );
  return tryLockTransaction(trx, 'midRateFeed');
}

/** Serialises feed and file, so that both are not compared with the same past. */
export async function lockMidRates(trx: RatesTransaction): Promise<void> {
  await lockTransaction(trx, 'midRates');
}

export async function selectFeed(db: Db): Promise<FeedRow | undefined> {
  return db.selectFrom('rates_feed').selectAll().executeTakeFirst();
}

export async function selectKnownRates(trx: RatesTransaction, base: string): Promise<KnownRates> {
  const rows = await trx
    .selectFrom('currencies')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('mid_rates')
          .select(['at', 'rate', 'source'])
          .whereRef('currency_code', '=', 'currencies.code')
          .orderBy('at', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .leftJoin('rate_jumps', 'rate_jumps.currency_code', 'currencies.code')
    .where('code', '!=', base)
    .select(['code', 'at', 'newest.rate', 'newest.source', 'rate_jumps.day', 'rate_jumps.rate as jump'])
    .execute();
  const held = new Map<string, HeldRate | null>();
  const jumps = new Map<string, Jump>();
  for (const { code, at, rate, source, day, jump } of rows) {
    // older than any feed, whatever its date
    const since = source === DEMONSTRATION_SOURCE ? new Date(0) : at;
    held.set(code, since && rate ? { at: since.toISOString(), rate: readDecimal(rate) } : null);
    if (day && jump) jumps.set(code, { day, rate: readDecimal(jump) });
  }
  return { held, jumps };
}

export async function insertVerdict(
  trx: RatesTransaction,
  { accepted, jumps }: Verdict,
  { day, source }: { day: string; source: string },
): Promise<number> {
  const news = accepted.filter(({ isNew }) => isNew);
  if (news.length > 0) {
    await trx
      .insertInto('mid_rates')
      .values(
        news.map(({ code, rate }) => ({
          currency_code: code,
          at: new Date(feedTime(day)),
          rate: decimalText(rate),
          source,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['currency_code', 'at']).doUpdateSet(({ ref }) => ({
          rate: ref('excluded.rate'),
          source: ref('excluded.source'),
          published_on: null,
        })),
      )
      .execute();
  }
  if (accepted.length > 0) {
    const codes = accepted.map(({ code }) => code);
    await trx
      .deleteFrom('mid_rates')
      .where('currency_code', 'in', codes)
      .where('source', '=', DEMONSTRATION_SOURCE)
      .where('at', '>', new Date(feedTime(day)))
      .execute();
    await trx.deleteFrom('rate_jumps').where('currency_code', 'in', codes).execute();
  }
  if (jumps.length > 0) {
    await trx
      .insertInto('rate_jumps')
      .values(
        jumps.map((jump) => ({ currency_code: jump.code, day: jump.day, rate: decimalText(jump.rate) })),
      )
      .onConflict((conflict) =>
        conflict.column('currency_code').doUpdateSet(({ ref }) => ({
          day: ref('excluded.day'),
          rate: ref('excluded.rate'),
        })),
      )
      .execute();
  }
  return news.length;
}

/** Stores one check. Absent fields stay as the last good check left them. */
export async function upsertFeedCheck(
  trx: RatesTransaction,
  check: Pick<FeedRow, 'checked_at' | 'error'> &
    Partial<Pick<FeedRow, 'succeeded_at' | 'day' | 'source' | 'accepted' | 'refusals'>>,
): Promise<void> {
  const { refusals, ...rest } = check;
  const row = { ...rest, ...(refusals && { refusals: JSON.stringify(refusals) }) };
  await trx
    .insertInto('rates_feed')
    .values(row)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
    .execute();
}
