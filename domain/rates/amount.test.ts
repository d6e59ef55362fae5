import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalText, parseDecimal } from '../money/decimal.ts';
import { fixingAmount, isLeftEmpty } from './amount.ts';

test.each([
  [1.1361, '1.1361'],
  [1e-8, '0.00000001'],
  [1e-7, '0.0000001'],
  [9_999_999.99999999, '9999999.99999999'],
  [655.957, '655.957'],
  [9_999_999, '9999999'],
])('%d is stored as %s', (value, text) => {
  const amount = fixingAmount(value);
  expect(amount && decimalText(amount)).toBe(text);
});

test.each([
  0,
  -0,
  -1,
  1e-9,
  1.123456789,
  10_000_000,
  1e300,
  Number.POSITIVE_INFINITY,
  Number.NaN,
])('%d is refused', (value) => {
  expect(fixingAmount(value)).toBeNull();
});

test('every amount of at most 8 decimals and 7 digits before them round-trips', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), (units) => {
      const text = `${Math.floor(units / 1e8)}.${String(units % 1e8).padStart(8, '0')}`;
      expect(fixingAmount(Number(text))).toEqual(parseDecimal(text));
    }),
  );
});

test('null, a missing value and an empty text leave an amount as it is; zero does not', () => {
  for (const empty of [null, undefined, ''] as const) expect(isLeftEmpty(empty)).toBe(true);
  expect(isLeftEmpty(0)).toBe(false);
});
