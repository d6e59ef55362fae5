import type { FixingSide } from '#domain/rates/draft.ts';
import { indexIn, taken } from '../index-in.ts';
import type { Among, BookCompany, Rates } from '../rate-book.ts';
import { flipBit, hasBit } from './bits.ts';

/** `percents`: what its listed rates are over those it fixed (counters.ts), by side. */
export type PlacedCompany = BookCompany & {
  readonly nameRank: number;
  readonly percents: Readonly<Record<FixingSide, number>>;
  /** it is listed at the very rates that it fixed */
  readonly isListedAsFixed: boolean;
};

/** Of a list of ids, the place of each name here, -1: it has none; and of each place, where its id is in the list. */
export type Ranks = { readonly ranks: Int32Array; readonly turns: Int32Array };

/** What a side of a market asks of its book. */
export type Places = {
  readonly count: number;
  at(nameRank: number): PlacedCompany;
  byId(id: number): PlacedCompany | undefined;
  /** What a company itself fixed; null where it does not serve the currency. */
  fixedRates(company: PlacedCompany): Rates | null;
  /** `percents` of each company, of this side */
  readonly percents: Int32Array;
  ranksOf(ids: readonly number[]): Ranks;
  readonly among: WeakMap<Among, PlacedAmong>;
};

/** So few are put in order by themselves. */
const FEW = 128;
/** In hundredths of a percent. */
const WHOLE = 10_000;

/**
 * Some companies by the places of their names. It is of one side of one book, and as long as none of their branches changes, as a
 * FoundBranches is (find-branches.ts); what else is known of a company may change meanwhile.
 */
export type PlacedAmong = {
  /** those that are listed by the branch that fits, a bit each */
  readonly listed: Uint32Array;
  /** those that pay another percentage at it, a bit each */
  readonly other: Uint32Array;
  /** these by what they pay there over what they are listed at, below 1: the highest first */
  readonly others: Int32Array;
  readonly ratios: Float64Array;
  /** of each of the others, what it pays there, as of BookBranch; and the least of it */
  readonly percents: Int32Array;
  readonly leastPercent: number;
  /** all that are listed, if they are few */
  readonly few: Int32Array | null;
  /** Of one of them, as of Standing. */
  nthOf(nameRank: number): number | undefined;
};

/** Where those companies are in this book; kept with what was asked, until a branch of theirs changes. */
export function placeAmong(some: Among, places: Places): PlacedAmong {
  const known = places.among.get(some);
  if (known) return known;
  const words = Math.ceil(places.count / 32);
  const [listed, other] = [new Uint32Array(words), new Uint32Array(words)];
  const { ranks, nthOf } = ranksAmong(some, places);
  const { percents } = some;
  const percentsAtBest = places.percents;
  // there are few ratios, and thousands of companies; both percentages in one number, which is found faster than their ratio
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
    // what the list is by then, of which this keeps no state
    nthOf: (nameRank: number) => indexIn(at, places.ranksOf(placed.of).turns[nameRank] as number),
  };
}
