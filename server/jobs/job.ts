import type { Db } from '../db/open.ts';

/** Job that any instance may run, and run twice when an instance dies before recording the end. */
export type Job = {
  name: string;
  /** Failures are retried 25 times in about four days. Ends soon after `signal` is aborted. */
  run(payload: Record<string, number>, signal: AbortSignal): Promise<void>;
  /** Releases what a run of a dead instance holds, in the transaction that frees the job. */
  release?(trx: Db, payload: Record<string, number>): Promise<void>;
};

/**
 * Job that runs when an instance starts and again after each wait it returns. Instances may run it at the
 * same time, so exclusive work takes a lock.
 */
export type RecurringJob = {
  name: string;
  run(signal: AbortSignal): Promise<number>;
  /** Longest wait in milliseconds. A run planned for later, under a wrong clock, is moved. */
  longest: number;
  retry: number;
};
