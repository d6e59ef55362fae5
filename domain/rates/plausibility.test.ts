import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decimal, decimalOf, parseDecimal } from '../money/decimal.ts';
import { isImplausible } from './plausibility.ts';

const LIMITS = { heldAbove: 3, heldOff: 50, midRateDays: 7 };
const AT = Date.parse('2026-11-22T09:00:00Z');
const DAY = 24 * 3_600_000;
const NONE = { purchase: null, sale: null };

const optional = (value: number | null) => (value === null ? null : decimalOf(value));
/** Whether a fixing is held that is made when the mid rate is so many days old. */
function judge(
  { purchase = null, sale = null }: { purchase?: number | null; sale?: number | null },
  { rate = 1, days = 0, last = {} as { purchase?: number; sale?: number } } = {},
): boolean {
  return isImplausible(
    {
      amounts: { purchase: optional(purchase), sale: optional(sale) },
      mid: { rate: decimalOf(rate), at: AT - days * DAY },
      last: { purchase: optional(last.purchase ?? null), sale: optional(last.sale ?? null) },
      at: AT,
    },
    LIMITS,
  );
}

describe('against the mid rate', () => {
  test.each([
    // rate of the attack: 4,995 USD for 500 EUR
    [{ sale: 9.99 }, 1.139, true],
    // 3 % above is handed over, a hundred millionth more is not
    [{ sale: 1.03 }, 1, false],
    [{ sale: 1.03000001 }, 1, true],
    // a traveller receives amount / purchase, so a low purchase is the gift
    [{ purchase: 1 }, 1.03, false],
    [{ purchase: 1 }, 1.03000001, true],
    [{ purchase: 0.97087379 }, 1, false],
    [{ purchase: 0.97087378 }, 1, true],
    // half off it, towards the bureau
    [{ sale: 0.5 }, 1, false],
    [{ sale: 0.49999999 }, 1, true],
    [{ purchase: 1.5 }, 1, false],
    [{ purchase: 1.50000001 }, 1, true],
    // one side is enough
    [{ purchase: 1.17, sale: 9.99 }, 1.139, true],
    [{ purchase: 0.1, sale: 1.1 }, 1.139, true],
    [{ purchase: 1.17, sale: 1.105 }, 1.139, false],
  ])('%j at a mid rate of %d: held %s', (amounts, rate, isHeld) => {
    expect(judge(amounts, { rate })).toBe(isHeld);
  });
});

describe('an old mid rate', () => {
  test('is used at 7 days, the company’s own last rate a millisecond later', () => {
    const last = { sale: 2 };
    expect(judge({ sale: 2 }, { days: 7, last })).toBe(true);
    expect(judge({ sale: 2 }, { days: 7 + 1 / DAY, last })).toBe(false);
    expect(judge({ sale: 2.07 }, { days: 8, last })).toBe(true);
    expect(judge({ sale: 1 }, { days: 8, last })).toBe(false);
    expect(judge({ sale: 0.99 }, { days: 8, last })).toBe(true);
  });

  test('plausible steps end 10 % above the old mid rate, and a rate already beyond it may stay', () => {
    const rounded = (rate: number) => Number(rate.toFixed(8));
    let [sale, purchase] = [1.02, 0.98];
    for (let step = 0; step < 50; step += 1) {
      const [more, less] = [rounded(sale * 1.02), rounded(purchase / 1.02)];
      if (!judge({ sale: more }, { days: 8, last: { sale } })) sale = more;
      if (!judge({ purchase: less }, { days: 8, last: { purchase } })) purchase = less;
    }
    expect([sale <= 1.1, sale > 1.07, purchase >= 1 / 1.1, purchase < 1 / 1.07]).toEqual(Array(4).fill(true));
    expect(judge({ sale: 1.1 }, { days: 8, last: { sale: 1.09 } })).toBe(false);
    expect(judge({ sale: 1.10000001 }, { days: 8, last: { sale: 1.09 } })).toBe(true);
    // an accepted rate passes again, and so does one nearer to the mid rate
    expect(judge({ sale: 1.2 }, { days: 8, last: { sale: 1.2 } })).toBe(false);
    expect(judge({ sale: 1.19 }, { days: 8, last: { sale: 1.2 } })).toBe(false);
    expect(judge({ sale: 1.21 }, { days: 8, last: { sale: 1.2 } })).toBe(true);
  });

  test('each side is judged by its own last rate, or by the mid rate without one, first fixings included', () => {
    expect(judge({ sale: 2, purchase: 2.1 }, { days: 8, last: { sale: 2 } })).toBe(true);
    expect(judge({ sale: 2, purchase: 1.2 }, { days: 8, last: { sale: 2 } })).toBe(false);
    expect(judge({ sale: 9.99 }, { days: 400 })).toBe(true);
  });
});

describe('for any amounts', () => {
  const rate = fc
    .integer({ min: 1, max: 999_999_999_999_999 })
    .map((units) => parseDecimal(`${units}e-8`) as Decimal);
  const units = ({ units: n, scale }: Decimal) => BigInt(n) * 10n ** BigInt(8 - scale);
  const held = (side: 'purchase' | 'sale', amount: Decimal, mid: Decimal) =>
    isImplausible(
      { amounts: { ...NONE, [side]: amount }, mid: { rate: mid, at: AT }, last: NONE, at: AT },
      LIMITS,
    );

  test('the exact fractions decide', () => {
    fc.assert(
      fc.property(rate, fc.oneof(rate, fc.integer({ min: 1, max: 300 })), (mid, other) => {
        const near = typeof other === 'number' ? Number((units(mid) * BigInt(other)) / 100n) : 0;
        const amount = typeof other === 'number' ? parseDecimal(`${Math.max(1, near)}e-8`) : other;
        // over 15 digits: no rate
        if (!amount) return;
        const [a, m] = [units(amount), units(mid)];
        const isFar = 2n * (a > m ? a - m : m - a) > m;
        expect(held('sale', amount, mid)).toBe(a * 100n > m * 103n || isFar);
        expect(held('purchase', amount, mid)).toBe(m * 100n > a * 103n || isFar);
      }),
      { numRuns: 2_000 },
    );
  });

  test('the mid rate itself is never held; a sale that hands over more than a held one, above the mid rate, is held too', () => {
    fc.assert(
      fc.property(rate, rate, rate, (mid, one, other) => {
        expect(held('sale', mid, mid) || held('purchase', mid, mid)).toBe(false);
        const [low, high] = units(one) < units(other) ? [one, other] : [other, one];
        if (units(low) > units(mid) && held('sale', low, mid)) expect(held('sale', high, mid)).toBe(true);
        if (units(high) < units(mid) && held('purchase', high, mid))
          expect(held('purchase', low, mid)).toBe(true);
      }),
    );
  });
});
