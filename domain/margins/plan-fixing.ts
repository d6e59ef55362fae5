import type { FixingSide } from '../fixings/draft.ts';
import { compareDecimals, type Decimal } from '../money/decimal.ts';
import { isFartherThan } from '../money/deviation.ts';
import { followMid } from './follow-mid.ts';
import { type MarginSheet, type RuleDraft, ruleFor, ruleOf } from './margin-sheet.ts';

export type FollowedAmounts = Readonly<Record<FixingSide, Decimal | null>>;

/** What becomes of a bureau's fixing of one currency by its rules, at a mid rate. */
export type PlannedFixing =
  /** no rule holds for it */
  | { readonly outcome: 'by_hand' }
  /** what the rule says is what is there, or too small a move */
  | { readonly outcome: 'unchanged'; readonly rule: RuleDraft }
  | { readonly outcome: 'changed'; readonly rule: RuleDraft; readonly amounts: FollowedAmounts }
  /** nothing is left of a side after its rounding, or it is more than a rate can be: neither side moves */
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
  const { purchase, sale } = followMid(rule, mid, last);
  if (purchase.outcome === 'impossible' || sale.outcome === 'impossible') {
    return { outcome: 'impossible', rule: draft };
  }
  const amounts = { purchase: purchase.amount, sale: sale.amount };
  const isSame = isEqual(amounts.purchase, last.purchase) && isEqual(amounts.sale, last.sale);
  return isSame ? { outcome: 'unchanged', rule: draft } : { outcome: 'changed', rule: draft, amounts };
}

/** True when the mid rate moved by over `percent` from its reading before: whoever follows it is asked first. */
export function isMidJump(mid: Decimal, before: Decimal | null, percent: number): boolean {
  return before !== null && isFartherThan(percent, mid, before);
}

function isEqual(one: Decimal | null, other: Decimal | null): boolean {
  if (!one || !other) return one === other;
  return compareDecimals(one, other) === 0;
}
