import fc from 'fast-check';
import { expect, test } from 'vitest';
import { multiply } from '../money/cents.ts';
import { decimalOf } from '../money/decimal.ts';
import { isRoundAmount, roundAmountsFrom, roundAmountWorth } from './round-amounts.ts';

test('round amounts are 1, 2 and 5 times a power of ten', () => {
  expect(roundAmountsFrom(1, 8)).toEqual([1, 2, 5, 10, 20, 50, 100, 200]);
  expect(roundAmountsFrom(50, 3)).toEqual([50, 100, 200]);
  expect(roundAmountsFrom(500, 1)).toEqual([500]);
  for (const units of [1, 20, 5_000]) expect(isRoundAmount(units)).toBe(true);
  for (const units of [0, 3, 12, 25, 101, 1.5]) expect(isRoundAmount(units)).toBe(false);
});

test('the smallest round amount worth so much is at least that, and the one before is less', () => {
  const rates = fc.integer({ min: 1, max: 10 ** 9 }).map((units) => decimalOf(units / 10_000));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), rates, (worth, rate) => {
      const units = roundAmountWorth(worth, rate);
      const least = multiply(worth, rate, 'down');
      expect(isRoundAmount(units)).toBe(true);
      expect(units * 100).toBeGreaterThanOrEqual(least);
      const before = String(units).startsWith('5') ? units / 2.5 : units / 2;
      if (units > 1) expect(before * 100).toBeLessThan(least);
    }),
  );
  expect(roundAmountWorth(10_00, decimalOf(1))).toBe(10);
  expect(roundAmountWorth(10_01, decimalOf(1))).toBe(20);
});
