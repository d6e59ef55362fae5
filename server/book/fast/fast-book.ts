import { setImmediate } from 'node:timers/promises';
import { compareNames } from '#domain/offers/rank.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { Since } from '#domain/rates/freshness.ts';
import { bestPercent, paysCompanyRates, ratesAtBest } from '../counters.ts';
import type {
  BookBranch,
  BookCompany,
  BookCurrency,
  CompanySelection,
  Openings,
  RateBook,
  Rates,
  SideOffers,
} from '../rate-book.ts';
import { FastSideOffers } from './fast-side-offers.ts';
import { Market } from './market.ts';
import type { RankedCompany, RankedSelection, Ranks } from './ranked-selection.ts';
import { OverridesBySide } from './side-overrides.ts';
import { withOverrides } from './with-overrides.ts';

/** Milliseconds of copying between two yields. */
const SLICE_MS = 5;
const NOBODY: SideOffers = {
  total: 0,
  best: () => [],
  firstOf: () => [],
  rankOf: () => null,
  overridesByCompany: new Map(),
  offerOf: () => null,
  among: () => NOBODY,
};

function placed(company: BookCompany, nameRank: number): RankedCompany {
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

/** Columns by name rank, sorted so that an answer costs the offers it returns (README). */
export class FastBook implements RateBook {
  #currencies: readonly BookCurrency[];
  #byCode: ReadonlyMap<string, BookCurrency>;
  /** In order of names. A removed company keeps its rank without offers. */
  readonly #rankedCompanies: RankedCompany[];
  readonly #byId: Map<number, RankedCompany>;
  /** Name rank by company id, removed ones included. */
  readonly #rankOf: ReadonlyMap<number, number>;
  readonly #bySite: Map<string, RankedCompany>;
  readonly #markets = new Map<string, Market>();
  readonly #fixed = new Map<number, Map<string, Rates>>();
  readonly #ownSides = new OverridesBySide();
  /** Percentage of the listed rates over the fixed ones, by side. */
  readonly #percents: Readonly<Record<FixingSide, Int32Array>>;
  /** Ranks of the last list of ids. */
  #ranks: (Ranks & { of: readonly number[] }) | null = null;
  readonly #rankedSelections = new WeakMap<CompanySelection, RankedSelection>();
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
    this.#rankedCompanies = companies.toSorted((a, b) => compareNames(a.name, b.name)).map(placed);
    this.#byId = new Map(this.#rankedCompanies.map((company) => [company.id, company]));
    this.#rankOf = new Map(this.#rankedCompanies.map(({ id, nameRank }) => [id, nameRank]));
    this.#bySite = new Map(this.#rankedCompanies.map((company) => [company.site, company]));
    this.#percents = {
      purchase: Int32Array.from(this.#rankedCompanies, ({ percents }) => percents.purchase),
      sale: Int32Array.from(this.#rankedCompanies, ({ percents }) => percents.sale),
    };
    for (const company of this.#rankedCompanies) this.#ownSides.set(company);
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

  /** In rank order, so that fixings loaded in this order are adjacent in memory. */
  get companies(): readonly BookCompany[] {
    return [...this.#byId.values()];
  }

  currency(code: string): BookCurrency | undefined {
    return this.#byCode.get(code);
  }

  companyBySite(site: string): BookCompany | undefined {
    return this.#bySite.get(site);
  }

  sideOffers(code: string, offerIsBase: boolean, since: Since): SideOffers {
    if (!this.#byCode.has(code)) return NOBODY;
    const side = offerIsBase ? 'sale' : 'purchase';
    const own = this.#ownSides.side(code, side, since);
    // a branch may fix a currency that no company lists
    const market = own ? this.#market(code) : this.#markets.get(code);
    if (!market) return NOBODY;
    const listed = new FastSideOffers(market, market.sideOffers(offerIsBase, since), side, {
      count: this.#rankedCompanies.length,
      // a list ranks companies of this book alone
      at: (nameRank) => this.#rankedCompanies[nameRank] as RankedCompany,
      byId: (id) => this.#byId.get(id),
      fixedRates: (company) => this.#fixedRates(code, company),
      percents: this.#percents[side],
      ranksOf: (ids) => this.#ranksOf(ids),
      among: this.#rankedSelections,
    });
    return own ? withOverrides(listed, own) : listed;
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

  /** Lists the rates at the best branch and stores the fixed ones where they differ. */
  #set(code: string, company: RankedCompany, rates: Rates | null): void {
    const { id, nameRank, isListedAsFixed, branches } = company;
    this.#market(code)?.set(nameRank, isListedAsFixed ? rates : rates && ratesAtBest(rates, branches));
    if (isListedAsFixed) return;
    const fixed = this.#fixed.get(id) ?? new Map<string, Rates>();
    if (rates) fixed.set(code, rates);
    else fixed.delete(code);
    this.#fixed.set(id, fixed);
  }

  #fixedRates(code: string, { id, nameRank }: RankedCompany): Rates | null {
    const listed = this.#markets.get(code)?.get(nameRank) ?? null;
    return listed && (this.#fixed.get(id)?.get(code) ?? listed);
  }

  /** false: no rank for the company, or its new name needs another one. */
  setCompany(company: BookCompany, fixings: ReadonlyMap<string, Rates>): boolean {
    const nameRank = this.#rankOf.get(company.id);
    if (nameRank === undefined || !this.#stands(company.name, nameRank)) return false;
    const known = this.#sameBranches(company);
    // the log names a company for other changes, too
    if (!known) this.branchesState = {};
    this.#removeSite(company.id);
    const now = placed(withBranches(company, known), nameRank);
    this.#rankedCompanies[nameRank] = now;
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

  removeCompany(id: number): void {
    const company = this.#byId.get(id);
    if (!company) return;
    this.#removeSite(id);
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
    // sorting the names took a slice, so yield at once
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

  /**
   * Sorts the lists that are sorted in the other book and repeats its searches, in slices, so that no
   * comparison has to.
   */
  async sortAs(other: FastBook, between: () => Promise<void>): Promise<void> {
    for (const [code, { requested }] of other.#markets) {
      for (const offerIsBase of requested.sides) {
        this.sideOffers(code, offerIsBase, requested.since);
        await setImmediate();
        await between();
      }
    }
    if (other.#ranks) this.#ranksOf(other.#ranks.of);
  }

  /** Ranks of a list of ids. They never change within a book, but the list may have grown. */
  #ranksOf(ids: readonly number[]): Ranks {
    if (this.#ranks?.of === ids && this.#ranks.ranks.length === ids.length) return this.#ranks;
    const ranks = new Int32Array(ids.length);
    const indexes = new Int32Array(this.#rankedCompanies.length).fill(-1);
    // thousands of ids, looked up once and then cached
    for (let listIndex = 0; listIndex < ids.length; listIndex++) {
      const nameRank = this.#rankOf.get(ids[listIndex] as number) ?? -1;
      ranks[listIndex] = nameRank;
      if (nameRank >= 0) indexes[nameRank] = listIndex;
    }
    this.#ranks = { of: ids, ranks, indexes: indexes };
    return this.#ranks;
  }

  #copyMarket(code: string, copy: FastBook): void {
    for (const [companyId, company] of this.#byId) {
      const rates = this.#fixedRates(code, company);
      if (rates) copy.set(code, companyId, rates);
    }
  }

  #market(code: string): Market | undefined {
    const known = this.#markets.get(code);
    if (known || !this.#byCode.has(code)) return known;
    const market = new Market(this.#rankedCompanies.length);
    this.#markets.set(code, market);
    return market;
  }

  /**
   * Former branches where equal to those read now, whatever their own rates, which JSON does not show.
   * null: changed.
   */
  #sameBranches({ id, branches }: BookCompany): readonly BookBranch[] | null {
    const known = this.#byId.get(id)?.branches;
    return known && JSON.stringify(known) === JSON.stringify(branches) ? known : null;
  }

  #stands(name: string, nameRank: number): boolean {
    const before = this.#rankedCompanies[nameRank - 1];
    const after = this.#rankedCompanies[nameRank + 1];
    return (
      (!before || compareNames(before.name, name) <= 0) && (!after || compareNames(name, after.name) <= 0)
    );
  }

  /**
   * Removes a site that belongs to another company by now, since of two companies that swap sites one is
   * read first.
   */
  #removeSite(id: number): void {
    const company = this.#byId.get(id);
    if (company && this.#bySite.get(company.site) === company) this.#bySite.delete(company.site);
  }
}

/** Company with the known branch objects, by which searches are cached, and the new own rates. */
function withBranches(company: BookCompany, known: readonly BookBranch[] | null): BookCompany {
  return known && !known.some(({ rates }) => rates) ? { ...company, branches: known } : company;
}
