import { expect, test } from 'vitest';
import { aBookBranch } from '../testing/book.ts';
import { bestPercent, paysCompanyRates } from './counters.ts';

const BRANCH = aBookBranch({ buysBack: false, percent: -850 });

test('the best percentage is found among however many branches', () => {
  const many = [...Array.from({ length: 200_000 }, () => BRANCH), { ...BRANCH, percent: -100 }];
  expect(bestPercent(many, 'sale')).toBe(-100);
  expect(bestPercent(many, 'purchase')).toBe(0);
});

test('rates of a bureau all of whose counters have sheets of their own are paid nowhere', () => {
  const own = { ...BRANCH, rates: new Map() };
  expect(paysCompanyRates([], 'sale')).toBe(true);
  expect(paysCompanyRates([own], 'sale')).toBe(false);
  expect(paysCompanyRates([own, BRANCH], 'sale')).toBe(true);
  expect(bestPercent([own, { ...BRANCH, percent: -50 }], 'sale')).toBe(-50);
});

test('rates of a side on which none of a bureau’s counters takes part are paid nowhere', () => {
  expect(paysCompanyRates([], 'purchase')).toBe(true);
  expect(paysCompanyRates([BRANCH], 'purchase')).toBe(false);
  expect(paysCompanyRates([BRANCH, { ...BRANCH, buysBack: true }], 'purchase')).toBe(true);
  // the one that does has another sheet
  expect(paysCompanyRates([BRANCH, { ...BRANCH, buysBack: true, rates: new Map() }], 'purchase')).toBe(false);
  expect(paysCompanyRates([BRANCH], 'sale')).toBe(true);
});
