import type { MidRate } from '#domain/currencies/currency.ts';
import { decimalNumber } from '#domain/money/decimal.ts';
import type { RateBook } from '../../book/rate-book.ts';

export function midRateOf(book: RateBook, code: string): MidRate | null {
  const known = book.currency(code);
  return known ? { rate: decimalNumber(known.rate), at: known.at } : null;
}
