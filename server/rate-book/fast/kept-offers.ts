import type { Among } from '../rate-book.ts';
import type { Front, Kept } from './front.ts';
import type { RankedList, RankedSide } from './ranked-list.ts';

/** So many are kept of all lists together, in some 500 bytes each. */
const MOST = 60_000;

/** Who of some companies serves one side of a currency; `unlisted`: those that are in none of its lists. */
export type RankedAmong = {
  readonly total: number;
  readonly unlisted: readonly number[];
  /** by list, once it was read */
  readonly fronts: Map<RankedList, Front>;
  /** where they are few, all of them by rank; of each list, once it was read */
  readonly few: Map<RankedList, Int32Array>;
  /** the first ones of an order that was asked for */
  readonly firsts: WeakMap<Iterable<number>, { readonly limit: number; readonly offers: readonly Kept[] }>;
};

/** What was made of two lists for comparisons among some companies. */
type Kepts = {
  /** by the places of names: offers at the rates of the lists, which any such comparison may show */
  readonly offers: Map<number, Kept>;
  among: WeakMap<Among, RankedAmong>;
};
type Generation = { count: number; readonly of: WeakMap<RankedSide, Kepts> };

const empty = (): Generation => ({ count: 0, of: new WeakMap() });

/** What is asked for again is taken over from the one before: what nobody asks for goes with it. */
let young = empty();
let old = empty();

function youngOf(lists: RankedSide): Kepts {
  const known = young.of.get(lists);
  if (known) return known;
  const made = { offers: new Map<number, Kept>(), among: new WeakMap<Among, RankedAmong>() };
  young.of.set(lists, made);
  return made;
}

/** An offer of the lists, made where it is not kept; null: `make` has none. */
export function keptOffer(lists: RankedSide, nameRank: number, make: () => Kept | null): Kept | null {
  const { offers } = youngOf(lists);
  const known = offers.get(nameRank);
  if (known) return known;
  const kept = old.of.get(lists)?.offers.get(nameRank) ?? make();
  if (kept) offers.set(nameRank, kept);
  if (kept) countKept();
  return kept;
}

export function keptAmong(lists: RankedSide, some: Among, make: () => RankedAmong): RankedAmong {
  const { among } = youngOf(lists);
  const known = among.get(some);
  if (known) return known;
  const kept = old.of.get(lists)?.among.get(some) ?? make();
  among.set(some, kept);
  // its front weighs as much again
  countKept(2);
  return kept;
}

/** So much more has been made. */
export function countKept(more = 1): void {
  young.count += more;
  if (young.count > MOST / 2) [young, old] = [empty(), young];
}

/** What a bureau fixed, or its age, or what else is known of it, is about to change. */
export function forgetOffer(lists: RankedSide, nameRank: number): void {
  for (const { of } of [young, old]) {
    const kept = of.get(lists);
    if (!kept) continue;
    kept.offers.delete(nameRank);
    kept.among = new WeakMap();
  }
}
