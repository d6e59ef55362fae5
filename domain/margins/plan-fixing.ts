import type { Decimal } from '../money/decimal.ts';
import { isFartherThan } from '../money/deviation.ts';
import { type FollowedAmounts, followMid } from './follow-mid.ts';
import { type MarginSheet, type RuleDraft, ruleFor, ruleOf } from './margin-sheet.ts';

/** What becomes of a bureau's fixing of one currency by its rules, at a mid rate. */
export type PlannedFixing =
  /** no rule holds for it */
  | { readonly outcome: 'by_hand' }
  /** what the rule says is what is there, or too small a move */
  | { readonly outcome: 'unchanged'; readonly rule: RuleDraft }
  | { readonly outcome: 'changed'; readonly rule: RuleDraft; readonly amounts: FollowedAmounts }
  /** the rule gives no rates that can be set: neither side moves */
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
  return { outcome: followed.outcome === 'kept' ? 'unchanged' : 'impossible', rule: draft };
}

/** True when the mid rate moved by over `percent` from its reading before: whoever follows it is asked first. */
export function isMidJump(mid: Decimal, before: Decimal | null, percent: number): boolean {
  return before !== null && isFartherThan(percent, mid, before);
}
