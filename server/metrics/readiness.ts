import type { FollowedBook } from '../book/follow.ts';
import type { Config } from '../config.ts';
import type { ClockState } from '../process/measured-time.ts';
import type { StreamState } from '../public-data.ts';
import type { DatabaseState } from './database-state.ts';

/** Longest usual wait of a mail, above which the mail server counts as away. */
const MAIL_LATE_MS = 15 * 60_000;
const MAX_MISSED_CHECKS = 3;

type Parts = {
  database: 'ok' | 'away' | 'none';
  writing: 'ok' | 'blocked' | 'refused' | 'unknown' | 'none';
  rate_book: 'live' | 'stale' | 'loading';
  /** away: no relay or no engine; bypassed: away at the start, so that the database is followed */
  stream: 'none' | 'ok' | 'away' | 'bypassed';
  mail: 'ok' | 'late' | 'unknown' | 'none';
  /** waiting: not checked yet; failing: the last check; stale: no check for long */
  rates_feed: 'none' | 'waiting' | 'ok' | 'failing' | 'stale' | 'unknown';
  clock: ClockState;
};
const HEALTHY: readonly Parts[keyof Parts][] = ['ok', 'live', 'none', 'waiting'];

export type FeedSettings = Pick<Config, 'ratesFeedUrl' | 'ratesFeedInterval'>;

export type Readiness = {
  status: 'ready' | 'degraded' | 'starting' | 'wrong_clock';
  parts: Parts & {
    rate_book_read_at: Date | null;
    rate_book_version: number | null;
    rate_book_lag_seconds: number | null;
  };
};

/** An instance with a rate book and without a wrong clock serves, and is degraded when any part is away. */
export function readiness(
  state: DatabaseState,
  {
    book,
    stream = null,
    hasDatabase = true,
    feed,
    now,
    clock,
  }: {
    book: FollowedBook;
    stream?: StreamState | null;
    hasDatabase?: boolean;
    feed: FeedSettings;
    now: Date;
    clock: ClockState;
  },
): Readiness {
  const isLoaded = book.current() !== null;
  const parts: Parts = {
    database: state ? 'ok' : hasDatabase ? 'away' : 'none',
    writing: state?.writing ?? (hasDatabase ? 'unknown' : 'none'),
    rate_book: isLoaded ? (book.isLive() ? 'live' : 'stale') : 'loading',
    stream: stream?.status() ?? 'none',
    mail: hasDatabase ? mailPart(state, now) : 'none',
    rates_feed: hasDatabase ? feedPart(state, feed, now) : 'none',
    clock,
  };
  const serving = clock === 'wrong' ? 'wrong_clock' : 'degraded';
  const isWell = Object.values(parts).every((part) => HEALTHY.includes(part));
  return {
    status: isLoaded ? (isWell ? 'ready' : serving) : 'starting',
    parts: {
      ...parts,
      rate_book_read_at: book.readAt(),
      rate_book_version: book.version(),
      rate_book_lag_seconds: state?.lag ?? (hasDatabase ? null : lagOf(book, now)),
    },
  };
}

/** Time for which the book may lack changes, as far as the stream reveals. */
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
  return missed > MAX_MISSED_CHECKS * settings.ratesFeedInterval * 1000 ? 'stale' : 'ok';
}
