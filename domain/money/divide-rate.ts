import type { Cents } from './cents.ts';
import { type Decimal, parseDecimal, powerOfTen } from './decimal.ts';
import { quotient } from './quotient.ts';

const DECIMALS = 6;

/**
 * rate × part / whole to 6 decimals, halves away from zero, or the rate itself where both are equal.
 * Neither is below 0.
 */
export function divideRate(rate: Decimal, part: Cents, whole: Cents): Decimal {
  if (part === whole) return rate;
  // excess decimals are rounded once, in the quotient
  const missing = DECIMALS - rate.scale;
  const [units, divisor] =
    missing >= 0 ? [rate.units * powerOfTen(missing), whole] : [rate.units, whole * powerOfTen(-missing)];
  const scaled = quotient(units, part, 0, 0, divisor, 'half-away');
  return parseDecimal(`${scaled}e-${DECIMALS}`) ?? rate;
}
