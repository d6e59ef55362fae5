import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalOf } from '../money/decimal.ts';
import { brought, handedOver, type Price } from './price.ts';
import { formatFee, formatWholeCost, wholeCostOf } from './whole-cost.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test.each<['sale' | 'purchase', [number, number, number], number, number]>([
  // 504.90 € for 552.50 $, which are worth 486.31 €
  ['sale', [500_00, 552_50, 4_90], 1.1361, 18_59],
  // 300 $, which are worth 264.06 €, for 251.51 €
  ['purchase', [300_00, 256_41, 4_90], 1.1361, 12_55],
  ['sale', [100_00, 113_61, 0], 1.1361, 0],
  ['purchase', [113_61, 100_00, 0], 1.1361, 0],
  ['sale', [100_00, 120_00, 0], 1.1361, -5_62],
])('at a %s, %j at a mid rate of %d: %d', (side, [offered, received, fee], mid, cost) => {
  expect(wholeCostOf(side, { offered, received, fee }, decimalOf(mid))).toBe(cost);
});

test('a fee is part of the cost, to the hundredth, on both sides', () => {
  const amount = fc.integer({ min: 1, max: 100_000_000 });
  fc.assert(
    fc.property(
      fc.constantFrom('sale' as const, 'purchase' as const),
      fc.record({ offered: amount, received: amount }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: 1, max: 10_000_000 }),
      (side, amounts, fee, mid) => {
        const rate = decimalOf(mid / 10_000);
        const free: Price = { ...amounts, fee: 0 };
        const cost = wholeCostOf(side, { ...amounts, fee }, rate);
        // a half is rounded away from zero, on either side of it
        expect(Math.abs(cost - fee - wholeCostOf(side, free, rate))).toBeLessThanOrEqual(1);
        const price = { ...amounts, fee };
        const given = brought(side, price) * (side === 'sale' ? mid : 10_000);
        const got = handedOver(side, price) * (side === 'sale' ? 10_000 : mid);
        expect(Math.abs(cost * mid - (given - got)) * 2).toBeLessThanOrEqual(mid);
      },
    ),
  );
});

test('the cost names the mid rate and its day', () => {
  const exchange = { side: 'sale', base: 'EUR', currency: 'USD' } as const;
  const said = (received: number) =>
    plain(
      formatWholeCost(
        exchange,
        { offered: 100_00, received, fee: 0 },
        { rate: 1.1361, at: '2026-11-19T00:00:00.000Z' },
      ),
    );
  const mid = 'au taux intermédiaire du jeudi 19 novembre 2026, 1 EUR = 1,1361 USD';
  expect(said(110_00)).toBe(`€ 3,18 de plus qu’${mid}`);
  expect(said(120_00)).toBe(`€ 5,62 de moins qu’${mid}`);
});

test('a fee of nothing is beside the rate, never “sans frais”', () => {
  expect(plain(formatFee('EUR', 0))).toBe('€ 0 en plus du taux');
  expect(plain(formatFee('EUR', 4_90))).toBe('€ 4,90');
});
