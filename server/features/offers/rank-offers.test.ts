import { expect, test, vi } from 'vitest';
import { decimalOf } from '#domain/money/decimal.ts';
import { fastForm } from '../../book/fast/fast-form.ts';
import { findBranches } from '../../book/find-branches.ts';
import type { BookBranch } from '../../book/rate-book.ts';
import { aBookBranch, aBookCompany, aBookCurrency, someRates } from '../../testing/book.ts';
import { readBranchFilter } from './branch-filter.ts';
import { rankOffers } from './rank-offers.ts';

const NOW = 1_800_000_000_000;
const LYON = { lat: 45.76, lon: 4.85 };
const currencies = ['EUR', 'USD', 'CHF'].map((code) => aBookCurrency({ code, rate: decimalOf(1.1) }));
const ratesOf = (sale: number) => someRates({ sale }, NOW);
const branch = (id: number, rates: BookBranch['rates']) =>
  aBookBranch({ id, rates, position: { ...LYON, lat: LYON.lat + id / 1000 } });
const company = (id: number, ...branches: BookBranch[]) => aBookCompany({ id, branches });

test.each([
  ['does not serve this currency', { USD: 1.2 }, 1, [2, 1]],
  ['pays less than its bureau', { CHF: 0.9 }, 1, [2, 1]],
  ['pays more than its bureau', { CHF: 1.2 }, 1, [1, 2]],
])('where a branch with own rates %s, the nearest branches of three searches are read so many times', (_, fixed, reads, ids) => {
  const sheet = new Map(Object.entries(fixed).map(([code, sale]) => [code, ratesOf(sale)]));
  const book = fastForm.create(currencies, [
    company(1, branch(1, sheet), branch(9, null)),
    company(2, branch(3, null)),
  ]);
  for (const { id } of book.companies) book.set('CHF', id, ratesOf(1));
  const asked = readBranchFilter({ near: LYON, sort: 'distance' }, { offerIsBase: true, now: NOW });
  if (!asked) throw new Error('nothing is asked of branches');
  const found = findBranches(book, asked.question);
  expect(found.overrides.size).toBe(1);
  let count = 0;
  const order = Array.from(found.nearestFirst());
  vi.spyOn(found, 'nearestFirst').mockReturnValue({
    [Symbol.iterator]() {
      count += 1;
      return order.values();
    },
  });
  for (let i = 0; i < 3; i++) {
    const served = book.sideOffers('CHF', true, { fresh: 0, compared: 0 });
    const { best } = rankOffers(served, { found, sort: 'distance' }, () => 7);
    expect(best.map((one) => one.company.id)).toEqual(ids);
  }
  expect(count).toBe(reads);
});
