import { freshnessOf, type Since } from '#domain/fixings/freshness.ts';
import { rankStandings } from '#domain/offers/rank.ts';
import { type KeyedFixing, selectFixingsOf } from './fixings.queries.ts';
import type { BookCompany, BookCurrency, BookForm, RateBook, Rates, Served, Standing } from './rate-book.ts';

/** The book as one would write it first: what the fast form (fast/) must equal, and which can stand in for it. */
export const plainForm: BookForm = {
  create: (currencies, companies) => new PlainBook(currencies, companies),
  async readFixings(db, companyIds, add) {
    for (const { code, companyId, rates } of await selectFixingsOf(db, companyIds))
      add(code, companyId, rates);
  },
  warm: async () => undefined,
};

class PlainBook implements RateBook {
  currencies: readonly BookCurrency[];
  readonly #companies: Map<number, BookCompany>;
  /** by `<code>:<company>` */
  readonly #fixings = new Map<string, KeyedFixing>();

  constructor(currencies: readonly BookCurrency[], companies: readonly BookCompany[]) {
    this.currencies = currencies;
    this.#companies = new Map(companies.map((company) => [company.id, company]));
  }

  get base() {
    return this.currencies[0];
  }
  get companies() {
    return [...this.#companies.values()];
  }
  get fixingCount() {
    return this.#fixings.size;
  }
  currency = (code: string) => this.currencies.find((currency) => currency.code === code);
  companyBySite = (site: string) => this.companies.find((company) => company.site === site);

  served(code: string, offerIsBase: boolean, since: Since): Served {
    const all = [...this.#fixings.values()].flatMap(({ code: fixed, companyId, rates }) => {
      const { purchase, sale, ...rest } = rates;
      const [company, rate] = [this.#companies.get(companyId), offerIsBase ? sale : purchase];
      const freshness = freshnessOf(rest.updatedAt, since);
      if (fixed !== code || !company || !rate || freshness === 'stale') return [];
      return [{ ...rest, company, rate, isFresh: freshness === 'fresh' }];
    });
    return servedBy(all);
  }

  setCurrencies(currencies: readonly BookCurrency[]) {
    this.currencies = currencies;
    this.#forget(({ code }) => !this.currency(code));
  }
  set(code: string, companyId: number, rates: Rates | null) {
    const isKnown = this.currency(code) && this.#companies.has(companyId);
    if (rates && isKnown) this.#fixings.set(`${code}:${companyId}`, { code, companyId, rates });
    else this.#fixings.delete(`${code}:${companyId}`);
  }
  setCompany(company: BookCompany, fixings: ReadonlyMap<string, Rates>) {
    this.removeCompany(company.id);
    this.#companies.set(company.id, company);
    for (const [code, rates] of fixings) this.set(code, company.id, rates);
    return true;
  }
  removeCompany(id: number) {
    this.#companies.delete(id);
    this.#forget(({ companyId }) => companyId === id);
  }
  #forget(isGone: (fixing: KeyedFixing) => unknown) {
    for (const [key, fixing] of this.#fixings) if (isGone(fixing)) this.#fixings.delete(key);
  }
  copyWith = async () => this;
}

function servedBy(all: readonly Omit<Standing, 'score'>[]): Served {
  const best: Served['best'] = (limit, scoreOf) =>
    all
      .map((one) => ({ ...one, score: scoreOf(one.rate) }))
      .sort(rankStandings)
      .slice(0, limit);
  const placeIn = (companyId: number, ranked: readonly Standing[]) =>
    ranked.findIndex(({ company }) => company.id === companyId);
  return {
    total: all.length,
    best,
    placeOf: (companyId, scoreOf) => placeIn(companyId, best(all.length, scoreOf)) + 1 || null,
    standingOf(companyId, scoreOf) {
      const ranked = best(all.length, scoreOf);
      return ranked[placeIn(companyId, ranked)] ?? null;
    },
    among: (some) => servedBy(all.filter(({ company }) => some.has(company.id))),
  };
}
