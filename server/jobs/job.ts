import type { Db } from '../db/open.ts';

/** What the queue runs, on any instance. It may be run twice: an instance can die before it has written down the end. */
export type Job = {
  name: string;
  /** A failure is tried again, 25 times in about four days. Must end soon once `signal` is aborted. */
  run(payload: Record<string, number>, signal: AbortSignal): Promise<void>;
  /** Lets go of what a run has kept to itself whose instance is dead, or was cut off: in the transaction that frees the job. */
  release?(trx: Db, payload: Record<string, number>): Promise<void>;
};

/**
 * What is done regularly: when an instance starts, and then after each wait it returns. An instance that starts while
 * another is at it runs it too: what must not happen twice at once takes a lock.
 */
export type RecurringJob = {
  name: string;
  /** Returns the milliseconds until the next run. */
  run(signal: AbortSignal): Promise<number>;
  /** In milliseconds, the longest wait that `run` returns. A run planned for later, under a wrong clock, is moved. */
  longest: number;
  /** In milliseconds, the wait after a failure. */
  retry: number;
};
