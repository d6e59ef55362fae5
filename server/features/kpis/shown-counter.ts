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

/** What was counted of one day since it was written down. */
type Counts = {
  readonly day: string;
  // a comparison is one addition: who is shown in it is worked out once for all of them
  readonly sold: Map<string, number>;
  readonly bought: Map<string, number>;
  /** by currency, at twice the id of a company how often it was shown, then the sum of its ranks */
  readonly near: Map<string, Int32Array>;
};
type Batch = { day: string; lines: readonly Shown[] };

const none = (day: string): Counts => ({ day, sold: new Map(), bought: new Map(), near: new Map() });

/** Counts who was shown in what was compared, at which rank. Costs no query. */
export function startShownCounter({
  list,
  add,
  now,
  log,
}: ShownParts & { now: () => Date; log: FastifyBaseLogger }) {
  const dayOf = byMinute((at) => dayAt(at, DASHBOARD_ZONE));
  let counts = none('');
  /** of days that have ended since */
  let ended: Counts[] = [];
  /** what could not be added */
  let waiting: Batch[] = [];
  /** all zeros: a minute's sums are megabytes, and new ones each minute would make the collector go through all that there is */
  const spare: Int32Array[] = [];
  const { soon, flush } = writeLater(write, FLUSH_EVERY_MS);

  /** Makes some lines after the others are added: hundreds of thousands at once would hold up every comparison. */
  /** Makes some lines after the others are added: hundreds of thousands at once would hold up every comparison. */
  async function write(): Promise<void> {
    const [days, again] = [[...ended, counts], waiting];
    [ended, waiting] = [[], []];
    for (const batch of again) await addTo(batch);
    for (const one of days) for (const lines of takeLines(one)) await addTo({ day: one.day, lines });
  }

  /**
   * One line for each bureau and currency, some at once, in one order: instances that write at once must not wait for each other in a
   * circle.
   */
  function* takeLines({ sold, bought, near }: Counts): Generator<readonly Shown[]> {
    let lines: Shown[] = [];
    const codes = new Set([...sold.keys(), ...bought.keys(), ...near.keys()]);
    for (const code of [...codes].sort()) {
      for (const [counts, offerIsBase] of [[sold, true] as const, [bought, false] as const]) {
        const times = counts.get(code);
        if (times) countList(near, code, list(code, offerIsBase), times);
        counts.delete(code);
      }
      const sums = near.get(code);
      if (!sums) continue;
      // what is shown from now on is of the next time
      near.delete(code);
      for (let at = 0; at < sums.length; at += 2) {
        const [shown = 0, ranks = 0] = [sums[at], sums[at + 1]];
        if (shown === 0) continue;
        lines.push({ companyId: at / 2, code, shown, ranks });
        if (lines.length < LINES_AT_ONCE) continue;
        yield lines;
        lines = [];
      }
      spare.push(sums.fill(0));
    }
    if (lines.length > 0) yield lines;
  }

  /** A list that was shown so often. */
  function countList(
    sumsOf: Map<string, Int32Array>,
    code: string,
    companyIds: readonly number[],
    times: number,
  ): void {
    let sums = sumsOf.get(code);
    for (let i = 0; i < companyIds.length; i++) {
      const at = 2 * (companyIds[i] ?? 0);
      if (!sums || at >= sums.length) {
        sums = longer(sums ?? spare.pop(), at + 2);
        sumsOf.set(code, sums);
      }
      sums[at] = (sums[at] ?? 0) + times;
      sums[at + 1] = (sums[at + 1] ?? 0) + times * (i + 1);
    }
  }

  async function addTo(batch: Batch): Promise<void> {
    try {
      await add(batch.day, batch.lines);
    } catch (error) {
      log.warn({ err: error }, 'what was shown could not be counted yet');
      const lines = waiting.reduce((sum, other) => sum + other.lines.length, batch.lines.length);
      if (lines <= MOST_LINES) waiting.push(batch);
      else log.error({ lines: batch.lines.length }, 'what was shown is too much to wait, and is not counted');
    }
  }

  return {
    count({ code, offerIsBase, shown }: Counted): void {
      const today = dayOf(now().getTime());
      if (today !== counts.day) {
        ended.push(counts);
        counts = none(today);
      }
      const side = offerIsBase ? counts.sold : counts.bought;
      if (shown) countList(counts.near, code, shown, 1);
      else side.set(code, (side.get(code) ?? 0) + 1);
      soon();
    },
    flush,
  };
}

/** Ids of companies are numbered from 1: what is as long as the last of them is short. */
function longer(sums: Int32Array | undefined, length: number): Int32Array {
  if (sums && sums.length >= length) return sums;
  const grown = new Int32Array(Math.max(length, 2 * (sums?.length ?? 512)));
  if (sums) grown.set(sums);
  return grown;
}
