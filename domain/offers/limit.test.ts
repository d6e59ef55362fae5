import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Decimal, decimalOf, parseDecimal } from '../money/decimal.ts';
import { mostComparable } from './limit.ts';

test('the limit is worth 10,000,000 of the base, in any currency', () => {
  expect(mostComparable(decimalOf(1))).toBe(1_000_000_000);
  expect(mostComparable(decimalOf(1.1361))).toBe(1_136_100_000);
  // 16.5 thousand thousand millions of rials
  expect(mostComparable(decimalOf(1_650_000))).toBe(1_650_000_000_000_000);
});

test('a hundredth more exceeds 10,000,000', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_999_999_999 }),
      fc.integer({ min: 0, max: 8 }),
      (units, scale) => {
        const rate: Decimal | null = parseDecimal(`${units}e-${scale}`);
        // of a currency of which 1 base makes more, a double does not hold such sums
        fc.pre(rate !== null && units < 10 ** (scale + 7));
        const most = BigInt(mostComparable(rate));
        // of more than 15 digits an amount is not asked for
        const next = most + 10n ** BigInt(Math.max(0, String(most).length - 15));
        const worth = (cents: bigint) => cents * 10n ** BigInt(rate.scale);
        const limit = 1_000_000_000n * BigInt(rate.units);
        expect(worth(most) <= limit).toBe(true);
        expect(worth(next) > limit).toBe(true);
      },
    ),
  );
});
