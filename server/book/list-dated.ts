import type { DatedCurrency } from '#domain/currencies/currency.ts';
import { decimalNumber } from '#domain/money/decimal.ts';
import type { BookCurrency } from './rate-book.ts';

export function listDated(currencies: readonly BookCurrency[]): DatedCurrency[] {
  return currencies.map(({ rate, ...currency }) => ({ ...currency, rate: decimalNumber(rate) }));
}
