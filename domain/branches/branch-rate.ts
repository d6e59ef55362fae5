import type { Decimal } from '../money/decimal.ts';
import { scaledRate } from '../money/scaled-rate.ts';
import type { FixingSide } from '../rates/draft.ts';

const WHOLE = 10_000;
/** The finest step of a rate (contract 2). */
const STEP = { kind: 'step', step: { units: 1, scale: 8 } } as const;

/**
 * What a branch hands over at so many hundredths of a percent above the rates of its bureau: below 0 less. Rounded in the
 * bureau's favour, to 8 decimals: it hands over no more of the currency that it sells, and takes no less of the one that
 * it buys. Null where nothing is left of it, or more than a rate can be.
 */
export function branchRate(side: FixingSide, rate: Decimal, percent: number): Decimal | null {
  if (percent === 0) return rate;
  return side === 'sale'
    ? scaledRate(rate, [WHOLE + percent, WHOLE], STEP, 'down')
    : scaledRate(rate, [WHOLE, WHOLE + percent], STEP, 'up');
}
