import type { Decimal } from './decimal.ts';

export function isFartherThan(percent: number, amount: Decimal, reference: Decimal): boolean {
  const { difference, whole } = compared(amount, reference);
  return size(difference) * 100n > whole * BigInt(percent);
}

/** Exact, in hundredths of a percent of a positive reference. */
export function isAtLeastAway(hundredths: number, amount: Decimal, reference: Decimal): boolean {
  const { difference, whole } = compared(amount, reference);
  return size(difference) * 10_000n >= whole * BigInt(hundredths);
}

export function isHigherBy(percent: number, amount: Decimal, reference: Decimal): boolean {
  const { difference, whole } = compared(amount, reference);
  return difference * 100n > whole * BigInt(percent);
}

/** Tenths of a percent, halves away from zero. */
export function deviationOf(amount: Decimal, reference: Decimal): number {
  const { difference, whole } = compared(amount, reference);
  const tenths = Number((size(difference) * 2000n + whole) / (2n * whole));
  return difference < 0n ? -tenths : tenths;
}

function compared(amount: Decimal, reference: Decimal) {
  const scale = Math.max(amount.scale, reference.scale);
  const scaled = ({ units, scale: own }: Decimal) => BigInt(units) * 10n ** BigInt(scale - own);
  const whole = scaled(reference);
  return { difference: scaled(amount) - whole, whole };
}

function size(value: bigint): bigint {
  return value < 0n ? -value : value;
}
