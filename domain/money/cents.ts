import { type Decimal, powerOfTen } from './decimal.ts';
import { quotient, type Rounding } from './quotient.ts';

/** Hundredths of any currency, since every amount has 2 decimals. */
export type Cents = number;

/** Bound of 15 digits (contract 2). A double holds larger sums only to tens of hundredths. */
const FIFTEEN_DIGITS = 1e15;

/** null: more than 2 decimals, or beyond 15 digits. */
export function centsOf(amount: number): Cents | null {
  const cents = Math.round(amount * 100);
  return cents / 100 === amount && Math.abs(cents) < 1e16 ? cents : null;
}

export function amountOf(cents: Cents): number {
  return cents / 100;
}

/** amount × rate, rounded once to at most 15 digits. Hundredths, not below 0. */
export function multiply(amount: Cents, rate: Decimal, rounding: Rounding): Cents {
  return converted(amount, rate.units, powerOfTen(rate.scale), rounding);
}

/** amount / rate, rounded once to at most 15 digits. Hundredths, not below 0. */
export function divide(amount: Cents, rate: Decimal, rounding: Rounding): Cents {
  return converted(amount, powerOfTen(rate.scale), rate.units, rounding);
}

function converted(a: number, b: number, e: number, rounding: Rounding): Cents {
  const cents = quotient(a, b, 0, 0, e, rounding);
  return cents < FIFTEEN_DIGITS ? cents : toFifteenDigits(BigInt(a) * BigInt(b), BigInt(e), rounding);
}

/** n / e rounded once, to tens or hundreds where more than 15 digits would remain. */
function toFifteenDigits(n: bigint, e: bigint, rounding: Rounding | 'up'): Cents {
  for (let unit = 1n; ; unit *= 10n) {
    const divisor = e * unit;
    const added = { down: 0n, 'half-away': divisor / 2n, up: divisor - 1n }[rounding];
    const whole = (n + added) / divisor;
    if (whole < FIFTEEN_DIGITS) return Number(whole * unit);
  }
}

export function multiplyUp(amount: Cents, rate: Decimal): Cents {
  return quotientUp(amount, rate.units, powerOfTen(rate.scale));
}

/** amount / rate, rounded up. Hundredths above 0. */
export function divideUp(amount: Cents, rate: Decimal): Cents {
  return quotientUp(amount, powerOfTen(rate.scale), rate.units);
}

/** BigInt, because rare calls do not pay for `quotient`'s estimate. */
function quotientUp(a: number, b: number, e: number): Cents {
  return toFifteenDigits(BigInt(a) * BigInt(b), BigInt(e), 'up');
}

/** amount − converted / rate, rounded once, halves away from zero. Hundredths. */
export function lessConverted(amount: Cents, converted: Cents, rate: Decimal): Cents {
  return quotient(amount, rate.units, converted, powerOfTen(rate.scale), rate.units, 'half-away');
}

/** Quotient less a percentage of it, at most 100, rounded down once. */
export function divideLess(amount: Cents, rate: Decimal, percent: Decimal): Cents {
  const hundred = 100n * BigInt(powerOfTen(percent.scale));
  const units = BigInt(amount) * BigInt(powerOfTen(rate.scale)) * (hundred - BigInt(percent.units));
  return toFifteenDigits(units, BigInt(rate.units) * hundred, 'down');
}
