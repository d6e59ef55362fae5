import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/open.ts';
import { FeedFailure } from './feed-failure.ts';
import { fetchFeed } from './fetch-feed.ts';
import { lockFetch, type RatesTransaction, saveCheck, selectFeed } from './rates-feed.queries.ts';
import { takeOver } from './take-over.ts';

const FETCH_WITHIN_MS = 10_000;

export type FeedSource = {
  db: Db;
  url: string;
  now: () => Date;
  log: FastifyBaseLogger;
  /** Milliseconds for the whole answer, to its last byte. */
  withinMs?: number;
};

/** Latest check, by this instance or another. null: another instance checks now. */
export type Checked = { at: Date; byThis: boolean } | null;

/**
 * Reads the feed once and stores plausible rates under a lock, unless checked within `freshMs`. Failures are stored and
 * change no rate; throws when the database is away or `signal` aborts.
 */
export async function checkFeed(source: FeedSource, freshMs: number, signal: AbortSignal): Promise<Checked> {
  const { db, now } = source;
  return db.transaction().execute(async (trx) => {
    if (!(await lockFetch(trx))) return null;
    const last = (await selectFeed(trx))?.checked_at;
    // past or future, because the clocks of instances differ
    if (last && Math.abs(now().getTime() - last.getTime()) < freshMs) return { at: last, byThis: false };
    await readOnce(trx, source, signal);
    return { at: now(), byThis: true };
  });
}

async function readOnce(trx: RatesTransaction, source: FeedSource, signal: AbortSignal): Promise<void> {
  const { url, now, log, withinMs: ms = FETCH_WITHIN_MS } = source;
  const { hostname } = new URL(url);
  try {
    const text = await fetchFeed(url, { ms, signal });
    const taken = await takeOver(trx, text, { source: hostname, now: now() });
    const { written, ...outcome } = taken;
    log.info({ day: taken.day, accepted: taken.accepted, written }, 'rates feed read');
    if (taken.refusals.length > 0)
      log.warn({ day: taken.day, refusals: taken.refusals }, 'rates were refused');
    await saveCheck(trx, { checked_at: now(), succeeded_at: now(), error: null, ...outcome });
  } catch (error) {
    if (!(error instanceof FeedFailure)) throw error;
    log.warn({ reason: error.message, cause: error.cause }, 'the rates feed failed; the last rates stay');
    await saveCheck(trx, { checked_at: now(), error: error.message });
  }
}
