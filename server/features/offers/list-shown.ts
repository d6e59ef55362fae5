import type { Since } from '#domain/fixings/freshness.ts';
import { multiply } from '#domain/money/cents.ts';
import type { RateBook } from '../../book/rate-book.ts';
import { choose } from './choose.ts';
import { quoteOf } from './compare.ts';

/** What a comparison is taken to be of, in hundredths of the base: the order is the same at any other, but for ties. */
const WORTH = 100_000;

/** The companies that a comparison of a currency with the base shows, in their order; of none: it is not compared. */
export function listShown(book: RateBook | null, since: Since, code: string, offerIsBase: boolean): number[] {
  const currency = book?.currency(code);
  if (!book?.base || !currency) return [];
  const amount = offerIsBase ? WORTH : multiply(WORTH, currency.rate, 'half-away');
  const quote = quoteOf({ target: 'offer', amount, offerIsBase, base: book.base, currency });
  const { best } = choose(book.served(code, offerIsBase, since), null, (rate) => quote(rate).score);
  return best.map(({ company }) => company.id);
}
