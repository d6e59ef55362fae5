import { decimalOf } from '../money/decimal.ts';
import { deviationOf } from '../money/deviation.ts';
import { groupDigits } from '../money/format.ts';
import type { FixingSide } from './draft.ts';

/**
 * Company's margin in tenths of a percent, of the currency at a sale and of the base at a purchase, as in the rules of
 * margins and the offers. Negative: a loss.
 */
export function marginOf(side: FixingSide, amount: number, rate: number): number {
  const [bureau, mid] = [decimalOf(amount), decimalOf(rate)];
  const lost = side === 'purchase' ? deviationOf(mid, bureau) : deviationOf(bureau, mid);
  // 0 and not -0
  return 0 - lost;
}

// Times from which a percentage between two rates says nothing.
const UNRELATED_TIMES = 3;

// Such a rate is said by its cause, never by a margin.
export function isUnrelated(amount: number, reference: number): boolean {
  return amount >= UNRELATED_TIMES * reference || UNRELATED_TIMES * amount <= reference;
}

/** '2,6 %', '−0,8 %', from tenths of a percent. */
export function formatMargin(tenths: number): string {
  return `${tenths < 0 ? '−' : ''}${percentOf(tenths)}`;
}

/** '+0,3 %', '−0,8 %', '0,0 %', from tenths of a percent. */
export function formatChange(tenths: number): string {
  return `${tenths > 0 ? '+' : tenths < 0 ? '−' : ''}${percentOf(tenths)}`;
}

function percentOf(tenths: number): string {
  const size = Math.abs(tenths);
  return `${groupDigits(String(Math.floor(size / 10)))},${size % 10}\u00a0%`;
}
