import type { Decimal } from '#domain/money/decimal.ts';
import { compareNames, type Ranked } from '#domain/offers/rank.ts';
import { RankedList } from '#domain/offers/ranked-list.ts';

import { asciiJson } from './ascii-json.ts';

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

export type BookFixing = {
  readonly companyId: number;
  readonly purchase: Decimal | null;
  readonly sale: Decimal | null;
  /** ISO 8601 */
  readonly updatedAt: string;
};

/** One bureau on one side of one currency. `company` is shared by all its entries. */
export type Entry = Ranked & {
  readonly company: ListedCompany;
  readonly updatedAt: string;
  /** how its offer ends in an answer, once it was written */
  tail: Uint8Array | null;
};

export type ListedCompany = BookCompany & {
  readonly nameRank: number;
  /** how each of its offers begins in an answer, in ASCII */
  readonly head: Uint8Array;
};

type Listing = { companyId: number; sale: Entry | null; purchase: Entry | null };

/** What one currency is served at, on each side. */
type Market = { sales: RankedList<Entry>; purchases: RankedList<Entry>; byCompany: Map<number, Listing> };

/**
 * The rates of every bureau in memory, sorted so that an answer costs the offers it returns. It knows no
 * database: server/rate-book/follow.ts keeps it true.
 */
export class RateBook {
  #currencies: readonly BookCurrency[];
  #byCode: ReadonlyMap<string, BookCurrency>;
  readonly #companies: ReadonlyMap<number, ListedCompany>;
  readonly #bySite: ReadonlyMap<string, ListedCompany>;
  readonly #markets = new Map<string, Market>();
  #fixingCount = 0;

  /** `currencies`: the base first, the default counterpart second, then by label. */
  constructor(currencies: readonly BookCurrency[], companies: readonly BookCompany[]) {
    this.#currencies = currencies;
    this.#byCode = new Map(currencies.map((currency) => [currency.code, currency]));
    const listed = companies
      .toSorted((a, b) => compareNames(a.name, b.name))
      .map((company, nameRank) => ({ ...company, nameRank, head: offerHead(company) }));
    this.#companies = new Map(listed.map((company) => [company.id, company]));
    this.#bySite = new Map(listed.map((company) => [company.site, company]));
  }

  get currencies(): readonly BookCurrency[] {
    return this.#currencies;
  }

  /** The official base currency; undefined while no currency is known. */
  get base(): BookCurrency | undefined {
    return this.#currencies[0];
  }

  get fixingCount(): number {
    return this.#fixingCount;
  }

  get companyCount(): number {
    return this.#companies.size;
  }

  currency(code: string): BookCurrency | undefined {
    return this.#byCode.get(code);
  }

  companyBySite(site: string): ListedCompany | undefined {
    return this.#bySite.get(site);
  }

  /** Who serves a traveller that offers the base for this currency (or the reverse). */
  offers(code: string, offerIsBase: boolean): RankedList<Entry> {
    const market = this.#markets.get(code) ?? newMarket([]);
    return offerIsBase ? market.sales : market.purchases;
  }

  /** Other mid rates: what each currency is served at stays, and is dropped with a currency that is gone. */
  setCurrencies(currencies: readonly BookCurrency[]): void {
    this.#currencies = currencies;
    this.#byCode = new Map(currencies.map((currency) => [currency.code, currency]));
    for (const [code, { byCompany }] of this.#markets) {
      if (this.#byCode.has(code)) continue;
      this.#markets.delete(code);
      this.#fixingCount -= byCompany.size;
    }
  }

  /** Every fixing of one currency at once, sorted once: for loading. */
  load(code: string, fixings: readonly BookFixing[]): void {
    const market = newMarket(
      fixings.map((fixing) => this.#listing(fixing)).filter((listing) => listing !== null),
    );
    this.#fixingCount += market.byCompany.size - (this.#markets.get(code)?.byCompany.size ?? 0);
    this.#markets.set(code, market);
  }

  /** One fixing as it now is; null when the bureau no longer serves the currency. */
  set(code: string, companyId: number, fixing: BookFixing | null): void {
    const market = this.#markets.get(code) ?? newMarket([]);
    this.#markets.set(code, market);
    const before = market.byCompany.get(companyId);
    if (before?.sale) market.sales.remove(before.sale);
    if (before?.purchase) market.purchases.remove(before.purchase);
    const after = fixing && this.#listing(fixing);
    if (after) {
      if (after.sale) market.sales.insert(after.sale);
      if (after.purchase) market.purchases.insert(after.purchase);
      market.byCompany.set(companyId, after);
    } else {
      market.byCompany.delete(companyId);
    }
    this.#fixingCount += (after ? 1 : 0) - (before ? 1 : 0);
  }

  #listing({ companyId, purchase, sale, updatedAt }: BookFixing): Listing | null {
    const company = this.#companies.get(companyId);
    if (!company) return null;
    const entry = (rate: Decimal | null): Entry | null =>
      rate && { rate, nameRank: company.nameRank, company, updatedAt, tail: null };
    return { companyId, sale: entry(sale), purchase: entry(purchase) };
  }
}

function newMarket(listings: readonly Listing[]): Market {
  return {
    sales: new RankedList(
      listings.map(({ sale }) => sale).filter((sale) => sale !== null),
      true,
    ),
    purchases: new RankedList(
      listings.map(({ purchase }) => purchase).filter((purchase) => purchase !== null),
      false,
    ),
    byCompany: new Map(listings.map((listing) => [listing.companyId, listing])),
  };
}

function offerHead({ name, logo, site, isPartner }: BookCompany): Uint8Array {
  return Buffer.from(`{"company":${asciiJson({ name, logo, site, is_partner: isPartner })}`, 'latin1');
}
