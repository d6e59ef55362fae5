import type { Among } from '../rate-book.ts';
import type { Front, Kept } from './front.ts';
import type { RankedList, RankedSide } from './ranked-list.ts';

/** So many are kept of all lists together, in some 500 bytes each; past them all are let go. */
const MOST = 40_000;

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

let all = { count: 0, of: new WeakMap<RankedSide, Kepts>() };

export function keptOf(lists: RankedSide): Kepts {
  const known = all.of.get(lists);
  if (known) return known;
  const made = { offers: new Map(), among: new WeakMap() };
  all.of.set(lists, made);
  return made;
}

/** One more has been made. */
export function countKept(): void {
  all.count += 1;
  if (all.count > MOST) all = { count: 0, of: new WeakMap() };
}

/** What a bureau fixed, or its age, or what else is known of it, is about to change. */
export function forgetOffer(lists: RankedSide, nameRank: number): void {
  const kept = all.of.get(lists);
  if (!kept) return;
  kept.offers.delete(nameRank);
  kept.among = new WeakMap();
}
