import { type Decimal, decimalNumber, powerOfTen } from './decimal.ts';
import { groupDigits } from './format.ts';
import { quotient } from './quotient.ts';

// '1,1391', '5 301,02', '1 565 735': with the 4 decimals of spec 5 below 1,000, and about 7 digits above.
export function formatValue(value: Decimal): string {
  const size = decimalNumber(value);
  return formatDecimals(value, size < 1_000 ? 4 : size < 100_000 ? 2 : 0);
}

// Halves away from zero, of a value above 0.
export function formatDecimals(value: Decimal, decimals: number): string {
  const digits = String(
    quotient(value.units, powerOfTen(decimals), 0, 0, powerOfTen(value.scale), 'half-away'),
  ).padStart(decimals + 1, '0');
  const whole = groupDigits(digits.slice(0, digits.length - decimals));
  return decimals === 0 ? whole : `${whole},${digits.slice(-decimals)}`;
}
