import type { FastifyBaseLogger } from 'fastify';
import { dayAt } from '#domain/branches/open-state.ts';
import { DASHBOARD_ZONE } from '#domain/kpis/dashboard.ts';
import { writeLater } from '../../write-later.ts';
import { byMinute } from './by-minute.ts';
import type { Shown } from './kpis.queries.ts';

/** How long who was shown may stay in memory alone, which is many rows. */
const FLUSH_EVERY_MS = 60_000;
/** So many lines are added at once, and so many wait while they cannot be: those beyond are not counted. */
const LINES_AT_ONCE = 2_000;
const MOST_LINES = 50_000;

/** The bureaux that a comparison of a currency with the base shows now, in their order. */
type ListShown = (code: string, offerIsBase: boolean) => readonly number[];

/**
 * A comparison that was answered, of a currency with the base. `shown`: the companies of its answer, in an order of its own;
 * null: in the order of all.
 */
export type Counted = { code: string; offerIsBase: boolean; shown: readonly number[] | null };

/** `add`: to the counts of a day. */
export type ShownParts = { list: ListShown; add: (day: string, lines: readonly Shown[]) => Promise<void> };

type Line = Shown & { day: string };

/** Counts who was shown in what was compared, at which rank. Costs no query. */
export function startShownCounter({
  list,
  add,
  now,
  log,
}: ShownParts & { now: () => Date; log: FastifyBaseLogger }) {
  const dayOf = byMinute((at) => dayAt(at, DASHBOARD_ZONE));
  // a comparison is one addition: who is shown in it is worked out once for all of them
  const [sold, bought] = [new Map<string, number>(), new Map<string, number>()];
  // by currency, at twice the id of a company how often it was shown, then the sum of its ranks: a minute's, however often it is asked
  const near = new Map<string, Int32Array>();
  /** of which day all of these are */
  let day = '';
  let kept: Line[] = [];
  const { soon, flush } = writeLater(write, FLUSH_EVERY_MS);

  function take(): void {
    for (const [counts, offerIsBase] of [
      [sold, true],
      [bought, false],
    ] as const) {
      for (const [code, count] of counts) {
        for (const [i, companyId] of list(code, offerIsBase).entries()) {
          kept.push({ day, companyId, code, shown: count, ranks: count * (i + 1) });
        }
      }
      counts.clear();
    }
    for (const [code, sums] of near) {
      for (let at = 0; at < sums.length; at += 2) {
        const [shown = 0, ranks = 0] = [sums[at], sums[at + 1]];
        if (shown > 0) kept.push({ day, companyId: at / 2, code, shown, ranks });
      }
    }
    near.clear();
  }

  function countNear(code: string, companyIds: readonly number[]): void {
    let sums = near.get(code);
    for (let i = 0; i < companyIds.length; i++) {
      const at = 2 * (companyIds[i] ?? 0);
      if (!sums || at >= sums.length) {
        sums = longer(sums, at + 2);
        near.set(code, sums);
      }
      sums[at] = (sums[at] ?? 0) + 1;
      sums[at + 1] = (sums[at + 1] ?? 0) + i + 1;
    }
  }

  async function write(): Promise<void> {
    take();
    const taken = Map.groupBy(kept, (line) => line.day);
    kept = [];
    for (const [ofDay, lines] of taken) await addTo(ofDay, merged(lines));
    if (kept.length <= MOST_LINES) return;
    log.error({ lines: kept.length - MOST_LINES }, 'what was shown is too much to wait, and is not counted');
    kept.length = MOST_LINES;
  }

  async function addTo(ofDay: string, lines: readonly Shown[]): Promise<void> {
    for (let start = 0; start < lines.length; start += LINES_AT_ONCE) {
      const some = lines.slice(start, start + LINES_AT_ONCE);
      try {
        await add(ofDay, some);
      } catch (error) {
        kept.push(...some.map((line) => ({ ...line, day: ofDay })));
        log.warn({ err: error }, 'what was shown could not be counted yet');
      }
    }
  }

  return {
    count({ code, offerIsBase, shown }: Counted): void {
      const today = dayOf(now().getTime());
      if (today !== day) take();
      day = today;
      const counts = offerIsBase ? sold : bought;
      if (shown) countNear(code, shown);
      else counts.set(code, (counts.get(code) ?? 0) + 1);
      soon();
    },
    flush,
  };
}

/** Ids of companies are numbered from 1: what is as long as the last of them is short. */
function longer(sums: Int32Array | undefined, length: number): Int32Array {
  const grown = new Int32Array(Math.max(length, 2 * (sums?.length ?? 512)));
  if (sums) grown.set(sums);
  return grown;
}

/** One line for each bureau and currency, in one order: instances that write at once must not wait for each other in a circle. */
function merged(lines: readonly Shown[]): Shown[] {
  const byKey = new Map<string, Shown>();
  for (const { companyId, code, shown, ranks } of lines) {
    const key = `${String(companyId).padStart(10, '0')}${code}`;
    const before = byKey.get(key);
    byKey.set(key, {
      ...{ companyId, code },
      shown: shown + (before?.shown ?? 0),
      ranks: ranks + (before?.ranks ?? 0),
    });
  }
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}
