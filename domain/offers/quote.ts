import { wishedAmount } from '../comparator/comparator.ts';
import { type Cents, divide, divideUp, lessConverted, multiply, multiplyUp } from '../money/cents.ts';
import type { Decimal } from '../money/decimal.ts';

/**
 * One comparison: `amount` hundredths of the offered currency, at the mid rate of the pair (units of the
 * currency that is not the base for 1 base). `wished` is ct_wish of contract 2.
 */
export type Comparison = {
  readonly amount: Cents;
  readonly offerIsBase: boolean;
  readonly rate: Decimal;
  readonly wished: Cents;
};

export function startComparison(amount: Cents, offerIsBase: boolean, rate: Decimal): Comparison {
  return { amount, offerIsBase, rate, wished: wishedAmount(amount, rate, offerIsBase) };
}

/**
 * co_offer of contract 2: what a bureau hands over at its rate, rounded down to what it really pays.
 * `bureauRate` is its `sale` when the offer is the base, its `purchase` otherwise. Hundredths.
 */
export function receivedAmount(
  { amount, offerIsBase }: Pick<Comparison, 'amount' | 'offerIsBase'>,
  bureauRate: Decimal,
): Cents {
  return offerIsBase ? multiply(amount, bureauRate, 'down') : divide(amount, bureauRate, 'down');
}

/**
 * ct_offer of contract 2 when the wished amount is asked for: the least that a bureau takes to hand over so much at
 * its rate. Rounded up to the hundredth.
 */
export function broughtAmount(wished: Cents, bureauRate: Decimal, offerIsBase: boolean): Cents {
  return offerIsBase ? divideUp(wished, bureauRate) : multiplyUp(wished, bureauRate);
}

/**
 * costs of contract 2, in hundredths of the base: what is lost against the mid rate on an amount received.
 * Negative when the bureau gives more than the mid rate.
 */
export function exchangeCosts(comparison: Comparison, received: Cents): Cents {
  return comparison.offerIsBase
    ? lessConverted(comparison.amount, received, comparison.rate)
    : comparison.wished - received;
}
