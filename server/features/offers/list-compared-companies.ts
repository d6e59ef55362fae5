import { multiply } from '#domain/money/cents.ts';
import type { Since } from '#domain/rates/freshness.ts';
import type { RateBook } from '../../book/rate-book.ts';
import { createQuote } from './compare.ts';
import { rankOffers } from './rank-offers.ts';

/** Hundredths of the base. The order is the same at other amounts except for ties. */
const WORTH = 100_000;

export function listComparedCompanies(
  book: RateBook | null,
  since: Since,
  code: string,
  offerIsBase: boolean,
): number[] {
  const currency = book?.currency(code);
  if (!book?.base || !currency) return [];
  const amount = offerIsBase ? WORTH : multiply(WORTH, currency.rate, 'half-away');
  const quote = createQuote({ target: 'offer', amount, offerIsBase, base: book.base, currency });
  const { best } = rankOffers(book.sideOffers(code, offerIsBase, since), null, (rate) => quote(rate).score);
  return best.map(({ company }) => company.id);
}
