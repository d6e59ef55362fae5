import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalOf } from '../money/decimal.ts';
import { brought, handedOver, type PriceRequest, priceOf, worth } from './price.ts';

// contract 2: 500 EUR at 1.1050 are 552.50 USD; 300 USD at 1.1700 are 256.41 EUR
test.each<[PriceRequest['side'], PriceRequest['target'], number, number, number, number[] | null]>([
  ['sale', 'offer', 500_00, 1.105, 0, [500_00, 552_50, 500_00]],
  ['sale', 'offer', 500_00, 1.105, 4_90, [504_90, 552_50, 500_00]],
  ['sale', 'wish', 300_00, 1.105, 0, [271_50, 300_00, 271_50]],
  ['purchase', 'offer', 300_00, 1.17, 0, [300_00, 256_41, 256_41]],
  ['purchase', 'offer', 300_00, 1.17, 4_90, [300_00, 251_51, 256_41]],
  ['purchase', 'wish', 100_00, 1.17, 0, [117_00, 100_00, 100_00]],
  // nothing is left
  ['purchase', 'offer', 5_00, 1.17, 4_90, null],
  ['sale', 'offer', 1, 0.5, 0, null],
])('a %s, the %s typed: %d at %d, fee %d', (side, target, amount, rate, fee, expected) => {
  const price = priceOf({ side, target, amount, rate: decimalOf(rate), fee });
  expect(price && [brought(side, price), handedOver(side, price), worth(side, price)]).toEqual(expected);
});

test('offering the price of a wished amount gets no less than that amount', () => {
  const side = fc.constantFrom<PriceRequest['side'][]>('sale', 'purchase');
  const cents = fc.integer({ min: 1, max: 1_000_000_00 });
  const rate = fc.integer({ min: 1, max: 200_000 }).map((units) => decimalOf(units / 1_000));
  fc.assert(
    fc.property(side, cents, rate, (of, amount, at) => {
      const wished = priceOf({ side: of, target: 'wish', amount, rate: at, fee: 0 });
      if (!wished) return;
      const offered = priceOf({ side: of, target: 'offer', amount: wished.offered, rate: at, fee: 0 });
      expect(offered?.received).toBeGreaterThanOrEqual(amount);
    }),
  );
});
