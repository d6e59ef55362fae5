import type { Decimal } from '#domain/money/decimal.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import { freshnessOf, type Since } from '#domain/rates/freshness.ts';
import { type CompanyFit, type FitOffer, listingFit, offerBy } from './best-fit.ts';
import { withRoom } from './decimals.ts';
import { type Listed, RankedList } from './ranked-list.ts';
import type { BookCompany, Rates, Sort } from './rate-book.ts';
import type { Roster } from './roster.ts';
import { tricks } from './tricks.ts';

/** Fixings of one currency by slot. */
type Fixings = {
  readonly code: string;
  readonly roster: Roster;
  updatedAt(slot: number): number;
  rate(side: FixingSide, slot: number): Decimal;
  /** 0: not fixed. */
  number(side: FixingSide, slot: number): number;
  rates(slot: number): Rates | null;
};

/** Ages: in no list, fresh, to be confirmed. */
export const UNLISTED = 0;
const [FRESH, TO_CONFIRM] = [1, 2];
const MOST_LISTED = 1_024;
const AGES = { stale: UNLISTED, fresh: FRESH, to_confirm: TO_CONFIRM };

/** Listings of one side of a currency: each company once, at the best that any of its branches pays. */
export class RankedSide {
  readonly market: Fixings;
  readonly side: FixingSide;
  readonly fresh: RankedList;
  readonly toConfirm: RankedList;
  /** Rates by slot as numbers, negated for purchases, so that the highest is best. */
  keys: Float64Array;
  ages: Uint8Array;
  /** Slots with a fixing that is listed nowhere, although another branch may pay. */
  readonly unlisted = new Set<number>();
  /** Number of changes, which cached counts are of. */
  version = 0;
  // Last listings that were shown.
  readonly #listed = new Map<number, Listed>();
  /** Listings that are not the company's own rate. */
  readonly #adjusted = new Map<number, FitOffer>();
  #since: Since;
  /** Oldest fixing of each age. No age changes until `since` passes it. */
  #oldestFresh = Infinity;
  #oldestToConfirm = Infinity;
  // ages again once its date has come
  #firstAhead = Infinity;

  constructor(market: Fixings, side: FixingSide, since: Since) {
    this.market = market;
    this.side = side;
    this.#since = since;
    const { count } = market.roster;
    this.keys = new Float64Array(count);
    this.ages = new Uint8Array(count);
    const slots = Array.from({ length: count }, (_, slot) => slot);
    for (const slot of slots) this.ages[slot] = this.#appraise(slot);
    this.fresh = new RankedList(
      this,
      slots.filter((slot) => this.ages[slot] === FRESH),
    );
    this.toConfirm = new RankedList(
      this,
      slots.filter((slot) => this.ages[slot] === TO_CONFIRM),
    );
  }

  get since(): Since {
    return this.#since;
  }

  /** Moves what has become older, or younger where the clock was set back. */
  become(since: Since): void {
    const { fresh, compared, ahead } = this.#since;
    const isLater = since.fresh >= fresh && since.compared >= compared && since.ahead >= ahead;
    this.#since = since;
    const isSame = since.fresh < this.#oldestFresh && since.compared <= this.#oldestToConfirm;
    if (isLater && isSame && since.ahead < this.#firstAhead) return;
    this.#oldestFresh = Infinity;
    this.#oldestToConfirm = Infinity;
    this.#firstAhead = Infinity;
    for (let slot = 0; slot < this.ages.length; slot++) {
      const isPlain = this.market.roster.isPlain[slot];
      if (isPlain && this.#appraise(slot) === this.ages[slot]) continue;
      this.leave(slot);
      this.enter(slot);
    }
    this.version += 1;
  }

  leave(slot: number): void {
    this.version += 1;
    this.listOf(slot)?.remove(slot);
    this.unlisted.delete(slot);
    this.#listed.delete(slot);
    if (slot < this.ages.length) this.ages[slot] = UNLISTED;
  }

  enter(slot: number): void {
    this.keys = withRoom(this.keys, slot);
    this.ages = withRoom(this.ages, slot);
    this.ages[slot] = this.#appraise(slot);
    this.listOf(slot)?.add(slot);
  }

  listOf(slot: number): RankedList | null {
    const age = this.ages[slot];
    return age === FRESH ? this.fresh : age === TO_CONFIRM ? this.toConfirm : null;
  }

  rate(slot: number): Decimal {
    return this.#adjusted.get(slot)?.rate ?? this.market.rate(this.side, slot);
  }

  listed(slot: number): Listed {
    const known = this.#listed.get(slot);
    if (known) return known;
    const made = this.#makeListed(slot);
    if (this.#listed.size >= MOST_LISTED) this.#listed.clear();
    if (tricks.listed) this.#listed.set(slot, made);
    return made;
  }

  #makeListed(slot: number): Listed {
    const { market, side } = this;
    const { rate, isFresh, fit, ...columns } = this.#adjusted.get(slot) ?? {
      rate: market.rate(side, slot),
      isFresh: this.ages[slot] === FRESH,
      fit: null,
      updatedAt: market.updatedAt(slot),
    };
    // a listed company is there
    const company = market.roster.companies[slot] as BookCompany;
    const key = this.keys[slot] as number;
    return { slot, key, company, rate, isFresh, ...columns, branch: fit?.branch ?? null };
  }

  /** Offer of a company by the branches of a search. */
  offerBy(slot: number, fit: CompanyFit, sort: Sort): FitOffer | null {
    const { market, side } = this;
    return offerBy(fit, { code: market.code, side, since: this.#since, rates: market.rates(slot), sort });
  }

  /** Computes the listing of a company. Returns its age. */
  #appraise(slot: number): number {
    const { market, side } = this;
    const company = market.roster.companies[slot];
    const sign = side === 'sale' ? 1 : -1;
    this.#adjusted.delete(slot);
    if (!company) return UNLISTED;
    if (market.roster.isPlain[slot]) {
      const number = market.number(side, slot);
      this.keys[slot] = sign * number;
      return number > 0 ? this.#note(market.updatedAt(slot)) : UNLISTED;
    }
    if (market.updatedAt(slot)) this.#note(market.updatedAt(slot));
    for (const { rates } of company.branches) {
      const own = rates?.get(market.code);
      if (own) this.#note(own.updatedAt);
    }
    const offer = this.offerBy(slot, listingFit(company, side), 'amount');
    if (!offer) {
      if (market.number(side, slot) > 0) this.unlisted.add(slot);
      return UNLISTED;
    }
    this.#adjusted.set(slot, offer);
    this.keys[slot] = (sign * offer.rate.units) / 10 ** offer.rate.scale;
    return offer.isFresh ? FRESH : TO_CONFIRM;
  }

  #note(updatedAt: number): number {
    const age = AGES[freshnessOf(updatedAt, this.#since)];
    if (updatedAt > this.#since.ahead) this.#firstAhead = Math.min(this.#firstAhead, updatedAt);
    if (age === FRESH) this.#oldestFresh = Math.min(this.#oldestFresh, updatedAt);
    if (age === TO_CONFIRM) this.#oldestToConfirm = Math.min(this.#oldestToConfirm, updatedAt);
    return age;
  }
}
