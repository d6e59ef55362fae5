import type { Decimal } from '../money/decimal.ts';
import { isFartherThan } from '../money/deviation.ts';
import { type FollowedAmounts, followMid } from './follow-mid.ts';
import { type MarginSheet, type RuleDraft, ruleFor, ruleOf } from './margin-sheet.ts';

export type PlannedFixing =
  | { readonly outcome: 'by_hand' }
  | { readonly outcome: 'unchanged'; readonly rule: RuleDraft }
  | { readonly outcome: 'changed'; readonly rule: RuleDraft; readonly amounts: FollowedAmounts }
  | { readonly outcome: 'impossible'; readonly rule: RuleDraft };

export function planFixing(
  sheet: MarginSheet,
  code: string,
  mid: Decimal,
  last: FollowedAmounts,
): PlannedFixing {
  const draft = ruleFor(sheet, code);
  const rule = ruleOf(draft);
  if (!draft || !rule) return { outcome: 'by_hand' };
  const followed = followMid(rule, mid, last);
  if (followed.outcome === 'moved') return { outcome: 'changed', rule: draft, amounts: followed.amounts };
  return { outcome: followed.outcome, rule: draft };
}

export function isMidJump(mid: Decimal, before: Decimal | null, percent: number): boolean {
  return before !== null && isFartherThan(percent, mid, before);
}
