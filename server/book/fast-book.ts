import type { Since } from '#domain/rates/freshness.ts';
import { BranchIndex } from './branch-index.ts';
import { FoundOffers, type Fronts } from './fast-offers.ts';
import { readFixingTexts } from './fixing-texts.queries.ts';
import { Market } from './market.ts';
import type {
  BookCompany,
  BookCurrency,
  BookForm,
  Openings,
  RateBook,
  Rates,
  SideOffers,
} from './rate-book.ts';
import { Roster } from './roster.ts';

/** Compact form of the book, of which an answer costs the offers that it returns (README). */
export const fastForm: BookForm = {
  create: (currencies, companies, openings) => new FastBook(currencies, companies, openings),
  readFixings: readFixingTexts,
};

const NOBODY: SideOffers = {
  total: 0,
  best: () => [],
  rankOf: () => null,
  among: () => ({ total: 0, best: () => [], nearest: () => [] }),
};

class FastBook implements RateBook {
  currencies: readonly BookCurrency[] = [];
  openings: Openings;
  #byCode: ReadonlyMap<string, BookCurrency> = new Map();
  readonly #roster: Roster;
  readonly #markets = new Map<string, Market>();
  /** null: to be built. */
  #index: BranchIndex | null = null;
  readonly #fronts: Fronts = new Map();

  constructor(
    currencies: readonly BookCurrency[],
    companies: readonly BookCompany[],
    openings: Openings = new Map(),
  ) {
    this.openings = openings;
    this.#roster = new Roster(companies);
    this.setCurrencies(currencies);
  }

  get base(): BookCurrency | undefined {
    return this.currencies[0];
  }

  get fixingCount(): number {
    return [...this.#markets.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** In order of slots, so that fixings loaded in this order are adjacent in memory. */
  get companies(): readonly BookCompany[] {
    return this.#roster.present;
  }

  currency(code: string): BookCurrency | undefined {
    return this.#byCode.get(code);
  }

  company(id: number): BookCompany | undefined {
    return this.#roster.of(id) ?? undefined;
  }

  companyBySite(site: string): BookCompany | undefined {
    return this.#roster.bySite(site);
  }

  ratesOf(code: string, companyId: number): Rates | null {
    const slot = this.#roster.slotOf(companyId);
    return slot === undefined ? null : (this.#markets.get(code)?.rates(slot) ?? null);
  }

  sideOffers(code: string, offerIsBase: boolean, since: Since): SideOffers {
    const market = this.#markets.get(code) ?? this.#marketOfBranches(code);
    if (!market) return NOBODY;
    const side = market.side(offerIsBase ? 'sale' : 'purchase', since);
    const { fresh, toConfirm } = side;
    return {
      total: fresh.length + toConfirm.length,
      best(limit, scoreOf) {
        const best = fresh.best(limit, scoreOf);
        if (best.length === limit) return best;
        return best.concat(toConfirm.best(limit - best.length, scoreOf));
      },
      rankOf: (companyId, scoreOf) => {
        const slot = this.#roster.slotOf(companyId);
        const list = slot === undefined ? null : side.listOf(slot);
        if (slot === undefined || !list) return null;
        return list.rankOf(slot, scoreOf) + (list === fresh ? 0 : fresh.length);
      },
      among: (question) => {
        this.#index ??= new BranchIndex(this.#roster.companies);
        const found = this.#index.find({ question, openings: this.openings, roster: this.#roster });
        return new FoundOffers(side, found, { fronts: this.#fronts, key: `${code} ${question.key}` });
      },
    };
  }

  setOpenings(openings: Openings): void {
    this.openings = openings;
    this.#index?.forget();
  }

  setCurrencies(currencies: readonly BookCurrency[]): void {
    this.currencies = currencies;
    this.#byCode = new Map(currencies.map((currency) => [currency.code, currency]));
    for (const code of this.#markets.keys()) if (!this.#byCode.has(code)) this.#markets.delete(code);
  }

  set(code: string, companyId: number, rates: Rates | null): void {
    const slot = this.#roster.slotOf(companyId);
    if (slot !== undefined && this.#roster.companies[slot]) this.#market(code)?.set(slot, rates);
  }

  setCompany(company: BookCompany, fixings: ReadonlyMap<string, Rates>): void {
    const known = this.#roster.of(company.id);
    const before = this.#roster.slotOf(company.id);
    if (before !== undefined) for (const market of this.#markets.values()) market.leave(before);
    // the log names a company for other changes, too; JSON does not show own rates
    const isSame = known && JSON.stringify(known.branches) === JSON.stringify(company.branches);
    const isAsBefore = isSame && !company.branches.some(({ rates }) => rates);
    const slot = this.#roster.set(isAsBefore ? { ...company, branches: known.branches } : company);
    if (!isSame) this.#changeBranches(slot, company.branches);
    for (const code of this.#byCode.keys()) {
      const rates = fixings.get(code) ?? null;
      if (rates || this.#markets.has(code)) this.#market(code)?.set(slot, rates);
    }
  }

  removeCompany(id: number): void {
    const slot = this.#roster.slotOf(id);
    if (slot === undefined || !this.#roster.companies[slot]) return;
    this.#roster.remove(slot);
    this.#changeBranches(slot, []);
    for (const market of this.#markets.values()) market.set(slot, null);
  }

  #changeBranches(slot: number, branches: BookCompany['branches']): void {
    if (this.#index?.replace(slot, branches) === false) this.#index = null;
  }

  #market(code: string): Market | null {
    const known = this.#markets.get(code);
    if (known || !this.#byCode.has(code)) return known ?? null;
    const market = new Market(code, this.#roster);
    this.#markets.set(code, market);
    return market;
  }

  /** Market of a currency that only branches with own rates serve. */
  #marketOfBranches(code: string): Market | null {
    const { companies, isPlain } = this.#roster;
    const isServed = companies.some(
      (company, slot) => !isPlain[slot] && company?.branches.some(({ rates }) => rates?.has(code)),
    );
    return isServed ? this.#market(code) : null;
  }
}
