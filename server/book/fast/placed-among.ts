import type { FixingSide } from '#domain/rates/draft.ts';
import { indexIn, taken } from '../index-in.ts';
import type { Among, BookCompany, Rates } from '../rate-book.ts';
import { flipBit, hasBit } from './bits.ts';

/** `percents`: percentage of the listed rates over the fixed ones (counters.ts), by side. */
export type PlacedCompany = BookCompany & {
  readonly nameRank: number;
  readonly percents: Readonly<Record<FixingSide, number>>;
  readonly isListedAsFixed: boolean;
};

/** Alphabetical rank of each list entry, and list index of each rank. -1: absent. */
export type Ranks = { readonly ranks: Int32Array; readonly turns: Int32Array };

/** Book data of one side. */
export type Places = {
  readonly count: number;
  at(nameRank: number): PlacedCompany;
  byId(id: number): PlacedCompany | undefined;
  fixedRates(company: PlacedCompany): Rates | null;
  readonly percents: Int32Array;
  ranksOf(ids: readonly number[]): Ranks;
  readonly among: WeakMap<Among, PlacedAmong>;
};

const FEW = 128;
const WHOLE = 10_000;

/**
 * Filtered companies by name rank, for one side of one book. Valid while none of their branches changes,
 * like a FoundBranches (find-branches.ts).
 */
export type PlacedAmong = {
  readonly listed: Uint32Array;
  /** Companies with another percentage there, as bits. */
  readonly other: Uint32Array;
  /** Companies of `other` by the ratio of the rate there to the listed one, below 1, highest first. */
  readonly others: Int32Array;
  readonly ratios: Float64Array;
  /** Percentage of each of them there, and the lowest. */
  readonly percents: Int32Array;
  readonly leastPercent: number;
  readonly few: Int32Array | null;
  nthOf(nameRank: number): number | undefined;
};

/** Ranks of the found companies in this book, cached with the search until one of their branches changes. */
export function placeAmong(some: Among, places: Places): PlacedAmong {
  const known = places.among.get(some);
  if (known) return known;
  const words = Math.ceil(places.count / 32);
  const [listed, other] = [new Uint32Array(words), new Uint32Array(words)];
  const { ranks, nthOf } = ranksAmong(some, places);
  const { percents } = some;
  const percentsAtBest = places.percents;
  // few distinct ratios for thousands of companies; both percentages in one number make a cheaper key
  const alike = new Map<number, number[]>();
  let listedCount = 0;
  for (let i = 0; i < ranks.length; i++) {
    const nameRank = ranks[i] as number;
    if (nameRank < 0) continue;
    const percent = percents[i] as number;
    const atBest = percentsAtBest[nameRank] as number;
    if (percent === atBest) {
      flipBit(listed, nameRank);
      listedCount += 1;
    } else {
      flipBit(other, nameRank);
      const both = (WHOLE + percent) * WHOLE * 2 + (WHOLE + atBest);
      const same = alike.get(both);
      if (same) same.push(i);
      else alike.set(both, [i]);
    }
  }
  const inOrder = Array.from(alike, ([both, those]) => {
    const [percent, atBest] = [Math.floor(both / (WHOLE * 2)), both % (WHOLE * 2)];
    return { ratio: percent / atBest, those };
  }).sort((a, b) => b.ratio - a.ratio);
  const others = Int32Array.from(inOrder.flatMap(({ those }) => those));
  const placed = {
    listed,
    other,
    others: taken(ranks, others),
    ratios: Float64Array.from(inOrder.flatMap(({ ratio, those }) => those.map(() => ratio))),
    percents: others.map((i) => percents[i] as number),
    leastPercent: others.reduce((least, i) => Math.min(least, percents[i] as number), 0),
    few: listedCount < FEW ? ranks.filter((nameRank) => nameRank >= 0 && hasBit(listed, nameRank)) : null,
    nthOf,
  };
  places.among.set(some, placed);
  return placed;
}

function ranksAmong(some: Among, places: Places) {
  const { placed } = some;
  if (!placed) {
    return {
      ranks: Int32Array.from(some.ids, (id) => places.byId(id)?.nameRank ?? -1),
      nthOf: () => undefined,
    };
  }
  const { at } = placed;
  return {
    ranks: taken(places.ranksOf(placed.of).ranks, at),
    // looked up late, because the list may grow
    nthOf: (nameRank: number) => indexIn(at, places.ranksOf(placed.of).turns[nameRank] as number),
  };
}
