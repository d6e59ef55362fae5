import type { Decimal } from '../money/decimal.ts';
import { scaledRate } from '../money/scaled-rate.ts';
import type { FixingSide } from '../rates/draft.ts';

const WHOLE = 10_000;
const STEP = { kind: 'step', step: { units: 1, scale: 8 } } as const;

/**
 * Rate of a branch at a percentage of the company's, in hundredths of a percent, below 0 for a worse rate. Rounded to 8
 * decimals in the company's favour; null if the result is 0 or above the largest rate.
 */
export function branchRate(side: FixingSide, rate: Decimal, percent: number): Decimal | null {
  if (percent === 0) return rate;
  return side === 'sale'
    ? scaledRate(rate, [WHOLE + percent, WHOLE], STEP, 'down')
    : scaledRate(rate, [WHOLE, WHOLE + percent], STEP, 'up');
}
