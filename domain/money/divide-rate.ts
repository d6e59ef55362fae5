import type { Cents } from './cents.ts';
import { type Decimal, parseDecimal, powerOfTen } from './decimal.ts';
import { quotient } from './quotient.ts';

const DECIMALS = 6;

/**
 * rate × part / whole to 6 decimals, halves away from zero, or the rate itself where both are equal.
 * Neither is below 0. A result of over 15 digits, which no real rate has, is the rate itself.
 */
export function divideRate(rate: Decimal, part: Cents, whole: Cents): Decimal {
  if (part === whole) return rate;
  // excess decimals are rounded once, in the quotient
  const missing = DECIMALS - rate.scale;
  const [units, divisor] =
    missing >= 0 ? [rate.units * powerOfTen(missing), whole] : [rate.units, whole * powerOfTen(-missing)];
  const scaled = quotient(units, part, 0, 0, divisor, 'half-away');
  // beyond the safe integers the quotient is only the nearest double
  if (!Number.isSafeInteger(scaled)) return rate;
  return parseDecimal(`${scaled}e-${DECIMALS}`) ?? rate;
}
