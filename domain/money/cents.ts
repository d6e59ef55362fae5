import { type Decimal, powerOfTen } from './decimal.ts';
import { quotient, type Rounding } from './quotient.ts';

/** An amount of money in hundredths of its currency, whatever the currency: every amount has 2 decimals. */
export type Cents = number;

/** The hundredths of a JSON number; null when it has more than 2 decimals or is out of reach. */
export function centsOf(amount: number): Cents | null {
  const cents = Math.round(amount * 100);
  return cents / 100 === amount && Math.abs(cents) < 1e15 ? cents : null;
}

/** The JSON number of an amount. */
export function amountOf(cents: Cents): number {
  return cents / 100;
}

/** amount × rate, rounded once. Hundredths in, hundredths out. */
export function multiply(amount: Cents, rate: Decimal, rounding: Rounding): Cents {
  return quotient(amount, rate.units, 0, 0, powerOfTen(rate.scale), rounding);
}

/** amount / rate, rounded once. Hundredths in, hundredths out. */
export function divide(amount: Cents, rate: Decimal, rounding: Rounding): Cents {
  return quotient(amount, powerOfTen(rate.scale), 0, 0, rate.units, rounding);
}

/** amount × rate, rounded up. Above 0; hundredths in, hundredths out. */
export function multiplyUp(amount: Cents, rate: Decimal): Cents {
  return quotientUp(amount, rate.units, powerOfTen(rate.scale));
}

/** amount / rate, rounded up. Above 0; hundredths in, hundredths out. */
export function divideUp(amount: Cents, rate: Decimal): Cents {
  return quotientUp(amount, powerOfTen(rate.scale), rate.units);
}

/** In BigInt, unlike `quotient`: it is asked for too rarely to be worth an estimate. */
function quotientUp(a: number, b: number, e: number): number {
  return Number((BigInt(a) * BigInt(b) + BigInt(e) - 1n) / BigInt(e));
}

/** amount − converted / rate, rounded once, halves away from zero. Hundredths in, hundredths out. */
export function lessConverted(amount: Cents, converted: Cents, rate: Decimal): Cents {
  return quotient(amount, rate.units, converted, powerOfTen(rate.scale), rate.units, 'half-away');
}
