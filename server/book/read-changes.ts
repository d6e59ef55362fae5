import { setImmediate } from 'node:timers/promises';
import type { BookReader } from './book-source.ts';
import type { Changes, FixingKey } from './changes.ts';
import { partsOf } from './rate-book.queries.ts';
import type { RateBook } from './rate-book.ts';

export async function readChanges(reader: BookReader, book: RateBook, changes: Changes): Promise<void> {
  if (changes.midRates) {
    const { currencies, fixings } = await reader.midRates(book);
    book.setCurrencies(currencies);
    for (const { code, companyId, rates } of fixings) book.set(code, companyId, rates);
  }
  if (changes.hours) book.setOpenings(await reader.openings());
  await readCompanies(reader, book, changes.companies);
  await readFixings(reader, book, changes.fixings);
}

async function readCompanies(reader: BookReader, book: RateBook, ids: readonly number[]): Promise<void> {
  for (const asked of partsOf(ids)) {
    const found = await reader.companies(asked);
    for (const id of asked) {
      const now = found.get(id);
      if (now) book.setCompany(now.company, now.fixings);
      else book.removeCompany(id);
      // a company with 150 currencies takes milliseconds
      await setImmediate();
    }
  }
}

async function readFixings(reader: BookReader, book: RateBook, keys: readonly FixingKey[]): Promise<void> {
  if (keys.length === 0) return;
  const rows = await reader.fixings(keys);
  const found = new Map(rows.map(({ code, companyId, rates }) => [`${companyId}:${code}`, rates]));
  for (const { companyId, code } of keys) {
    book.set(code, companyId, found.get(`${companyId}:${code}`) ?? null);
  }
}
