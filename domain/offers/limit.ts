import { type Cents, multiply } from '../money/cents.ts';
import type { Decimal } from '../money/decimal.ts';

/** The most that can be compared, in hundredths of the base (contract 3). */
export const MAX_WORTH: Cents = 10_000_000_00;

/** The same in hundredths of a currency, by its mid rate; the worth of a hundredth more is above it. */
export function mostComparable(rate: Decimal): Cents {
  return multiply(MAX_WORTH, rate, 'down');
}

/** The most offers that one answer holds (contract 3). */
export const MAX_OFFERS = 50;
