import type { BookColumns } from '#domain/branches/fields.ts';
import type { OpenInterval } from '#domain/branches/open-state.ts';
import type { Cents } from '#domain/money/cents.ts';
import type { Decimal } from '#domain/money/decimal.ts';
import type { Since } from '#domain/rates/freshness.ts';
import type { PickupMode } from '#domain/terms/terms.ts';
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
  /** Currencies in stock, and each `stockedIn` a mode. Empty without reservations. */
  readonly stocked: ReadonlySet<string>;
  readonly branches: readonly BookBranch[];
};

export function stockedIn(code: string, mode: PickupMode): string {
  return `${code} ${mode}`;
}

export type BookBranch = BookColumns & {
  readonly id: number;
  readonly position: { readonly lat: number; readonly lon: number } | null;
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
  /** Bytes of the written offer, the same object while nothing but the score changes. */
  readonly bytes?: OfferBytes;
  /** Index in a filtered search, where it is `placed`. */
  readonly searchIndex?: number | undefined;
  /** Branch override that makes the offer. */
  readonly branch?: BookBranch;
};

export type OfferBytes = { start: Uint8Array | null; end: Uint8Array | null };

export type CompanySelection = {
  readonly ids: readonly number[] | Int32Array;
  /** Indexes into a list of ids that several searches share. */
  readonly sharedList?: { readonly of: readonly number[]; readonly at: Int32Array };
  /** Percentage of each best matching branch, as of BookBranch. */
  readonly percents: readonly number[] | Int32Array;
  /**
   * Matching branches with own rates by id, with their distance and whether they are nearer than the
   * company's branch in `ids`.
   */
  readonly overrides?: ReadonlyMap<number, SelectedOverride>;
};

export type SelectedOverride = {
  readonly companyId: number;
  readonly metres: number | null;
  readonly isNearer: boolean;
};

export type SelectionOffers = {
  readonly total: number;
  /**
   * First `limit` by rankStandings of domain/offers. A better rate, higher for an offered base and lower
   * otherwise, never scores less.
   */
  best(limit: number, scoreOf: (rate: Decimal) => Cents): readonly BookOffer[];
  firstOf(order: Iterable<number>, limit: number, scoreOf: (rate: Decimal) => Cents): readonly BookOffer[];
  /** Branch override that represents a company. The same object while nothing changes. */
  readonly overridesByCompany: ReadonlyMap<number, { readonly branch: BookBranch }>;
  offerOf(companyId: number, scoreOf: (rate: Decimal) => Cents): BookOffer | null;
};

export type SideOffers = SelectionOffers & {
  rankOf(companyId: number, scoreOf: (rate: Decimal) => Cents): number | null;
  among(some: CompanySelection): SelectionOffers;
};

/**
 * Rates of every company in memory, without a database. server/book/follow.ts keeps it true, and each
 * change is whole when its call returns.
 */
export interface RateBook {
  /** Base first, default counterpart second, then by label. */
  readonly currencies: readonly BookCurrency[];
  readonly base: BookCurrency | undefined;
  readonly companies: readonly BookCompany[];
  /**
   * Replaced whenever a branch or the set of visible companies changes. Copies without such a change share
   * it.
   */
  readonly branchesState: object;
  readonly fixingCount: number;
  readonly openings: Openings;
  currency(code: string): BookCurrency | undefined;
  companyBySite(site: string): BookCompany | undefined;
  /** Offers that are not stale, for an offered base or the reverse. */
  sideOffers(code: string, offerIsBase: boolean, since: Since): SideOffers;
  setOpenings(openings: Openings): void;
  /** Replaces the mid rates. Fixings of removed currencies are dropped. */
  setCurrencies(currencies: readonly BookCurrency[]): void;
  set(code: string, companyId: number, rates: Rates | null): void;
  /**
   * Sets a company with all its fixings, listed by its best branch. false: unchanged, since only a copy by
   * copyWith has room.
   */
  setCompany(company: BookCompany, fixings: ReadonlyMap<string, Rates>): boolean;
  removeCompany(id: number): void;
  /**
   * Copy with room for these companies, without a query. `between` is called again and again, and later
   * changes may be missing in the copy.
   */
  copyWith(companies: readonly BookCompany[], between: () => Promise<void>): Promise<RateBook>;
}

/** Form of a book: plain (plain-form.ts) or compact (fast/). */
export type BookForm = {
  create(
    currencies: readonly BookCurrency[],
    companies: readonly BookCompany[],
    openings?: Openings,
  ): RateBook;
  readFixings(db: Db, companyIds: readonly number[], add: AddFixing): Promise<void>;
  /** Warms the next book's caches. `between` as of copyWith. */
  warm(next: RateBook, before: RateBook, between: () => Promise<void>): Promise<void>;
};

export type AddFixing = (code: string, companyId: number, rates: Rates) => void;
