import { decimalNumber } from '#domain/money/decimal.ts';
import type { RateRow, Suspended } from '#domain/rates/fixing.ts';
import { freshnessOf, type Since } from '#domain/rates/freshness.ts';
import type { BookCurrency, RateBook } from '../../book/rate-book.ts';
import { readDecimal } from '../../db/numeric.ts';
import { nameOfField } from '../../http/field-names.ts';
import { databaseAway, HttpError } from '../../http/http-error.ts';
import type { FixingAmounts, Suspension } from './rates.queries.ts';

type Row = {
  base: string;
  currency: { code: string; label: string; rate: number };
  company: string;
  amounts: FixingAmounts | null;
};

export function toRow({ base, currency, company, amounts }: Row, since: Since): RateRow {
  return {
    ...currency,
    purchase: optionalNumber(amounts?.purchase ?? null),
    sale: optionalNumber(amounts?.sale ?? null),
    company: { name: company },
    base,
    currency,
    updated_at: amounts?.updatedAt.toISOString() ?? null,
    held: amounts?.isHeld ?? false,
    freshness: amounts && freshnessOf(amounts.updatedAt.getTime(), since),
    by: amounts?.byName ? { name: amounts.byName, surname: amounts.bySurname ?? '' } : null,
    suspended: amounts && toSuspended(amounts),
  };
}

function toSuspended({ isPurchaseSuspended, isSaleSuspended, ...of }: Suspension): Suspended {
  const ends = [
    ...(isPurchaseSuspended ? [of.purchaseUntil] : []),
    ...(isSaleSuspended ? [of.saleUntil] : []),
  ];
  return { purchase: isPurchaseSuspended, sale: isSaleSuspended, until: latest(ends) };
}

function latest(ends: readonly (Date | null)[]): string | null {
  const known = ends.flatMap((end) => end ?? []);
  if (known.length === 0 || known.length < ends.length) return null;
  return new Date(Math.max(...known.map((end) => end.getTime()))).toISOString();
}

export function toCurrency({ code, label, rate }: BookCurrency) {
  return { code, label, rate: decimalNumber(rate) };
}

export function baseOf(book: RateBook): BookCurrency {
  const { base } = book;
  // a database without currencies cannot serve yet
  if (!base) throw databaseAway();
  return base;
}

export function optionalNumber(text: string | null): number | null {
  return text === null ? null : toNumber(text);
}

export function toNumber(text: string): number {
  return decimalNumber(readDecimal(text));
}

export function findFixableCurrency(book: RateBook, code: string): BookCurrency {
  const currency = book.currency(code);
  if (currency && currency !== book.base) return currency;
  const sentence = currency
    ? `La devise ${code} ne peut pas être fixée. C’est la devise de base.`
    : `La devise ${code} n’est pas connue.`;
  throw new HttpError(400, 'unknown_currency', sentence);
}

export function readInstant(text: string, field: 'updated_at' | 'until' = 'updated_at'): Date {
  const at = new Date(text);
  if (/^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(at.getTime())) return at;
  throw new HttpError(400, 'invalid_body', `Le champ « ${nameOfField([field])} » n’a pas la forme attendue.`);
}
