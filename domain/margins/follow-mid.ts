import { compareDecimals, type Decimal, decimalNumber } from '../money/decimal.ts';
import { isAtLeastAway } from '../money/deviation.ts';
import { type RateRounding, scaledRate } from '../money/scaled-rate.ts';
import { fixingAmount } from '../rates/amount.ts';
import type { FixingSide } from '../rates/draft.ts';

/** Rule by which rates follow the mid rate. Percentages are in hundredths of a percent. */
export type MarginRule = {
  /** Margin as `marginOf` computes it (domain/offers/margin.ts), from 0 to 49.99 %. null: the side does not follow. */
  readonly margins: Readonly<Record<FixingSide, number | null>>;
  readonly rounding: RateRounding;
  readonly leastChange: number;
  /** Bounds of the rate of either side. null: none. */
  readonly floor: Decimal | null;
  readonly ceiling: Decimal | null;
};

export type FollowedAmounts = Readonly<Record<FixingSide, Decimal | null>>;

export type FollowOutcome =
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'moved'; readonly amounts: FollowedAmounts }
  /** Rounding leaves 0, the rate is above the largest, or the purchase would be below the sale. */
  | { readonly outcome: 'impossible' };

const WHOLE = 10_000;

/**
 * Both sides at this mid rate, in units of the currency for 1 base, rounded in the company's favour. Sides that follow
 * move together, so that the purchase is never below the sale.
 */
export function followMid(rule: MarginRule, mid: Decimal, last: FollowedAmounts): FollowOutcome {
  const purchase = followSide('purchase', rule, mid, last);
  const sale = followSide('sale', rule, mid, last);
  if (purchase === 'impossible' || sale === 'impossible') return { outcome: 'impossible' };
  const amounts = { purchase, sale };
  const isMove = (['purchase', 'sale'] as const).some((side) =>
    isMoved(last[side], amounts[side], rule.leastChange),
  );
  if (!isMove) return { outcome: 'unchanged' };
  if (purchase && sale && compareDecimals(purchase, sale) < 0) return { outcome: 'impossible' };
  return { outcome: 'moved', amounts };
}

function followSide(side: FixingSide, rule: MarginRule, mid: Decimal, last: FollowedAmounts) {
  const margin = rule.margins[side];
  if (margin === null) return last[side];
  const exact = rateWithMargin(side, margin, mid, rule.rounding);
  const amount = exact && within(exact, rule);
  return amount && fixingAmount(decimalNumber(amount)) ? amount : 'impossible';
}

function rateWithMargin(
  side: FixingSide,
  margin: number,
  mid: Decimal,
  rounding: RateRounding,
): Decimal | null {
  return side === 'sale'
    ? scaledRate(mid, [WHOLE - margin, WHOLE], rounding, 'down')
    : scaledRate(mid, [WHOLE, WHOLE - margin], rounding, 'up');
}

function within(amount: Decimal, { floor, ceiling }: MarginRule): Decimal {
  if (floor && compareDecimals(amount, floor) < 0) return floor;
  return ceiling && compareDecimals(amount, ceiling) > 0 ? ceiling : amount;
}

function isMoved(before: Decimal | null, amount: Decimal | null, leastChange: number): boolean {
  if (!before || !amount) return before !== amount;
  return compareDecimals(before, amount) !== 0 && isAtLeastAway(leastChange, amount, before);
}
