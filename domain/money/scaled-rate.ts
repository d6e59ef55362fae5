import { type Decimal, parseDecimal } from './decimal.ts';

/** Multiple of a step, or significant digits. */
export type RateRounding =
  | { readonly kind: 'step'; readonly step: Decimal }
  | { readonly kind: 'digits'; readonly digits: number };

/** Decimals of a rate (contract 2). */
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
  // top / bottom is the exact value in units of 10^-8
  const top = BigInt(rate.units) * BigInt(numerator) * 10n ** BigInt(MOST_DECIMALS);
  const bottom = BigInt(denominator) * 10n ** BigInt(rate.scale);
  const step = rounding.kind === 'step' ? unitsOf(rounding.step) : stepOf(top, bottom, rounding.digits);
  if (step === 0n) return null;
  const size = bottom * step;
  const steps = direction === 'down' ? top / size : (top + size - 1n) / size;
  return decimalFrom(steps * step);
}

/** Units of 10^-8. 0: the step is finer than a rate. */
function unitsOf({ units, scale }: Decimal): bigint {
  return (BigInt(units) * 10n ** BigInt(MOST_DECIMALS)) / 10n ** BigInt(scale);
}

/** Value of the last significant digit in units of 10^-8, at least one. */
function stepOf(top: bigint, bottom: bigint, digits: number): bigint {
  const places = String(top / bottom).length - digits;
  return places > 0 ? 10n ** BigInt(places) : 1n;
}

function decimalFrom(units: bigint): Decimal | null {
  if (units === 0n) return null;
  const digits = String(units).padStart(MOST_DECIMALS + 1, '0');
  return parseDecimal(`${digits.slice(0, -MOST_DECIMALS)}.${digits.slice(-MOST_DECIMALS)}`);
}

export function parseStep(text: string): Decimal | null {
  const step = parseDecimal(text);
  return step && step.units > 0 && step.scale <= MOST_DECIMALS ? step : null;
}
