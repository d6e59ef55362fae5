import { setImmediate } from 'node:timers/promises';
import type { Since } from '#domain/fixings/freshness.ts';
import type { Cents } from '#domain/money/cents.ts';
import { compareNames } from '#domain/offers/rank.ts';
import type { BookCompany, BookCurrency, RateBook, Rates, Served, Standing } from '../rate-book.ts';
import { Market } from './market.ts';
import type { RankedList } from './ranked-list.ts';

/** How long a comparison may wait for a copy, in milliseconds: it yields at the first currency after that. */
const SLICE_MS = 5;
const NOBODY: Served = {
  total: 0,
  best: () => [],
  placeOf: () => null,
  standingOf: () => null,
  among: () => NOBODY,
};

type PlacedCompany = BookCompany & { readonly nameRank: number };

/** Columns by the places of names, sorted so that an answer costs the offers it returns: see the README. */
export class FastBook implements RateBook {
  #currencies: readonly BookCurrency[];
  #byCode: ReadonlyMap<string, BookCurrency>;
  /** in the order of names; one that was removed keeps its place and has no offers */
  readonly #places: PlacedCompany[];
  readonly #byId: Map<number, PlacedCompany>;
  readonly #bySite: Map<string, PlacedCompany>;
  readonly #markets = new Map<string, Market>();

  constructor(currencies: readonly BookCurrency[], companies: readonly BookCompany[]) {
    this.#currencies = currencies;
    this.#byCode = new Map(currencies.map((currency) => [currency.code, currency]));
    this.#places = companies
      .toSorted((a, b) => compareNames(a.name, b.name))
      .map((company, nameRank) => ({ ...company, nameRank }));
    this.#byId = new Map(this.#places.map((company) => [company.id, company]));
    this.#bySite = new Map(this.#places.map((company) => [company.site, company]));
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
    const market = this.#markets.get(code);
    if (!market) return NOBODY;
    const { fresh, toConfirm } = market.served(offerIsBase, since);
    const makeFrom = (list: RankedList) => (nameRank: number, score: Cents) =>
      // the list ranks companies of this book alone
      market.standing(nameRank, this.#places[nameRank] as PlacedCompany, list.rate(nameRank), score);
    const bestBy = (limit: number, bestOf: (list: RankedList, limit: number) => Standing[]) => {
      const best = bestOf(fresh, limit);
      if (best.length === limit || toConfirm.length === 0) return best;
      return best.concat(bestOf(toConfirm, limit - best.length));
    };
    const listOf = (companyId: number) => {
      const nameRank = this.#byId.get(companyId)?.nameRank;
      if (nameRank === undefined) return null;
      const list = [fresh, toConfirm].find((one) => one.has(nameRank));
      return list ? { list, nameRank } : null;
    };
    const standingOf: Served['standingOf'] = (companyId, scoreOf) => {
      const found = listOf(companyId);
      return found && makeFrom(found.list)(found.nameRank, scoreOf(found.list.rate(found.nameRank)));
    };
    return {
      total: fresh.length + toConfirm.length,
      best: (limit, scoreOf) => bestBy(limit, (list, most) => list.best(most, scoreOf, makeFrom(list))),
      placeOf: (companyId, scoreOf) => {
        const found = listOf(companyId);
        if (!found) return null;
        const place = found.list.placeOf(found.nameRank, scoreOf);
        return place && place + (found.list === fresh ? 0 : fresh.length);
      },
      standingOf,
      among: ({ ids, has }) => {
        const isIn = (nameRank: number) => has((this.#places[nameRank] as PlacedCompany).id);
        return {
          total: ids.reduce((count, id) => count + (listOf(id) ? 1 : 0), 0),
          best: (limit, scoreOf) =>
            bestBy(limit, (list, most) => list.bestIn(isIn, most, scoreOf, makeFrom(list))),
          standingOf: (companyId, scoreOf) => (has(companyId) ? standingOf(companyId, scoreOf) : null),
        };
      },
    };
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
    if (company) this.#market(code)?.set(company.nameRank, rates);
  }

  /** False when the company has no place here, or its new name belongs at another one. */
  setCompany(company: BookCompany, fixings: ReadonlyMap<string, Rates>): boolean {
    const nameRank = this.#places.findIndex(({ id }) => id === company.id);
    if (nameRank < 0 || !this.#stands(company.name, nameRank)) return false;
    this.#forgetSite(company.id);
    const placed = { ...company, nameRank };
    this.#places[nameRank] = placed;
    this.#byId.set(company.id, placed);
    this.#bySite.set(company.site, placed);
    for (const code of this.#byCode.keys()) {
      const rates = fixings.get(code) ?? null;
      if (rates || this.#markets.has(code)) this.#market(code)?.set(nameRank, rates);
    }
    return true;
  }

  /** It keeps its place, for when it comes back. */
  removeCompany(id: number): void {
    const company = this.#byId.get(id);
    if (!company) return;
    this.#forgetSite(id);
    this.#byId.delete(id);
    for (const market of this.#markets.values()) market.set(company.nameRank, null);
  }

  async copyWith(companies: readonly BookCompany[], between: () => Promise<void>): Promise<RateBook> {
    const ids = new Set(companies.map(({ id }) => id));
    const others = this.companies.filter(({ id }) => !ids.has(id));
    const copy = new FastBook(this.#currencies, [...others, ...companies]);
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

  /** Sorts the sides that are sorted in the other book, so that no comparison has to; in slices. */
  async sortAs(other: FastBook, between: () => Promise<void>): Promise<void> {
    for (const [code, sorted] of other.#markets) {
      this.#markets.get(code)?.sortAs(sorted);
      await setImmediate();
      await between();
    }
  }

  #copyMarket(code: string, copy: FastBook): void {
    const market = this.#markets.get(code);
    if (!market) return;
    for (const [companyId, { nameRank }] of this.#byId) {
      const rates = market.get(nameRank);
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
