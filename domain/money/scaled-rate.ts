import { type Decimal, parseDecimal } from './decimal.ts';

/** To a multiple of a step, or to so many significant digits. */
export type RateRounding =
  | { readonly kind: 'step'; readonly step: Decimal }
  | { readonly kind: 'digits'; readonly digits: number };

/** The decimals of a rate (contract 2): what is rounded is never finer. */
const MOST_DECIMALS = 8;

/**
 * rate × numerator / denominator, rounded once, exactly, in the direction asked. All are above 0; the numerator and the
 * denominator are whole numbers. Null where nothing is left of it, or more than 15 significant digits would be.
 */
export function scaledRate(
  rate: Decimal,
  [numerator, denominator]: readonly [number, number],
  rounding: RateRounding,
  direction: 'up' | 'down',
): Decimal | null {
  // top / bottom is the exact value, in units of 10^-8
  const top = BigInt(rate.units) * BigInt(numerator) * 10n ** BigInt(MOST_DECIMALS);
  const bottom = BigInt(denominator) * 10n ** BigInt(rate.scale);
  const step = rounding.kind === 'step' ? unitsOf(rounding.step) : stepOf(top, bottom, rounding.digits);
  if (step === 0n) return null;
  const size = bottom * step;
  const steps = direction === 'down' ? top / size : (top + size - 1n) / size;
  return decimalFrom(steps * step);
}

/** In units of 10^-8; 0 for a step that is finer than a rate can be. */
function unitsOf({ units, scale }: Decimal): bigint {
  return (BigInt(units) * 10n ** BigInt(MOST_DECIMALS)) / 10n ** BigInt(scale);
}

/** The place of the last significant digit, in units of 10^-8; never finer than one of them. */
function stepOf(top: bigint, bottom: bigint, digits: number): bigint {
  const places = String(top / bottom).length - digits;
  return places > 0 ? 10n ** BigInt(places) : 1n;
}

function decimalFrom(units: bigint): Decimal | null {
  if (units === 0n) return null;
  const digits = String(units).padStart(MOST_DECIMALS + 1, '0');
  return parseDecimal(`${digits.slice(0, -MOST_DECIMALS)}.${digits.slice(-MOST_DECIMALS)}`);
}

/** The exact step that a text says; null when a rate has no such step. */
export function parseStep(text: string): Decimal | null {
  const step = parseDecimal(text);
  return step && step.units > 0 && step.scale <= MOST_DECIMALS ? step : null;
}
