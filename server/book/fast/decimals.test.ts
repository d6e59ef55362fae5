import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Decimal, decimalNumber, parseDecimal } from '#domain/money/decimal.ts';
import { Decimals } from './decimals.ts';

/** Of at most 15 significant digits and 8 decimals. */
const rate: fc.Arbitrary<Decimal> = fc
  .tuple(fc.integer({ min: 1, max: 999_999_999_999_999 }), fc.nat(8))
  .map(([units, scale]) => parseDecimal(`${units}e-${scale}`) as Decimal);

test('a column gives back what was put at each place, and nothing where nothing is', () => {
  fc.assert(
    fc.property(fc.array(fc.option(rate), { maxLength: 20 }), (rates) => {
      const column = new Decimals(rates.length);
      expect(column.length).toBe(rates.length);
      for (const [place, one] of rates.entries()) column.set(place, one);
      for (const [place, one] of rates.entries()) {
        expect(column.has(place)).toBe(one !== null);
        expect(column.number(place)).toBe(one ? decimalNumber(one) : 0);
        if (one) expect(column.get(place)).toEqual(one);
        column.set(place, null);
        expect(column.has(place)).toBe(false);
      }
    }),
  );
});
