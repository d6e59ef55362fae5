import { type Decimal, decimalNumber, decimalOf, parseDecimal } from '../money/decimal.ts';
import { deviationOf } from '../money/deviation.ts';
import type { QuoteUnit } from '../sheets/sheet.ts';
import { fixingAmount } from './amount.ts';

const UNITS: Record<Exclude<QuoteUnit, 'per_base'>, bigint> = {
  base_per_1: 1n,
  base_per_100: 100n,
  base_per_1000: 1000n,
};

const STORED_DECIMALS = 8n;
const MAX_DECIMALS = 15;
const SHOWN_DIGITS = 6;

/** Stored rate of a quote: units for 1 base, rounded to 8 decimals. null: not a valid amount of a fixing. */
export function storedRateOf(quote: Decimal, unit: QuoteUnit): Decimal | null {
  return unit === 'per_base' ? fixingAmount(decimalNumber(quote)) : storedRateOfQuantity(quote, UNITS[unit]);
}

// Stored rate of a price in the base for a quantity of units.
export function storedRateOfQuantity(price: Decimal, quantity: bigint): Decimal | null {
  if (price.units <= 0) return null;
  const stored = rounded(quantity * 10n ** (BigInt(price.scale) + STORED_DECIMALS), BigInt(price.units));
  // 16 digits are beyond the largest fixing
  const decimal = parseDecimal(`${stored}e-${STORED_DECIMALS}`);
  return decimal && fixingAmount(decimalNumber(decimal));
}

/** Shortest quote that is stored as this rate. `isExact` false: only its first digits. */
export function quoteOf(stored: Decimal, unit: QuoteUnit): { quote: Decimal; isExact: boolean } {
  if (unit === 'per_base') return { quote: stored, isExact: true };
  let nearest = stored;
  for (let scale = 0; scale <= MAX_DECIMALS; scale += 1) {
    const quote = roundedQuote(scale, stored, unit);
    if (!quote || quote.units === 0) continue;
    nearest = quote;
    if (isSame(storedRateOf(quote, unit), stored)) return { quote, isExact: true };
    if (digitsOf(quote.units) >= SHOWN_DIGITS && scale >= 4) break;
  }
  return { quote: nearest, isExact: false };
}

/** Compares a quote with the quote of its stored rate, `back`, at the typed decimals. null: not a valid amount. */
export function roundTripOf(
  quote: Decimal,
  unit: QuoteUnit,
): { stored: Decimal; back: Decimal; isExact: boolean } | null {
  const stored = storedRateOf(quote, unit);
  if (!stored) return null;
  const back = unit === 'per_base' ? stored : (roundedQuote(quote.scale, stored, unit) ?? quote);
  return { stored, back, isExact: isSame(back, quote) };
}

/** Deviation of two stored rates as quoted, in tenths of a percent. A price moves opposite to a rate. */
export function quotedDeviation(stored: number, reference: number, unit: QuoteUnit): number {
  const [a, b] = [decimalOf(stored), decimalOf(reference)];
  return unit === 'per_base' ? deviationOf(a, b) : deviationOf(b, a);
}

/** Quote rounded half away from zero. null: more than 15 digits. */
function roundedQuote(scale: number, stored: Decimal, unit: Exclude<QuoteUnit, 'per_base'>): Decimal | null {
  const units = rounded(UNITS[unit] * 10n ** BigInt(stored.scale + scale), BigInt(stored.units));
  return parseDecimal(`${units}e-${scale}`);
}

function rounded(n: bigint, d: bigint): bigint {
  return (2n * n + d) / (2n * d);
}

function digitsOf(units: number): number {
  return String(units).length;
}

function isSame(a: Decimal | null, b: Decimal): boolean {
  return a !== null && a.units === b.units && a.scale === b.scale;
}
