import { selectArchive, selectBackups } from '../backups/backups.queries.ts';
import type { FollowedBook } from '../book/follow.ts';
import { selectLag } from '../book/log-of-changes.queries.ts';
import { selectClock } from '../db/clock.ts';
import type { Db } from '../db/open.ts';
import { selectFeed } from '../features/rates-feed/rates-feed.queries.ts';
import { countSecurityEvents } from '../features/security-events/security-events.queries.ts';
import { countJobs, selectRuns } from '../jobs/queue.queries.ts';
import { countMails } from '../mail/mails.queries.ts';
import { selectOldestMail, tryToWrite } from './database-state.queries.ts';

const READ_EVERY_MS = 2_000;
const RETRY_AFTER_MS = 100;
const ANSWER_TIMEOUT_MS = 2_000;
/** Below ANSWER_TIMEOUT_MS, so that reads are still reported when writes block. */
const WRITE_TIMEOUT_MS = 1_500;

const SECURITY_WINDOW_MS = 15 * 60_000;

/** State that only the database knows; null while it is away. */
export type DatabaseState = {
  feed: Awaited<ReturnType<typeof selectFeed>>;
  jobs: Awaited<ReturnType<typeof countJobs>>;
  runs: Awaited<ReturnType<typeof selectRuns>>;
  mails: Awaited<ReturnType<typeof countMails>>;
  oldestMail: Date | null;
  backups: Awaited<ReturnType<typeof selectBackups>>;
  archive: Awaited<ReturnType<typeof selectArchive>>;
  retention: Awaited<ReturnType<typeof selectClock>>;
  security: Awaited<ReturnType<typeof countSecurityEvents>>;
  /** seconds since the first change that this instance's rate book lacks; null: no book yet */
  lag: number | null;
  /** blocked: waits behind another program; refused: read-only or full */
  writing: Awaited<ReturnType<typeof tryToWrite>>;
} | null;

type Parts = { db: Db; now: () => Date; book?: Pick<FollowedBook, 'version'>; readEvery?: number };

/** Reads at most every READ_EVERY_MS. Never throws and never takes long. */
export function watchDatabase({
  db,
  now,
  book,
  readEvery = READ_EVERY_MS,
}: Parts): () => Promise<DatabaseState> {
  let state: Promise<DatabaseState> | null = null;
  let until = 0;
  return () => {
    if (state && performance.now() < until) return state;
    until = performance.now() + readEvery;
    state = withTimeout(
      readState(db, now(), book?.version() ?? null).catch(() => null),
      ANSWER_TIMEOUT_MS,
      null,
    );
    void state.then((read) => {
      if (!read) until = performance.now() + RETRY_AFTER_MS;
    });
    return state;
  };
}

async function readState(db: Db, at: Date, version: number | null): Promise<DatabaseState> {
  const [feed, jobs, runs, mails, oldestMail, backups, archive, retention, security, lag, writing] =
    await Promise.all([
      selectFeed(db),
      countJobs(db),
      selectRuns(db),
      countMails(db, at),
      selectOldestMail(db),
      selectBackups(db),
      selectArchive(db),
      selectClock(db),
      countSecurityEvents(db, new Date(at.getTime() - SECURITY_WINDOW_MS)),
      version === null ? null : selectLag(db, version),
      withTimeout(tryToWrite(db), WRITE_TIMEOUT_MS, 'blocked' as const),
    ]);
  return { feed, jobs, runs, mails, oldestMail, backups, archive, retention, security, lag, writing };
}

async function withTimeout<T>(answer: Promise<T>, ms: number, otherwise: T): Promise<T> {
  const late = Promise.withResolvers<T>();
  const timer = setTimeout(() => late.resolve(otherwise), ms);
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}
