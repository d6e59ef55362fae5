import { type Cents, multiply } from '../money/cents.ts';
import type { Decimal } from '../money/decimal.ts';

/** Hundredths of the base (contract 3). */
export const MAX_WORTH: Cents = 10_000_000_00;

/** Limit in hundredths of a currency at its mid rate, the largest amount within MAX_WORTH. */
export function mostComparable(rate: Decimal): Cents {
  return multiply(MAX_WORTH, rate, 'down');
}

/** Offers of an answer (contract 3). */
export const MAX_OFFERS = 50;
