import { expect, test } from 'vitest';
import { decimalOf } from '../money/decimal.ts';
import { marginOf } from './margin.ts';

test.each([
  // 13.69 of 500, and 7.65 of 264.06 (contract 2)
  [1.105, 1.1361, true, 274],
  [1.17, 1.1361, false, 290],
  [1.1361, 1.1361, true, 0],
  [1.2, 1.1361, true, -562],
  [0.5681, 1.1361, true, 5000],
  // 0.125 and 0.005 %
  [99.875, 100, true, 13],
  [100.005, 100, true, -1],
  [1_200_000.5, 1_250_000, true, 400],
])('at %s, mid %s (the base offered: %s), the margin is %s hundredths of a percent', (rate, mid, isBase, margin) => {
  expect(marginOf(decimalOf(rate), decimalOf(mid), isBase)).toBe(margin);
});
