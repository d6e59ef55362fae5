import type { Cents } from '#domain/money/cents.ts';
import type { Decimal } from '#domain/money/decimal.ts';
import { freshnessOf, type Since } from '#domain/rates/freshness.ts';
import { type Columns, columnsFrom, NAMES } from '../fixing-columns.ts';
import type { BookCompany, BookOffer, Rates } from '../rate-book.ts';
import { dropCachedOffers } from './cached-offers.ts';
import { Decimals } from './decimals.ts';
import type { CachedOffer } from './front.ts';
import type { Offer } from './offer-columns.ts';
import { RankedList, type RankedSide } from './ranked-list.ts';

/** Ages: not fixed or stale, fresh, to be confirmed. */
const [NOT_COMPARED, FRESH, TO_CONFIRM] = [0, 1, 2];
const AGES = { stale: NOT_COMPARED, fresh: FRESH, to_confirm: TO_CONFIRM };

/**
 * Fixings of one currency in columns by name rank, 35 bytes each. A side is sorted at its first request,
 * because sorting all sides would dominate loading.
 */
export class Market {
  readonly #sales: Side;
  readonly #purchases: Side;
  /** 0: not fixed. */
  readonly #columns: { readonly [name in keyof Columns]: Float64Array };
  readonly #ages: Uint8Array;
  #since: Since = { fresh: -Infinity, compared: -Infinity };
  /** Oldest fixing of each age. No age changes until `since` passes it. */
  #oldestFresh = Infinity;
  #oldestToConfirm = Infinity;
  #count = 0;

  constructor(names: number) {
    this.#ages = new Uint8Array(names);
    this.#columns = columnsFrom(() => new Float64Array(names));
    this.#sales = new Side(names, true, this.#ages);
    this.#purchases = new Side(names, false, this.#ages);
  }

  get count(): number {
    return this.#count;
  }

  sideOffers(offerIsBase: boolean, since: Since): RankedSide {
    this.#become(since);
    return (offerIsBase ? this.#sales : this.#purchases).ranked();
  }

  get requested(): { since: Since; sides: readonly boolean[] } {
    const sides = [this.#sales, this.#purchases].filter(({ isRanked }) => isRanked);
    return { since: this.#since, sides: sides.map(({ offerIsBase }) => offerIsBase) };
  }

  set(nameRank: number, rates: Rates | null): void {
    this.#count += (rates ? 1 : 0) - (this.#updatedAt(nameRank) ? 1 : 0);
    // lists must be told before the change, since they keep the order of rates
    this.#leave(nameRank);
    this.#sales.rates.set(nameRank, rates?.sale ?? null);
    this.#purchases.rates.set(nameRank, rates?.purchase ?? null);
    for (const name of NAMES) this.#columns[name][nameRank] = rates?.[name] ?? 0;
    this.#enter(nameRank);
  }

  get(nameRank: number): Rates | null {
    if (!this.#updatedAt(nameRank)) return null;
    const rate = ({ rates }: Side) => (rates.has(nameRank) ? rates.get(nameRank) : null);
    return {
      purchase: rate(this.#purchases),
      sale: rate(this.#sales),
      updatedAt: this.#updatedAt(nameRank),
    };
  }

  offerAt(nameRank: number, company: BookCompany, rate: Decimal, score: Cents): BookOffer {
    return { company, rate, score, isFresh: this.isFresh(nameRank), updatedAt: this.#updatedAt(nameRank) };
  }

  offer(nameRank: number, rate: Decimal, searchIndex: number | undefined): Offer {
    return {
      nameRank,
      rate,
      isFresh: this.isFresh(nameRank),
      updatedAt: this.#updatedAt(nameRank),
      searchIndex: searchIndex,
    };
  }

  cachedOffers(nameRank: number, company: BookCompany, rate: Decimal): CachedOffer {
    const isFresh = this.isFresh(nameRank);
    return { nameRank, company, rate, isFresh, updatedAt: this.#updatedAt(nameRank), start: null, end: null };
  }

  isFresh(nameRank: number): boolean {
    return this.#ages[nameRank] === FRESH;
  }

  /** true unless stale at the last request. */
  isCompared(nameRank: number): boolean {
    return this.#ages[nameRank] !== NOT_COMPARED;
  }

  #updatedAt(nameRank: number): number {
    return this.#columns.updatedAt[nameRank] ?? 0;
  }

  #become(since: Since): void {
    const isLater = since.fresh >= this.#since.fresh && since.compared >= this.#since.compared;
    this.#since = since;
    if (isLater && since.fresh < this.#oldestFresh && since.compared <= this.#oldestToConfirm) return;
    this.#oldestFresh = Infinity;
    this.#oldestToConfirm = Infinity;
    for (let nameRank = 0; nameRank < this.#ages.length; nameRank++) {
      const age = this.#ageOf(nameRank);
      if (age !== this.#ages[nameRank]) {
        this.#leave(nameRank);
        this.#enter(nameRank);
      }
      this.#noteOldest(nameRank, age);
    }
  }

  #leave(nameRank: number): void {
    this.#sales.leave(nameRank);
    this.#purchases.leave(nameRank);
    this.#ages[nameRank] = NOT_COMPARED;
  }

  #enter(nameRank: number): void {
    const age = this.#ageOf(nameRank);
    this.#ages[nameRank] = age;
    this.#noteOldest(nameRank, age);
    this.#sales.enter(nameRank);
    this.#purchases.enter(nameRank);
  }

  #ageOf(nameRank: number): number {
    const updatedAt = this.#updatedAt(nameRank);
    return updatedAt ? AGES[freshnessOf(updatedAt, this.#since)] : NOT_COMPARED;
  }

  #noteOldest(nameRank: number, age: number): void {
    const updatedAt = this.#updatedAt(nameRank);
    if (age === FRESH) this.#oldestFresh = Math.min(this.#oldestFresh, updatedAt);
    if (age === TO_CONFIRM) this.#oldestToConfirm = Math.min(this.#oldestToConfirm, updatedAt);
  }
}

/** Rates of one side, ranked from its first request on. */
class Side {
  readonly rates: Decimals;
  readonly offerIsBase: boolean;
  readonly #ages: Uint8Array;
  #ranked: RankedSide | null = null;

  constructor(names: number, offerIsBase: boolean, ages: Uint8Array) {
    this.rates = new Decimals(names);
    this.offerIsBase = offerIsBase;
    this.#ages = ages;
  }

  get isRanked(): boolean {
    return this.#ranked !== null;
  }

  ranked(): RankedSide {
    const rank = (age: number) =>
      new RankedList(this.rates, this.offerIsBase, (nameRank) => this.#ages[nameRank] === age);
    this.#ranked ??= { fresh: rank(FRESH), toConfirm: rank(TO_CONFIRM) };
    return this.#ranked;
  }

  enter(nameRank: number): void {
    this.#listOf(nameRank)?.add(nameRank);
  }

  leave(nameRank: number): void {
    // a company in no list may be compared at a branch
    if (this.#ranked) dropCachedOffers(this.#ranked);
    this.#listOf(nameRank)?.remove(nameRank);
  }

  #listOf(nameRank: number): RankedList | undefined {
    if (!this.#ranked || !this.rates.has(nameRank)) return undefined;
    const age = this.#ages[nameRank];
    if (age === FRESH) return this.#ranked.fresh;
    return age === TO_CONFIRM ? this.#ranked.toConfirm : undefined;
  }
}
