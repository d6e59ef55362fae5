import type { FollowedBook } from '../book/follow.ts';
import type { Config } from '../config.ts';
import type { StreamState } from '../stream/follow-database.ts';
import type { DatabaseState } from './database-state.ts';

/** A mail leaves within seconds; one that waits longer than this tells of a mail server that is away. */
const MAIL_LATE_MS = 15 * 60_000;
/** Checks of the feed that may be missed before its rates are called stale. */
const MISSED_CHECKS = 3;

type Parts = {
  /** none: this instance only compares */
  database: 'ok' | 'away' | 'none';
  /** blocked: whoever writes waits behind another program; refused: read-only or full */
  writing: 'ok' | 'blocked' | 'refused' | 'unknown' | 'none';
  rate_book: 'live' | 'stale' | 'loading';
  /** none: not configured; away: nobody relays, or NATS is away; bypassed: it was at the start, so the database is followed */
  stream: 'none' | 'ok' | 'away' | 'bypassed';
  mail: 'ok' | 'late' | 'unknown' | 'none';
  /** none: not configured; waiting: not checked yet; failing: the last check; stale: no check for long */
  rates_feed: 'none' | 'waiting' | 'ok' | 'failing' | 'stale' | 'unknown';
};
const WELL: readonly Parts[keyof Parts][] = ['ok', 'live', 'none', 'waiting'];

export type FeedSettings = Pick<Config, 'ratesFeedUrl' | 'ratesFeedInterval'>;

export type Readiness = {
  status: 'ready' | 'degraded' | 'starting';
  parts: Parts & {
    rate_book_read_at: Date | null;
    rate_book_version: number | null;
    rate_book_lag_seconds: number | null;
  };
};

/** Which part is away. An instance that holds a rate book serves, whatever else is away: degraded then. */
export function readiness(
  state: DatabaseState,
  {
    book,
    stream = null,
    hasDatabase = true,
    feed,
    now,
  }: {
    book: FollowedBook;
    stream?: StreamState | null;
    hasDatabase?: boolean;
    feed: FeedSettings;
    now: Date;
  },
): Readiness {
  const isLoaded = book.current() !== null;
  const parts: Parts = {
    database: state ? 'ok' : hasDatabase ? 'away' : 'none',
    writing: state?.writing ?? (hasDatabase ? 'unknown' : 'none'),
    rate_book: isLoaded ? (book.isLive() ? 'live' : 'stale') : 'loading',
    stream: stream?.follows() ?? 'none',
    mail: hasDatabase ? mailPart(state, now) : 'none',
    rates_feed: hasDatabase ? feedPart(state, feed, now) : 'none',
  };
  const isWell = Object.values(parts).every((part) => WELL.includes(part));
  return {
    status: isLoaded ? (isWell ? 'ready' : 'degraded') : 'starting',
    parts: {
      ...parts,
      rate_book_read_at: book.readAt(),
      rate_book_version: book.version(),
      rate_book_lag_seconds: state?.lag ?? (hasDatabase ? null : lagOf(book, now)),
    },
  };
}

/** As far as the stream tells: for how long the book may lack something. */
export function lagOf(book: FollowedBook, now: Date): number | null {
  const until = book.trueUntil();
  return until && Math.max(0, (now.getTime() - until.getTime()) / 1000);
}

function mailPart(state: DatabaseState, now: Date): Parts['mail'] {
  if (!state) return 'unknown';
  const { oldestMail } = state;
  return oldestMail && now.getTime() - oldestMail.getTime() > MAIL_LATE_MS ? 'late' : 'ok';
}

function feedPart(state: DatabaseState, settings: FeedSettings, now: Date): Parts['rates_feed'] {
  if (!settings.ratesFeedUrl) return 'none';
  if (!state) return 'unknown';
  const { feed } = state;
  if (!feed) return 'waiting';
  if (feed.error !== null) return 'failing';
  const missed = now.getTime() - feed.checked_at.getTime();
  return missed > MISSED_CHECKS * settings.ratesFeedInterval * 1000 ? 'stale' : 'ok';
}
