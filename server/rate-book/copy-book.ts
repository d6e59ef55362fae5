import { setImmediate } from 'node:timers/promises';
import { type BookCompany, RateBook } from './rate-book.ts';

/**
 * The same book with room for the names of these companies, without a question to the database. `between` is
 * called again and again meanwhile; what changes in the book after it began may be missing in the copy.
 */
export async function copyBook(
  book: RateBook,
  renamed: readonly BookCompany[],
  between: () => Promise<void>,
): Promise<RateBook> {
  const ids = new Set(renamed.map(({ id }) => id));
  const others = book.companies.filter(({ id }) => !ids.has(id));
  const copy = new RateBook(book.currencies, [...others, ...renamed]);
  for (const { code } of copy.currencies) {
    for (const { companyId, rates } of book.fixingsOf(code)) copy.set(code, companyId, rates);
    await setImmediate();
    await between();
  }
  return copy;
}
