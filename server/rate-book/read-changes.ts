import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/open.ts';
import { selectOpenings } from './branches.queries.ts';
import type { Changes, FixingKey } from './changes.ts';
import { selectFixingsByKey } from './fixings.queries.ts';
import { type BookSource, COMPANIES_AT_ONCE, loadCompanies, loadMidRates } from './rate-book.queries.ts';
import type { BookCompany, RateBook } from './rate-book.ts';

export type Source = BookSource & { readonly log: FastifyBaseLogger };

/**
 * Reads what changed as it now is, into the book. The companies that are returned are as they were in it: the
 * book has no room for them, and a copy of it (copyWith) has.
 */
export async function readChanges(source: Source, book: RateBook, changes: Changes): Promise<BookCompany[]> {
  const { db, log } = source;
  if (changes.midRates) {
    const { currencies, fixings } = await loadMidRates(db, book);
    book.setCurrencies(currencies);
    for (const { code, companyId, rates } of fixings) book.set(code, companyId, rates);
    log.info({ currencies: currencies.length }, 'mid rates read');
  }
  if (changes.hours) book.setOpenings(await selectOpenings(db));
  const placeless = await readCompanies(source, book, changes.companies);
  await readFixings(db, book, changes.fixings);
  return placeless;
}

async function readCompanies(source: Source, book: RateBook, ids: readonly number[]): Promise<BookCompany[]> {
  const placeless: BookCompany[] = [];
  for (let start = 0; start < ids.length; start += COMPANIES_AT_ONCE) {
    const asked = ids.slice(start, start + COMPANIES_AT_ONCE);
    const found = await loadCompanies(source, asked);
    for (const id of asked) {
      const now = found.get(id);
      if (!now) book.removeCompany(id);
      else if (!book.setCompany(now.company, now.fixings)) placeless.push(now.company);
      // a bureau of 150 currencies takes milliseconds
      await setImmediate();
    }
  }
  return placeless;
}

async function readFixings(db: Db, book: RateBook, keys: readonly FixingKey[]): Promise<void> {
  if (keys.length === 0) return;
  const rows = await selectFixingsByKey(db, keys);
  const found = new Map(rows.map(({ code, companyId, rates }) => [`${companyId}:${code}`, rates]));
  for (const { companyId, code } of keys) {
    book.set(code, companyId, found.get(`${companyId}:${code}`) ?? null);
  }
}
