import type { FastifyBaseLogger } from 'fastify';

/** How long a comparison may stay in memory alone; a killed instance loses what it counted since. */
const FLUSH_EVERY_MS = 5_000;

export type ComparisonCounter = {
  /** One more comparison was answered. Costs no query. */
  count(): void;
  /** Writes down what was counted; what cannot be written is kept for the next time. */
  flush(): Promise<void>;
};

/** Counts in memory and writes sums: the product's hottest path must not wait for the database. */
export function startComparisonCounter(options: {
  /** adds to the count of a day */
  add: (day: string, count: number) => Promise<void>;
  now: () => Date;
  log: FastifyBaseLogger;
}): ComparisonCounter {
  const { add, now, log } = options;
  let pending = 0;
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const counted = pending;
    if (counted === 0) return;
    pending = 0;
    try {
      await add(now().toISOString().slice(0, 10), counted);
    } catch (error) {
      pending += counted;
      log.warn({ err: error }, 'comparisons could not be counted yet');
    }
  }

  return {
    count() {
      pending += 1;
      timer ??= setTimeout(() => void flush(), FLUSH_EVERY_MS).unref();
    },
    flush,
  };
}
