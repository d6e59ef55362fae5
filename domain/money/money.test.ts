import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { averageOf } from './average.ts';
import {
  amountOf,
  centsOf,
  divide,
  divideLess,
  divideUp,
  lessConverted,
  multiply,
  multiplyUp,
} from './cents.ts';
import {
  compareDecimals,
  type Decimal,
  decimalNumber,
  decimalOf,
  decimalText,
  parseDecimal,
  powerOfTen,
} from './decimal.ts';
import { divideRate } from './divide-rate.ts';
import {
  formatAmount,
  formatCents,
  formatInverseRate,
  formatPercent,
  formatRate,
  formatShortAmount,
  formatWish,
} from './format.ts';
import { formatExactInverse, formatExactRate, formatListedRate } from './format-exact.ts';
import { formatDecimals, formatValue } from './format-value.ts';
import { quotient, type Rounding } from './quotient.ts';
import { parseStep, scaledRate } from './scaled-rate.ts';

/** The definition, in BigInt alone. */
function exactQuotient(a: number, b: number, c: number, d: number, e: number, rounding: Rounding): bigint {
  const n = BigInt(a) * BigInt(b) - BigInt(c) * BigInt(d);
  const size = n < 0n ? -n : n;
  const whole = rounding === 'down' ? size / BigInt(e) : (2n * size + BigInt(e)) / (2n * BigInt(e));
  return n < 0n ? -whole : whole;
}

const cents = fc.oneof(
  fc.integer({ min: 1, max: 1_000_000_000 }),
  fc.integer({ min: 1, max: 10_000 }).map((n) => n * 100_00),
);
/** Rates of at most 15 significant digits and 8 decimals, from 0.00000001 up. */
const rate: fc.Arbitrary<Decimal> = fc
  .tuple(
    fc.oneof(
      fc.integer({ min: 1, max: 99_999 }),
      fc.maxSafeInteger().map((n) => 1 + (Math.abs(n) % 999_999_999_999_999)),
    ),
    fc.integer({ min: 0, max: 8 }),
  )
  .map(([units, scale]) => parseDecimal(`${units}e-${scale}`) as Decimal);
const rounding = fc.constantFrom<Rounding>('down', 'half-away');

describe('quotient', () => {
  test('equals BigInt arithmetic for every product and rounding', () => {
    fc.assert(
      fc.property(
        cents,
        rate,
        cents,
        rate,
        fc.integer({ min: 1, max: 1e15 }),
        rounding,
        (a, b, c, d, e, how) => {
          const exact = exactQuotient(a, b.units, c, d.units, e, how);
          expect(quotient(a, b.units, c, d.units, e, how)).toBe(Number(exact));
        },
      ),
      { numRuns: 5000 },
    );
  });

  test('is exact on and beside every boundary, where an estimate would err', () => {
    const near = fc.tuple(
      fc.integer({ min: 1, max: 1_000_000_000 }),
      fc.integer({ min: 1e9, max: 1e15 }),
      fc.integer({ min: -2, max: 2 }),
      rounding,
    );
    fc.assert(
      fc.property(near, ([whole, e, off, how]) => {
        // (whole · e + off) / e, and the same half a unit on
        const n = BigInt(whole) * BigInt(e) + BigInt(off) + (how === 'half-away' ? BigInt(e) / 2n : 0n);
        // n = a·b − c·d with b = e: a = whole + 1, c·d makes up the difference
        const d = (BigInt(whole) + 1n) * BigInt(e) - n;
        fc.pre(d >= 0n && d <= BigInt(Number.MAX_SAFE_INTEGER));
        expect(quotient(whole + 1, e, 1, Number(d), e, how)).toBe(
          Number(exactQuotient(whole + 1, e, 1, Number(d), e, how)),
        );
      }),
      { numRuns: 5000 },
    );
  });

  test('is exact where two large products nearly cancel out', () => {
    const large = fc.integer({ min: 1e12, max: Number.MAX_SAFE_INTEGER });
    const small = fc.integer({ min: -3, max: 3 });
    fc.assert(
      fc.property(
        large,
        large,
        small,
        small,
        fc.integer({ min: 1, max: 1e15 }),
        rounding,
        (a, b, i, j, e, how) => {
          const [c, d] = [Math.min(a + i, Number.MAX_SAFE_INTEGER), Math.min(b + j, Number.MAX_SAFE_INTEGER)];
          expect(quotient(a, b, c, d, e, how)).toBe(Number(exactQuotient(a, b, c, d, e, how)));
        },
      ),
      { numRuns: 5000 },
    );
  });

  test('is exact for safe products, up to the largest', () => {
    const max = Number.MAX_SAFE_INTEGER;
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: 0, max }), fc.integer({ min: max - 100, max })),
        fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max })),
        rounding,
        (n, e, how) => {
          expect(quotient(n, 1, 0, 0, e, how)).toBe(Number(exactQuotient(n, 1, 0, 0, e, how)));
          expect(quotient(0, 0, n, 1, e, how)).toBe(Number(exactQuotient(0, 0, n, 1, e, how)));
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('is the nearest double beyond the safe integers, and zero has no sign', () => {
    const max = Number.MAX_SAFE_INTEGER;
    expect(quotient(max, max, 0, 0, 1, 'down')).toBe(Number(BigInt(max) * BigInt(max)));
    expect(quotient(0, 0, max, max, 3, 'half-away')).toBe(
      Number(exactQuotient(0, 0, max, max, 3, 'half-away')),
    );
    expect(quotient(1, 1, 2, 1, 10, 'down')).toBe(0);
    expect(quotient(max, 9, max, 9, 10, 'down')).toBe(0);
    expect(quotient(max, 9, max, 10, max, 'half-away')).toBe(-1);
    expect(quotient(1, max, 2, max, max * 3, 'down')).toBe(0);
  });

  test('rounds halves away from zero, on both sides', () => {
    expect(quotient(1, 5, 0, 0, 10, 'half-away')).toBe(1);
    expect(quotient(0, 0, 1, 5, 10, 'half-away')).toBe(-1);
    expect(quotient(0, 0, 1, 4, 10, 'half-away')).toBe(0);
    expect(quotient(1, 9, 0, 0, 10, 'down')).toBe(0);
  });
});

describe('decimals', () => {
  test.each([
    ['1.1361', { units: 11361, scale: 4 }],
    ['1.17000000', { units: 117, scale: 2 }],
    ['0', { units: 0, scale: 0 }],
    ['-0.50', { units: -5, scale: 1 }],
    ['1e-7', { units: 1, scale: 7 }],
    ['1.5e3', { units: 1500, scale: 0 }],
    ['0001.10', { units: 11, scale: 1 }],
    ['999999999999999', { units: 999999999999999, scale: 0 }],
    ['0.000000000000001', { units: 1, scale: 15 }],
    ['123456789012345.000', { units: 123456789012345, scale: 0 }],
    ['00', { units: 0, scale: 0 }],
    ['00000000000000000012', { units: 12, scale: 0 }],
    ['-0', { units: 0, scale: 0 }],
    ['0.000', { units: 0, scale: 0 }],
    ['100', { units: 100, scale: 0 }],
    ['15e-11', { units: 15, scale: 11 }],
    ['1e14', { units: 100000000000000, scale: 0 }],
    ['0.5e1', { units: 5, scale: 0 }],
    ['00012e1', { units: 120, scale: 0 }],
    ['1E2', { units: 100, scale: 0 }],
  ])('%s is read exactly', (text, decimal) => {
    expect(parseDecimal(text)).toEqual(decimal);
  });

  test.each([
    '',
    'NaN',
    'Infinity',
    '1,5',
    '.5',
    '1.',
    '1e400',
    '1e15',
    '10e14',
    '1e1000',
    '0.0000000000000001',
    '1e-16',
    'e1',
    '1234567890123456',
    '0.1234567890123456',
    '+1',
    ' 1',
  ])('%s is refused', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });

  test('the text of a decimal has its sign and its zeros', () => {
    expect(decimalText({ units: -5, scale: 1 })).toBe('-0.5');
    expect(decimalText({ units: 0, scale: 0 })).toBe('0');
    expect(decimalText({ units: -20, scale: 0 })).toBe('-20');
    expect(decimalText({ units: 7, scale: 8 })).toBe('0.00000007');
  });

  test('a number that is no decimal of 15 digits throws, with its value', () => {
    expect(() => decimalOf(0.1 + 0.2)).toThrow(
      new RangeError('0.30000000000000004 is no decimal of at most 15 digits'),
    );
    expect(() => decimalOf(Number.NaN)).toThrow(RangeError);
    expect(() => powerOfTen(16)).toThrow(new RangeError('no power for the scale 16'));
    expect(() => powerOfTen(-1)).toThrow(RangeError);
    expect(powerOfTen(15)).toBe(1e15);
  });

  test('text and JSON number round-trip', () => {
    fc.assert(
      fc.property(rate, (decimal) => {
        expect(parseDecimal(decimalText(decimal))).toEqual(decimal);
        expect(decimalOf(decimalNumber(decimal))).toEqual(decimal);
      }),
    );
  });

  test('order is the order of the exact values', () => {
    fc.assert(
      fc.property(rate, rate, (a, b) => {
        const left = BigInt(a.units) * 10n ** BigInt(b.scale);
        const right = BigInt(b.units) * 10n ** BigInt(a.scale);
        expect(Math.sign(compareDecimals(a, b))).toBe(left < right ? -1 : left > right ? 1 : 0);
      }),
    );
  });
});

describe('amounts', () => {
  test.each([
    [500, 50000],
    [0.01, 1],
    [568.05, 56805],
    [10_000_000, 1_000_000_000],
    [1.005, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    [0.001, null],
    [9999999999999.99, 999999999999999],
    [16_543_210_987_654.3, 1_654_321_098_765_430],
    [99_999_999_999_999, 9_999_999_999_999_900],
    [100_000_000_000_000, null],
  ])('%s is %s hundredths', (amount, hundredths) => {
    expect(centsOf(amount)).toBe(hundredths);
  });

  test('every amount of 2 decimals round-trips', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e15 - 1 }), (n) => {
        expect(centsOf(amountOf(n))).toBe(n);
      }),
    );
  });

  test('a sum has at most 15 digits, rounded once, in the requested direction', () => {
    const inexact = { units: 165_432_109_876_545, scale: 8 };
    expect(multiply(1_000_000_001, inexact, 'down')).toBe(1_654_321_100_419_770);
    expect(multiply(1_000_000_001, inexact, 'half-away')).toBe(1_654_321_100_419_770);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000_000 }),
        rate,
        fc.constantFrom<Rounding>('down', 'half-away'),
        (amount, by, rounding) => {
          for (const [cents, n, d] of [
            [multiply(amount, by, rounding), by.units, 10 ** by.scale],
            [divide(amount, by, rounding), 10 ** by.scale, by.units],
          ] as const) {
            const exact = exactQuotient(amount, n, 0, 0, d, rounding);
            const unit = 10n ** BigInt(Math.max(0, String(exact).length - 15));
            const rounded = exactQuotient(amount, n, 0, 0, 1, 'down');
            const divisor = BigInt(d) * unit;
            const whole = rounding === 'down' ? rounded / divisor : (2n * rounded + divisor) / (2n * divisor);
            expect(cents).toBe(Number(whole * unit));
            if (exact < 10n ** 16n)
              expect(String(amountOf(cents)).replace(/\D/g, '').length).toBeLessThan(17);
          }
        },
      ),
    );
  });

  test('multiply, divide and lessConverted follow their definitions', () => {
    fc.assert(
      fc.property(cents, rate, (amount, by) => {
        const power = 10 ** by.scale;
        const product = exactQuotient(amount, by.units, 0, 0, power, 'half-away');
        fc.pre(product < 10n ** 15n);
        expect(multiply(amount, by, 'half-away')).toBe(Number(product));
        fc.pre(by.units > 1000);
        const back = divide(amount, by, 'down');
        expect(back).toBe(Number(exactQuotient(amount, power, 0, 0, by.units, 'down')));
        expect(lessConverted(amount, back, by)).toBe(
          Number(exactQuotient(amount, by.units, back, power, by.units, 'half-away')),
        );
      }),
    );
  });
});

describe('amounts rounded up, or less a part', () => {
  const small = fc
    .tuple(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 0, max: 8 }))
    .map(([units, scale]) => parseDecimal(`${units}e-${scale}`) as Decimal);
  const amount = fc.integer({ min: 1, max: 1_000_000 });

  test('the smallest whole number that is not below the quotient', () => {
    fc.assert(
      fc.property(amount, small, (sum, by) => {
        const [n, d] = [BigInt(sum) * BigInt(by.units), 10n ** BigInt(by.scale)];
        const up = BigInt(multiplyUp(sum, by));
        expect(up * d >= n && (up - 1n) * d < n).toBe(true);
        const back = BigInt(divideUp(sum, by));
        const whole = BigInt(sum) * d;
        fc.pre(back < 10n ** 15n);
        expect(back * BigInt(by.units) >= whole && (back - 1n) * BigInt(by.units) < whole).toBe(true);
      }),
    );
    expect(multiplyUp(300, { units: 2, scale: 0 })).toBe(600);
    expect(divideUp(300, { units: 3, scale: 0 })).toBe(100);
  });

  test('a percentage less is rounded down once', () => {
    const percent = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(amount, small, percent, (sum, by, hundredths) => {
        const left = BigInt(divideLess(sum, by, decimalOf(hundredths / 100)));
        const n = BigInt(sum) * 10n ** BigInt(by.scale) * BigInt(10_000 - hundredths);
        const d = BigInt(by.units) * 10_000n;
        fc.pre(left < 10n ** 15n);
        expect(left * d <= n && (left + 1n) * d > n).toBe(true);
      }),
    );
  });

  test('a rate is divided to 6 decimals, halves away from zero', () => {
    fc.assert(
      fc.property(small, amount, amount, (by, part, whole) => {
        fc.pre(part !== whole);
        const n = BigInt(by.units) * BigInt(part) * 1_000_000n;
        const d = 10n ** BigInt(by.scale) * BigInt(whole);
        const millionths = (2n * n + d) / (2n * d);
        const isSafe = millionths <= BigInt(Number.MAX_SAFE_INTEGER);
        expect(divideRate(by, part, whole)).toEqual((isSafe && parseDecimal(`${millionths}e-6`)) || by);
      }),
      { examples: [[{ units: 806_836_722, scale: 0 }, 999_989, 17]] },
    );
    const exact = { units: 11_361_234, scale: 7 };
    expect(divideRate(exact, 500, 500)).toBe(exact);
    expect(divideRate({ units: 1, scale: 6 }, 1, 2)).toEqual({ units: 1, scale: 6 });
  });

  test('a scaled rate is none where nothing is left of it, or its step is finer than a rate', () => {
    const least = decimalOf(1e-8);
    const scaled = (step: number, direction: 'up' | 'down') =>
      scaledRate(least, [1, 2], { kind: 'step', step: decimalOf(step) }, direction);
    expect([scaled(1e-8, 'up'), scaled(1e-8, 'down'), scaled(1e-9, 'up')]).toEqual([least, null, null]);
  });

  test('a step is above 0, of at most 8 decimals', () => {
    expect(['0.005', '0.00000001', '0.000000001', '0', '-1', 'x'].map(parseStep)).toEqual([
      decimalOf(0.005),
      decimalOf(1e-8),
      null,
      null,
      null,
      null,
    ]);
  });

  test('a percentage has two decimals', () => {
    expect([274, 5, -50].map(formatPercent)).toEqual(['2,74', '0,05', '−0,50']);
  });

  test('an average is rounded once to 8 decimals', () => {
    expect(averageOf([1, 2, 2].map(decimalOf))).toEqual(decimalOf(1.66666667));
    expect(averageOf([{ units: 15, scale: 9 }])).toEqual({ units: 2, scale: 8 });
    expect(averageOf([0.1, 200].map(decimalOf))).toEqual(decimalOf(100.05));
    expect(averageOf([123_456_789, 0.000_000_01].map(decimalOf))).toBeNull();
  });
});

describe('formats (spec 5 and 9)', () => {
  test.each([
    [1.1391, '1,1391'],
    [999.99994, '999,9999'],
    [1000, '1 000,00'],
    [5301.018, '5 301,02'],
    [99_999.994, '99 999,99'],
    [100_000, '100 000'],
    [1_565_735.5, '1 565 736'],
  ])('a value of %s has about seven digits: %s', (value, text) => {
    expect(formatValue(decimalOf(value)).replaceAll('\u202f', ' ')).toBe(text);
  });

  test('a value has as many decimals as asked for', () => {
    expect(formatDecimals(decimalOf(0.0625), 3)).toBe('0,063');
    expect(formatDecimals(decimalOf(0.4), 0)).toBe('0');
  });

  test('amounts: the symbol, then the amount with 2 decimals', () => {
    expect(formatAmount('USD', 55950)).toBe('$\u00a0559,50');
    expect(formatAmount('EUR', 753)).toBe('€\u00a07,53');
    expect(formatAmount('MAD', 123456789)).toBe('MAD\u00a01\u202f234\u202f567,89');
    expect(formatAmount('HKD', -5)).toBe('元\u00a0−0,05');
    expect(formatAmount('constructor', 100)).toBe('constructor\u00a01,00');
    expect(formatShortAmount('EUR', 50000)).toBe('€\u00a0500');
    expect(formatShortAmount('EUR', 50050)).toBe('€\u00a0500,50');
    expect(formatShortAmount('EUR', 50001)).toBe('€\u00a0500,01');
    expect(formatCents(0)).toBe('0,00');
  });

  test.each([
    ['AUD', 'A$'],
    ['CAD', 'CA$'],
    ['GBP', '£'],
    ['JPY', '¥'],
    ['CNY', '¥'],
    ['CHF', 'CHF'],
    ['AED', 'AED'],
    ['ILS', '₪'],
    ['NZD', '$'],
    ['TRY', '₺'],
    ['XOF', 'XOF'],
  ])('%s is written %s', (code, symbol) => {
    expect(formatAmount(code, 100)).toBe(`${symbol}\u00a01,00`);
  });

  test("the wished amount is '0.00' if there is none", () => {
    expect(formatWish(null)).toBe('0.00');
    expect(formatWish(0)).toBe('0.00');
    expect(formatWish(56805)).toBe('568,05');
  });

  test('rates: 4 decimals, halves away from zero', () => {
    expect(formatRate({ units: 11361, scale: 4 })).toBe('1,1361');
    expect(formatRate({ units: 113605, scale: 5 })).toBe('1,1361');
    expect(formatRate({ units: 1565734922454, scale: 6 })).toBe('1\u202f565\u202f734,9225');
    expect(formatInverseRate({ units: 11361, scale: 4 })).toBe('0,8802');
    // 1 / 1,1362 is 0,88012..., 1 / 1,1364 is 0,87997...
    expect(formatInverseRate({ units: 11364, scale: 4 })).toBe('0,8800');
  });
});

describe('a company’s rate, quoted in both directions', () => {
  const ways = (rate: number) => [formatExactRate(decimalOf(rate)), formatExactInverse(decimalOf(rate))];

  test.each([
    [1.1316, '1,1316', '0,8837'],
    [1.1, '1,1000', '0,9091'],
    [156.2, '156,2000', '0,006402'],
    [1_200_000.5, '1\u202f200\u202f000,5000', '0,0000008333'],
    [0.00012345, '0,00012345', '8\u202f100,4455'],
    [1e-8, '0,00000001', '100\u202f000\u202f000,0000'],
    [999_999_999_999_999, '999\u202f999\u202f999\u202f999\u202f999,0000', '0,000000000000001000'],
  ])('%s', (rate, plain, inverse) => {
    expect(ways(rate)).toEqual([plain, inverse]);
  });

  test.each([
    [1.1316, '1,1316'],
    [1.094321, '1,0943'],
    [1.09435, '1,0944'],
    [0.00012345, '0,0001235'],
    [17_250.5, '17\u202f250,5000'],
  ])('%s in a list, where all have as many decimals', (rate, listed) => {
    expect(formatListedRate(decimalOf(rate))).toBe(listed);
  });

  test('no rate is displayed as zero', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999_999_999 }),
        fc.integer({ min: 0, max: 8 }),
        (units, scale) => {
          const rate = parseDecimal(`${units}e-${scale}`);
          if (rate)
            for (const shown of [formatExactRate(rate), formatExactInverse(rate)])
              expect(shown).toMatch(/^[\d\u202f]+,\d{4,}$/);
          if (rate)
            for (const shown of [formatExactRate(rate), formatExactInverse(rate), formatListedRate(rate)])
              expect(shown).toMatch(/[1-9]/);
        },
      ),
    );
  });
});
