import type { BranchKind } from '#domain/branches/branch.ts';
import type { BookColumns } from '#domain/branches/fields.ts';
import type { OpenInterval } from '#domain/branches/open-state.ts';
import type { Cents } from '#domain/money/cents.ts';
import type { Decimal } from '#domain/money/decimal.ts';
import type { Position } from '#domain/places/place.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { Since } from '#domain/rates/freshness.ts';
import type { PickupMode, ReservableWorth } from '#domain/terms/terms.ts';
import type { Db } from '../db/open.ts';
import type { Columns } from './fixing-columns.ts';

export type BookCurrency = {
  readonly code: string;
  readonly label: string;
  /** Units for 1 base, mid-market. */
  readonly rate: Decimal;
  /** Observation (ISO 8601) and publisher of the rate. */
  readonly at: string;
  readonly source: string;
};

/** Immutable. A change makes a new object. */
export type BookCompany = {
  readonly id: number;
  readonly name: string;
  readonly logo: string;
  readonly site: string;
  readonly isPartner: boolean;
  /** Limits by currency in stock, and by `stockedIn` a mode. Empty without reservations. */
  readonly reservable: ReadonlyMap<string, ReservableWorth>;
  /** Own smallest notes in whole units, by currency. A currency left out: the issued ones. */
  readonly smallestNotes: ReadonlyMap<string, number>;
  readonly branches: readonly BookBranch[];
};

export function stockedIn(code: string, mode: PickupMode): string {
  return `${code} ${mode}`;
}

export type BookBranch = BookColumns & {
  readonly id: number;
  readonly position: Position | null;
  readonly timeZone: string;
  /** Hundredths of a percent over the company's rates. Below 0: less. */
  readonly percent: number;
  /** Own rates by currency. null: the company's rates apply. */
  readonly rates: ReadonlyMap<string, Rates> | null;
  readonly openingKey: string | null;
};

/** Opening spans computed until `until`, in milliseconds since 1970. */
export type Opening = { readonly stretches: readonly OpenInterval[]; readonly until: number };
export type Openings = ReadonlyMap<string, Opening>;

export type Rates = Columns & { readonly purchase: Decimal | null; readonly sale: Decimal | null };

/** Offer of one side as the ranking compares it, not stale. */
export type BookOffer = Columns & {
  readonly company: BookCompany;
  readonly rate: Decimal;
  readonly score: Cents;
  /** false: to be confirmed. */
  readonly isFresh: boolean;
  /** Branch that is named: the one with own rates, or in a search the best matching one. */
  readonly branch: BookBranch | null;
  /** Distance of the branch from the place of the search. null: without a place. */
  readonly metres: number | null;
};

export type ScoreOf = (rate: Decimal) => Cents;

export type Circle = Position & { readonly radius: number };

export type Sort = 'amount' | 'distance';

/** Filter of branches that take part on this side. */
export type BranchQuestion = {
  /** Cache key, equal for equal answers in one state of branches and hours. */
  readonly key: string;
  readonly side: FixingSide;
  readonly near: Circle | null;
  readonly kinds: readonly BranchKind[] | null;
  readonly buysBack: boolean;
  readonly openAt: number | null;
  readonly sort: Sort;
};

export type SelectionOffers = {
  readonly total: number;
  /**
   * First `limit` by rankStandings of domain/offers. A better rate, higher for an offered base and lower
   * otherwise, never scores less.
   */
  best(limit: number, scoreOf: ScoreOf): readonly BookOffer[];
};

export type PlacedOffers = SelectionOffers & {
  /** First `limit` by distance, then id, fresh before to be confirmed. */
  nearest(limit: number, scoreOf: ScoreOf): readonly BookOffer[];
};

export type SideOffers = SelectionOffers & {
  rankOf(companyId: number, scoreOf: ScoreOf): number | null;
  /** Offers of the companies with a matching branch, each by the best paying or, sorted by distance, the nearest. */
  among(question: BranchQuestion): PlacedOffers;
};

/**
 * Rates of every company in memory, without a database. server/book/follow.ts keeps it true, and each
 * change is whole when its call returns.
 */
export interface RateBook {
  /** Base first, default counterpart second, then by label. */
  readonly currencies: readonly BookCurrency[];
  readonly base: BookCurrency | undefined;
  // List that stays the same array until a company changes.
  readonly companies: readonly BookCompany[];
  readonly fixingCount: number;
  readonly openings: Openings;
  currency(code: string): BookCurrency | undefined;
  company(id: number): BookCompany | undefined;
  companyBySite(site: string): BookCompany | undefined;
  // Rates of a company itself, whatever their age.
  ratesOf(code: string, companyId: number): Rates | null;
  /** Offers that are not stale, for an offered base or the reverse. */
  sideOffers(code: string, offerIsBase: boolean, since: Since): SideOffers;
  setOpenings(openings: Openings): void;
  /** Replaces the mid rates. Fixings of removed currencies are dropped. */
  setCurrencies(currencies: readonly BookCurrency[]): void;
  set(code: string, companyId: number, rates: Rates | null): void;
  /** Sets a company with all its fixings, listed by its best branch. */
  setCompany(company: BookCompany, fixings: ReadonlyMap<string, Rates>): void;
  removeCompany(id: number): void;
}

/** Form of a book: plain (plain-form.ts) or compact (fast-book.ts). */
export type BookForm = {
  create(
    currencies: readonly BookCurrency[],
    companies: readonly BookCompany[],
    openings?: Openings,
  ): RateBook;
  readFixings(db: Db, companyIds: readonly number[], add: AddFixing): Promise<void>;
};

export type AddFixing = (code: string, companyId: number, rates: Rates) => void;
