import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { suggestsNoFees } from '../companies/fees.ts';
import { decimalOf } from '../money/decimal.ts';
import { aRate } from '../testing/rates.ts';
import { priceOf, toBoardRow } from './board.ts';

const limits = { freshHours: 24, staleDays: 7 };
const row = aRate({ label: 'dollar des États-Unis' });

describe('the posted price of a fixing', () => {
  test('is the price of a unit in euros, the purchase below the sale', () => {
    expect(toBoardRow(row, 'per_base', limits)).toEqual({
      code: 'USD',
      label: 'dollar des États-Unis',
      units: 1,
      // 1 / 1.17 = 0.854700..., 1 / 1.105 = 0.904977...
      purchase: '0,85470',
      sale: '0,90498',
      confirm_at: '2026-11-22T08:00:00.000Z',
      end_at: '2026-11-28T08:00:00.000Z',
    });
  });

  test.each([
    ['per_base', 1.1361, 1],
    ['per_base', 163.2, 100],
    ['per_base', 29_000, 1000],
    ['base_per_1', 163.2, 1],
    ['base_per_100', 1.1361, 100],
    ['base_per_1000', 1.1361, 1000],
  ] as const)('%s at %d: for %d', (unit, rate, units) => {
    expect(toBoardRow({ ...row, rate, purchase: rate * 2, sale: rate }, unit, limits)?.units).toBe(units);
  });

  test('is absent for currencies without a fixing and for suspended sides', () => {
    const suspended = { purchase: true, sale: false, until: null };
    expect(toBoardRow({ ...row, updated_at: null }, 'per_base', limits)).toBeNull();
    expect(toBoardRow({ ...row, suspended }, 'per_base', limits)).toMatchObject({
      purchase: null,
      sale: '0,90498',
    });
    expect(toBoardRow({ ...row, suspended: { ...suspended, sale: true } }, 'per_base', limits)).toBeNull();
  });

  test('is hidden while held for review, and marked as to be confirmed', () => {
    expect(toBoardRow({ ...row, held: true }, 'per_base', limits)).toMatchObject({
      purchase: null,
      sale: null,
      confirm_at: row.updated_at,
    });
  });
});

test('a typed price round-trips', () => {
  // kept of 0.8547 euro for 1
  expect(priceOf(decimalOf(1.17000117), 1, 'purchase')).toEqual({ amount: 85470n, decimals: 5 });
  expect(priceOf(decimalOf(1.17000117), 1, 'sale')).toEqual({ amount: 85470n, decimals: 5 });
});

test('purchase prices are rounded down and sale prices up, by less than one last digit', () => {
  const rates = fc.integer({ min: 1, max: 999_999_999_999 }).map((units) => ({ units, scale: 6 }));
  fc.assert(
    fc.property(rates, fc.constantFrom(1, 100, 1000), (rate, units) => {
      const exact = (units * 10 ** rate.scale) / rate.units;
      const value = ({ amount, decimals }: ReturnType<typeof priceOf>) => Number(amount) / 10 ** decimals;
      const bought = priceOf(rate, units, 'purchase');
      const sold = priceOf(rate, units, 'sale');
      // doubles, and the 8 decimals of what is kept
      const slack = exact * 1e-6 + 1e-9;
      expect(value(bought)).toBeLessThanOrEqual(exact + slack);
      expect(value(sold)).toBeGreaterThanOrEqual(exact - slack);
      const digit = 10 ** -bought.decimals;
      expect(value(sold) - value(bought)).toBeLessThanOrEqual(digit * 1.001);
    }),
  );
});

test('the wording of a board does not suggest that nothing is charged', () => {
  expect(suggestsNoFees('Prix en euros. Achat : le bureau vous achète la devise.')).toBe(false);
});
