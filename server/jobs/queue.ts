import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, runTaskList, type Task, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import { isDatabaseAway } from '../db/away.ts';
import { type Db, openQueuePool } from '../db/open.ts';
import { createRetry } from '../db/retry.ts';
import { addJob } from './add-job.queries.ts';
import type { Job, RecurringJob } from './job.ts';
import { forgetFailedJobs, freeHeldJobs, freePool, isHeld, isScheduled } from './queue.queries.ts';

/** In milliseconds. */
export type QueueTimes = {
  /** each hand looks for work this often, even when nothing was notified */
  poll: number;
  /** no job may last longer: an instance that holds one for longer counts as dead */
  held: number;
  /** the jobs of dead instances are looked for this often, give or take a fifth */
  look: number;
  /** how long a job under way may last once this process stops */
  close: number;
};

const TIMES: QueueTimes = { poll: 5_000, held: 180_000, look: 30_000, close: 4_000 };
/** A job that was told to end and does not is left behind after this. */
const LEFT_AFTER_MS = 3_000;
/** A job is told to end so long before its instance counts as dead. */
const LAST_MOMENT_MS = 10_000;
/** How soon, and how often, the next job of a lane is looked for; after that each hand does at its own time. */
const NEXT_MS = 5;
const NEXT_LOOKS = 40;

type Parts = {
  db: Db;
  url: string;
  log: FastifyBaseLogger;
  jobs?: readonly Job[];
  recurring?: readonly RecurringJob[];
  /** how many jobs this instance runs at once */
  hands?: number;
  times?: Partial<QueueTimes>;
};

export interface Queue {
  close(): Promise<void>;
}

/** Runs the jobs that wait in the queue; every instance does. Survives a database that is away: docs/decisions/0220. */
export function openQueue({ db, url, log, jobs = [], recurring = [], hands = 3, ...options }: Parts): Queue {
  const times = { ...TIMES, ...options.times };
  const pool = openQueuePool(url, hands);
  const events: WorkerEvents = new EventEmitter();
  const tasks = Object.fromEntries([
    ...jobs.map((job) => [job.name, toTask(job)]),
    ...recurring.map((job) => [job.name, toRecurringTask(job)]),
  ]);
  const retry = createRetry(() => (starting = start()), {
    log,
    failure: 'the queue cannot run; it is tried again',
    success: 'the queue runs again',
  });
  let workers: WorkerPool | undefined;
  let isClosing = false;
  let starting = start();
  events.on('resetLocked:started', () => void look());
  events.on('job:complete', ({ job }) => {
    if (job.job_queue_id !== null) void goOn(job.id);
  });

  async function start(): Promise<void> {
    try {
      if (workers) await freePool(db, workers.id);
      for (const job of recurring) await addJob(db, { name: job.name, key: job.name });
    } catch (error) {
      retry.failed(error);
      return;
    }
    if (isClosing) return;
    retry.succeeded();
    workers = runTaskList(
      {
        concurrency: hands,
        pollInterval: times.poll,
        minResetLockedInterval: times.look * 0.8,
        maxResetLockedInterval: times.look * 1.2,
        gracefulShutdownAbortTimeout: times.close,
        noHandleSignals: true,
        events,
        logger: new Logger(() => tell),
        // outside of a batch, a job that ends while the database is away is an unhandled rejection: the process would end
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      },
      tasks,
      pool,
    );
    // they end when they cannot write down how a job ended; those that start next free it
    workers.promise.then(ended, ended);
  }

  /**
   * A hand looks for its next job before it is written down that this one is over: of its lane it finds none, and would only
   * look again at its own time.
   */
  async function goOn(id: string): Promise<void> {
    try {
      for (let looks = 0; looks < NEXT_LOOKS && (await isHeld(db, id)); looks++) await delay(NEXT_MS * looks);
      if (!isClosing) workers?.nudge(1);
    } catch {
      // the database is away, or the hands have ended: those that start next look
    }
  }

  function ended(error: unknown): void {
    if (isClosing) return;
    retry.failed(error);
  }

  function tell(level: string, message: string): void {
    // each failure is logged here already, by the job or by `ended`
    if (level === 'error') log.debug({ message }, 'queue');
  }

  async function look(): Promise<void> {
    try {
      await freeHeldJobs(db, times.held);
      await forgetFailedJobs(db);
      for (const { name, longest } of recurring) {
        if (!(await isScheduled(db, name, longest))) await addJob(db, { name, key: name });
      }
    } catch (error) {
      if (!isDatabaseAway(error)) log.error({ err: error }, 'the queue could not be looked through');
    }
  }

  /** Logs why a job failed; undefined then. The queue keeps nothing of it, since an error may hold personal data. */
  async function tried<T>(name: string, signal: AbortSignal, run: () => Promise<T>): Promise<T | undefined> {
    try {
      return await run();
    } catch (error) {
      if (signal.aborted && isClosing) return undefined;
      if (isDatabaseAway(error)) log.warn({ job: name }, 'a job found the database away; it is tried again');
      else log.error({ err: error, job: name }, 'a job failed; it is tried again');
      return undefined;
    }
  }

  function toTask(job: Job): Task {
    return async (payload, { abortSignal = new AbortController().signal }) => {
      const signal = bounded(abortSignal);
      const done = await tried(job.name, signal, async () => {
        // what addJob was given
        await job.run(payload as Record<string, number>, signal);
        return true;
      });
      if (!done) throw new Error('failed');
    };
  }

  function toRecurringTask(job: RecurringJob): Task {
    return async (_payload, { abortSignal = new AbortController().signal }) => {
      const signal = bounded(abortSignal);
      const delay = (await tried(job.name, signal, () => job.run(signal))) ?? job.retry;
      await addJob(db, {
        name: job.name,
        key: job.name,
        delay: signal.aborted && isClosing ? 0 : delay,
      }).catch(() => {
        throw new Error('not put in the queue again');
      });
    };
  }

  function bounded(signal: AbortSignal): AbortSignal {
    const most = Math.max(times.held - LAST_MOMENT_MS, times.held / 2);
    return AbortSignal.any([signal, AbortSignal.timeout(most)]);
  }

  async function close(): Promise<void> {
    isClosing = true;
    retry.close();
    await starting;
    // it may have ended by itself
    const stopped = Promise.resolve(workers?.gracefulShutdown()).catch(() => undefined);
    await atMost(times.close + LEFT_AFTER_MS, stopped);
    await atMost(LEFT_AFTER_MS, pool.end());
  }

  let closed: Promise<void> | undefined;
  return {
    close() {
      closed ??= close();
      return closed;
    },
  };
}

async function atMost(ms: number, what: PromiseLike<unknown> | undefined): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([what, late.promise]);
  clearTimeout(timer);
}
