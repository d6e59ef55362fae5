import { Type } from 'typebox';

/** Counted from 1. */
export const Page = Type.Integer({ minimum: 1, maximum: 1_000_000 });

export const SearchText = Type.String({ maxLength: 100, pattern: '^[^\\u0000]*$' });

export const PAGE_SIZE = 100;
/** Rows of rates across companies (contract 3). */
export const RATES_PAGE_SIZE = 500;

/** An empty list has one page. */
export function countPages(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}
