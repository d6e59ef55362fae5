import type { FastifyBaseLogger } from 'fastify';
import { writeLater } from '../../process/write-later.ts';
import { cacheByMinute } from './by-minute.ts';
import {
  type CountedComparison,
  type ImpressionParts,
  startImpressionCounter,
} from './impression-counter.ts';

/** Milliseconds in memory alone. A killed instance loses that many counts. */
const FLUSH_EVERY_MS = 5_000;

export type ComparisonCounter = {
  count(comparison: CountedComparison): void;
  /** Writes the counts. What fails waits for the next flush. */
  flush(): Promise<void>;
};

export function startComparisonCounter(options: {
  add: (day: string, count: number) => Promise<void>;
  now: () => Date;
  log: FastifyBaseLogger;
  shown?: ImpressionParts;
}): ComparisonCounter {
  const { add, now, log } = options;
  const shown = options.shown && startImpressionCounter({ ...options.shown, now, log });
  const dayOf = cacheByMinute((at) => new Date(at).toISOString().slice(0, 10));
  // keyed by the day of the comparison, which may differ from the day of the write
  let pending = new Map<string, number>();
  const { soon, flush } = writeLater(write, { within: FLUSH_EVERY_MS, log });

  function note(day: string, count: number): void {
    pending.set(day, (pending.get(day) ?? 0) + count);
  }

  async function write(): Promise<void> {
    const taken = pending;
    pending = new Map();
    for (const [day, count] of taken) {
      try {
        await add(day, count);
      } catch (error) {
        note(day, count);
        log.warn({ err: error }, 'comparisons could not be counted yet');
      }
    }
  }

  return {
    count(comparison) {
      note(dayOf(now().getTime()), 1);
      soon();
      shown?.count(comparison);
    },
    flush: async () => {
      await Promise.all([flush(), shown?.flush()]);
    },
  };
}
