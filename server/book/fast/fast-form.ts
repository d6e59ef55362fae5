import { readFixingTexts } from '../fixing-texts.queries.ts';
import type { BookForm } from '../rate-book.ts';
import { FastBook } from './fast-book.ts';

export const fastForm: BookForm = {
  create: (currencies, companies, openings) => new FastBook(currencies, companies, openings),
  readFixings: readFixingTexts,
  async warm(next, before, between) {
    if (next instanceof FastBook && before instanceof FastBook) await next.sortAs(before, between);
  },
};
