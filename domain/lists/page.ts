import { Type } from 'typebox';

/** Which page of a list, from 1. */
export const Page = Type.Integer({ minimum: 1, maximum: 1_000_000 });

/** What a list is searched for; a blank text is no search. */
export const SearchText = Type.String({ maxLength: 100, pattern: '^[^\\u0000]*$' });

/** The most rows of one page of a list. */
export const PAGE_SIZE = 100;
/** The same of the rates across companies (contract 3). */
export const RATES_PAGE_SIZE = 500;

/** How many pages these rows make; an empty list is one page too. */
export function countPages(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}
