import type { Decimal } from './decimal.ts';

/** True when the amount is more than `percent` above or below the reference, which is positive. Exact. */
export function isFartherThan(percent: number, amount: Decimal, reference: Decimal): boolean {
  const { difference, whole } = compared(amount, reference);
  return size(difference) * 100n > whole * BigInt(percent);
}

/** True when the amount is at least so many hundredths of a percent above or below the reference, which is positive. Exact. */
export function isAtLeastAway(hundredths: number, amount: Decimal, reference: Decimal): boolean {
  const { difference, whole } = compared(amount, reference);
  return size(difference) * 10_000n >= whole * BigInt(hundredths);
}

/** True when the amount is more than `percent` above the reference; both are positive. Exact. */
export function isHigherBy(percent: number, amount: Decimal, reference: Decimal): boolean {
  const { difference, whole } = compared(amount, reference);
  return difference * 100n > whole * BigInt(percent);
}

/** How far the amount is from the reference, in tenths of a percent, halves away from zero. */
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
