import { type Decimal, decimalNumber, decimalOf } from '../money/decimal.ts';
import { divideRate } from '../money/divide-rate.ts';
import type { FixingSide } from '../rates/draft.ts';
import { formatPairRate } from './format-moment.ts';
import type { Price } from './price.ts';

/**
 * Rate after the fee, units of the currency for 1 base, as a bordereau must state it. A sale pays out fewer
 * units for each base unit, a purchase takes more.
 */
export function netRateOf(side: FixingSide, rate: Decimal, { offered, received, fee }: Price): Decimal {
  return side === 'sale'
    ? divideRate(rate, offered, offered + fee)
    : divideRate(rate, received, received - fee);
}

export function formatNetRate(
  { side, base, currency, rate }: { side: FixingSide; base: string; currency: string; rate: number },
  price: Price,
): string {
  const net = decimalNumber(netRateOf(side, decimalOf(rate), price));
  return formatPairRate({ base, currency, rate: net });
}
