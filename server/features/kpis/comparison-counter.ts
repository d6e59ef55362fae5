import type { FastifyBaseLogger } from 'fastify';
import { writeLater } from '../../process/write-later.ts';
import { byMinute } from './by-minute.ts';
import { type Counted, type ShownParts, startShownCounter } from './shown-counter.ts';

/** How long a comparison may stay in memory alone; a killed instance loses what it counted since. */
const FLUSH_EVERY_MS = 5_000;

export type ComparisonCounter = {
  /** Costs no query. */
  count(asked: Counted): void;
  /** Writes down what was counted; what cannot be written is kept for the next time. */
  flush(): Promise<void>;
};

export function startComparisonCounter(options: {
  /** adds to the count of a day */
  add: (day: string, count: number) => Promise<void>;
  now: () => Date;
  log: FastifyBaseLogger;
  /** left out: who is shown is not counted */
  shown?: ShownParts;
}): ComparisonCounter {
  const { add, now, log } = options;
  const shown = options.shown && startShownCounter({ ...options.shown, now, log });
  const dayOf = byMinute((at) => new Date(at).toISOString().slice(0, 10));
  // by the day on which it was asked: it may be written on another one
  let pending = new Map<string, number>();
  const { soon, flush } = writeLater(write, FLUSH_EVERY_MS);

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
    count(asked) {
      note(dayOf(now().getTime()), 1);
      soon();
      shown?.count(asked);
    },
    flush: async () => {
      await Promise.all([flush(), shown?.flush()]);
    },
  };
}
