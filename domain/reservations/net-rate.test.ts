import { expect, test } from 'vitest';
import { decimalNumber, decimalOf } from '../money/decimal.ts';
import { netRateOf } from './net-rate.ts';

test.each<['sale' | 'purchase', number, [number, number, number], number]>([
  // without a fee it is the rate, whatever was rounded
  ['sale', 1.105, [90_50, 100_00, 0], 1.105],
  ['sale', 1.23456789, [500_00, 617_28, 0], 1.23456789],
  // 500 € and a fee of 4.90 €: 552.50 $ for 504.90 €
  ['sale', 1.105, [500_00, 552_50, 4_90], 1.094276],
  // 300 $ for 256.41 € less 4.90 €
  ['purchase', 1.17, [300_00, 256_41, 4_90], 1.192794],
  ['sale', 655.957, [100_00, 65_595_70, 5_00], 624.720952],
  ['sale', 1.23456789, [500_00, 617_28, 4_90], 1.222587],
])('at a %s of %d, %j: %d', (side, rate, [offered, received, fee], net) => {
  expect(decimalNumber(netRateOf(side, decimalOf(rate), { offered, received, fee }))).toBe(net);
});
