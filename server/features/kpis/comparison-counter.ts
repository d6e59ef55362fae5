import type { FastifyBaseLogger } from 'fastify';
import { dayAt } from '#domain/branches/open-state.ts';
import { DASHBOARD_ZONE } from '#domain/kpis/dashboard.ts';
import type { Shown } from './kpis.queries.ts';

/** How long a comparison may stay in memory alone; a killed instance loses what it counted since. */
const FLUSH_EVERY_MS = 5_000;
/** The same of who was shown in it, which is many rows. */
const SHOWN_EVERY_MS = 60_000;

/** So many lines are added at once, and so many wait while they cannot be: those beyond are not counted. */
const LINES_AT_ONCE = 2_000;
const MOST_LINES = 50_000;

/** The bureaux that a comparison of a currency with the base shows now, in their order. */
export type ListShown = (code: string, offerIsBase: boolean) => readonly number[];

/**
 * A comparison that was answered, of a currency with the base. `shown`: the companies of its answer, in an order of its own;
 * null: in the order of all.
 */
export type Counted = { code: string; offerIsBase: boolean; shown: readonly number[] | null };

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
  shown?: { list: ListShown; add: (day: string, lines: readonly Shown[]) => Promise<void> };
}): ComparisonCounter {
  const { add, now, log, shown: ofShown } = options;
  const today = () => now().toISOString().slice(0, 10);
  let pending = 0;
  // a comparison is one addition: who is shown in it is worked out once for all of them
  const sold = new Map<string, number>();
  const bought = new Map<string, number>();
  // by currency and company: as many lines as there are, however often it is asked
  const near = new Map<string, Map<number, { shown: number; ranks: number }>>();
  let kept: Shown[] = [];
  let timer: NodeJS.Timeout | undefined;
  let shownTimer: NodeJS.Timeout | undefined;

  async function flushCount(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const counted = pending;
    if (counted === 0) return;
    pending = 0;
    try {
      await add(today(), counted);
    } catch (error) {
      pending += counted;
      log.warn({ err: error }, 'comparisons could not be counted yet');
    }
  }

  function takeShown(): void {
    for (const [counts, offerIsBase] of [
      [sold, true],
      [bought, false],
    ] as const) {
      for (const [code, count] of counts) {
        for (const [i, companyId] of (ofShown?.list(code, offerIsBase) ?? []).entries()) {
          kept.push({ companyId, code, shown: count, ranks: count * (i + 1) });
        }
      }
      counts.clear();
    }
    for (const [code, byCompany] of near) {
      for (const [companyId, sums] of byCompany) kept.push({ companyId, code, ...sums });
    }
    near.clear();
  }

  function countNear(code: string, companyIds: readonly number[]): void {
    const byCompany = near.get(code) ?? new Map();
    near.set(code, byCompany);
    for (let i = 0; i < companyIds.length; i++) {
      // within its length
      const id = companyIds[i] as number;
      const sums = byCompany.get(id);
      if (sums) {
        sums.shown += 1;
        sums.ranks += i + 1;
      } else byCompany.set(id, { shown: 1, ranks: i + 1 });
    }
  }

  async function flushShown(): Promise<void> {
    clearTimeout(shownTimer);
    shownTimer = undefined;
    takeShown();
    const taken = merged(kept);
    kept = [];
    const day = dayAt(now().getTime(), DASHBOARD_ZONE);
    for (let start = 0; start < taken.length; start += LINES_AT_ONCE) {
      const lines = taken.slice(start, start + LINES_AT_ONCE);
      try {
        await ofShown?.add(day, lines);
      } catch (error) {
        kept.push(...lines);
        log.warn({ err: error }, 'what was shown could not be counted yet');
      }
    }
    if (kept.length <= MOST_LINES) return;
    log.error({ lines: kept.length - MOST_LINES }, 'what was shown is too much to wait, and is not counted');
    kept.length = MOST_LINES;
  }

  return {
    count(asked) {
      pending += 1;
      timer ??= setTimeout(() => void flushCount(), FLUSH_EVERY_MS).unref();
      if (!ofShown) return;
      const counts = asked.offerIsBase ? sold : bought;
      if (asked.shown) countNear(asked.code, asked.shown);
      else counts.set(asked.code, (counts.get(asked.code) ?? 0) + 1);
      shownTimer ??= setTimeout(() => void flushShown(), SHOWN_EVERY_MS).unref();
    },
    flush: async () => {
      await Promise.all([flushCount(), flushShown()]);
    },
  };
}

/** One line for each bureau and currency, in one order: instances that write at once must not wait for each other in a circle. */
function merged(lines: readonly Shown[]): Shown[] {
  const byKey = new Map<string, Shown>();
  for (const line of lines) {
    const key = `${String(line.companyId).padStart(10, '0')}${line.code}`;
    const before = byKey.get(key);
    byKey.set(key, {
      ...line,
      shown: line.shown + (before?.shown ?? 0),
      ranks: line.ranks + (before?.ranks ?? 0),
    });
  }
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}
