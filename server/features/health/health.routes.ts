import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { type DatabaseState, watchDatabase } from '../../metrics/database-state.ts';
import type { FollowedBook } from '../../rate-book/follow.ts';

/** A mail leaves within seconds; one that waits longer than this tells of a mail server that is away. */
const MAIL_LATE_MS = 15 * 60_000;
/** Checks of the feed that may be missed before its rates are called stale. */
const MISSED_CHECKS = 3;

type Parts = {
  database: 'ok' | 'away';
  rate_book: 'live' | 'stale' | 'loading';
  mail: 'ok' | 'late' | 'unknown';
  /** none: not configured; waiting: not checked yet; failing: the last check; stale: no check for long */
  rates_feed: 'none' | 'waiting' | 'ok' | 'failing' | 'stale' | 'unknown';
};
const WELL: readonly Parts[keyof Parts][] = ['ok', 'live', 'none', 'waiting'];

/**
 * `/healthz`: the process answers. `/readyz`: it can serve, and which part is away. An instance that holds
 * a rate book serves comparisons without anything else, so it stays ready then (contract 3, Live): 503 is
 * for a book that is not there yet, and for an instance that stops.
 */
export function registerHealth(
  app: FastifyInstance,
  { db, book, config, now }: { db: Db; book: FollowedBook; config: Config; now: () => Date },
): void {
  const databaseState = watchDatabase({ db, now });
  let isStopping = false;
  app.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });

  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const state = await databaseState();
    const isLoaded = book.current() !== null;
    const parts: Parts = {
      database: state ? 'ok' : 'away',
      rate_book: isLoaded ? (book.isLive() ? 'live' : 'stale') : 'loading',
      mail: mailPart(state, now()),
      rates_feed: feedPart(state, config, now()),
    };
    const isWell = Object.values(parts).every((part) => WELL.includes(part));
    const serving = isWell ? 'ready' : 'degraded';
    const status = isStopping ? 'stopping' : isLoaded ? serving : 'starting';
    return reply
      .code(status === serving ? 200 : 503)
      .send({ status, parts: { ...parts, rate_book_read_at: book.readAt() } });
  });
}

function mailPart(state: DatabaseState, now: Date): Parts['mail'] {
  if (!state) return 'unknown';
  const { oldestMail } = state;
  return oldestMail && now.getTime() - oldestMail.getTime() > MAIL_LATE_MS ? 'late' : 'ok';
}

function feedPart(state: DatabaseState, config: Config, now: Date): Parts['rates_feed'] {
  if (!config.ratesFeedUrl) return 'none';
  if (!state) return 'unknown';
  const { feed } = state;
  if (!feed) return 'waiting';
  if (feed.error !== null) return 'failing';
  const missed = now.getTime() - feed.checked_at.getTime();
  return missed > MISSED_CHECKS * config.ratesFeedInterval * 1000 ? 'stale' : 'ok';
}
