import fc from 'fast-check';
import { expect, test } from 'vitest';
import { averageOf } from '../money/average.ts';
import { compareDecimals, decimalNumber, decimalOf, decimalText, parseDecimal } from '../money/decimal.ts';
import { formatValue } from '../money/format-value.ts';
import { departmentOf } from './area.ts';
import { summariseOffers } from './day-offers.ts';
import { lastOfWeeks, PERIODS, readPeriod, summariseValues, windowOf } from './period.ts';
import { ticksBetween } from './ticks.ts';

const valueOn = (day: string, number: number) => ({ day, value: decimalOf(number) });

test('a period ends today and has its days', () => {
  expect(windowOf('30-jours', '2026-03-01')).toEqual({ from: '2026-01-31', to: '2026-03-01' });
  expect(windowOf('1-an', '2026-11-27')).toEqual({ from: '2025-11-28', to: '2026-11-27' });
  expect(PERIODS['6-mois'].days).toBe(183);
  expect(readPeriod('6-mois')).toBe('6-mois');
  for (const text of ['', '2-ans', 'constructor']) expect(readPeriod(text)).toBeNull();
});

test('high, low and average, the extremes with their first day', () => {
  const values = [valueOn('2026-01-01', 1.2), valueOn('2026-01-02', 1.1), valueOn('2026-01-03', 1.2)];
  expect(summariseValues(values)).toMatchObject({
    high: { day: '2026-01-01' },
    low: { day: '2026-01-02' },
    average: parseDecimal('1.16666667'),
  });
  expect(summariseValues([])).toBeNull();
});

test('the average is exact, and between the extremes', () => {
  expect(averageOf([decimalOf(0.1), decimalOf(0.2)])).toEqual(decimalOf(0.15));
  const rate = fc
    .integer({ min: 1, max: 10 ** 12 })
    .map((units) => parseDecimal(`${units}e-8`) ?? decimalOf(1));
  fc.assert(
    fc.property(fc.array(rate, { minLength: 1, maxLength: 40 }), (rates) => {
      const average = averageOf(rates) ?? decimalOf(0);
      const sorted = rates.toSorted(compareDecimals);
      expect(compareDecimals(average, sorted[0] ?? average)).toBeGreaterThanOrEqual(0);
      expect(compareDecimals(average, sorted.at(-1) ?? average)).toBeLessThanOrEqual(0);
      expect(averageOf(rates.toReversed())).toEqual(average);
    }),
  );
});

test('a week is its last value, under its Monday', () => {
  const values = ['2026-11-22', '2026-11-23', '2026-11-27'].map((day, i) => valueOn(day, i + 1));
  expect(lastOfWeeks(values)).toEqual([valueOn('2026-11-16', 1), valueOn('2026-11-23', 3)]);
});

test('the best offer is the highest sale and the lowest purchase, the median the middle one', () => {
  const rates = [1.1, 1.3, 1.2, 1.4].map(decimalOf);
  const texts = (side: 'sale' | 'purchase', of = rates) => {
    const found = summariseOffers(side, of);
    return found && [decimalText(found.best), decimalText(found.median), found.count];
  };
  expect(texts('sale')).toEqual(['1.4', '1.2', 4]);
  expect(texts('purchase')).toEqual(['1.1', '1.3', 4]);
  expect(texts('sale', rates.slice(0, 3))).toEqual(['1.3', '1.2', 3]);
  expect(texts('sale', [])).toBeNull();
});

test.each([
  ['69123', '69'],
  ['2A004', '2A'],
  ['97411', '974'],
  ['98735', '987'],
])('the commune %s is in %s', (commune, department) => expect(departmentOf(commune)).toBe(department));

test('ticks are few, apart and within', () => {
  expect(ticksBetween(decimalOf(1.1301), decimalOf(1.1489), 4)).toEqual({
    values: [1.135, 1.14, 1.145].map(decimalOf),
    decimals: 3,
  });
  // round ends are ticks, too
  expect(ticksBetween(decimalOf(1), decimalOf(4), 4).values).toEqual([1, 2, 3, 4].map(decimalOf));
  // five of 1, up to what is left of a division
  expect(ticksBetween(decimalOf(1e-10), decimalOf(4), 4).values).toEqual([0, 2, 4].map(decimalOf));
  for (const [same, decimals] of [
    [1.1, 1],
    [1.13912687, 4],
  ] as const) {
    const value = decimalOf(same);
    expect(ticksBetween(value, value, 4)).toEqual({ values: [value], decimals });
  }
  const number = fc
    .integer({ min: 1, max: 10 ** 9 })
    .map((units) => parseDecimal(`${units}e-4`) ?? decimalOf(1));
  fc.assert(
    fc.property(number, number, (one, other) => {
      const [low, high] = [one, other].toSorted(compareDecimals);
      if (!low || !high) return;
      const { values, decimals } = ticksBetween(low, high, 4);
      expect(values.length).toBeGreaterThanOrEqual(1);
      expect(values.length).toBeLessThanOrEqual(4);
      for (const value of values) {
        expect(decimalNumber(value)).toBeGreaterThanOrEqual(decimalNumber(low) * (1 - 1e-9));
        expect(decimalNumber(value)).toBeLessThanOrEqual(decimalNumber(high) * (1 + 1e-9));
        expect(value.scale).toBeLessThanOrEqual(Math.max(decimals, low.scale));
      }
    }),
  );
});

test.each([
  [1.13912687, '1,1391'],
  [0.34005, '0,3401'],
  [655.95699999, '655,9570'],
  [5301.020733, '5 301,02'],
  [1565734.922454, '1 565 735'],
])('%d reads %s', (number, text) =>
  expect(formatValue(decimalOf(number))).toBe(text.replaceAll(' ', '\u202f')));
