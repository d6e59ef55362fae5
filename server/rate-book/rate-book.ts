import type { Decimal } from '#domain/money/decimal.ts';
import { compareNames, compareRates, type Ranked } from '#domain/offers/rank.ts';

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
export type Entry = Ranked & { readonly company: ListedCompany; readonly updatedAt: string };

export type ListedCompany = BookCompany & { readonly nameRank: number; readonly json: string };

type Listing = { sale: Entry | null; purchase: Entry | null };

/** What one currency is served at, best first on each side (compareRates). */
type Market = { sales: Entry[]; purchases: Entry[]; byCompany: Map<number, Listing> };

/**
 * The rates of every bureau in memory, sorted so that an answer costs the offers it returns. It knows no
 * database: server/rate-book/follow.ts keeps it true.
 */
export class RateBook {
  readonly #currencies: readonly BookCurrency[];
  readonly #byCode: ReadonlyMap<string, BookCurrency>;
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
      .map((company, nameRank) => ({ ...company, nameRank, json: companyJson(company) }));
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

  /** Who serves a traveller that offers the base for this currency (or the reverse), best first. */
  entries(code: string, offerIsBase: boolean): readonly Entry[] {
    const market = this.#markets.get(code);
    if (!market) return [];
    return offerIsBase ? market.sales : market.purchases;
  }

  /** Every fixing of one currency at once, sorted once: for loading. */
  load(code: string, fixings: readonly BookFixing[]): void {
    const market: Market = { sales: [], purchases: [], byCompany: new Map() };
    for (const fixing of fixings) {
      const listing = this.#listing(fixing);
      if (!listing) continue;
      market.byCompany.set(fixing.companyId, listing);
      if (listing.sale) market.sales.push(listing.sale);
      if (listing.purchase) market.purchases.push(listing.purchase);
    }
    market.sales.sort((a, b) => compareRates(a, b, true));
    market.purchases.sort((a, b) => compareRates(a, b, false));
    this.#fixingCount += market.byCompany.size - (this.#markets.get(code)?.byCompany.size ?? 0);
    this.#markets.set(code, market);
  }

  /** One fixing as it now is; null when the bureau no longer serves the currency. */
  set(code: string, companyId: number, fixing: BookFixing | null): void {
    const market = this.#markets.get(code) ?? { sales: [], purchases: [], byCompany: new Map() };
    this.#markets.set(code, market);
    const before = market.byCompany.get(companyId);
    if (before?.sale) remove(market.sales, before.sale, true);
    if (before?.purchase) remove(market.purchases, before.purchase, false);
    const after = fixing && this.#listing(fixing);
    if (after) {
      if (after.sale) insert(market.sales, after.sale, true);
      if (after.purchase) insert(market.purchases, after.purchase, false);
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
      rate && { rate, nameRank: company.nameRank, company, updatedAt };
    return { sale: entry(sale), purchase: entry(purchase) };
  }
}

function companyJson({ name, logo, site, isPartner }: BookCompany): string {
  return asciiJson({ name, logo, site, is_partner: isPartner });
}

function insert(list: Entry[], entry: Entry, offerIsBase: boolean): void {
  list.splice(place(list, entry, offerIsBase), 0, entry);
}

function remove(list: Entry[], entry: Entry, offerIsBase: boolean): void {
  const at = place(list, entry, offerIsBase);
  if (list[at] !== entry) throw new Error('the rate book lost its order');
  list.splice(at, 1);
}

/** Where the entry stands, or would stand. No two entries of a list compare equal: names differ. */
function place(list: readonly Entry[], entry: Entry, offerIsBase: boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    // middle is in bounds
    if (compareRates(list[middle] as Entry, entry, offerIsBase) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
