import type { FixingKey } from './changes.ts';
import type { KeyedFixing } from './fixings.queries.ts';
import type { Mark, News } from './log-of-changes.queries.ts';
import type { KnownCompany } from './rate-book.queries.ts';
import type { BookCurrency, BookForm, Openings, RateBook } from './rate-book.ts';

/** What a rate book follows: the database, or a stream of what changes there. */
export type BookSource = BookReader & {
  readonly form: BookForm;
  /** The whole book as it stands at one moment, and its place in the log. `between` is called again and again meanwhile. */
  load(between: () => Promise<void>): Promise<{ book: RateBook; mark: Mark }>;
  /** What the log says after a place, as far as it is known here; null where it does not go on from there. */
  news(mark: Mark): Promise<News | null>;
  /** All that the news named so far is in the book. */
  settle(): void;
  /** Tells, until closed, how far the log has come. What is lost, doubled or late of it changes nothing. */
  watch(handlers: SourceHandlers): { close(): Promise<void> };
};

/** Reads what the news named as it now is, or as it was then. */
export type BookReader = {
  /** The mid rates, and the fixings of each currency that had none before. */
  midRates(
    before: RateBook,
  ): Promise<{ currencies: readonly BookCurrency[]; fixings: readonly KeyedFixing[] }>;
  openings(): Promise<Openings>;
  /** Those that are not compared are left out. */
  companies(ids: readonly number[]): Promise<ReadonlyMap<number, KnownCompany>>;
  /** Those that are gone are left out. */
  fixings(keys: readonly FixingKey[]): Promise<readonly KeyedFixing[]>;
};

export type SourceHandlers = {
  /** The last version that is known of: there may be news. */
  onVersion(version: number): void;
  /** It tells from now on; something may have been missed before. */
  onThere(): void;
  /** It tells no more. */
  onAway(error: Error): void;
};
