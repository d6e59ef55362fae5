import fc from 'fast-check';
import { expect, test } from 'vitest';
import { followMid } from '../margins/follow-mid.ts';
import { decimalNumber } from '../money/decimal.ts';
import { aRate } from '../testing/rates.ts';
import { formatChange, formatMargin, isUnrelated, marginOf } from './margin.ts';
import { reviewDrafts } from './review.ts';

const rowOf = (code: string, purchase: number | null, sale: number | null, rate = 1.1391) =>
  aRate({ code, rate, purchase, sale, updated_at: null, freshness: null });

test.each([
  ['purchase', 1.169, 1.1391, '2,6\u00a0%'],
  ['sale', 1.1116, 1.1391, '2,4\u00a0%'],
  ['sale', 0.939, 0.9312, '−0,8\u00a0%'],
  ['purchase', 1.1, 1.1391, '−3,6\u00a0%'],
  ['sale', 1.1391, 1.1391, '0,0\u00a0%'],
  ['purchase', 0.0013, 1.1391, '−87\u202f523,1\u00a0%'],
] as const)('the margin of the %s %d over %d is %s', (side, amount, rate, said) => {
  expect(formatMargin(marginOf(side, amount, rate))).toBe(said);
});

const EIGHT = { kind: 'digits', digits: 8 } as const;

test('a rate of a margin rule is shown with the rule’s margin', () => {
  const margin = fc.integer({ min: 0, max: 4900 });
  const rate = fc.integer({ min: 10_000, max: 1e7 }).map((units) => ({ units, scale: 4 }));
  fc.assert(
    fc.property(margin, margin, rate, (purchase, sale, mid) => {
      const rule = {
        margins: { purchase, sale },
        rounding: EIGHT,
        leastChange: 0,
        floor: null,
        ceiling: null,
      };
      const followed = followMid(rule, mid, { purchase: null, sale: null });
      if (followed.outcome !== 'moved') return;
      for (const side of ['purchase', 'sale'] as const) {
        const amount = followed.amounts[side];
        if (!amount) continue;
        const shown = marginOf(side, decimalNumber(amount), decimalNumber(mid));
        expect(Math.abs(shown * 10 - rule.margins[side])).toBeLessThanOrEqual(6);
      }
    }),
  );
});

test('a change has a sign', () => {
  expect([3, -8, 0, 123].map(formatChange)).toEqual([
    '+0,3\u00a0%',
    '−0,8\u00a0%',
    '0,0\u00a0%',
    '+12,3\u00a0%',
  ]);
});

test('a review has the changes, in the order of the sheet, and questions unusual ones', () => {
  const rows = [
    rowOf('USD', 1.1712, 1.108),
    rowOf('GBP', 0.905, 0.86, 0.8804),
    rowOf('CHF', null, null, 0.9312),
  ];
  const { lines, invalid } = reviewDrafts(rows, {
    CHF: { sale: '0.939' },
    USD: { purchase: '1.169', sale: '1.1080' },
    GBP: { sale: '0.86' },
    XXX: { sale: '1' },
  });
  expect(invalid).toEqual([]);
  expect(lines.map(({ row, sides, doubts }) => [row.code, sides, doubts.map(({ kind }) => kind)])).toEqual([
    ['USD', [{ side: 'purchase', old: 1.1712, next: 1.169, margin: 26 }], []],
    ['CHF', [{ side: 'sale', old: null, next: 0.939, margin: -8 }], ['wrong_side']],
  ]);
  expect(lines[0]?.amounts).toEqual({ purchase: 1.169, sale: 1.108 });
});

test('a rate of three times another, or of a third of it, has no margin', () => {
  const pairs = [
    [3, 1],
    [2.999, 1],
    [1, 3],
    [1, 2.999],
  ] as const;
  expect(pairs.map(([amount, reference]) => isUnrelated(amount, reference))).toEqual([
    true,
    false,
    true,
    false,
  ]);
  const [line] = reviewDrafts([rowOf('USD', 1.17, 1.1, 1)], { USD: { purchase: '3', sale: '2.999' } }).lines;
  expect(line?.sides.map(({ margin }) => margin)).toEqual([null, -1999]);
});

test('an invalid amount stops a publication at its side', () => {
  const { lines, invalid } = reviewDrafts([rowOf('USD', 1, 1)], { USD: { sale: '0' } });
  expect([lines, invalid]).toEqual([[], [{ code: 'USD', side: 'sale' }]]);
});

test('a margin is on its side of any mid rate', () => {
  const rate = fc.integer({ min: 1, max: 1e9 }).map((units) => units / 1e4);
  fc.assert(
    fc.property(rate, fc.integer({ min: 1, max: 400 }), (mid, permille) => {
      const above = Number((mid * (1 + permille / 1000)).toFixed(8));
      const below = Number((mid * (1 - permille / 1000)).toFixed(8));
      for (const [side, good, bad] of [
        ['purchase', above, below],
        ['sale', below, above],
      ] as const) {
        expect(marginOf(side, good, mid)).toBeGreaterThanOrEqual(0);
        expect(marginOf(side, bad, mid)).toBeLessThanOrEqual(0);
      }
    }),
  );
});
