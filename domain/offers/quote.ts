import { wishedAmount } from '../comparator/comparator.ts';
import { type Cents, divide, divideUp, lessConverted, multiply, multiplyUp } from '../money/cents.ts';
import type { Decimal } from '../money/decimal.ts';

/**
 * `amount`: hundredths of the offered currency; `rate`: units for 1 base; `wished`: ct_wish of contract 2.
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
 * co_offer of contract 2 in hundredths, rounded down to what the company really pays. `bureauRate`: its
 * `sale` when the offer is the base, else its `purchase`.
 */
export function receivedAmount(
  { amount, offerIsBase }: Pick<Comparison, 'amount' | 'offerIsBase'>,
  bureauRate: Decimal,
): Cents {
  return offerIsBase ? multiply(amount, bureauRate, 'down') : divide(amount, bureauRate, 'down');
}

/** ct_offer of contract 2 for a wished amount: the least to bring, rounded up to the hundredth. */
export function broughtAmount(wished: Cents, bureauRate: Decimal, offerIsBase: boolean): Cents {
  return offerIsBase ? divideUp(wished, bureauRate) : multiplyUp(wished, bureauRate);
}

/** costs of contract 2 in hundredths of the base. Negative when the company beats the mid rate. */
export function exchangeCosts(comparison: Comparison, received: Cents): Cents {
  return comparison.offerIsBase
    ? lessConverted(comparison.amount, received, comparison.rate)
    : comparison.wished - received;
}
