import type { FastifyBaseLogger } from 'fastify';
import type { Task, TaskList } from 'graphile-worker';
import { isDatabaseAway } from '../db/away.ts';
import type { Db } from '../db/open.ts';
import { jobFailures } from '../process/counters.ts';
import { addJob } from './add-job.queries.ts';
import type { Job, RecurringJob } from './job.ts';
import { recordRun } from './queue.queries.ts';

const LAST_MOMENT_MS = 10_000;

type Parts = {
  db: Db;
  log: FastifyBaseLogger;
  jobs: readonly Job[];
  recurring: readonly RecurringJob[];
  held: number;
  closing: AbortSignal;
};

export function createTasks({ db, log, jobs, recurring, held, closing }: Parts): TaskList {
  const longest = Math.max(held - LAST_MOMENT_MS, held / 2);

  /**
   * Logs the reason of a failure and returns undefined. Errors may hold personal data, so the queue stores
   * none.
   */
  async function logFailure<T>(
    name: string,
    signal: AbortSignal,
    run: () => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await run();
    } catch (error) {
      if (signal.aborted && closing.aborted) return undefined;
      jobFailures.inc({ task: name });
      if (isDatabaseAway(error)) log.warn({ job: name }, 'a job found the database away; it is tried again');
      else log.error({ err: error, job: name }, 'a job failed; it is tried again');
      return undefined;
    }
  }

  function toTask(job: Job): Task {
    return async (payload, { abortSignal }) => {
      const signal = bounded(abortSignal);
      const done = await logFailure(job.name, signal, async () => {
        // payload of addJob
        await job.run(payload as Record<string, number>, signal);
        return true;
      });
      if (!done) throw new Error('failed');
    };
  }

  function toRecurringTask(job: RecurringJob): Task {
    return async (_payload, { abortSignal }) => {
      const signal = bounded(abortSignal);
      const wait = await logFailure(job.name, signal, () => job.run(signal));
      const isInterrupted = signal.aborted && closing.aborted;
      const delay = isInterrupted ? 0 : (wait ?? job.retry);
      const { name } = job;
      try {
        if (!isInterrupted) await recordRun(db, { name, isDone: wait !== undefined, delay });
        await addJob(db, { name, key: name, delay });
      } catch {
        throw new Error('not put in the queue again');
      }
    };
  }

  function bounded(signal = new AbortController().signal): AbortSignal {
    return AbortSignal.any([signal, AbortSignal.timeout(longest)]);
  }

  return Object.fromEntries([
    ...jobs.map((job) => [job.name, toTask(job)]),
    ...recurring.map((job) => [job.name, toRecurringTask(job)]),
  ]);
}
