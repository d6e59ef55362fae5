import { decimalOf } from '../money/decimal.ts';
import { deviationOf } from '../money/deviation.ts';
import { groupDigits } from '../money/format.ts';
import type { FixingSide } from './draft.ts';

/**
 * What a bureau keeps of what is exchanged, in tenths of a percent: of the currency that it sells, of the base that it
 * hands over at a purchase, as the rules of margins and the offers say it. Negative where it would lose.
 */
export function marginOf(side: FixingSide, amount: number, rate: number): number {
  const [bureau, mid] = [decimalOf(amount), decimalOf(rate)];
  const lost = side === 'purchase' ? deviationOf(mid, bureau) : deviationOf(bureau, mid);
  // of nothing, 0 and not -0
  return 0 - lost;
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
  return `${groupDigits(String(Math.floor(size / 10)))},${size % 10}\u00a0%`;
}
