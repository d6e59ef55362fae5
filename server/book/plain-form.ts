import type { Cents } from '#domain/money/cents.ts';
import { rankStandings } from '#domain/offers/rank.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { Since } from '#domain/rates/freshness.ts';
import { type CompanyFit, fitAmong, listingFit, offerBy } from './best-fit.ts';
import { createMatch, metresOf, pointOf } from './branch-search.ts';
import { type KeyedFixing, selectFixingsOf } from './fixings.queries.ts';
import type {
  BookCompany,
  BookCurrency,
  BookForm,
  BookOffer,
  BranchQuestion,
  Openings,
  PlacedOffers,
  RateBook,
  Rates,
  SideOffers,
  Sort,
} from './rate-book.ts';

/** Plain form of the book, which the fast form equals and may be replaced by. */
export const plainForm: BookForm = {
  create: (currencies, companies, openings) => new PlainBook(currencies, companies, openings),
  async readFixings(db, companyIds, add) {
    for (const { code, companyId, rates } of await selectFixingsOf(db, companyIds))
      add(code, companyId, rates);
  },
};

type Unscored = Omit<BookOffer, 'score'> & { readonly chord: number };

class PlainBook implements RateBook {
  currencies: readonly BookCurrency[];
  openings: Openings;
  readonly #companies: Map<number, BookCompany>;
  #listed: readonly BookCompany[] | null = null;
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
  get companies(): readonly BookCompany[] {
    this.#listed ??= [...this.#companies.values()];
    return this.#listed;
  }
  get fixingCount() {
    return this.#fixings.size;
  }
  currency = (code: string) => this.currencies.find((currency) => currency.code === code);
  company = (id: number) => this.companies.find((company) => company.id === id);
  companyBySite = (site: string) => this.companies.find((company) => company.site === site);
  ratesOf = (code: string, companyId: number) => this.#fixings.get(`${code}:${companyId}`)?.rates ?? null;

  sideOffers(code: string, offerIsBase: boolean, since: Since): SideOffers {
    const side: FixingSide = offerIsBase ? 'sale' : 'purchase';
    const offersOf = (fitOf: (company: BookCompany) => CompanyFit, isNear: boolean, sort: Sort) =>
      this.companies.flatMap((company): Unscored[] => {
        const rates = this.#fixings.get(`${code}:${company.id}`)?.rates ?? null;
        const offer = this.currency(code) && offerBy(fitOf(company), { code, side, since, rates, sort });
        if (!offer) return [];
        const { fit, ...rest } = offer;
        const metres = isNear ? metresOf(fit.chord) : null;
        return [
          {
            ...rest,
            company,
            branch: fit.branch,
            chord: fit.chord,
            metres,
          },
        ];
      });
    const listed = offersOf((company) => listingFit(company, side), false, 'amount');
    return {
      ...ranked(listed),
      rankOf: (companyId, scoreOf) =>
        ranked(listed)
          .best(listed.length, scoreOf)
          .findIndex(({ company }) => company.id === companyId) + 1 || null,
      among: (question) => ranked(offersOf(this.#fitsOf(question), question.near !== null, question.sort)),
    };
  }

  #fitsOf(question: BranchQuestion) {
    const match = createMatch(question, this.openings);
    return ({ branches }: BookCompany) => {
      const fits = branches.flatMap((branch) => {
        const chord = match(branch, pointOf(branch.position));
        return chord === null ? [] : [{ branch, chord }];
      });
      return fitAmong(fits, question.sort);
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
    this.#listed = null;
    for (const [code, rates] of fixings) this.set(code, company.id, rates);
  }
  removeCompany(id: number) {
    this.#companies.delete(id);
    this.#listed = null;
    this.#remove(({ companyId }) => companyId === id);
  }
  #remove(isGone: (fixing: KeyedFixing) => unknown) {
    for (const [key, fixing] of this.#fixings) if (isGone(fixing)) this.#fixings.delete(key);
  }
}

function ranked(all: readonly Unscored[]): PlacedOffers {
  const first = (limit: number, scoreOf: (one: Unscored) => Cents, compare: (a: Way, b: Way) => number) =>
    all
      .map((one) => ({ ...one, score: scoreOf(one) }))
      .sort(compare)
      .slice(0, limit)
      .map(({ chord, ...offer }) => offer);
  const byDistance = (a: Way, b: Way) =>
    Number(b.isFresh) - Number(a.isFresh) || a.chord - b.chord || a.company.id - b.company.id;
  return {
    total: all.length,
    best: (limit, scoreOf) => first(limit, ({ rate }) => scoreOf(rate), rankStandings),
    nearest: (limit, scoreOf) => first(limit, ({ rate }) => scoreOf(rate), byDistance),
  };
}

type Way = BookOffer & Unscored;
