import { dayFault, FEED_BASE, judgeFeed, readableText } from '#domain/rates-feed/feed.ts';
import type { ImportedRates } from '#domain/rates-feed/feed-health.ts';
import type { Db } from '../../db/open.ts';
import { enqueueMargins } from '../../jobs/enqueue-margins.ts';
import { FeedFailure } from './feed-failure.ts';
import {
  insertVerdict,
  lockMidRates,
  type RatesTransaction,
  selectKnownRates,
} from './rates-feed.queries.ts';
import { readFeed } from './read-feed.ts';

/**
 * Imports plausible rates of either format in one transaction. `source`: publisher, when the text names none. Throws a
 * FeedFailure without a usable rate.
 */
export function importRates(
  db: Db,
  text: string,
  { source, now }: { source: string; now: Date },
): Promise<ImportedRates> {
  return db.transaction().execute((trx) => importRatesInTransaction(trx, text, { source, now }));
}

/** importRates within the caller's transaction. A FeedFailure leaves no write. */
export async function importRatesInTransaction(
  trx: RatesTransaction,
  text: string,
  { source: fallback, now }: { source: string; now: Date },
): Promise<ImportedRates> {
  const feed = readFeed(text);
  const { day } = feed;
  const source = feed.source ?? fallback;
  const fault = dayFault(day, now.toISOString());
  if (fault === 'not_a_day') {
    throw new FeedFailure(`Le jour des taux, « ${readableText(day)} », n’est pas une date.`);
  }
  if (fault === 'to_come') throw new FeedFailure(`Les taux sont datés du ${day}, qui n’est pas encore venu.`);
  await lockMidRates(trx);
  const verdict = judgeFeed(feed, await selectKnownRates(trx, FEED_BASE));
  const { accepted, refusals } = verdict;
  if (accepted.length + refusals.length === 0) {
    throw new FeedFailure('Le contenu reçu ne donne le taux d’aucune devise connue.');
  }
  const added = await insertVerdict(trx, verdict, { day, source });
  // changed or not: every reading of the mid rate confirms the rates that follow it
  await enqueueMargins(trx);
  return { day, source, accepted: accepted.length, added, refusals };
}
