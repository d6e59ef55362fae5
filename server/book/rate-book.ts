import type { BookColumns } from '#domain/branches/fields.ts';
import type { Stretch } from '#domain/branches/open-state.ts';
import type { Cents } from '#domain/money/cents.ts';
import type { Decimal } from '#domain/money/decimal.ts';
import type { Since } from '#domain/rates/freshness.ts';
import type { PickupMode } from '#domain/terms/terms.ts';
import type { Db } from '../db/open.ts';
import type { Columns } from './fixing-columns.ts';

export type BookCurrency = {
  readonly code: string;
  readonly label: string;
  /** units for 1 base, mid-market */
  readonly rate: Decimal;
  /** when that rate was observed, ISO 8601; and who published it */
  readonly at: string;
  readonly source: string;
};

/** Never changed: when anything of it changes, another object takes its place. */
export type BookCompany = {
  readonly id: number;
  readonly name: string;
  readonly logo: string;
  readonly site: string;
  readonly isPartner: boolean;
  /** of which currencies it has said to have something to hand over, and each `stockedIn` what way; none where it takes no reservation */
  readonly stocked: ReadonlySet<string>;
  /** those that are open to business */
  readonly branches: readonly BookBranch[];
};

/** That a currency may be collected in one of the ways, as `stocked` says it. */
export function stockedIn(code: string, mode: PickupMode): string {
  return `${code} ${mode}`;
}

export type BookBranch = BookColumns & {
  readonly id: number;
  /** null: nobody has said where */
  readonly position: { readonly lat: number; readonly lon: number } | null;
  readonly timeZone: string;
  /** by how many hundredths of a percent it hands over more than the company's rates say; below 0: less */
  readonly percent: number;
  /** what it fixed itself, by currency; null: it has no sheet of its own */
  readonly rates: ReadonlyMap<string, Rates> | null;
  /** by which the book knows when it is open; null: it has not said */
  readonly openingKey: string | null;
};

/** When what a text of hours says is open, as far as it was computed: until `until`, in milliseconds since 1970. */
export type Opening = { readonly stretches: readonly Stretch[]; readonly until: number };
/** by the keys of branches */
export type Openings = ReadonlyMap<string, Opening>;

/** What a bureau fixed for one currency. */
export type Rates = Columns & { readonly purchase: Decimal | null; readonly sale: Decimal | null };

/** A bureau's offer on one side, which is not stale, as the ranking compares them. */
export type Standing = Columns & {
  readonly company: BookCompany;
  readonly rate: Decimal;
  readonly score: Cents;
  /** false: to be confirmed with the bureau */
  readonly isFresh: boolean;
  /** The same object for as long as nothing of this but its score changes, where the book keeps one. */
  readonly keep?: Keep;
  /** Its turn among those that are asked for, where these are `placed`. */
  readonly nth?: number | undefined;
  /** the counter that pays it, where that has a sheet of its own */
  readonly branch?: BookBranch;
};

/** What whoever writes answers may leave with a standing: its beginning and its end, as they were written. */
export type Keep = { start: Uint8Array | null; end: Uint8Array | null };

/** Some companies: those of which a branch fits what is asked. */
export type Among = {
  readonly ids: readonly number[] | Int32Array;
  /** The same, by their places in a list of ids that many of these share. */
  readonly placed?: { readonly of: readonly number[]; readonly at: Int32Array };
  /** By how much the best fitting branch of each hands over more than its rates say, as of BookBranch. */
  readonly percents: readonly number[] | Int32Array;
  /**
   * The fitting branches that have a sheet of their own, by their ids: how far each is, and whether that is nearer than
   * what its company has among `ids`.
   */
  readonly own?: ReadonlyMap<number, OwnCounter>;
};

export type OwnCounter = {
  readonly companyId: number;
  readonly metres: number | null;
  readonly isNearer: boolean;
};

/** Who serves a traveller, of some companies. */
export type ServedAmong = {
  /** how many bureaux */
  readonly total: number;
  /**
   * The first `limit` by rankStandings of domain/offers. A better rate never scores less: the highest is the
   * better one for who offers the base, the lowest for who offers a currency.
   */
  best(limit: number, scoreOf: (rate: Decimal) => Cents): readonly Standing[];
  /** The first `limit` of these companies, which stay in this order; what is fresh before what is to be confirmed. */
  firstOf(order: Iterable<number>, limit: number, scoreOf: (rate: Decimal) => Cents): readonly Standing[];
  /** By company the counter with a sheet of its own that it is listed by, of those that are; the same object while nothing changes. */
  readonly ownCounters: ReadonlyMap<number, { readonly branch: BookBranch }>;
  /** What a company offers; null: it does not serve. */
  standingOf(companyId: number, scoreOf: (rate: Decimal) => Cents): Standing | null;
};

/** Who serves a traveller, of all. */
export type Served = ServedAmong & {
  /** Where a company stands among all of them, from 1; null: it is none of them. */
  placeOf(companyId: number, scoreOf: (rate: Decimal) => Cents): number | null;
  /** The same who serve, without the companies that are not among these. */
  among(some: Among): ServedAmong;
};

/**
 * The rates of every bureau in memory. It knows no database: server/book/follow.ts keeps it true. Each
 * change is whole when its call returns.
 */
export interface RateBook {
  /** the base first, the default counterpart second, then by label */
  readonly currencies: readonly BookCurrency[];
  /** The official base currency; undefined while no currency is known. */
  readonly base: BookCurrency | undefined;
  /** those that are compared */
  readonly companies: readonly BookCompany[];
  /** Another object whenever a branch, or which companies are compared, has changed; a copy in which neither has shares it. */
  readonly branchesState: object;
  readonly fixingCount: number;
  readonly openings: Openings;
  currency(code: string): BookCurrency | undefined;
  companyBySite(site: string): BookCompany | undefined;
  /** Who serves a traveller that offers the base for this currency (or the reverse), at a rate that is not stale. */
  served(code: string, offerIsBase: boolean, since: Since): Served;
  setOpenings(openings: Openings): void;
  /** Takes new mid rates. The fixings of each currency stay; those of a currency that is gone are dropped. */
  setCurrencies(currencies: readonly BookCurrency[]): void;
  /** One fixing as it now is; null when the bureau no longer serves the currency. */
  set(code: string, companyId: number, rates: Rates | null): void;
  /**
   * A company as it now is, with all that it fixed, by currency; it is listed by its best branch. False, and nothing is changed, when the book
   * has no room for it: one made by copyWith has.
   */
  setCompany(company: BookCompany, fixings: ReadonlyMap<string, Rates>): boolean;
  /** A company that is compared no more. */
  removeCompany(id: number): void;
  /**
   * The same book with room for these companies, without a question to the database. `between` is called again
   * and again meanwhile; what changes in the book after it began may be missing in the copy.
   */
  copyWith(companies: readonly BookCompany[], between: () => Promise<void>): Promise<RateBook>;
}

/** How a book is kept and loaded: plainly (plain-form.ts), or so that a million fixings fit (fast/). */
export type BookForm = {
  create(
    currencies: readonly BookCurrency[],
    companies: readonly BookCompany[],
    openings?: Openings,
  ): RateBook;
  /** Calls `add` with each fixing of these companies. */
  readFixings(db: Db, companyIds: readonly number[], add: AddFixing): Promise<void>;
  /** Makes the next book answer as quickly as the one before it. `between` as of copyWith. */
  warm(next: RateBook, before: RateBook, between: () => Promise<void>): Promise<void>;
};

export type AddFixing = (code: string, companyId: number, rates: Rates) => void;
