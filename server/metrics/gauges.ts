import { newestDayDue } from '#domain/rates-feed/calendar.ts';
import type { PoolCounts } from '../db/open.ts';
import type { FollowedBook } from '../rate-book/follow.ts';
import type { DatabaseState } from './database-state.ts';
import { type Family, gauge, writeLabels } from './exposition.ts';
import type { FeedSettings } from './readiness.ts';

/** What each instance says of itself. `version` is the package's. */
export function buildInfo(version: string): Family {
  const labels = writeLabels({ version, node: process.versions.node });
  return {
    name: 'parite_build_info',
    type: 'gauge',
    help: 'Version of this instance.',
    samples: [[labels, 1]],
  };
}

export function rateBookGauges(followed: FollowedBook, now: Date): Family[] {
  const book = followed.current();
  const trueUntil = followed.trueUntil();
  const newest = book?.currencies.reduce((at, currency) => (currency.at > at ? currency.at : at), '');
  return [
    gauge('parite_rate_book_companies', 'Bureaux in the rate book.', book?.companies.length ?? null),
    gauge('parite_rate_book_currencies', 'Currencies with a mid rate.', book?.currencies.length ?? null),
    gauge('parite_rate_book_fixings', 'Fixings in the rate book.', book?.fixingCount ?? null),
    gauge(
      'parite_rate_book_live',
      'Whether the book is known to be what the database holds.',
      +followed.isLive(),
    ),
    gauge(
      'parite_rate_book_age_seconds',
      'Time since the book was last known to be what the database holds.',
      trueUntil && Math.max(0, now.getTime() - trueUntil.getTime()) / 1000,
    ),
    gauge(
      'parite_mid_rates_newest_timestamp_seconds',
      'Day of the newest mid rate.',
      newest ? Date.parse(newest) / 1000 : null,
    ),
  ];
}

/** Without a sample where nobody publishes the rates: they are imported by hand then. */
export function calendarGauge({ ratesFeedUrl }: FeedSettings, now: Date): Family {
  return gauge(
    'parite_mid_rates_due_timestamp_seconds',
    'Day whose mid rates must be known by now, weekends and holidays of the central bank known.',
    ratesFeedUrl ? Date.parse(newestDayDue(now)) / 1000 : null,
  );
}

export function poolGauges({ total, idle, waiting }: PoolCounts): Family[] {
  return [
    {
      name: 'parite_database_pool_connections',
      type: 'gauge',
      help: 'Connections to the database, by state.',
      samples: [
        [writeLabels({ state: 'busy' }), total - idle],
        [writeLabels({ state: 'idle' }), idle],
      ],
    },
    gauge('parite_database_pool_waiting', 'Queries that wait for a connection.', waiting),
  ];
}

/** Without samples, but for parite_database_up, while the database is away. */
export function databaseGauges(state: DatabaseState, now: Date): Family[] {
  const { feed, mails, oldestMail, backups } = state ?? {};
  const age = (at: Date | null | undefined) => (at ? (now.getTime() - at.getTime()) / 1000 : null);
  const seconds = (at: Date | null | undefined) => (at ? at.getTime() / 1000 : null);
  return [
    gauge('parite_database_up', 'Whether the database answers.', state ? 1 : 0),
    gauge('parite_database_writable', 'Whether a write goes through.', state && +(state.writing === 'ok')),
    gauge(
      'parite_backup_newest_timestamp_seconds',
      'The moment that the newest backup shows.',
      seconds(backups?.newest?.at),
    ),
    gauge('parite_backup_newest_bytes', 'Size of the newest backup.', backups?.newest?.size_bytes ?? null),
    gauge(
      'parite_backup_verified_timestamp_seconds',
      'When a backup was last restored into a scratch database.',
      seconds(backups?.verifiedAt),
    ),
    gauge(
      'parite_rates_feed_age_seconds',
      'Time since the mid-rate feed was last read and understood.',
      age(feed?.succeeded_at),
    ),
    gauge(
      'parite_rates_feed_last_success_timestamp_seconds',
      'When the mid-rate feed was last read and understood.',
      seconds(feed?.succeeded_at),
    ),
    gauge(
      'parite_rates_feed_last_check_timestamp_seconds',
      'When the mid-rate feed was last asked.',
      seconds(feed?.checked_at),
    ),
    gauge(
      'parite_rates_feed_failing',
      'Whether the last check of the mid-rate feed failed.',
      feed ? +(feed.error !== null) : null,
    ),
    gauge('parite_rates_feed_accepted', 'Rates accepted of the last good feed.', feed?.accepted ?? null),
    gauge(
      'parite_rates_feed_refusals',
      'Rates refused of the last good feed.',
      feed?.refusals.length ?? null,
    ),
    gauge('parite_mails_queued', 'Mails that wait to be sent.', mails?.queued ?? null),
    gauge(
      'parite_mails_oldest_age_seconds',
      'Age of the oldest mail that waits; 0 when none does.',
      mails ? (age(oldestMail) ?? 0) : null,
    ),
    gauge(
      'parite_mails_oldest_due_seconds',
      'How late the mail is that has been due for longest.',
      mails?.oldestDueSeconds ?? null,
    ),
    gauge(
      'parite_mails_failed_last_day',
      'Mails refused or given up in 24 hours.',
      mails?.failedLastDay ?? null,
    ),
    gauge(
      'parite_mails_unknown_last_day',
      'Mails of 24 hours that may not have arrived.',
      mails?.unknownLastDay ?? null,
    ),
  ];
}

/** Of the erasure by time; without samples while the database is away, and before the first round. */
export function retentionGauges(state: DatabaseState): Family[] {
  const clock = state?.retention;
  return [
    gauge(
      'parite_retention_believed_timestamp_seconds',
      'When what was kept long enough was last erased, by the clock of the database.',
      clock ? clock.believedAt.getTime() / 1000 : null,
    ),
    gauge(
      'parite_retention_clock_doubted',
      'Whether the clock of the database stands too far from where it was last believed to erase by it.',
      clock ? +(clock.doubt !== null) : null,
    ),
  ];
}
