import type { FastifyBaseLogger } from 'fastify';
import { dayAt } from '#domain/branches/open-state.ts';
import { DASHBOARD_ZONE } from '#domain/kpis/dashboard.ts';
import { writeLater } from '../../process/write-later.ts';
import { byMinute } from './by-minute.ts';
import type { Shown } from './kpis.queries.ts';

/** How long who was shown may stay in memory alone, which is many rows. */
const FLUSH_EVERY_MS = 60_000;
/** So many lines are added at once: a comparison that comes meanwhile waits until they are made. */
const LINES_AT_ONCE = 2_000;
/** So many days wait while they cannot be added: what was shown on those before is not counted. */
const MOST_DAYS = 3;

/** The bureaux that a comparison of a currency with the base shows now, in their order. */
type ListShown = (code: string, offerIsBase: boolean) => readonly number[];

/**
 * A comparison that was answered, of a currency with the base. `shown`: the companies of its answer, in an order of its own;
 * null: in the order of all.
 */
export type Counted = { code: string; offerIsBase: boolean; shown: readonly number[] | null };

/** `add`: to the counts of a day. */
export type ShownParts = { list: ListShown; add: (day: string, lines: readonly Shown[]) => Promise<void> };

/** What was counted of one day and is not written down. */
type Counts = {
  readonly day: string;
  // a comparison is one addition: who is shown in it is worked out once for all of them
  readonly sold: Map<string, number>;
  readonly bought: Map<string, number>;
  /** by currency, at twice the id of a company how often it was shown, then the sum of its ranks; zeros once they are written */
  readonly sums: Map<string, Float64Array>;
};

/** Counts who was shown in what was compared, at which rank. Costs no query. */
export function startShownCounter({
  list,
  add,
  now,
  log,
}: ShownParts & { now: () => Date; log: FastifyBaseLogger }) {
  const dayOf = byMinute((at) => dayAt(at, DASHBOARD_ZONE));
  // the one of today at the end; a day that has ended goes once it is written
  const days = new Map<string, Counts>();
  let today: Counts | null = null;
  const { soon, flush } = writeLater(write, FLUSH_EVERY_MS);

  /**
   * Makes some lines after the others are added: hundreds of thousands at once would hold up every comparison. What cannot be added
   * is what it was, sums, and nothing more is tried.
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

  /**
   * One line for each bureau and currency, some at once, in one order: instances that write at once must not wait for each other in a
   * circle.
   */
  function* takeLines({ sold, bought, sums }: Counts): Generator<readonly Shown[]> {
    let lines: Shown[] = [];
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

  /** The list that was shown so often, of those of one side. */
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
    count({ code, offerIsBase, shown }: Counted): void {
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

/** A list that was shown once. */
function countList(sums: Counts['sums'], code: string, companyIds: readonly number[]): void {
  let ofCode = sums.get(code);
  for (let i = 0; i < companyIds.length; i++) {
    const at = 2 * (companyIds[i] ?? 0);
    if (!ofCode || at >= ofCode.length) ofCode = longer(sums, code, at + 2);
    ofCode[at] = (ofCode[at] ?? 0) + 1;
    ofCode[at + 1] = (ofCode[at + 1] ?? 0) + i + 1;
  }
}

function count(sums: Counts['sums'], { companyId, code, shown, ranks }: Shown): void {
  const at = 2 * companyId;
  let ofCode = sums.get(code);
  if (!ofCode || at >= ofCode.length) ofCode = longer(sums, code, at + 2);
  ofCode[at] = (ofCode[at] ?? 0) + shown;
  ofCode[at + 1] = (ofCode[at + 1] ?? 0) + ranks;
}

/** Ids of companies are numbered from 1: what is as long as the last of them is short. */
function longer(sums: Counts['sums'], code: string, length: number): Float64Array {
  const known = sums.get(code);
  const grown = new Float64Array(Math.max(length, 2 * (known?.length ?? 512)));
  if (known) grown.set(known);
  sums.set(code, grown);
  return grown;
}
