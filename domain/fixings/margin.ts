import { decimalOf } from '../money/decimal.ts';
import { deviationOf } from '../money/deviation.ts';
import type { FixingSide } from './draft.ts';

/**
 * What a bureau keeps on a side, in tenths of a percent of the mid rate: how far its purchase lies above it, its sale
 * below it. Negative on the wrong side, where it would lose.
 */
export function marginOf(side: FixingSide, amount: number, rate: number): number {
  const deviation = deviationOf(decimalOf(amount), decimalOf(rate));
  // of no deviation, 0 and not -0
  return side === 'purchase' || deviation === 0 ? deviation : -deviation;
}

/** '2,6 %', '−0,8 %': tenths of a percent. */
export function formatMargin(tenths: number): string {
  return `${tenths < 0 ? '−' : ''}${percentOf(tenths)}`;
}

/** '+0,3 %', '−0,8 %', '0,0 %': how a rate changes, in tenths of a percent. */
export function formatChange(tenths: number): string {
  return `${tenths > 0 ? '+' : tenths < 0 ? '−' : ''}${percentOf(tenths)}`;
}

function percentOf(tenths: number): string {
  const size = Math.abs(tenths);
  return `${Math.floor(size / 10)},${size % 10}\u00a0%`;
}
