import type { FixingSide } from '#domain/rates/draft.ts';
import { indexIn, valuesAt } from '../index-in.ts';
import type { BookCompany, CompanySelection, Rates } from '../rate-book.ts';
import { flipBit, hasBit } from './bits.ts';

/** `percents`: percentage of the listed rates over the fixed ones (counters.ts), by side. */
export type RankedCompany = BookCompany & {
  readonly nameRank: number;
  readonly percents: Readonly<Record<FixingSide, number>>;
  readonly isListedAsFixed: boolean;
};

/** Alphabetical rank of each list entry, and list index of each rank. -1: absent. */
export type Ranks = { readonly ranks: Int32Array; readonly indexes: Int32Array };

/** Book data of one side. */
export type SideData = {
  readonly count: number;
  at(nameRank: number): RankedCompany;
  byId(id: number): RankedCompany | undefined;
  fixedRates(company: RankedCompany): Rates | null;
  readonly percents: Int32Array;
  ranksOf(ids: readonly number[]): Ranks;
  readonly among: WeakMap<CompanySelection, RankedSelection>;
};

const FEW = 128;
const WHOLE = 10_000;

/**
 * Filtered companies by name rank, for one side of one book. Valid while none of their branches changes,
 * like a FoundBranches (find-branches.ts).
 */
export type RankedSelection = {
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
  indexOf(nameRank: number): number | undefined;
};

/** Ranks of the found companies in this book, cached with the search until one of their branches changes. */
export function rankSelection(some: CompanySelection, sideData: SideData): RankedSelection {
  const known = sideData.among.get(some);
  if (known) return known;
  const words = Math.ceil(sideData.count / 32);
  const [listed, other] = [new Uint32Array(words), new Uint32Array(words)];
  const { ranks, indexOf } = ranksAmong(some, sideData);
  const { percents } = some;
  const percentsAtBest = sideData.percents;
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
  const inOrder = Array.from(alike, ([both, indexes]) => {
    const [percent, atBest] = [Math.floor(both / (WHOLE * 2)), both % (WHOLE * 2)];
    return { ratio: percent / atBest, indexes };
  }).sort((a, b) => b.ratio - a.ratio);
  const others = Int32Array.from(inOrder.flatMap(({ indexes }) => indexes));
  const selection = {
    listed,
    other,
    others: valuesAt(ranks, others),
    ratios: Float64Array.from(inOrder.flatMap(({ ratio, indexes }) => indexes.map(() => ratio))),
    percents: others.map((i) => percents[i] as number),
    leastPercent: others.reduce((least, i) => Math.min(least, percents[i] as number), 0),
    few: listedCount < FEW ? ranks.filter((nameRank) => nameRank >= 0 && hasBit(listed, nameRank)) : null,
    indexOf,
  };
  sideData.among.set(some, selection);
  return selection;
}

function ranksAmong(some: CompanySelection, sideData: SideData) {
  const { sharedList } = some;
  if (!sharedList) {
    return {
      ranks: Int32Array.from(some.ids, (id) => sideData.byId(id)?.nameRank ?? -1),
      indexOf: () => undefined,
    };
  }
  const { at } = sharedList;
  return {
    ranks: valuesAt(sideData.ranksOf(sharedList.of).ranks, at),
    // looked up late, because the list may grow
    indexOf: (nameRank: number) => indexIn(at, sideData.ranksOf(sharedList.of).indexes[nameRank] as number),
  };
}
