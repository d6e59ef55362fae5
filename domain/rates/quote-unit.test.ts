import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Decimal, decimalOf, decimalText, parseDecimal } from '../money/decimal.ts';
import type { QuoteUnit } from '../sheets/sheet.ts';
import { fixingAmount } from './amount.ts';
import { quotedDeviation, quoteOf, roundTripOf, storedRateOf } from './quote-unit.ts';

const EUROS = ['base_per_1', 'base_per_100', 'base_per_1000'] as const;
const UNITS = ['per_base', ...EUROS] as const;

test.each<[number, QuoteUnit, string]>([
  [1.169, 'per_base', '1.169'],
  [0.8547, 'base_per_1', '1.17000117'],
  [0.5872, 'base_per_100', '170.29972752'],
  [0.5, 'base_per_1000', '2000'],
  [3, 'base_per_1', '0.33333333'],
])('%d, %s, is stored as %s', (quote, unit, kept) => {
  const decimal = storedRateOf(decimalOf(quote), unit);
  expect(decimal && decimalText(decimal)).toBe(kept);
});

test('a price moves opposite to the units for 1 of the base, and by its own percentage', () => {
  expect(quotedDeviation(1.2, 1, 'per_base')).toBe(200);
  for (const unit of EUROS) expect(quotedDeviation(1.25, 1, unit)).toBe(-200);
});

test.each<[number, QuoteUnit]>([
  [0, 'per_base'],
  [0, 'base_per_1'],
  [1e-9, 'base_per_1'],
  [1e9, 'base_per_1'],
  [0.00001, 'base_per_1000'],
])('%d, %s, is not a valid amount', (quote, unit) => {
  expect(storedRateOf(decimalOf(quote), unit)).toBeNull();
  expect(roundTripOf(decimalOf(quote), unit)).toBeNull();
});

test.each<[number, QuoteUnit, string, boolean]>([
  [1.17000117, 'base_per_1', '0.8547', true],
  [2000, 'base_per_1000', '0.5', true],
  [1.169, 'base_per_1', '0.855432', false],
  [170.31, 'base_per_100', '0.587165', false],
  [1565734.9225, 'base_per_1', '0.000000638678', false],
  [1.169, 'per_base', '1.169', true],
])('%d is quoted, %s, %s: exactly %s', (kept, unit, written, isExact) => {
  const { quote, ...found } = quoteOf(decimalOf(kept), unit);
  expect([decimalText(quote), found.isExact]).toEqual([written, isExact]);
});

test('a quote with more digits than the stored rate has the quote of that rate as `back`', () => {
  const trip = roundTripOf(decimalOf(12345.678), 'base_per_1');
  expect(trip && [decimalText(trip.stored), decimalText(trip.back), trip.isExact]).toEqual([
    '0.000081',
    '12345.679',
    false,
  ]);
});

/** Rates that a fixing can keep. */
const kept: fc.Arbitrary<Decimal> = fc
  .tuple(fc.integer({ min: 1, max: 999_999_999_999_999 }), fc.integer({ min: 0, max: 8 }))
  .map(([units, scale]) => parseDecimal(`${units}e-${scale}`) as Decimal)
  .filter((decimal) => fixingAmount(decimal.units / 10 ** decimal.scale) !== null);

/** As a sheet of paper has them: four to six digits, with or without a comma. */
const typed: fc.Arbitrary<Decimal> = fc
  .tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 0, max: 5 }))
  .map(([units, scale]) => parseDecimal(`${units}e-${scale}`) as Decimal);

test('a typed quote round-trips digit for digit, or `isExact` is false', () => {
  fc.assert(
    fc.property(typed, fc.constantFrom(...UNITS), (quote, unit) => {
      const trip = roundTripOf(quote, unit);
      fc.pre(trip !== null);
      if (!trip) return;
      expect(trip.isExact).toBe(decimalText(trip.back) === decimalText(quote));
      // the nearest that can be kept: half a unit of the eighth decimal, and not more
      if (unit === 'per_base') expect(trip.stored).toEqual(quote);
    }),
    { numRuns: 2000 },
  );
});

test('realistic rates of four digits in euros always round-trip', () => {
  const four = fc
    .tuple(fc.integer({ min: 1000, max: 9999 }), fc.integer({ min: 2, max: 4 }))
    .map(([units, scale]) => parseDecimal(`${units}e-${scale}`) as Decimal);
  fc.assert(
    fc.property(four, fc.constantFrom(...EUROS), (quote, unit) => {
      expect(roundTripOf(quote, unit)?.isExact).toBe(true);
      const found = storedRateOf(quote, unit);
      const written = found && quoteOf(found, unit);
      expect(written?.isExact).toBe(true);
      expect(written && storedRateOf(written.quote, unit)).toEqual(found);
    }),
    { numRuns: 2000 },
  );
});

test('an exact quote is stored as its rate', () => {
  fc.assert(
    fc.property(kept, fc.constantFrom(...UNITS), (rate, unit) => {
      const { quote, isExact } = quoteOf(rate, unit);
      const again = storedRateOf(quote, unit);
      expect(again !== null && decimalText(again) === decimalText(rate)).toBe(isExact);
    }),
    { numRuns: 2000 },
  );
});
