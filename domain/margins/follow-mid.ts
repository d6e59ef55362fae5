import { fixingAmount } from '../fixings/amount.ts';
import type { FixingSide } from '../fixings/draft.ts';
import { compareDecimals, type Decimal, decimalNumber } from '../money/decimal.ts';
import { isAtLeastAway } from '../money/deviation.ts';
import { type RateRounding, scaledRate } from '../money/scaled-rate.ts';

/** How a bureau's rates of a currency follow its mid rate. Percentages are in hundredths of a percent. */
export type MarginRule = {
  /**
   * What the bureau keeps of what is exchanged, as `marginOf` says it of an offer (domain/offers/margin.ts): from 0 to
   * 49.99 %. Null: that side does not follow.
   */
  readonly margins: Readonly<Record<FixingSide, number | null>>;
  readonly rounding: RateRounding;
  /** a side that would move by less stays as it is */
  readonly leastChange: number;
  /** no rate of either side is set below, or above; null: no bound */
  readonly floor: Decimal | null;
  readonly ceiling: Decimal | null;
};

export type FollowedSide =
  /** the rule does not say this side, or what it says is too small a move: the side stays as it was */
  | { readonly outcome: 'kept'; readonly amount: Decimal | null }
  | { readonly outcome: 'moved'; readonly amount: Decimal; readonly bound: 'floor' | 'ceiling' | null }
  /** nothing is left after the rounding, or it is more than a rate can be */
  | { readonly outcome: 'impossible' };

const WHOLE = 10_000;

/**
 * What becomes of both sides at this mid rate, in units of the currency for 1 base. Rounded in the bureau's favour: it
 * hands over no more, and takes no less, than the margin says. A purchase so made is never below the sale.
 */
export function followMid(
  rule: MarginRule,
  mid: Decimal,
  last: Readonly<Record<FixingSide, Decimal | null>>,
): Record<FixingSide, FollowedSide> {
  return { purchase: followSide('purchase', rule, mid, last), sale: followSide('sale', rule, mid, last) };
}

function followSide(
  side: FixingSide,
  rule: MarginRule,
  mid: Decimal,
  last: Readonly<Record<FixingSide, Decimal | null>>,
): FollowedSide {
  const margin = rule.margins[side];
  if (margin === null) return { outcome: 'kept', amount: last[side] };
  const exact = marginedRate(side, margin, mid, rule.rounding);
  if (!exact) return { outcome: 'impossible' };
  const { amount, bound } = within(exact, rule);
  if (!fixingAmount(decimalNumber(amount))) return { outcome: 'impossible' };
  const before = last[side];
  if (before && isSmallMove(before, amount, rule.leastChange)) return { outcome: 'kept', amount: before };
  return { outcome: 'moved', amount, bound };
}

/** The bureau keeps `margin` of the currency that it sells, or of the base that it hands over. */
function marginedRate(
  side: FixingSide,
  margin: number,
  mid: Decimal,
  rounding: RateRounding,
): Decimal | null {
  return side === 'sale'
    ? scaledRate(mid, [WHOLE - margin, WHOLE], rounding, 'down')
    : scaledRate(mid, [WHOLE, WHOLE - margin], rounding, 'up');
}

function within(amount: Decimal, { floor, ceiling }: MarginRule) {
  if (floor && compareDecimals(amount, floor) < 0) return { amount: floor, bound: 'floor' } as const;
  if (ceiling && compareDecimals(amount, ceiling) > 0) return { amount: ceiling, bound: 'ceiling' } as const;
  return { amount, bound: null };
}

function isSmallMove(before: Decimal, amount: Decimal, leastChange: number): boolean {
  if (compareDecimals(before, amount) === 0) return true;
  return !isAtLeastAway(leastChange, amount, before);
}
