import { Gauge, type Registry } from 'prom-client';
import { newestDayDue } from '#domain/rates-feed/calendar.ts';
import type { FollowedBook } from '../book/follow.ts';
import type { PoolCounts } from '../db/open.ts';
import type { StreamState } from '../public-data.ts';
import type { DatabaseState } from './database-state.ts';
import { type FeedSettings, lagOf } from './readiness.ts';

type Sources = {
  now: Date;
  // milliseconds
  clockOffset: number;
  book: FollowedBook;
  stream: StreamState | null;
  feed: FeedSettings;
  pool: PoolCounts;
  /** null while the database is away, so that most gauges have no sample */
  state: DatabaseState;
};

type Read = (sources: Sources) => number | null;

const GAUGES: readonly [name: string, help: string, read: Read][] = [
  [
    'parite_rate_book_companies',
    'Bureaux in the rate book.',
    ({ book }) => book.current()?.companies.length ?? null,
  ],
  [
    'parite_rate_book_currencies',
    'Currencies with a mid rate.',
    ({ book }) => book.current()?.currencies.length ?? null,
  ],
  [
    'parite_rate_book_fixings',
    'Fixings in the rate book.',
    ({ book }) => book.current()?.fixingCount ?? null,
  ],
  [
    'parite_rate_book_live',
    'Whether the book is known to be what the database holds.',
    ({ book }) => +book.isLive(),
  ],
  [
    'parite_rate_book_age_seconds',
    'Time since the book was last known to be what the database holds.',
    ({ book, now }) => {
      const age = ageOf(book.trueUntil(), now);
      return age && Math.max(0, age);
    },
  ],
  [
    'parite_rate_book_version',
    'Version of the log of changes that the book is at.',
    ({ book }) => book.version(),
  ],
  [
    'parite_rate_book_lag_seconds',
    'How long the first change of the log has been there that the book lacks; 0 when it lacks none.',
    ({ state, stream, book, now }) => state?.lag ?? (stream ? lagOf(book, now) : null),
  ],
  [
    'parite_stream_followed',
    'Whether this instance hears the stream of changes.',
    ({ stream }) => stream && +(stream.status() === 'ok'),
  ],
  [
    'parite_stream_relayed_here',
    'Whether this instance relays the log of changes to the stream.',
    ({ stream }) => stream && +stream.isRelayHere(),
  ],
  [
    'parite_stream_messages_unreadable',
    'Messages of the stream that could not be read, since the start: a snapshot was read instead.',
    ({ stream }) => stream?.unreadableMessages() ?? null,
  ],
  [
    'parite_stream_counts_lost',
    'Sums of comparisons that were handed on and may not have been written, since the start.',
    ({ stream }) => stream?.lostSums() ?? null,
  ],
  [
    'parite_mid_rates_newest_timestamp_seconds',
    'Day of the newest mid rate.',
    ({ book }) => {
      const days = book.current()?.currencies.map(({ at }) => at) ?? [];
      const newest = days.reduce((latest, at) => (at > latest ? at : latest), '');
      return newest ? Date.parse(newest) / 1000 : null;
    },
  ],
  [
    'parite_mid_rates_due_timestamp_seconds',
    'Day whose mid rates must be known by now, weekends and holidays of the central bank known.',
    // rates imported by hand have no due date
    ({ feed, now }) => (feed.ratesFeedUrl ? Date.parse(newestDayDue(now)) / 1000 : null),
  ],
  [
    'parite_clock_offset_seconds',
    'Time of the database ahead of the clock of this machine.',
    ({ clockOffset }) => clockOffset / 1000,
  ],
  ['parite_database_pool_waiting', 'Queries that wait for a connection.', ({ pool }) => pool.waiting],
  ['parite_database_up', 'Whether the database answers.', ({ state }) => (state ? 1 : 0)],
  [
    'parite_database_writable',
    'Whether a write goes through.',
    ({ state }) => state && +(state.writing === 'ok'),
  ],
  [
    'parite_backup_newest_timestamp_seconds',
    'The moment that the newest backup shows.',
    ({ state }) => secondsOf(state?.backups?.newest?.at),
  ],
  [
    'parite_backup_newest_bytes',
    'Size of the newest backup.',
    ({ state }) => state?.backups?.newest?.size_bytes ?? null,
  ],
  [
    'parite_backup_verified_timestamp_seconds',
    'When a backup was last restored into a scratch database.',
    ({ state }) => secondsOf(state?.backups?.verifiedAt),
  ],
  [
    'parite_wal_archived_timestamp_seconds',
    'When the newest segment of WAL was archived.',
    ({ state }) => secondsOf(state?.archive?.archivedAt),
  ],
  [
    'parite_wal_archive_failing',
    'Whether the last try to archive a segment of WAL failed; no sample where none is archived.',
    ({ state }) => (state?.archive ? +state.archive.isFailing : null),
  ],
  [
    'parite_base_backup_newest_timestamp_seconds',
    'When the newest copy of the cluster was begun, which archived WAL continues.',
    ({ state }) => secondsOf(state?.archive?.baseAt),
  ],
  [
    'parite_rates_feed_age_seconds',
    'Time since the mid-rate feed was last read and understood.',
    ({ state, now }) => ageOf(state?.feed?.succeeded_at, now),
  ],
  [
    'parite_rates_feed_last_success_timestamp_seconds',
    'When the mid-rate feed was last read and understood.',
    ({ state }) => secondsOf(state?.feed?.succeeded_at),
  ],
  [
    'parite_rates_feed_last_check_timestamp_seconds',
    'When the mid-rate feed was last asked.',
    ({ state }) => secondsOf(state?.feed?.checked_at),
  ],
  [
    'parite_rates_feed_failing',
    'Whether the last check of the mid-rate feed failed.',
    ({ state }) => (state?.feed ? +(state.feed.error !== null) : null),
  ],
  [
    'parite_rates_feed_accepted',
    'Rates accepted of the last good feed.',
    ({ state }) => state?.feed?.accepted ?? null,
  ],
  [
    'parite_rates_feed_refusals',
    'Rates refused of the last good feed.',
    ({ state }) => state?.feed?.refusals.length ?? null,
  ],
  [
    'parite_jobs_waiting',
    'Jobs of the queue that are due and not begun.',
    ({ state }) => state?.jobs.waiting ?? null,
  ],
  [
    'parite_jobs_oldest_due_seconds',
    'How late the job is that has been due for longest; 0 when none is.',
    ({ state }) => state?.jobs.oldestDueSeconds ?? null,
  ],
  [
    'parite_jobs_failed',
    'Jobs that failed at every try, in the last 7 days.',
    ({ state }) => state?.jobs.failed ?? null,
  ],
  ['parite_mails_queued', 'Mails that wait to be sent.', ({ state }) => state?.mails.queued ?? null],
  [
    'parite_mails_oldest_age_seconds',
    'Age of the oldest mail that waits; 0 when none does.',
    ({ state, now }) => state && (ageOf(state.oldestMail, now) ?? 0),
  ],
  [
    'parite_mails_oldest_due_seconds',
    'How late the mail is that has been due for longest.',
    ({ state }) => state?.mails.oldestDueSeconds ?? null,
  ],
  [
    'parite_mails_failed_last_day',
    'Mails refused or given up in 24 hours.',
    ({ state }) => state?.mails.failedLastDay ?? null,
  ],
  [
    'parite_mails_unknown_last_day',
    'Mails of 24 hours that may not have arrived.',
    ({ state }) => state?.mails.unknownLastDay ?? null,
  ],
  [
    'parite_retention_believed_timestamp_seconds',
    'When what was kept long enough was last erased, by the clock of the database.',
    ({ state }) => secondsOf(state?.retention?.believedAt),
  ],
  [
    'parite_retention_clock_doubted',
    'Whether the clock of the database stands too far from where it was last believed to erase by it.',
    ({ state }) => (state?.retention ? +(state.retention.doubt !== null) : null),
  ],
];

type Run = NonNullable<DatabaseState>['runs'][number];

const RUN_GAUGES: readonly [name: string, help: string, read: (run: Run) => number | null][] = [
  [
    'parite_job_last_success_timestamp_seconds',
    'When the recurring job last succeeded.',
    ({ succeededAt }) => secondsOf(succeededAt),
  ],
  [
    'parite_job_failures_in_a_row',
    'Runs of the recurring job that failed since it last succeeded.',
    ({ failures }) => failures,
  ],
  [
    'parite_job_overdue_seconds',
    'How late the next run of the recurring job is; 0 when it is not due.',
    ({ lateSeconds }) => lateSeconds,
  ],
];

export function registerGauges(
  registry: Registry,
  { version, commit = '' }: { version: string; commit?: string },
  sources: () => Promise<Sources>,
): void {
  const registers = [registry];
  const build = { name: 'parite_build_info', help: 'Version and commit of this instance.', registers };
  const { node } = process.versions;
  new Gauge({ ...build, labelNames: ['version', 'commit', 'node'] }).set({ version, commit, node }, 1);
  new Gauge({
    name: 'parite_database_pool_connections',
    help: 'Connections to the database, by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      const { total, idle } = (await sources()).pool;
      this.set({ state: 'busy' }, total - idle);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'parite_security_events_last_quarter',
    help: 'Lines of the journal of security in the last 15 minutes, by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers,
    async collect() {
      const { state } = await sources();
      this.reset();
      for (const { kind, outcome, count } of state?.security ?? []) this.set({ kind, outcome }, count);
    },
  });
  for (const [name, help, read] of RUN_GAUGES) {
    new Gauge({
      name,
      help,
      labelNames: ['task'],
      registers,
      async collect() {
        const { state } = await sources();
        this.reset();
        for (const run of state?.runs ?? []) {
          const value = read(run);
          if (value !== null) this.set({ task: run.name }, value);
        }
      },
    });
  }
  for (const [name, help, read] of GAUGES) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = read(await sources());
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  }
}

function secondsOf(at: Date | null | undefined): number | null {
  return at ? at.getTime() / 1000 : null;
}

function ageOf(at: Date | null | undefined, now: Date): number | null {
  return at ? (now.getTime() - at.getTime()) / 1000 : null;
}
