import { setImmediate } from 'node:timers/promises';
import { compareNames } from '#domain/offers/rank.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { Since } from '#domain/rates/freshness.ts';
import { bestPercent, paysCompanyRates, ratesAtBest } from '../counters.ts';
import type {
  Among,
  BookBranch,
  BookCompany,
  BookCurrency,
  Openings,
  RateBook,
  Rates,
  Served,
} from '../rate-book.ts';
import { Market } from './market.ts';
import { OwnSides } from './own-side.ts';
import type { PlacedAmong, PlacedCompany, Ranks } from './placed-among.ts';
import { ServedSide } from './served-side.ts';
import { withOwn } from './with-own.ts';

/** How long a comparison may wait for a copy, in milliseconds: it yields at the first currency after that. */
const SLICE_MS = 5;
const NOBODY: Served = {
  total: 0,
  best: () => [],
  firstOf: () => [],
  placeOf: () => null,
  ownCounters: new Map(),
  standingOf: () => null,
  among: () => NOBODY,
};

function placed(company: BookCompany, nameRank: number): PlacedCompany {
  const percents = {
    purchase: bestPercent(company.branches, 'purchase'),
    sale: bestPercent(company.branches, 'sale'),
  };
  const isListedAsFixed =
    percents.purchase === 0 &&
    percents.sale === 0 &&
    paysCompanyRates(company.branches, 'purchase') &&
    paysCompanyRates(company.branches, 'sale');
  return { ...company, nameRank, percents, isListedAsFixed };
}

/** Columns by the places of names, sorted so that an answer costs the offers it returns: see the README. */
export class FastBook implements RateBook {
  #currencies: readonly BookCurrency[];
  #byCode: ReadonlyMap<string, BookCurrency>;
  /** in the order of names; one that was removed keeps its place and has no offers */
  readonly #places: PlacedCompany[];
  readonly #byId: Map<number, PlacedCompany>;
  /** of each, also of one that was removed, its place */
  readonly #rankOf: ReadonlyMap<number, number>;
  readonly #bySite: Map<string, PlacedCompany>;
  readonly #markets = new Map<string, Market>();
  /** what those fixed that are listed at other rates, by company and currency */
  readonly #fixed = new Map<number, Map<string, Rates>>();
  readonly #ownSides = new OwnSides();
  /** what the listed rates of each place are over those it fixed, by side */
  readonly #percents: Readonly<Record<FixingSide, Int32Array>>;
  /** of the list of ids that was asked last, their places here */
  #ranks: (Ranks & { of: readonly number[] }) | null = null;
  readonly #placedAmong = new WeakMap<Among, PlacedAmong>();
  openings: Openings;
  branchesState: object = {};

  constructor(
    currencies: readonly BookCurrency[],
    companies: readonly BookCompany[],
    openings: Openings = new Map(),
  ) {
    this.openings = openings;
    this.#currencies = currencies;
    this.#byCode = new Map(currencies.map((currency) => [currency.code, currency]));
    this.#places = companies.toSorted((a, b) => compareNames(a.name, b.name)).map(placed);
    this.#byId = new Map(this.#places.map((company) => [company.id, company]));
    this.#rankOf = new Map(this.#places.map(({ id, nameRank }) => [id, nameRank]));
    this.#bySite = new Map(this.#places.map((company) => [company.site, company]));
    this.#percents = {
      purchase: Int32Array.from(this.#places, ({ percents }) => percents.purchase),
      sale: Int32Array.from(this.#places, ({ percents }) => percents.sale),
    };
    for (const company of this.#places) this.#ownSides.set(company);
  }

  get currencies(): readonly BookCurrency[] {
    return this.#currencies;
  }

  get base(): BookCurrency | undefined {
    return this.#currencies[0];
  }

  get fixingCount(): number {
    return [...this.#markets.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** In the order of their places: fixings loaded in this order lie side by side in memory. */
  get companies(): readonly BookCompany[] {
    return [...this.#byId.values()];
  }

  currency(code: string): BookCurrency | undefined {
    return this.#byCode.get(code);
  }

  companyBySite(site: string): BookCompany | undefined {
    return this.#bySite.get(site);
  }

  served(code: string, offerIsBase: boolean, since: Since): Served {
    if (!this.#byCode.has(code)) return NOBODY;
    const side = offerIsBase ? 'sale' : 'purchase';
    const own = this.#ownSides.side(code, side, since);
    // what nobody lists may be fixed by a counter
    const market = own ? this.#market(code) : this.#markets.get(code);
    if (!market) return NOBODY;
    const listed = new ServedSide(market, market.served(offerIsBase, since), side, {
      count: this.#places.length,
      // a list ranks companies of this book alone
      at: (nameRank) => this.#places[nameRank] as PlacedCompany,
      byId: (id) => this.#byId.get(id),
      fixedRates: (company) => this.#fixedRates(code, company),
      percents: this.#percents[side],
      ranksOf: (ids) => this.#ranksOf(ids),
      among: this.#placedAmong,
    });
    return own ? withOwn(listed, own) : listed;
  }

  setOpenings(openings: Openings): void {
    this.openings = openings;
  }

  setCurrencies(currencies: readonly BookCurrency[]): void {
    this.#currencies = currencies;
    this.#byCode = new Map(currencies.map((currency) => [currency.code, currency]));
    for (const code of this.#markets.keys()) {
      if (!this.#byCode.has(code)) this.#markets.delete(code);
    }
  }

  set(code: string, companyId: number, rates: Rates | null): void {
    const company = this.#byId.get(companyId);
    if (company) this.#set(code, company, rates);
  }

  /** Lists its rates at its best branch; what it fixed is kept beside where those differ. */
  #set(code: string, company: PlacedCompany, rates: Rates | null): void {
    const { id, nameRank, isListedAsFixed, branches } = company;
    this.#market(code)?.set(nameRank, isListedAsFixed ? rates : rates && ratesAtBest(rates, branches));
    if (isListedAsFixed) return;
    const fixed = this.#fixed.get(id) ?? new Map<string, Rates>();
    if (rates) fixed.set(code, rates);
    else fixed.delete(code);
    this.#fixed.set(id, fixed);
  }

  /** What a company itself fixed; null where it does not serve the currency. */
  #fixedRates(code: string, { id, nameRank }: PlacedCompany): Rates | null {
    const listed = this.#markets.get(code)?.get(nameRank) ?? null;
    return listed && (this.#fixed.get(id)?.get(code) ?? listed);
  }

  /** False when the company has no place here, or its new name belongs at another one. */
  setCompany(company: BookCompany, fixings: ReadonlyMap<string, Rates>): boolean {
    const nameRank = this.#rankOf.get(company.id);
    if (nameRank === undefined || !this.#stands(company.name, nameRank)) return false;
    const known = this.#sameBranches(company);
    // a bureau is named in the log for more than its branches
    if (!known) this.branchesState = {};
    this.#forgetSite(company.id);
    const now = placed(withBranches(company, known), nameRank);
    this.#places[nameRank] = now;
    this.#percents.purchase[nameRank] = now.percents.purchase;
    this.#percents.sale[nameRank] = now.percents.sale;
    this.#byId.set(company.id, now);
    this.#bySite.set(company.site, now);
    this.#ownSides.set(now);
    this.#fixed.delete(company.id);
    for (const code of this.#byCode.keys()) {
      const rates = fixings.get(code) ?? null;
      if (rates || this.#markets.has(code)) this.#set(code, now, rates);
    }
    return true;
  }

  /** It keeps its place, for when it comes back. */
  removeCompany(id: number): void {
    const company = this.#byId.get(id);
    if (!company) return;
    this.#forgetSite(id);
    this.#byId.delete(id);
    this.#ownSides.remove(id);
    this.#fixed.delete(id);
    this.branchesState = {};
    for (const market of this.#markets.values()) market.set(company.nameRank, null);
  }

  async copyWith(companies: readonly BookCompany[], between: () => Promise<void>): Promise<RateBook> {
    const ids = new Set(companies.map(({ id }) => id));
    const others = this.companies.filter(({ id }) => !ids.has(id));
    const known = companies.map((one) => this.#sameBranches(one));
    const now = companies.map((one, i) => withBranches(one, known[i] ?? null));
    const copy = new FastBook(this.#currencies, [...others, ...now], this.openings);
    if (known.every((branches) => branches)) copy.branchesState = this.branchesState;
    // the names were just sorted, which took a slice of its own: yield at once
    let yieldedAt = 0;
    for (const code of this.#markets.keys()) {
      if (performance.now() - yieldedAt > SLICE_MS) {
        await setImmediate();
        await between();
        yieldedAt = performance.now();
      }
      this.#copyMarket(code, copy);
    }
    return copy;
  }

  /** Puts in order what is in order in the other book, and finds whom it found, so that no comparison has to; in slices. */
  async sortAs(other: FastBook, between: () => Promise<void>): Promise<void> {
    for (const [code, { asked }] of other.#markets) {
      for (const offerIsBase of asked.sides) {
        this.served(code, offerIsBase, asked.since);
        await setImmediate();
        await between();
      }
    }
    if (other.#ranks) this.#ranksOf(other.#ranks.of);
  }

  /** No company changes its place in a book, whether it is compared or not; a list may have grown. */
  #ranksOf(ids: readonly number[]): Ranks {
    if (this.#ranks?.of === ids && this.#ranks.ranks.length === ids.length) return this.#ranks;
    const ranks = new Int32Array(ids.length);
    const turns = new Int32Array(this.#places.length).fill(-1);
    // thousands, of which a comparison waits for the first time
    for (let turn = 0; turn < ids.length; turn++) {
      const nameRank = this.#rankOf.get(ids[turn] as number) ?? -1;
      ranks[turn] = nameRank;
      if (nameRank >= 0) turns[nameRank] = turn;
    }
    this.#ranks = { of: ids, ranks, turns };
    return this.#ranks;
  }

  #copyMarket(code: string, copy: FastBook): void {
    for (const [companyId, company] of this.#byId) {
      const rates = this.#fixedRates(code, company);
      if (rates) copy.set(code, companyId, rates);
    }
  }

  /** Undefined when the currency is not known. */
  #market(code: string): Market | undefined {
    const known = this.#markets.get(code);
    if (known || !this.#byCode.has(code)) return known;
    const market = new Market(this.#places.length);
    this.#markets.set(code, market);
    return market;
  }

  /**
   * The branches that a company had, where those that were read say the same; null: they do not. Whatever their sheets say, of which
   * JSON shows no more than whether there is one: who fits is found without them.
   */
  #sameBranches({ id, branches }: BookCompany): readonly BookBranch[] | null {
    const known = this.#byId.get(id)?.branches;
    return known && JSON.stringify(known) === JSON.stringify(branches) ? known : null;
  }

  #stands(name: string, nameRank: number): boolean {
    const before = this.#places[nameRank - 1];
    const after = this.#places[nameRank + 1];
    return (
      (!before || compareNames(before.name, name) <= 0) && (!after || compareNames(name, after.name) <= 0)
    );
  }

  /** Leaves a site that is another company's by now: of two that swap their sites, one is read before the other. */
  #forgetSite(id: number): void {
    const company = this.#byId.get(id);
    if (company && this.#bySite.get(company.site) === company) this.#bySite.delete(company.site);
  }
}

/** A company as it was read, with the very branches that are known, by which they are found; but not with sheets of before. */
function withBranches(company: BookCompany, known: readonly BookBranch[] | null): BookCompany {
  return known && !known.some(({ rates }) => rates) ? { ...company, branches: known } : company;
}
