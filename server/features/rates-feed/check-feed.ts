import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/open.ts';
import { FeedFailure } from './feed-failure.ts';
import { fetchFeed } from './fetch-feed.ts';
import { importRatesInTransaction } from './import-rates.ts';
import { type RatesTransaction, selectFeed, tryLockFeed, upsertFeedCheck } from './rates-feed.queries.ts';

const FETCH_TIMEOUT_MS = 10_000;

export type FeedSource = {
  db: Db;
  url: string;
  now: () => Date;
  log: FastifyBaseLogger;
  /** Milliseconds for the whole answer, to its last byte. */
  timeoutMs?: number;
};

/** Latest check, by this instance or another. null: another instance checks now. */
export type LatestCheck = { at: Date; isOwn: boolean } | null;

/**
 * Reads the feed once and stores plausible rates under a lock, unless checked within `freshMs`. Failures are stored and
 * change no rate; throws when the database is away or `signal` aborts.
 */
export async function checkFeed(
  source: FeedSource,
  freshMs: number,
  signal: AbortSignal,
): Promise<LatestCheck> {
  const { db, now } = source;
  return db.transaction().execute(async (trx) => {
    if (!(await tryLockFeed(trx))) return null;
    const last = (await selectFeed(trx))?.checked_at;
    // past or future, because the clocks of instances differ
    if (last && Math.abs(now().getTime() - last.getTime()) < freshMs) return { at: last, isOwn: false };
    await readOnce(trx, source, signal);
    return { at: now(), isOwn: true };
  });
}

async function readOnce(trx: RatesTransaction, source: FeedSource, signal: AbortSignal): Promise<void> {
  const { url, now, log, timeoutMs = FETCH_TIMEOUT_MS } = source;
  const { hostname } = new URL(url);
  try {
    const text = await fetchFeed(url, { ms: timeoutMs, signal });
    const taken = await importRatesInTransaction(trx, text, { source: hostname, now: now() });
    const { added, ...outcome } = taken;
    log.info({ day: taken.day, accepted: taken.accepted, written: added }, 'rates feed read');
    if (taken.refusals.length > 0)
      log.warn({ day: taken.day, refusals: taken.refusals }, 'rates were refused');
    await upsertFeedCheck(trx, { checked_at: now(), succeeded_at: now(), error: null, ...outcome });
  } catch (error) {
    if (!(error instanceof FeedFailure)) throw error;
    log.warn({ reason: error.message, cause: error.cause }, 'the rates feed failed; the last rates stay');
    await upsertFeedCheck(trx, { checked_at: now(), error: error.message });
  }
}
