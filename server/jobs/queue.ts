import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, runTaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import type { LockHandle } from '../db/acquire-lock.ts';
import { isDatabaseAway } from '../db/away.ts';
import { type Db, openQueuePool } from '../db/open.ts';
import { createRetry } from '../db/retry.ts';
import { addJob } from './add-job.queries.ts';
import { lockPool, watchDeadPools } from './dead-pools.ts';
import type { Job, RecurringJob } from './job.ts';
import {
  deleteFailedJobs,
  enrolRuns,
  freePools,
  isScheduled,
  isUnfinished,
  selectStuckPools,
} from './queue.queries.ts';
import { createTasks } from './tasks.ts';

export type QueueTimes = {
  poll: number;
  held: number;
  look: number;
  watch: number;
  close: number;
};

const TIMES: QueueTimes = { poll: 5_000, held: 180_000, look: 30_000, watch: 1_500, close: 4_000 };
const ABANDON_AFTER_MS = 3_000;
/**
 * Delay and interval of the search for the next job of a named queue, before workers return to their own
 * poll.
 */
const NEXT_MS = 5;
const NEXT_CHECKS = 40;

type Parts = {
  db: Db;
  url: string;
  log: FastifyBaseLogger;
  jobs?: readonly Job[];
  recurring?: readonly RecurringJob[];
  workerCount?: number;
  times?: Partial<QueueTimes>;
};

export interface Queue {
  close(): Promise<void>;
}

export function openQueue({
  db,
  url,
  log,
  jobs = [],
  recurring = [],
  workerCount = 3,
  ...options
}: Parts): Queue {
  const times = { ...TIMES, ...options.times };
  const closing = new AbortController();
  const pool = openQueuePool(url, workerCount);
  const tasks = createTasks({ db, log, jobs, recurring, held: times.held, closing: closing.signal });
  const events: WorkerEvents = new EventEmitter();
  const retry = createRetry(() => (starting = start()), {
    log,
    failure: 'the queue cannot run; it is tried again',
    success: 'the queue runs again',
  });
  const deaths = watchDeadPools({ db, log, every: times.watch, own: () => workers?.id, free });
  let workers: WorkerPool | undefined;
  let alive: LockHandle | undefined;
  let starting = start();
  events.on('resetLocked:started', () => void maintainQueue({ db, log, held: times.held, recurring, free }));
  events.on('job:complete', ({ job }) => {
    if (job.job_queue_id !== null) void goOn(job.id);
  });

  async function start(): Promise<void> {
    try {
      await alive?.close();
      if (workers) await freePools(db, [workers.id], jobs);
      await enrolRuns(
        db,
        recurring.map(({ name }) => name),
      );
      for (const job of recurring) await addJob(db, { name: job.name, key: job.name });
    } catch (error) {
      retry.failed(error);
      return;
    }
    if (closing.signal.aborted) return;
    retry.succeeded();
    workers = runTaskList(
      {
        concurrency: workerCount,
        pollInterval: times.poll,
        minResetLockedInterval: times.look * 0.8,
        maxResetLockedInterval: times.look * 1.2,
        gracefulShutdownAbortTimeout: times.close,
        noHandleSignals: true,
        events,
        logger: new Logger(() => tell),
        // outside a batch, a job that ends while the database is away is an unhandled rejection and would
        // end the process
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      },
      tasks,
      pool,
    );
    alive = lockPool(url, workers.id);
    // workers end when they cannot record an end; the next ones free the job
    workers.promise.then(ended, ended);
  }

  /**
   * Wakes the next job of a named queue. A worker searches before the end of its last job is recorded,
   * finds the queue still taken, and would otherwise wait for its own poll.
   */
  async function goOn(id: string): Promise<void> {
    try {
      for (let looks = 0; looks < NEXT_CHECKS && (await isUnfinished(db, id)); looks++)
        await delay(NEXT_MS * looks);
      nudge(1);
    } catch {
      // with the database away or the workers ended, the next workers search by themselves
    }
  }

  function nudge(count: number): void {
    if (!closing.signal.aborted) workers?.nudge(count);
  }

  function ended(error: unknown): void {
    if (!closing.signal.aborted) retry.failed(error);
  }

  function tell(level: string, message: string): void {
    // each failure is already logged by the job or by `ended`
    if (level === 'error') log.debug({ message }, 'queue');
  }

  async function free(pools: readonly string[]): Promise<void> {
    await freePools(db, pools, jobs);
    nudge(workerCount);
  }

  async function close(): Promise<void> {
    closing.abort();
    retry.close();
    await starting;
    const watched = deaths.close();
    // the pool may have ended by itself
    const stopped = Promise.resolve(workers?.gracefulShutdown()).catch(() => undefined);
    await atMost(times.close + ABANDON_AFTER_MS, stopped);
    await atMost(ABANDON_AFTER_MS, Promise.all([watched, alive?.close(), pool.end()]));
  }

  let closed: Promise<void> | undefined;
  return {
    close() {
      closed ??= close();
      return closed;
    },
  };
}

type Upkeep = Pick<Parts, 'db' | 'log'> & {
  held: number;
  recurring: readonly RecurringJob[];
  free: (pools: readonly string[]) => Promise<void>;
};

async function maintainQueue({ db, log, held, recurring, free }: Upkeep): Promise<void> {
  try {
    const stuck = await selectStuckPools(db, held);
    if (stuck.length > 0) await free(stuck);
    await deleteFailedJobs(db);
    for (const { name, longest } of recurring) {
      if (!(await isScheduled(db, name, longest))) await addJob(db, { name, key: name });
    }
  } catch (error) {
    if (!isDatabaseAway(error)) log.error({ err: error }, 'the queue could not be looked through');
  }
}

async function atMost(ms: number, promise: PromiseLike<unknown> | undefined): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([promise, late.promise]);
  clearTimeout(timer);
}
