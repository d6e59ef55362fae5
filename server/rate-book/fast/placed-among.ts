import type { FixingSide } from '#domain/fixings/draft.ts';
import type { Among, BookCompany, Rates } from '../rate-book.ts';
import { flipBit } from './bits.ts';

/** `percents`: what its listed rates are over its own (counters.ts), by side. */
export type PlacedCompany = BookCompany & {
  readonly nameRank: number;
  readonly percents: Readonly<Record<FixingSide, number>>;
  /** it is listed at the very rates that it fixed */
  readonly isListedAsFixed: boolean;
};

/** What a side of a market asks of its book. */
export type Places = {
  readonly count: number;
  at(nameRank: number): PlacedCompany;
  byId(id: number): PlacedCompany | undefined;
  /** What a company itself fixed; null where it does not serve the currency. */
  ownRates(company: PlacedCompany): Rates | null;
};

/** By their places: not among those that are asked for, listed by the branch that fits, paying another percentage at it. */
export const [LISTED, OTHER] = [1, 2];
/** So few are put in order by themselves. */
const FEW = 200;
/** In hundredths of a percent. */
const WHOLE = 10_000;

/**
 * Some companies by the places of their names. It is of one side and one state of the branches of one book, as a
 * FoundBranches is (branch-index.ts); what else is known of a company may change meanwhile.
 */
export type PlacedAmong = {
  readonly marks: Uint8Array;
  /** those that are listed by the branch that fits, a bit each */
  readonly listed: Uint32Array;
  readonly others: Int32Array;
  /** of each of the others, what it pays at the branch that fits over what it is listed at, below 1: the highest first */
  readonly ratios: Float64Array;
  /** what the others pay at the branch that fits, as of BookBranch; and the least of it */
  readonly percents: ReadonlyMap<number, number>;
  readonly leastPercent: number;
  /** all of them, if they are few */
  readonly few: readonly number[] | null;
};
const placedAmong = new WeakMap<Among, PlacedAmong>();

/** Where those companies are in this book; kept with what was asked, until a branch changes. */
export function placeAmong(some: Among, places: Places, side: FixingSide): PlacedAmong {
  const known = placedAmong.get(some);
  if (known) return known;
  const [marks, listed] = [new Uint8Array(places.count), new Uint32Array(Math.ceil(places.count / 32))];
  const percentOf = new Map<number, number>();
  const others: { nameRank: number; ratio: number }[] = [];
  const ranks: number[] = [];
  for (const [i, id] of some.ids.entries()) {
    const company = places.byId(id);
    if (!company) continue;
    const { nameRank, percents } = company;
    const percent = some.percents[i] as number;
    const isListed = percent === percents[side];
    marks[nameRank] = isListed ? LISTED : OTHER;
    ranks.push(nameRank);
    if (isListed) flipBit(listed, nameRank);
    else {
      percentOf.set(nameRank, percent);
      others.push({ nameRank, ratio: (WHOLE + percent) / (WHOLE + percents[side]) });
    }
  }
  others.sort((a, b) => b.ratio - a.ratio);
  const placed = {
    marks,
    listed,
    others: Int32Array.from(others, ({ nameRank }) => nameRank),
    ratios: Float64Array.from(others, ({ ratio }) => ratio),
    percents: percentOf,
    leastPercent: Math.min(0, ...percentOf.values()),
    few: ranks.length < FEW ? ranks : null,
  };
  placedAmong.set(some, placed);
  return placed;
}
