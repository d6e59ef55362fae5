import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareDecimals, decimalOf, parseDecimal } from '../money/decimal.ts';
import { branchRate } from './branch-rate.ts';

describe('a branch rate at a percentage of the company’s', () => {
  test('is worse for the traveller: it hands over less of a currency, and takes more of it', () => {
    expect(branchRate('sale', decimalOf(1.105), -850)).toEqual(decimalOf(1.011075));
    expect(branchRate('purchase', decimalOf(1.17), -850)).toEqual(decimalOf(1.27868853));
    expect(branchRate('sale', decimalOf(1.105), 0)).toEqual(decimalOf(1.105));
  });

  test('is never rounded in the traveller’s favour, and by less than the last decimal of a rate', () => {
    const anyRate = fc.integer({ min: 1_000, max: 999_999_999_999_999 });
    fc.assert(
      fc.property(anyRate, fc.integer({ min: -5_000, max: 5_000 }), (units, percent) => {
        const rate = parseDecimal(`${units}e-8`);
        if (!rate) throw new Error('no rate');
        // in units of 10^-12, exactly
        const exact = (text: bigint) => text * 10_000n;
        const sale = branchRate('sale', rate, percent);
        const purchase = branchRate('purchase', rate, percent);
        const unitsOf = ({ units, scale }: { units: number; scale: number }) =>
          BigInt(units) * 10n ** BigInt(8 - scale);
        if (sale) {
          const wanted = BigInt(units) * BigInt(10_000 + percent);
          expect(exact(unitsOf(sale))).toBeLessThanOrEqual(wanted);
          expect(wanted - exact(unitsOf(sale))).toBeLessThan(10_000n);
        }
        if (purchase) {
          const wanted = BigInt(units) * 10_000n;
          const got = unitsOf(purchase) * BigInt(10_000 + percent);
          expect(got).toBeGreaterThanOrEqual(wanted);
          expect(got - wanted).toBeLessThan(BigInt(10_000 + percent));
        }
        if (sale && percent <= 0) expect(compareDecimals(sale, rate)).toBeLessThanOrEqual(0);
        if (purchase && percent <= 0) expect(compareDecimals(purchase, rate)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
