import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDecimals, decimalOf } from '../money/decimal.ts';
import { betterPrice } from './better-rate.ts';
import { brought, handedOver, type PriceRequest, priceOf } from './price.ts';

// 552.50 USD are 500 EUR at 1.1050, and 493.31 at 1.1200; 300 USD are 256.41 EUR at 1.1700, and 260.86 at 1.1500
test.each<[PriceRequest['side'], [number, number, number], number, [number, number] | null]>([
  ['sale', [500_00, 552_50, 0], 1.12, [493_31, 552_50]],
  ['sale', [500_00, 552_50, 4_90], 1.12, [498_21, 552_50]],
  ['sale', [500_00, 552_50, 0], 1.105, null],
  ['sale', [500_00, 552_50, 0], 1.09, null],
  // so little better that no cent comes of it
  ['sale', [5_00, 5_52, 0], 1.10501, null],
  ['purchase', [300_00, 256_41, 0], 1.15, [300_00, 260_86]],
  ['purchase', [300_00, 256_41, 4_90], 1.15, [300_00, 255_96]],
  ['purchase', [300_00, 256_41, 0], 1.17, null],
  ['purchase', [300_00, 256_41, 0], 1.18, null],
])('a %s of %j with %d as the rate of the day', (side, [offered, received, fee], ofDay, expected) => {
  const rate = decimalOf(side === 'sale' ? 1.105 : 1.17);
  const price = betterPrice(side, { rate, offered, received, fee }, decimalOf(ofDay));
  expect(price && [brought(side, price), handedOver(side, price)]).toEqual(expected);
});

test('what rounding alone would give back is no better rate', () => {
  // 500.99 EUR at 0.01 are 5 of the currency, which 500 EUR would have bought
  const [sale, hundredth] = [{ offered: 500_99, received: 5_00, fee: 0 }, decimalOf(0.01)];
  expect(betterPrice('sale', { ...sale, rate: hundredth }, hundredth)).toBeNull();
  expect(betterPrice('sale', { ...sale, rate: hundredth }, decimalOf(0.009_999))).toBeNull();
  const [purchase, hundred] = [{ offered: 300_00, received: 2_99, fee: 0 }, decimalOf(100)];
  expect(betterPrice('purchase', { ...purchase, rate: hundred }, hundred)).toBeNull();
});

test('no exchange is worse than promised, and none is better at a rate that is not better', () => {
  const rates = fc.integer({ min: 1, max: 20_000_000 }).map((units) => decimalOf(units / 100_000));
  fc.assert(
    fc.property(
      fc.constantFrom<PriceRequest['side'][]>('sale', 'purchase'),
      fc.constantFrom<PriceRequest['target'][]>('offer', 'wish'),
      fc.integer({ min: 1, max: 1_000_000_00 }),
      fc.integer({ min: 0, max: 100_00 }),
      rates,
      rates,
      (side, target, amount, fee, rate, ofDay) => {
        const promised = priceOf({ side, target, amount, rate, fee });
        const better = promised && betterPrice(side, { ...promised, rate }, ofDay);
        if (!better) return;
        expect(better.fee).toBe(fee);
        expect(compareDecimals(ofDay, rate) * (side === 'sale' ? 1 : -1)).toBeGreaterThan(0);
        if (side === 'sale') {
          expect(handedOver(side, better)).toBe(handedOver(side, promised));
          expect(brought(side, better)).toBeLessThan(brought(side, promised));
        } else {
          expect(brought(side, better)).toBe(brought(side, promised));
          expect(handedOver(side, better)).toBeGreaterThan(handedOver(side, promised));
        }
        expect(better.offered).toBeGreaterThan(0);
      },
    ),
  );
});
