import type { OwnOffer } from '../own-counters.ts';
import type { Among, Standing } from '../rate-book.ts';
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
      ...[firsts?.offers.weight, unlisted.length * 8, own?.weight],
    ];
    return parts.reduce<number>((sum, part) => sum + (part ?? 0), ITSELF);
  }
}

/** With the entry that it is found by; an offer that is an object, with its entry. */
const [ITSELF, OF_OFFER] = [400, 150];

/** What is offered for any amount. */
type Unscored = Omit<Standing, 'score'>;

export type KeptOfList = { front: FrontAmong | null; few: Int32Array | null };

/** By which counters with sheets of their own companies are named, by their turns, who pays more first; and how many of these are in no list. */
export class KeptOwn {
  readonly of: OwnSide;
  readonly named: Int32Array;
  readonly unlisted: number;
  #byCompany: ReadonlyMap<number, OwnOffer> | null = null;
  #firsts: { order: Iterable<number>; limit: number; offers: readonly Unscored[] } | null = null;

  constructor(of: OwnSide, named: Int32Array, unlisted: number) {
    this.of = of;
    this.named = named;
    this.unlisted = unlisted;
  }

  get weight(): number {
    const offers = (this.#byCompany?.size ?? 0) + (this.#firsts?.offers.length ?? 0);
    return ITSELF + this.named.byteLength + OF_OFFER * offers;
  }

  /** The counters that companies are named by. */
  get byCompany(): ReadonlyMap<number, OwnOffer> {
    if (this.#byCompany) return this.#byCompany;
    const offers = Array.from(this.named, (turn) => this.of.offer(turn));
    this.#byCompany = new Map(offers.map((own) => [own.company.id, own]));
    countKept(OF_OFFER * offers.length);
    return this.#byCompany;
  }

  /** The first ones of an order, for any amount. */
  firstOf(order: Iterable<number>, limit: number, make: () => readonly Unscored[]): readonly Unscored[] {
    if (this.#firsts?.order === order && this.#firsts.limit === limit) return this.#firsts.offers;
    const offers = make();
    this.#firsts = { order, limit, offers };
    countKept(OF_OFFER * offers.length);
    return offers;
  }
}

/** Of one side of these counters: `make` where another was kept, or none. */
export function keepOwn(ranked: RankedAmong, of: OwnSide, make: () => KeptOwn): KeptOwn {
  if (ranked.own?.of === of) return ranked.own;
  ranked.own = make();
  countKept(ranked.own.weight);
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
