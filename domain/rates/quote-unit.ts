import { type Decimal, decimalNumber, decimalOf, parseDecimal } from '../money/decimal.ts';
import { deviationOf } from '../money/deviation.ts';
import type { QuoteUnit } from '../sheets/sheet.ts';
import { fixingAmount } from './amount.ts';

/** How many units of the currency are priced in the base. */
const UNITS: Record<Exclude<QuoteUnit, 'per_base'>, bigint> = {
  base_per_1: 1n,
  base_per_100: 100n,
  base_per_1000: 1000n,
};

/** What a fixing keeps (contract 3). */
const KEPT_DECIMALS = 8n;
/** A decimal's own limit. */
const MOST_DECIMALS = 15;
/** More digits than these are not read at a glance: the rate that is kept is then said beside them. */
const SHOWN_DIGITS = 6;

/**
 * What is kept of a quoted rate: units for 1 base, of at most 8 decimals, the nearest there is. Null when that is no
 * amount of a fixing.
 */
export function keptOf(quote: Decimal, unit: QuoteUnit): Decimal | null {
  if (unit === 'per_base') return fixingAmount(decimalNumber(quote));
  if (quote.units <= 0) return null;
  const kept = rounded(UNITS[unit] * 10n ** (BigInt(quote.scale) + KEPT_DECIMALS), BigInt(quote.units));
  // of 16 digits, it is beyond the largest fixing
  const decimal = parseDecimal(`${kept}e-${KEPT_DECIMALS}`);
  return decimal && fixingAmount(decimalNumber(decimal));
}

/**
 * A kept rate as the bureau writes it: the shortest quote that is kept as this very rate, else its first digits, and then
 * `isExact` is false.
 */
export function quoteOf(kept: Decimal, unit: QuoteUnit): { quote: Decimal; isExact: boolean } {
  if (unit === 'per_base') return { quote: kept, isExact: true };
  let nearest = kept;
  for (let scale = 0; scale <= MOST_DECIMALS; scale += 1) {
    const quote = quotedTo(scale, kept, unit);
    if (!quote || quote.units === 0) continue;
    nearest = quote;
    if (isSame(keptOf(quote, unit), kept)) return { quote, isExact: true };
    if (digitsOf(quote.units) >= SHOWN_DIGITS && scale >= 4) break;
  }
  return { quote: nearest, isExact: false };
}

/**
 * Whether a quote comes back, to the decimals that it was typed with, from what is kept of it. `back` is what does.
 * Null when nothing can be kept of it.
 */
export function roundTripOf(
  quote: Decimal,
  unit: QuoteUnit,
): { kept: Decimal; back: Decimal; isExact: boolean } | null {
  const kept = keptOf(quote, unit);
  if (!kept) return null;
  const back = unit === 'per_base' ? kept : (quotedTo(quote.scale, kept, unit) ?? quote);
  return { kept, back, isExact: isSame(back, quote) };
}

/** How far a kept rate is from another one as the bureau writes them, in tenths of a percent: a price moves the other way. */
export function quotedDeviation(kept: number, reference: number, unit: QuoteUnit): number {
  const [one, other] = [decimalOf(kept), decimalOf(reference)];
  return unit === 'per_base' ? deviationOf(one, other) : deviationOf(other, one);
}

/** The quote of a kept rate to so many decimals, halves away from zero; null when it has more than 15 digits. */
function quotedTo(scale: number, kept: Decimal, unit: Exclude<QuoteUnit, 'per_base'>): Decimal | null {
  const units = rounded(UNITS[unit] * 10n ** BigInt(kept.scale + scale), BigInt(kept.units));
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
