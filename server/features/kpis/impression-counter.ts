import type { FastifyBaseLogger } from 'fastify';
import { dayAt } from '#domain/branches/open-state.ts';
import { DASHBOARD_ZONE } from '#domain/kpis/dashboard.ts';
import { writeLater } from '../../process/write-later.ts';
import { cacheByMinute } from './by-minute.ts';
import type { Impressions } from './kpis.queries.ts';

/** Milliseconds in memory alone, longer because the rows are many. */
const FLUSH_EVERY_MS = 60_000;
/** Lines per insert, so that concurrent comparisons wait briefly. */
export const LINES_AT_ONCE = 2_000;
/** Days that may wait for a database. Older ones are dropped. */
const MOST_DAYS = 3;

type ListCompanies = (code: string, offerIsBase: boolean) => readonly number[];

/** Answered comparison. `shown`: companies of a filtered answer; null: the default order. */
export type CountedComparison = { code: string; offerIsBase: boolean; shown: readonly number[] | null };

export type ImpressionParts = {
  list: ListCompanies;
  add: (day: string, lines: readonly Impressions[]) => Promise<void>;
};

type Counts = {
  readonly day: string;
  // comparisons by currency, resolved to companies once at the write
  readonly sold: Map<string, number>;
  readonly bought: Map<string, number>;
  /** Sums by currency and company id: impressions at 2·id, ranks at 2·id + 1. Zero once written. */
  readonly sums: Map<string, Float64Array>;
};

export function startImpressionCounter({
  list,
  add,
  now,
  log,
}: ImpressionParts & { now: () => Date; log: FastifyBaseLogger }) {
  const dayOf = cacheByMinute((at) => dayAt(at, DASHBOARD_ZONE));
  // today's entry is last, and a past day goes once written
  const days = new Map<string, Counts>();
  let today: Counts | null = null;
  const { soon, flush } = writeLater(write, { within: FLUSH_EVERY_MS, log });

  /**
   * Adds lines in portions, because hundreds of thousands at once would delay every comparison. A failed
   * portion returns to the sums and ends the run.
   */
  async function write(): Promise<void> {
    for (const counts of [...days.values()]) {
      for (const lines of takeLines(counts)) {
        try {
          await add(counts.day, lines);
        } catch (error) {
          for (const line of lines) count(counts.sums, line);
          log.warn({ err: error }, 'what was shown could not be counted yet');
          return;
        }
      }
      if (counts !== today && counts.sold.size + counts.bought.size === 0) days.delete(counts.day);
    }
  }

  /** Portions of lines by company and currency, in one order on all instances to avoid deadlocks. */
  function* takeLines({ sold, bought, sums }: Counts): Generator<readonly Impressions[]> {
    let lines: Impressions[] = [];
    const codes = new Set([...sold.keys(), ...bought.keys(), ...sums.keys()]);
    for (const code of [...codes].sort()) {
      takeList(sums, code, sold, true);
      takeList(sums, code, bought, false);
      const ofCode = sums.get(code) ?? [];
      for (let at = 0; at < ofCode.length; at += 2) {
        const [shown = 0, ranks = 0] = [ofCode[at], ofCode[at + 1]];
        if (shown === 0) continue;
        ofCode[at] = 0;
        ofCode[at + 1] = 0;
        lines.push({ companyId: at / 2, code, shown, ranks });
        if (lines.length < LINES_AT_ONCE) continue;
        yield lines;
        lines = [];
      }
    }
    if (lines.length > 0) yield lines;
  }

  function takeList(
    sums: Counts['sums'],
    code: string,
    side: Map<string, number>,
    offerIsBase: boolean,
  ): void {
    const shown = side.get(code);
    if (!shown) return;
    try {
      for (const [i, companyId] of list(code, offerIsBase).entries()) {
        count(sums, { companyId, code, shown, ranks: shown * (i + 1) });
      }
      side.delete(code);
    } catch (error) {
      log.error({ err: error, code }, 'who was shown is not known');
    }
  }

  function countsOf(day: string): Counts {
    const known = days.get(day) ?? { day, sold: new Map(), bought: new Map(), sums: new Map() };
    days.set(day, known);
    const [oldest = day] = days.keys();
    if (days.size > MOST_DAYS && days.delete(oldest)) {
      log.error({ day: oldest }, 'what was shown is too much to wait, and is not counted');
    }
    return known;
  }

  return {
    count({ code, offerIsBase, shown }: CountedComparison): void {
      const day = dayOf(now().getTime());
      if (today?.day !== day) today = countsOf(day);
      const side = offerIsBase ? today.sold : today.bought;
      if (shown) countList(today.sums, code, shown);
      else side.set(code, (side.get(code) ?? 0) + 1);
      soon();
    },
    flush,
  };
}

function countList(sums: Counts['sums'], code: string, companyIds: readonly number[]): void {
  let ofCode = sums.get(code);
  for (let i = 0; i < companyIds.length; i++) {
    const at = 2 * (companyIds[i] ?? 0);
    if (!ofCode || at >= ofCode.length) ofCode = growSums(sums, code, at + 2);
    ofCode[at] = (ofCode[at] ?? 0) + 1;
    ofCode[at + 1] = (ofCode[at + 1] ?? 0) + i + 1;
  }
}

function count(sums: Counts['sums'], { companyId, code, shown, ranks }: Impressions): void {
  const at = 2 * companyId;
  let ofCode = sums.get(code);
  if (!ofCode || at >= ofCode.length) ofCode = growSums(sums, code, at + 2);
  ofCode[at] = (ofCode[at] ?? 0) + shown;
  ofCode[at + 1] = (ofCode[at + 1] ?? 0) + ranks;
}

/** Grows an array indexed by company id, which counts from 1. */
function growSums(sums: Counts['sums'], code: string, length: number): Float64Array {
  const known = sums.get(code);
  const grown = new Float64Array(Math.max(length, 2 * (known?.length ?? 512)));
  if (known) grown.set(known);
  sums.set(code, grown);
  return grown;
}
