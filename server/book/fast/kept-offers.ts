import type { OwnOffer } from '../own-counters.ts';
import type { Among, Standing } from '../rate-book.ts';
import type { FrontAmong } from './front-among.ts';
import type { OfferColumns } from './offer-columns.ts';
import type { OwnSide } from './own-side.ts';
import type { RankedSide } from './ranked-list.ts';

/** Bytes of all cached lists. */
const MOST = 32 * 1024 * 1024;

export class RankedAmong {
  readonly total: number;
  /** Companies in no list, by index among the others of a PlacedAmong. */
  readonly unlisted: readonly number[];
  /** Per list once read: the first offers, or all by rank where they are few. */
  readonly fresh: KeptOfList = { front: null, few: null };
  readonly toConfirm: KeptOfList = { front: null, few: null };
  /** First offers of a requested order, weighed with their search (found-branches.ts). */
  firsts: { readonly order: Iterable<number>; readonly limit: number; readonly offers: OfferColumns } | null =
    null;
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

/** Estimated bytes of an entry and of an offer object. */
const [ITSELF, OF_OFFER] = [400, 150];

type Unscored = Omit<Standing, 'score'>;

export type KeptOfList = { front: FrontAmong | null; few: Int32Array | null };

/**
 * Branch overrides that represent companies, by index, best paying first, and the number of their companies
 * in no list.
 */
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

  get byCompany(): ReadonlyMap<number, OwnOffer> {
    if (this.#byCompany) return this.#byCompany;
    const offers = Array.from(this.named, (turn) => this.of.offer(turn));
    this.#byCompany = new Map(offers.map((own) => [own.company.id, own]));
    countKept(OF_OFFER * offers.length);
    return this.#byCompany;
  }

  firstOf(order: Iterable<number>, limit: number, make: () => readonly Unscored[]): readonly Unscored[] {
    if (this.#firsts?.order === order && this.#firsts.limit === limit) return this.#firsts.offers;
    const offers = make();
    this.#firsts = { order, limit, offers };
    countKept(OF_OFFER * offers.length);
    return offers;
  }
}

/** Cached overrides of one side, made anew for another one. */
export function keepOwn(ranked: RankedAmong, of: OwnSide, make: () => KeptOwn): KeptOwn {
  if (ranked.own?.of === of) return ranked.own;
  ranked.own = make();
  countKept(ranked.own.weight);
  return ranked.own;
}

type Generation = { weight: number; readonly of: WeakMap<RankedSide, WeakMap<Among, RankedAmong>> };

const empty = (): Generation => ({ weight: 0, of: new WeakMap() });

/** Two generations: requested entries move to the young one, the others go with the old one. */
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

export function countKept(weight: number): void {
  young.weight += weight;
  if (young.weight > MOST / 2) [young, old] = [empty(), young];
}

/** Drops lists before a fixing or its age changes. */
export function forgetAmong(lists: RankedSide): void {
  for (const { of } of [young, old]) of.delete(lists);
}
