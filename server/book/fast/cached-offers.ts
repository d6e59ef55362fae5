import type { OwnOffer } from '../branch-overrides.ts';
import type { BookOffer, CompanySelection } from '../rate-book.ts';
import type { OfferColumns } from './offer-columns.ts';
import type { RankedSide } from './ranked-list.ts';
import type { SelectionFront } from './selection-front.ts';
import type { SideOverrides } from './side-overrides.ts';

/** Bytes of all cached lists. */
const MOST = 32 * 1024 * 1024;

export class CachedOffers {
  readonly total: number;
  /** Companies in no list, by index among the others of a PlacedAmong. */
  readonly unlisted: readonly number[];
  /** Per list once read: the first offers, or all by rank where they are few. */
  readonly fresh: CachedOfList = { front: null, few: null };
  readonly toConfirm: CachedOfList = { front: null, few: null };
  /** First offers of a requested order, weighed with their search (found-branches.ts). */
  firsts: { readonly order: Iterable<number>; readonly limit: number; readonly offers: OfferColumns } | null =
    null;
  own: CachedOverrides | null = null;

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
    return parts.reduce<number>((sum, part) => sum + (part ?? 0), ENTRY_BYTES);
  }
}

/** Estimated bytes of an entry and of an offer object. */
const [ENTRY_BYTES, OFFER_BYTES] = [400, 150];

type Unscored = Omit<BookOffer, 'score'>;

export type CachedOfList = { front: SelectionFront | null; few: Int32Array | null };

/**
 * Branch overrides that represent companies, by index, best paying first, and the number of their companies
 * in no list.
 */
export class CachedOverrides {
  readonly of: SideOverrides;
  readonly named: Int32Array;
  readonly unlisted: number;
  #byCompany: ReadonlyMap<number, OwnOffer> | null = null;
  #firsts: { order: Iterable<number>; limit: number; offers: readonly Unscored[] } | null = null;

  constructor(of: SideOverrides, named: Int32Array, unlisted: number) {
    this.of = of;
    this.named = named;
    this.unlisted = unlisted;
  }

  get weight(): number {
    const offers = (this.#byCompany?.size ?? 0) + (this.#firsts?.offers.length ?? 0);
    return ENTRY_BYTES + this.named.byteLength + OFFER_BYTES * offers;
  }

  get byCompany(): ReadonlyMap<number, OwnOffer> {
    if (this.#byCompany) return this.#byCompany;
    const offers = Array.from(this.named, (overrideIndex) => this.of.offer(overrideIndex));
    this.#byCompany = new Map(offers.map((own) => [own.company.id, own]));
    addCachedBytes(OFFER_BYTES * offers.length);
    return this.#byCompany;
  }

  firstOf(order: Iterable<number>, limit: number, make: () => readonly Unscored[]): readonly Unscored[] {
    if (this.#firsts?.order === order && this.#firsts.limit === limit) return this.#firsts.offers;
    const offers = make();
    this.#firsts = { order, limit, offers };
    addCachedBytes(OFFER_BYTES * offers.length);
    return offers;
  }
}

/** Cached overrides of one side, made anew for another one. */
export function cacheOverrides(
  ranked: CachedOffers,
  of: SideOverrides,
  make: () => CachedOverrides,
): CachedOverrides {
  if (ranked.own?.of === of) return ranked.own;
  ranked.own = make();
  addCachedBytes(ranked.own.weight);
  return ranked.own;
}

type Generation = {
  weight: number;
  readonly of: WeakMap<RankedSide, WeakMap<CompanySelection, CachedOffers>>;
};

const empty = (): Generation => ({ weight: 0, of: new WeakMap() });

/** Two generations: requested entries move to the young one, the others go with the old one. */
let young = empty();
let old = empty();

export function cachedOffersOf(
  lists: RankedSide,
  some: CompanySelection,
  make: () => CachedOffers,
): CachedOffers {
  const among = young.of.get(lists) ?? new WeakMap<CompanySelection, CachedOffers>();
  const known = among.get(some);
  if (known) return known;
  const cached = old.of.get(lists)?.get(some) ?? make();
  young.of.set(lists, among.set(some, cached));
  addCachedBytes(cached.weight);
  return cached;
}

export function addCachedBytes(weight: number): void {
  young.weight += weight;
  if (young.weight > MOST / 2) [young, old] = [empty(), young];
}

/** Drops lists before a fixing or its age changes. */
export function dropCachedOffers(lists: RankedSide): void {
  for (const { of } of [young, old]) of.delete(lists);
}
