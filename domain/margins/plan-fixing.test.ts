import { expect, test } from 'vitest';
import { decimalOf } from '../money/decimal.ts';
import type { MarginSheet, RuleDraft } from './margin-sheet.ts';
import { isMidJump, planFixing } from './plan-fixing.ts';

const rule: RuleDraft = {
  target: { kind: 'currency', code: 'USD' },
  follows: true,
  purchase_margin: 2.5,
  sale_margin: 2.5,
  rounding: { kind: 'digits', digits: 5 },
  least_change: 0,
  floor: null,
  ceiling: null,
};
const sheetOf = (parts: Partial<RuleDraft> = {}): MarginSheet => ({
  groups: [],
  rules: [{ ...rule, ...parts }],
});
const NONE = { purchase: null, sale: null };
const MID = decimalOf(1.1391);
const AMOUNTS = { purchase: decimalOf(1.1684), sale: decimalOf(1.1106) };

test('a currency without a rule, or with one that follows nothing, is fixed by hand', () => {
  expect(planFixing(sheetOf(), 'CHF', MID, NONE)).toEqual({ outcome: 'by_hand' });
  expect(planFixing(sheetOf({ follows: false }), 'USD', MID, NONE)).toEqual({ outcome: 'by_hand' });
});

test('a rule plans its amounts, and says where it has none', () => {
  expect(planFixing(sheetOf(), 'USD', MID, NONE)).toEqual({ outcome: 'changed', rule, amounts: AMOUNTS });
  expect(planFixing(sheetOf(), 'USD', MID, AMOUNTS)).toEqual({ outcome: 'unchanged', rule });
  const coarse = { rounding: { kind: 'step' as const, step: 5 } };
  expect(planFixing(sheetOf(coarse), 'USD', MID, NONE)).toMatchObject({ outcome: 'impossible' });
});

test('a mid rate jumps by more than the percentage from a known one', () => {
  expect(isMidJump(decimalOf(1.1), decimalOf(1), 10)).toBe(false);
  expect(isMidJump(decimalOf(1.1001), decimalOf(1), 10)).toBe(true);
  expect(isMidJump(decimalOf(0.8999), decimalOf(1), 10)).toBe(true);
  expect(isMidJump(decimalOf(9), null, 10)).toBe(false);
});
