import { expect, test } from 'vitest';
import { decimalOf } from './decimal.ts';
import { deviationOf, isAtLeastAway, isFartherThan, isHigherBy } from './deviation.ts';

test.each([
  [1.1, 1, false],
  [1.10000001, 1, true],
  [0.9, 1, false],
  [0.89999999, 1, true],
  [1.24971, 1.1361, false],
  [1.24972, 1.1361, true],
  [9_999_999.99999999, 0.00000001, true],
])('%d is more than 10 %% from %d: %s', (amount, reference, expected) => {
  expect(isFartherThan(10, decimalOf(amount), decimalOf(reference))).toBe(expected);
});

test.each([
  [1.3, 1.1361, 144],
  [1, 1.1361, -120],
  [1.1361, 1.1361, 0],
  [1.0005, 1, 1],
  [0.9995, 1, -1],
])('%d is %d off by %d tenths of a percent', (amount, reference, tenths) => {
  expect(deviationOf(decimalOf(amount), decimalOf(reference))).toBe(tenths);
});

test.each([
  [1.05, 1, true],
  [0.95, 1, true],
  [1.04999, 1, false],
  [0.95001, 1, false],
  [210, 200, true],
])('%d is at least 5 %% away from %d: %s', (amount, reference, expected) => {
  expect(isAtLeastAway(500, decimalOf(amount), decimalOf(reference))).toBe(expected);
});

test.each([
  [1.1, 1, false],
  [1.10001, 1, true],
  [0.5, 1, false],
  [220.1, 200, true],
])('%d is more than 10 %% higher than %d: %s', (amount, reference, expected) => {
  expect(isHigherBy(10, decimalOf(amount), decimalOf(reference))).toBe(expected);
});
