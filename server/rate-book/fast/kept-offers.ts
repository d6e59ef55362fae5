import type { Among } from '../rate-book.ts';
import type { FrontAmong } from './front-among.ts';
import type { OfferColumns } from './offer-columns.ts';
import type { OwnSide } from './own-side.ts';
import type { RankedSide } from './ranked-list.ts';

/** What is kept of all lists together weighs so many bytes at most. */
const MOST = 32 * 1024 * 1024;

/** Who of some companies serves one side of a currency. */
export class RankedAmong {
  readonly total: number;
  /** those that are in none of its lists, by their turn among the others of a PlacedAmong */
  readonly unlisted: readonly number[];
  /** of each of its lists, once it was read: the first ones, and where they are few, all of them by rank */
  readonly fresh: KeptOfList = { front: null, few: null };
  readonly toConfirm: KeptOfList = { front: null, few: null };
  /** the first ones of an order that was asked for, which is weighed with those who were found (found-branches.ts) */
  firsts: { readonly order: Iterable<number>; readonly limit: number; readonly offers: OfferColumns } | null =
    null;
  /** the counters with sheets of their own, once it was asked by which of them its companies are named */
  own: KeptOwn | null = null;

  constructor(total: number, unlisted: readonly number[]) {
    this.total = total;
    this.unlisted = unlisted;
  }

  get weight(): number {
    const { fresh, toConfirm, firsts, unlisted, own } = this;
    const parts = [
      ...[fresh, toConfirm].flatMap(({ few, front }) => [few?.byteLength, front?.weight]),
      ...[firsts?.offers.weight, unlisted.length * 8, own && ownWeight(own)],
    ];
    return parts.reduce<number>((sum, part) => sum + (part ?? 0), ITSELF);
  }
}

/** With the entry that it is found by. */
const ITSELF = 400;

export type KeptOfList = { front: FrontAmong | null; few: Int32Array | null };

/** By which counters with sheets of their own companies are named, by their turns, who pays more first; and how many of these are in no list. */
export type KeptOwn = {
  readonly of: OwnSide;
  readonly named: Int32Array;
  readonly unlisted: number;
};

function ownWeight({ named }: KeptOwn): number {
  return 200 + named.byteLength;
}

/** Of one side of these counters: `make` where another was kept, or none. */
export function keepOwn(ranked: RankedAmong, of: OwnSide, make: () => KeptOwn): KeptOwn {
  if (ranked.own?.of === of) return ranked.own;
  ranked.own = make();
  countKept(ownWeight(ranked.own));
  return ranked.own;
}

type Generation = { weight: number; readonly of: WeakMap<RankedSide, WeakMap<Among, RankedAmong>> };

const empty = (): Generation => ({ weight: 0, of: new WeakMap() });

/** What is asked for again is taken over from the one before: what nobody asks for goes with it. */
let young = empty();
let old = empty();

export function keptAmong(lists: RankedSide, some: Among, make: () => RankedAmong): RankedAmong {
  const among = young.of.get(lists) ?? new WeakMap<Among, RankedAmong>();
  const known = among.get(some);
  if (known) return known;
  const kept = old.of.get(lists)?.get(some) ?? make();
  young.of.set(lists, among.set(some, kept));
  countKept(kept.weight);
  return kept;
}

/** So many bytes more are kept. */
export function countKept(weight: number): void {
  young.weight += weight;
  if (young.weight > MOST / 2) [young, old] = [empty(), young];
}

/** What a bureau fixed, or its age, is about to change. */
export function forgetAmong(lists: RankedSide): void {
  for (const { of } of [young, old]) of.delete(lists);
}
