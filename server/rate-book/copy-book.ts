import { setImmediate } from 'node:timers/promises';
import { type BookCompany, RateBook } from './rate-book.ts';

/** How long a comparison may wait for it, in milliseconds: it yields at the first currency after that. */
const SLICE_MS = 5;

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
  // sorting the names was one slice
  let yieldedAt = 0;
  for (const { code } of copy.currencies) {
    if (performance.now() - yieldedAt > SLICE_MS) {
      await setImmediate();
      await between();
      yieldedAt = performance.now();
    }
    for (const { companyId, rates } of book.fixingsOf(code)) copy.set(code, companyId, rates);
  }
  return copy;
}
