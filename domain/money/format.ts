import type { Cents } from './cents.ts';
import { type Decimal, powerOfTen } from './decimal.ts';
import { quotient } from './quotient.ts';

// other codes show as the code (spec 9)
const SYMBOLS: Record<string, string> = {
  EUR: '€',
  USD: '$',
  GBP: '£',
  JPY: '¥',
  AED: 'AED',
  AUD: 'A$',
  CAD: 'CA$',
  CHF: 'CHF',
  CNY: '¥',
  HKD: '元',
  ILS: '₪',
  NZD: '$',
  TRY: '₺',
};

export function currencySymbol(code: string): string {
  return Object.hasOwn(SYMBOLS, code) ? (SYMBOLS[code] ?? code) : code;
}

export function formatCents(cents: Cents): string {
  return frenchDigits(cents, 2);
}

/** '$ 559,50' with a no-break space (spec 9). */
export function formatAmount(currency: string, cents: Cents): string {
  return `${currencySymbol(currency)}\u00a0${formatCents(cents)}`;
}

/** '€ 500', '€ 500,50', for titles. */
export function formatShortAmount(currency: string, cents: Cents): string {
  return formatAmount(currency, cents).replace(',00', '');
}

/** Wished amount, '0.00' when empty (spec 5). */
export function formatWish(cents: Cents | null): string {
  return cents === null || cents === 0 ? '0.00' : formatCents(cents);
}

/** '1,1361', 4 decimals, halves away from zero (spec 5). */
export function formatRate(rate: Decimal): string {
  return frenchDigits(quotient(rate.units, 10_000, 0, 0, powerOfTen(rate.scale), 'half-away'), 4);
}

/** '0,8802', the inverse to 4 decimals (spec 9). */
export function formatInverseRate(rate: Decimal): string {
  return frenchDigits(quotient(powerOfTen(rate.scale), 10_000, 0, 0, rate.units, 'half-away'), 4);
}

/** '2,74' from hundredths of a percent. */
export function formatPercent(hundredths: number): string {
  return frenchDigits(hundredths, 2);
}

/** '80 100' with a narrow no-break space. */
export function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

function frenchDigits(units: number, decimals: number): string {
  // texts above 21 digits would have an exponent
  const digits = BigInt(Math.abs(units))
    .toString()
    .padStart(decimals + 1, '0');
  const whole = groupDigits(digits.slice(0, -decimals));
  return `${units < 0 ? '−' : ''}${whole},${digits.slice(-decimals)}`;
}
