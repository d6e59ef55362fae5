import type { FixingKey } from './changes.ts';
import type { KeyedFixing } from './fixings.queries.ts';
import type { Mark, News } from './log-of-changes.queries.ts';
import type { KnownCompany } from './rate-book.queries.ts';
import type { BookCurrency, Openings, RateBook } from './rate-book.ts';

/** Source of a rate book: the database, or the stream of its changes. */
export type BookSource = BookReader & {
  /** Whole book at one moment with its position in the log. `between` may be called meanwhile. */
  load(between: () => Promise<void>): Promise<{ book: RateBook; mark: Mark }>;
  /** Log entries after a position. null: the log does not continue there. */
  news(mark: Mark): Promise<News | null>;
  /** Reports the log's version until closed. Lost, duplicate and late reports change nothing. */
  watch(handlers: SourceHandlers): { close(): Promise<void> };
};

/** Reads named rows, as they are now or were then. */
export type BookReader = {
  midRates(
    before: RateBook,
  ): Promise<{ currencies: readonly BookCurrency[]; fixings: readonly KeyedFixing[] }>;
  openings(): Promise<Openings>;
  /** Invisible companies are left out. */
  companies(ids: readonly number[]): Promise<ReadonlyMap<number, KnownCompany>>;
  /** Deleted fixings are left out. */
  fixings(keys: readonly FixingKey[]): Promise<readonly KeyedFixing[]>;
};

export type SourceHandlers = {
  onVersion(version: number): void;
  onConnected(): void;
  onDisconnected(error: Error): void;
};
