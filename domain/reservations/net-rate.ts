import type { FixingSide } from '../fixings/draft.ts';
import type { Decimal } from '../money/decimal.ts';
import { divideRate } from '../money/divide-rate.ts';
import type { Price } from './price.ts';

/**
 * The rate that is left once the fee is paid, units of the currency for 1 base: what a bordereau must say. At a sale fewer
 * are received for each unit that is brought; at a purchase more are given for each that is handed over.
 */
export function netRateOf(side: FixingSide, rate: Decimal, { offered, received, fee }: Price): Decimal {
  return side === 'sale'
    ? divideRate(rate, offered, offered + fee)
    : divideRate(rate, received, received - fee);
}
