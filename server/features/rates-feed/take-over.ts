import { dayFault, FEED_BASE, judgeFeed, readableText } from '#domain/rates-feed/feed.ts';
import type { FeedHealth } from '#domain/rates-feed/feed-health.ts';
import type { Db } from '../../db/open.ts';
import { enqueueMargins } from '../../jobs/enqueue-margins.ts';
import { FeedFailure } from './feed-failure.ts';
import { lockRates, type RatesTransaction, saveVerdict, selectKnownRates } from './rates-feed.queries.ts';
import { readFeed } from './read-feed.ts';

export type TakenOver = {
  /** YYYY-MM-DD */
  day: string;
  source: string;
  /** how many rates of the text hold now, new or not */
  accepted: number;
  /** how many of them were not held before */
  written: number;
  refusals: FeedHealth['refusals'];
};

/**
 * Takes over the rates of a text of either shape: all that can be believed, in one transaction. `source`: who
 * is said to publish them where the text does not say. Throws a FeedFailure, a French sentence, when there
 * is nothing to take.
 */
export function importRates(
  db: Db,
  text: string,
  { source, now }: { source: string; now: Date },
): Promise<TakenOver> {
  return db.transaction().execute((trx) => takeOver(trx, text, { source, now }));
}

/** As importRates, as a part of the caller's transaction. After a FeedFailure it has written nothing. */
export async function takeOver(
  trx: RatesTransaction,
  text: string,
  { source: fallback, now }: { source: string; now: Date },
): Promise<TakenOver> {
  const feed = readFeed(text);
  const { day } = feed;
  const source = feed.source ?? fallback;
  const fault = dayFault(day, now.toISOString());
  if (fault === 'not_a_day') {
    throw new FeedFailure(`Le jour des taux, « ${readableText(day)} », n’est pas une date.`);
  }
  if (fault === 'to_come') throw new FeedFailure(`Les taux sont datés du ${day}, qui n’est pas encore venu.`);
  await lockRates(trx);
  const verdict = judgeFeed(feed, await selectKnownRates(trx, FEED_BASE));
  const { accepted, refusals } = verdict;
  if (accepted.length + refusals.length === 0) {
    throw new FeedFailure('Le contenu reçu ne donne le taux d’aucune devise connue.');
  }
  const written = await saveVerdict(trx, verdict, { day, source });
  // changed or not: what follows the mid rate is confirmed by every reading of it
  await enqueueMargins(trx);
  return { day, source, accepted: accepted.length, written, refusals };
}
