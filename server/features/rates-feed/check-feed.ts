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
  /** how long the feed may take to answer, to its last byte */
  withinMs?: number;
};

/** When the feed was last checked, by this instance or by another; null while another one is at it. */
export type Checked = { at: Date; byThis: boolean } | null;

/**
 * Reads the feed once and takes over what can be believed, in one transaction that holds the lock: one
 * instance at a time, and none within `freshMs` of the last check. A feed that fails is logged and
 * written down, and changes no rate. Throws when the database is away, or once `signal` is aborted.
 */
export async function checkFeed(source: FeedSource, freshMs: number, signal: AbortSignal): Promise<Checked> {
  const { db, now } = source;
  return db.transaction().execute(async (trx) => {
    if (!(await lockFetch(trx))) return null;
    const last = (await selectFeed(trx))?.checked_at;
    // in the past or in the future: the clocks of two instances differ
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
