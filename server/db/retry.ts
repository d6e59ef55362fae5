import type { FastifyBaseLogger } from 'fastify';

// live again within a second of the database's return: docs/proof.md, outage
const FIRST_WAIT_MS = 100;
const LAST_WAIT_MS = 500;

export interface BackOff {
  /** Milliseconds before the next attempt, doubled each time up to a bound. */
  next(): number;
  reset(): void;
}

export function createBackOff(first = FIRST_WAIT_MS, last = LAST_WAIT_MS): BackOff {
  let wait = first;
  return {
    next() {
      // instances that lost the same database do not come back together
      const next = wait * (0.75 + Math.random() / 4);
      wait = Math.min(wait * 2, last);
      return next;
    },
    reset() {
      wait = first;
    },
  };
}

export interface Retry {
  failed(error: unknown): void;
  succeeded(): void;
  close(): void;
}

/** Retries a failed action for ever, and logs only the first failure and the recovery. */
export function createRetry(
  tryAgain: () => void,
  { log, failure, success }: { log: FastifyBaseLogger; failure: string; success: string },
): Retry {
  const backOff = createBackOff();
  let timer: NodeJS.Timeout | undefined;
  let hasFailed = false;
  let isClosed = false;
  return {
    failed(error) {
      if (!hasFailed) log.warn({ err: error }, failure);
      hasFailed = true;
      clearTimeout(timer);
      if (!isClosed) timer = setTimeout(tryAgain, backOff.next());
    },
    succeeded() {
      if (!hasFailed) return;
      clearTimeout(timer);
      log.info(success);
      hasFailed = false;
      backOff.reset();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
