import type { Cents } from '../money/cents.ts';
import { compareDecimals, type Decimal } from '../money/decimal.ts';

/** What the ranking needs to know of a bureau: its rate on the side asked, its place by name. */
export type Ranked = {
  readonly rate: Decimal;
  /** position of the company's name among all names, for ties */
  readonly nameRank: number;
};

const names = new Intl.Collator('fr');

/** The order of company names, in French; names that differ in no letter keep one order. */
export function compareNames(a: string, b: string): number {
  return names.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/**
 * The order in which a list of one side is kept. Whatever the amount, the amounts received never increase
 * along it: the highest `sale` gives the most, and the lowest `purchase` does.
 */
export function compareRates(a: Ranked, b: Ranked, offerIsBase: boolean): number {
  const byRate = compareDecimals(a.rate, b.rate);
  return (offerIsBase ? -byRate : byRate) || a.nameRank - b.nameRank;
}

/**
 * The best `limit` offers of a list kept by `compareRates`: most received first, ties by company name
 * (contract 2). Different rates can hand over the same amount once it is rounded, so a run of equal amounts
 * is put in the order of names; the last run is read to its end, and nothing after it is.
 */
export function bestOffers<T extends Ranked>(
  sorted: readonly T[],
  limit: number,
  receivedOf: (entry: T) => Cents,
): { entry: T; received: Cents }[] {
  const best: { entry: T; received: Cents }[] = [];
  let start = 0;
  while (start < sorted.length && best.length < limit) {
    // start is in bounds
    const received = receivedOf(sorted[start] as T);
    const end = endOfRun(sorted, start, received, receivedOf);
    for (const entry of firstByName(sorted, start, end, limit - best.length)) best.push({ entry, received });
    start = end;
  }
  return best;
}

/** The index after the last entry that hands over the same amount: doubling steps, then halving. */
function endOfRun<T>(
  sorted: readonly T[],
  start: number,
  amount: Cents,
  receivedOf: (entry: T) => Cents,
): number {
  let same = start;
  let step = 1;
  while (same + step < sorted.length && receivedOf(sorted[same + step] as T) === amount) {
    same += step;
    step *= 2;
  }
  let different = Math.min(same + step, sorted.length);
  while (different - same > 1) {
    const middle = (same + different) >> 1;
    if (receivedOf(sorted[middle] as T) === amount) same = middle;
    else different = middle;
  }
  return different;
}

/** The `count` first by name of sorted[start, end). */
function firstByName<T extends Ranked>(sorted: readonly T[], start: number, end: number, count: number): T[] {
  if (end - start === 1) return [sorted[start] as T];
  if (end - start <= count) return sorted.slice(start, end).sort((a, b) => a.nameRank - b.nameRank);
  const first: T[] = [];
  for (let i = start; i < end; i++) {
    const entry = sorted[i] as T;
    const last = first[first.length - 1];
    if (first.length === count && last && last.nameRank < entry.nameRank) continue;
    if (first.length === count) first.pop();
    let at = first.length;
    while (at > 0 && (first[at - 1] as T).nameRank > entry.nameRank) at -= 1;
    first.splice(at, 0, entry);
  }
  return first;
}
