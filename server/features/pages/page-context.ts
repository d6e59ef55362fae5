import type { Blog } from '#domain/articles/blog.ts';
import type { CurrencyName, Page, View } from '#domain/pages/page.ts';
import type { FreshnessLimits, Since } from '#domain/rates/freshness.ts';
import type { BookCurrency, RateBook } from '../../book/rate-book.ts';
import type { BranchPlaces } from './branch-places.ts';
import type { Directory } from './directory.ts';

// State of the instance from which a page is made.
export type PageContext = {
  readonly book: RateBook;
  readonly base: BookCurrency;
  // Articles. null: not read yet.
  readonly blog: Blog | null;
  readonly directory: Directory;
  readonly branchPlaces: BranchPlaces;
  readonly limits: FreshnessLimits;
  readonly since: Since;
  // Milliseconds since 1970, and the day in Paris.
  readonly at: number;
  readonly today: string;
};

// `until`: when an offer of the page changes its freshness, or a branch opens or closes, in milliseconds since 1970.
export type BuiltPage = { readonly page: Page; readonly until: number };

export function pageOf(
  { today }: PageContext,
  {
    path,
    view,
    isIndexed = true,
    until = Number.POSITIVE_INFINITY,
  }: {
    path: string;
    view: View;
    isIndexed?: boolean;
    until?: number;
  },
): BuiltPage {
  return { page: { path, isIndexed, today, view }, until };
}

export function nameOf({ code, label }: CurrencyName): CurrencyName {
  return { code, label };
}
