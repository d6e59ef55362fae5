import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareDecimals, type Decimal, decimalOf, decimalText } from '../money/decimal.ts';
import { type RateRounding, scaledRate } from '../money/scaled-rate.ts';
import { marginOf } from '../offers/margin.ts';
import { followMid, type MarginRule } from './follow-mid.ts';

const NONE = { purchase: null, sale: null };
const digits = (count: number): RateRounding => ({ kind: 'digits', digits: count });
const step = (size: number): RateRounding => ({ kind: 'step', step: decimalOf(size) });

function rule(parts: Partial<MarginRule> = {}): MarginRule {
  return {
    margins: { purchase: 250, sale: 250 },
    rounding: digits(5),
    leastChange: 0,
    floor: null,
    ceiling: null,
    ...parts,
  };
}

const both = (parts: Partial<MarginRule>, mid: number, last: Parameters<typeof followMid>[2] = NONE) => {
  const followed = followMid(rule(parts), decimalOf(mid), last);
  if (followed.outcome !== 'moved') return followed.outcome;
  const { purchase, sale } = followed.amounts;
  return [purchase && decimalText(purchase), sale && decimalText(sale)];
};

describe('a margin rule at a mid rate', () => {
  test.each<[Partial<MarginRule>, number, (string | null)[] | string]>([
    // 1.1391 / 0.975 = 1.168307…, 1.1391 × 0.975 = 1.110622…
    [{}, 1.1391, ['1.1684', '1.1106']],
    [{ rounding: digits(4) }, 1.1391, ['1.169', '1.11']],
    [{ rounding: step(0.005) }, 1.1391, ['1.17', '1.11']],
    [{ rounding: digits(4) }, 16_912, ['17350', '16480']],
    [{ rounding: step(50) }, 16_912, ['17350', '16450']],
    // no margin gives the mid rate itself, within the digits
    [{ margins: { purchase: 0, sale: 0 } }, 1.1391, ['1.1391', '1.1391']],
    // an exact product stays: 0.98 × 0.5
    [{ margins: { purchase: null, sale: 200 }, rounding: digits(2) }, 0.5, [null, '0.49']],
    // up over a power of ten
    [{ margins: { purchase: 1, sale: 1 }, rounding: digits(3) }, 9.999, ['10', '9.99']],
    // finer than eight decimals is not said
    [{ rounding: digits(6) }, 0.000_021_34, ['0.00002189', '0.0000208']],
    [{ rounding: step(5) }, 1.2, 'impossible'],
    [{ margins: { purchase: 4_999, sale: 0 } }, 9_000_000, 'impossible'],
    [{ floor: decimalOf(1.12), ceiling: decimalOf(1.15) }, 1.1391, ['1.15', '1.12']],
  ])('%j at %d', (parts, mid, expected) => {
    expect(both(parts, mid)).toEqual(expected);
  });

  test('both sides stay until one moves by the least change, then both move', () => {
    const last = { purchase: decimalOf(1.01), sale: decimalOf(0.99) };
    const parts = { margins: { purchase: 50, sale: 50 }, rounding: step(0.01), leastChange: 500 };
    expect(both(parts, 1.045, last)).toBe('unchanged');
    // the sale by 5.05 %, the purchase by 4.95 %: alone, the sale would stand above the purchase
    expect(both(parts, 1.05, last)).toEqual(['1.06', '1.04']);
    // 1.11 × 0.1 % = 0.00111
    const one = { margins: { purchase: null, sale: 0 }, leastChange: 10 };
    const sale = { purchase: null, sale: decimalOf(1.11) };
    expect(both(one, 1.1111, sale)).toBe('unchanged');
    expect(both(one, 1.1112, sale)).toEqual([null, '1.1112']);
  });

  test('a sale above a purchase fixed by hand is refused', () => {
    const last = { purchase: decimalOf(1.01), sale: decimalOf(0.99) };
    expect(both({ margins: { purchase: null, sale: 50 } }, 1.02, last)).toBe('impossible');
    expect(both({ margins: { purchase: null, sale: 50 } }, 1.01, last)).toEqual(['1.01', '1.0049']);
  });
});

const rates = fc
  .tuple(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 0, max: 8 }))
  .map(([units, scale]) => decimalOf(units / 10 ** scale));
const roundings = fc.oneof(
  fc.integer({ min: 2, max: 8 }).map(digits),
  fc.constantFrom(0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.5, 1, 5, 50).map(step),
);
const margins = fc.integer({ min: 0, max: 4_999 });

/** The value as a fraction over 10^8, by arithmetic of its own. */
const inUnits = (decimal: Decimal) => {
  const [whole = '', fraction = ''] = decimalText(decimal).split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
};

test('rounding is always in the company’s favour, and by less than a step', () => {
  fc.assert(
    fc.property(rates, roundings, margins, (mid, rounding, margin) => {
      const kept = 10_000n - BigInt(margin);
      const sale = scaledRate(mid, [10_000 - margin, 10_000], rounding, 'down');
      if (sale) expect(inUnits(sale) * 10_000n <= inUnits(mid) * kept).toBe(true);
      const purchase = scaledRate(mid, [10_000, 10_000 - margin], rounding, 'up');
      if (purchase) expect(inUnits(purchase) * kept >= inUnits(mid) * 10_000n).toBe(true);
      if (rounding.kind === 'step') {
        const size = inUnits(rounding.step);
        if (sale) {
          expect(inUnits(sale) % size).toBe(0n);
          expect((inUnits(sale) + size) * 10_000n > inUnits(mid) * kept).toBe(true);
        }
        if (purchase) {
          expect(inUnits(purchase) % size).toBe(0n);
          expect((inUnits(purchase) - size) * kept < inUnits(mid) * 10_000n).toBe(true);
        }
        return;
      }
      for (const amount of [sale, purchase]) {
        if (amount)
          expect(String(inUnits(amount)).replace(/0+$/, '').length).toBeLessThanOrEqual(rounding.digits);
      }
    }),
  );
});

test('a purchase is never below the sale, for any mid rate, margin, rounding and bound', () => {
  fc.assert(
    fc.property(
      rates,
      roundings,
      margins,
      margins,
      fc.tuple(rates, rates),
      fc.boolean(),
      (mid, rounding, purchase, sale, bounds, isBound) => {
        const [floor = null, ceiling = null] = isBound ? [...bounds].sort(compareDecimals) : [];
        const followed = followMid(
          rule({ margins: { purchase, sale }, rounding, floor, ceiling }),
          mid,
          NONE,
        );
        if (followed.outcome !== 'moved') return;
        expect(isRightWayRound(followed.amounts)).toBe(true);
      },
    ),
  );
});

test('a purchase is never below the former sale, with any least change or a side by hand', () => {
  const margin = fc.option(margins, { nil: null });
  fc.assert(
    fc.property(
      fc.tuple(rates, rates),
      roundings,
      fc.tuple(margin, margin),
      margins,
      rates,
      ([one, other], rounding, [purchase, sale], leastChange, mid) => {
        const [low, high] = compareDecimals(one, other) < 0 ? [one, other] : [other, one];
        const last = { purchase: high, sale: low };
        const followed = followMid(rule({ margins: { purchase, sale }, rounding, leastChange }), mid, last);
        expect(isRightWayRound(followed.outcome === 'moved' ? followed.amounts : last)).toBe(true);
      },
    ),
  );
});

function isRightWayRound({ purchase, sale }: Parameters<typeof followMid>[2]): boolean {
  return !purchase || !sale || compareDecimals(purchase, sale) >= 0;
}

test('the margin shown to travellers is that of the rule, up to the rounding', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100_000, max: 999_999 }), margins, (units, margin) => {
      const mid = decimalOf(units / 1_000);
      const followed = followMid(
        rule({ margins: { purchase: margin, sale: margin }, rounding: digits(8) }),
        mid,
        NONE,
      );
      for (const side of ['purchase', 'sale'] as const) {
        const amount = followed.outcome === 'moved' ? followed.amounts[side] : null;
        if (!amount) throw new Error('moved');
        expect(Math.abs(marginOf(amount, mid, side === 'sale') - margin)).toBeLessThanOrEqual(1);
      }
    }),
  );
});
