import { branchRate } from '#domain/branches/branch-rate.ts';
import { rankStandings } from '#domain/offers/rank.ts';
import { freshnessOf, type Since } from '#domain/rates/freshness.ts';
import { paysMore } from './branch-overrides.ts';
import { bestPercent, paysCompanyRates, takesPart } from './counters.ts';
import { firstOf } from './first-of.ts';
import { type KeyedFixing, selectFixingsOf } from './fixings.queries.ts';
import type {
  BookCompany,
  BookCurrency,
  BookForm,
  BookOffer,
  CompanySelection,
  Openings,
  RateBook,
  Rates,
  SideOffers,
} from './rate-book.ts';

/** Plain form of the book, which the fast form (fast/) equals and may be replaced by. */
export const plainForm: BookForm = {
  create: (currencies, companies, openings) => new PlainBook(currencies, companies, openings),
  async readFixings(db, companyIds, add) {
    for (const { code, companyId, rates } of await selectFixingsOf(db, companyIds))
      add(code, companyId, rates);
  },
  warm: async () => undefined,
};

type PayingBranch = Omit<BookOffer, 'score'>;

class PlainBook implements RateBook {
  currencies: readonly BookCurrency[];
  openings: Openings;
  branchesState: object = {};
  readonly #companies: Map<number, BookCompany>;
  readonly #fixings = new Map<string, KeyedFixing>();

  constructor(
    currencies: readonly BookCurrency[],
    companies: readonly BookCompany[],
    openings: Openings = new Map(),
  ) {
    this.currencies = currencies;
    this.openings = openings;
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

  sideOffers(code: string, offerIsBase: boolean, since: Since): SideOffers {
    const side = offerIsBase ? 'sale' : 'purchase';
    const those = (percentOf: (company: BookCompany) => number | null) =>
      [...this.#fixings.values()].flatMap(({ code: fixed, companyId, rates }) => {
        const { purchase, sale, ...rest } = rates;
        const [company, own] = [this.#companies.get(companyId), rates[side]];
        const freshness = freshnessOf(rest.updatedAt, since);
        if (fixed !== code || !company || !own || freshness === 'stale') return [];
        if (!paysCompanyRates(company.branches, side)) return [];
        const percent = percentOf(company);
        const rate = percent === null ? null : branchRate(side, own, percent);
        return rate ? [{ ...rest, company, rate, isFresh: freshness === 'fresh' }] : [];
      });
    const owns = this.companies
      .flatMap((company) => company.branches.map((branch) => ({ company, branch })))
      .flatMap(({ company, branch }) => {
        const rates = branch.rates?.get(code);
        const rate = rates?.[side];
        if (!rates || !rate || !this.currency(code) || !takesPart(branch, side)) return [];
        const { purchase, sale, ...rest } = rates;
        const freshness = freshnessOf(rest.updatedAt, since);
        if (freshness === 'stale') return [];
        return [{ ...rest, company, branch, rate, isFresh: freshness === 'fresh' }];
      });
    // Override or branch of a company: best paying, then nearest, then without own rates, then first added.
    // Distances of branches without own rates are unknown here, so `isNearer` tells.
    const best = (
      branches: readonly PayingBranch[],
      own: NonNullable<CompanySelection['overrides']> = new Map(),
    ) => {
      const wayOf = ({ branch }: PayingBranch) => {
        if (!branch) return { step: 1, metres: 0, id: 0 };
        const { metres = null, isNearer = false } = own.get(branch.id) ?? {};
        return { step: isNearer ? 0 : 2, metres: metres ?? 0, id: branch.id };
      };
      const compare = (a: PayingBranch, b: PayingBranch) => {
        const [one, other] = [wayOf(a), wayOf(b)];
        return (
          paysMore(side, b, a) || one.step - other.step || one.metres - other.metres || one.id - other.id
        );
      };
      const all = [...Map.groupBy(branches, ({ company }) => company.id).values()];
      return all.flatMap((those) => those.sort(compare).slice(0, 1));
    };
    const listed = those(({ branches }) => bestPercent(branches, side));
    return {
      ...ratesPaidBy(best([...listed, ...owns])),
      among: ({ ids, percents, overrides: own = new Map() }) => {
        const others = those(({ id }) => percents[ids.indexOf(id)] ?? null);
        const fitting = owns.filter(({ branch }) => own.has(branch.id));
        return ratesPaidBy(best([...others, ...fitting], own));
      },
    };
  }

  setOpenings(openings: Openings) {
    this.openings = openings;
  }
  setCurrencies(currencies: readonly BookCurrency[]) {
    this.currencies = currencies;
    this.#remove(({ code }) => !this.currency(code));
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
    this.branchesState = {};
    this.#companies.delete(id);
    this.#remove(({ companyId }) => companyId === id);
  }
  #remove(isGone: (fixing: KeyedFixing) => unknown) {
    for (const [key, fixing] of this.#fixings) if (isGone(fixing)) this.#fixings.delete(key);
  }
  copyWith = async () => this;
}

function ratesPaidBy(all: readonly Omit<BookOffer, 'score'>[]): Omit<SideOffers, 'among'> {
  const best: SideOffers['best'] = (limit, scoreOf) =>
    all
      .map((one) => ({ ...one, score: scoreOf(one.rate) }))
      .sort(rankStandings)
      .slice(0, limit);
  const indexOfCompany = (companyId: number, ranked: readonly BookOffer[]) =>
    ranked.findIndex(({ company }) => company.id === companyId);
  const offerOf: SideOffers['offerOf'] = (companyId, scoreOf) => {
    const ranked = best(all.length, scoreOf);
    return ranked[indexOfCompany(companyId, ranked)] ?? null;
  };
  return {
    total: all.length,
    best,
    rankOf: (companyId, scoreOf) => indexOfCompany(companyId, best(all.length, scoreOf)) + 1 || null,
    firstOf: (order, limit, scoreOf) => firstOf(order, limit, (id) => offerOf(id, scoreOf)),
    overridesByCompany: new Map(
      all.flatMap(({ company, branch }) => (branch ? [[company.id, { branch }]] : [])),
    ),
    offerOf: offerOf,
  };
}
