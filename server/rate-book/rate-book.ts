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

export type ListedCompany = BookCompany & {
  readonly nameRank: number;
  /** how each of its offers begins in an answer, in ASCII */
  readonly head: Uint8Array;
};

/** Who serves a traveller, and how each bureau's offer begins and ends in an answer. */
export type Served = {
  readonly list: RankedList;
  company(nameRank: number): ListedCompany;
  tail(nameRank: number): Uint8Array;
};

/**
 * The rates of every bureau in memory, sorted so that an answer costs the offers it returns. It knows no
 * database: server/rate-book/follow.ts keeps it true.
 */
export class RateBook {
  #currencies: readonly BookCurrency[];
  #byCode: ReadonlyMap<string, BookCurrency>;
  /** in the order of names */
  readonly #companies: readonly ListedCompany[];
  readonly #byId: ReadonlyMap<number, ListedCompany>;
  readonly #bySite: ReadonlyMap<string, ListedCompany>;
  readonly #markets = new Map<string, Market>();

  /** `currencies`: the base first, the default counterpart second, then by label. */
  constructor(currencies: readonly BookCurrency[], companies: readonly BookCompany[]) {
    this.#currencies = currencies;
    this.#byCode = new Map(currencies.map((currency) => [currency.code, currency]));
    this.#companies = companies
      .toSorted((a, b) => compareNames(a.name, b.name))
      .map((company, nameRank) => ({ ...company, nameRank, head: offerHead(company) }));
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
    return this.#companies.length;
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
      company: (nameRank) => this.#companies[nameRank] as ListedCompany,
      tail: (nameRank) => market.tail(nameRank),
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

  /** A fixing of a currency that is being loaded: `rank` follows once all are there. */
  fill(code: string, companyId: number, rates: Rates): void {
    const company = this.#byId.get(companyId);
    if (company && this.#byCode.has(code)) this.#market(code).fill(company.nameRank, rates);
  }

  /** Sorts what was filled, each currency once. */
  rank(code: string): void {
    this.#markets.get(code)?.rank();
  }

  /** One fixing as it now is; null when the bureau no longer serves the currency. */
  set(code: string, companyId: number, rates: Rates | null): void {
    const company = this.#byId.get(companyId);
    if (company && this.#byCode.has(code)) this.#market(code).set(company.nameRank, rates);
  }

  #market(code: string): Market {
    const market = this.#markets.get(code) ?? new Market(this.#companies.length);
    this.#markets.set(code, market);
    return market;
  }
}

function offerHead({ name, logo, site, isPartner }: BookCompany): Uint8Array {
  return Buffer.from(`{"company":${asciiJson({ name, logo, site, is_partner: isPartner })}`, 'latin1');
}
