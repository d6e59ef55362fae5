import type { Decimal } from '#domain/money/decimal.ts';
import { compareNames } from '#domain/offers/rank.ts';
import type { RankedList } from '#domain/offers/ranked-list.ts';
import { asciiJson } from './ascii-json.ts';
import { Market, type Rates } from './market.ts';

export type BookCurrency = {
  readonly code: string;
  readonly label: string;
  /** units for 1 base, mid-market */
  readonly rate: Decimal;
  /** when that rate was observed, ISO 8601; and who published it */
  readonly at: string;
  readonly source: string;
  /** the source as a JSON string of ASCII alone */
  readonly sourceJson: string;
};

export type BookCompany = {
  readonly id: number;
  readonly name: string;
  readonly logo: string;
  readonly site: string;
  readonly isPartner: boolean;
};

export type ListedCompany = BookCompany & { readonly nameRank: number };

/** Who serves a traveller, how each bureau's offer begins in an answer, in ASCII, and since when it stands. */
export type Served = {
  readonly list: RankedList;
  head(nameRank: number): Uint8Array;
  /** milliseconds since 1970 */
  updatedAt(nameRank: number): number;
};

/**
 * The rates of every bureau in memory, sorted so that an answer costs the offers it returns. It knows no
 * database: server/rate-book/follow.ts keeps it true. Each change is whole when its call returns.
 */
export class RateBook {
  #currencies: readonly BookCurrency[];
  #byCode: ReadonlyMap<string, BookCurrency>;
  /** in the order of names; one that was removed keeps its place and has no offers */
  readonly #companies: ListedCompany[];
  /** as the companies; apart from them, since an answer needs nothing else of fifty */
  readonly #heads: Uint8Array[];
  readonly #byId: Map<number, ListedCompany>;
  readonly #bySite: Map<string, ListedCompany>;
  readonly #markets = new Map<string, Market>();

  /** `currencies`: the base first, the default counterpart second, then by label. */
  constructor(currencies: readonly BookCurrency[], companies: readonly BookCompany[]) {
    this.#currencies = currencies;
    this.#byCode = new Map(currencies.map((currency) => [currency.code, currency]));
    this.#companies = companies
      .toSorted((a, b) => compareNames(a.name, b.name))
      .map((company, nameRank) => ({ ...company, nameRank }));
    this.#heads = this.#companies.map(offerHead);
    this.#byId = new Map(this.#companies.map((company) => [company.id, company]));
    this.#bySite = new Map(this.#companies.map((company) => [company.site, company]));
  }

  get currencies(): readonly BookCurrency[] {
    return this.#currencies;
  }

  /** The official base currency; undefined while no currency is known. */
  get base(): BookCurrency | undefined {
    return this.#currencies[0];
  }

  get fixingCount(): number {
    return [...this.#markets.values()].reduce((sum, { count }) => sum + count, 0);
  }

  get companyCount(): number {
    return this.#byId.size;
  }

  /** In the order of names, as the book was made. */
  get companies(): readonly BookCompany[] {
    return [...this.#byId.values()];
  }

  currency(code: string): BookCurrency | undefined {
    return this.#byCode.get(code);
  }

  companyBySite(site: string): ListedCompany | undefined {
    return this.#bySite.get(site);
  }

  /** Who serves a traveller that offers the base for this currency (or the reverse). */
  offers(code: string, offerIsBase: boolean): Served {
    const market = this.#markets.get(code) ?? new Market(0);
    return {
      list: offerIsBase ? market.sales : market.purchases,
      // the list ranks companies of this book alone
      head: (nameRank) => this.#heads[nameRank] as Uint8Array,
      updatedAt: (nameRank) => market.updatedAt(nameRank),
    };
  }

  /** Other mid rates: what each currency is served at stays, and is dropped with a currency that is gone. */
  setCurrencies(currencies: readonly BookCurrency[]): void {
    this.#currencies = currencies;
    this.#byCode = new Map(currencies.map((currency) => [currency.code, currency]));
    for (const code of this.#markets.keys()) {
      if (!this.#byCode.has(code)) this.#markets.delete(code);
    }
  }

  /** One fixing as it now is; null when the bureau no longer serves the currency. */
  set(code: string, companyId: number, rates: Rates | null): void {
    const company = this.#byId.get(companyId);
    if (company) this.#market(code)?.set(company.nameRank, rates);
  }

  /**
   * A company as it now is, with all that it fixed, by currency. False, and nothing is changed, when its name
   * does not stand where it has its place: a place holds one in every currency.
   */
  setCompany(company: BookCompany, fixings: ReadonlyMap<string, Rates>): boolean {
    const nameRank = this.#companies.findIndex(({ id }) => id === company.id);
    if (nameRank < 0 || !this.#stands(company.name, nameRank)) return false;
    this.#forgetSite(company.id);
    const listed = { ...company, nameRank };
    this.#companies[nameRank] = listed;
    this.#heads[nameRank] = offerHead(company);
    this.#byId.set(company.id, listed);
    this.#bySite.set(company.site, listed);
    for (const code of this.#byCode.keys()) {
      const rates = fixings.get(code) ?? null;
      if (rates || this.#markets.has(code)) this.#market(code)?.set(nameRank, rates);
    }
    return true;
  }

  /** A company that is compared no more. Its place waits for it. */
  removeCompany(id: number): void {
    const company = this.#byId.get(id);
    if (!company) return;
    this.#forgetSite(id);
    this.#byId.delete(id);
    for (const market of this.#markets.values()) market.set(company.nameRank, null);
  }

  /** Sorts the sides of this currency that are sorted in the other book, so that no comparison has to. */
  sortAs(other: RateBook, code: string): void {
    const sorted = other.#markets.get(code);
    if (sorted) this.#markets.get(code)?.sortAs(sorted);
  }

  /** What each bureau fixed for this currency. */
  *fixingsOf(code: string): Generator<{ companyId: number; rates: Rates }> {
    const market = this.#markets.get(code);
    if (!market) return;
    for (const [companyId, { nameRank }] of this.#byId) {
      const rates = market.get(nameRank);
      if (rates) yield { companyId, rates };
    }
  }

  /** undefined: the currency is not known */
  #market(code: string): Market | undefined {
    const known = this.#markets.get(code);
    if (known || !this.#byCode.has(code)) return known;
    const market = new Market(this.#companies.length);
    this.#markets.set(code, market);
    return market;
  }

  #stands(name: string, nameRank: number): boolean {
    const before = this.#companies[nameRank - 1];
    const after = this.#companies[nameRank + 1];
    return (
      (!before || compareNames(before.name, name) <= 0) && (!after || compareNames(name, after.name) <= 0)
    );
  }

  /** It may be another's by now: two that exchange theirs are read one after the other. */
  #forgetSite(id: number): void {
    const company = this.#byId.get(id);
    if (company && this.#bySite.get(company.site) === company) this.#bySite.delete(company.site);
  }
}

function offerHead({ name, logo, site, isPartner }: BookCompany): Uint8Array {
  return Buffer.from(`{"company":${asciiJson({ name, logo, site, is_partner: isPartner })}`, 'latin1');
}
