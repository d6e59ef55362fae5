import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalOf } from '../money/decimal.ts';
import { amountInNotes, findNeighbours, notesAt } from './note-amounts.ts';
import type { Price, PriceRequest } from './price.ts';

const RATE = decimalOf(1.1285);

test.each<[PriceRequest['side'], PriceRequest['target'], number, number, number[], [number, number][]]>([
  // € 500 at 1,1285 are 564,25 dollars
  [
    'sale',
    'offer',
    500_00,
    1,
    [],
    [
      [499_78, 564_00],
      [500_67, 565_00],
    ],
  ],
  [
    'sale',
    'offer',
    500_00,
    5,
    [],
    [
      [496_24, 560_00],
      [500_67, 565_00],
    ],
  ],
  [
    'sale',
    'wish',
    564_00,
    1,
    [],
    [
      [499_78, 564_00],
      [499_78, 564_00],
    ],
  ],
  [
    'sale',
    'offer',
    500_00,
    1,
    [50, 100],
    [
      [487_38, 550_00],
      [531_68, 600_00],
    ],
  ],
  [
    'purchase',
    'offer',
    564_25,
    1,
    [],
    [
      [564_00, 499_77],
      [565_00, 500_66],
    ],
  ],
  [
    'purchase',
    'wish',
    500_00,
    20,
    [],
    [
      [560_00, 496_23],
      [580_00, 513_95],
    ],
  ],
  // nothing as small as a note
  ['sale', 'offer', 2_00, 5, [], [[4_44, 5_00]]],
  ['sale', 'offer', 1, 5, [], [[4_44, 5_00]]],
])('a %s with %s %d, smallest note %d, of %j', (side, target, amount, smallest, chosen, expected) => {
  const { below, above } = findNeighbours({ side, target, amount, rate: RATE, fee: 0 }, smallest, chosen);
  expect([below, above].flatMap((price) => (price ? [[price.offered, price.received]] : []))).toEqual(
    expected,
  );
});

test('a company’s own notes come before the issued ones', () => {
  const own = { denominations: [{ currency: 'USD', values: [100, 20] }] };
  expect(notesAt(own, 'USD')).toEqual([20, 100]);
  expect(notesAt(own, 'JPY')).toEqual([1_000, 5_000, 10_000]);
  expect(notesAt(own, 'XXX')).toEqual([]);
});

test('neighbours are one note apart, around what is requested, and the base is exact to the cent', () => {
  const requests = fc.record({
    side: fc.constantFrom<PriceRequest['side'][]>('sale', 'purchase'),
    target: fc.constantFrom<PriceRequest['target'][]>('offer', 'wish'),
    amount: fc.integer({ min: 1, max: 1_000_000_00 }),
    rate: fc.integer({ min: 1, max: 20_000_000 }).map((units) => decimalOf(units / 10_000)),
    fee: fc.constant(0),
  });
  fc.assert(
    fc.property(requests, fc.constantFrom(1, 5, 20, 500, 1_000), (requested, smallest) => {
      const { below, above } = findNeighbours(requested, smallest);
      const units = (price: Price | null) => price && amountInNotes(requested.side, price) / 100;
      for (const amount of [units(below), units(above)]) expect((amount ?? 0) % smallest).toBe(0);
      if (!below || !above) return;
      expect([0, smallest]).toContain((units(above) ?? 0) - (units(below) ?? 0));
      // an amount that is exact once it is rounded to the cent may pass the requested one by what a cent is worth
      if (units(below) === units(above)) {
        expect(below).toEqual(above);
        return;
      }
      const [least, most] = [below, above].map(({ offered, received }) =>
        requested.target === 'offer' ? offered : received,
      );
      expect(least).toBeLessThanOrEqual(requested.amount);
      expect(most).toBeGreaterThanOrEqual(requested.amount);
    }),
  );
});
