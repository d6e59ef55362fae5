import { expect, test } from 'vitest';
import { aBookBranch, aBookCompany, someRates } from '../testing/book.ts';
import { BranchOverrides } from './branch-overrides.ts';
import type { BookBranch, Rates } from './rate-book.ts';

const SINCE = { fresh: 0, compared: 0 };
const fixed = (sale: number) => someRates({ sale }, 1);
const companyOf = (id: number, rates: BookBranch['rates']) =>
  aBookCompany({ id, branches: [aBookBranch({ id, rates })] });

/** Counts how often it is read from end to end. */
class Counted extends Map<string, Rates> {
  count = 0;
  override [Symbol.iterator]() {
    this.count += 1;
    return super[Symbol.iterator]();
  }
}

test('a sheet that changes has no other one read again, and one that goes is compared no more', () => {
  const counters = new BranchOverrides();
  const served = (code = 'USD') => counters.offers(code, 'sale', SINCE).map(({ company }) => company.id);
  const sheet = new Counted([['USD', fixed(1.1)]]);
  counters.set(companyOf(1, sheet));
  for (const sale of [1.11, 1.12, 1.13]) {
    expect(counters.set(companyOf(2, new Map([['USD', fixed(sale)]])))).toBe(true);
    expect(served()).toEqual([1, 2]);
  }
  expect(sheet.count).toBe(1);
  counters.set(companyOf(2, new Map([['GBP', fixed(0.8)]])));
  expect([served(), served('GBP')]).toEqual([[1], [2]]);
  expect(counters.set(companyOf(2, null))).toBe(true);
  expect(counters.set(companyOf(2, null))).toBe(false);
  expect([counters.remove(1), counters.remove(1)]).toEqual([true, false]);
  expect([served(), served('GBP')]).toEqual([[], []]);
});
