import type { MidRate } from '../currencies/currency.ts';
import { type Cents, lessConverted } from '../money/cents.ts';
import { type Decimal, decimalOf } from '../money/decimal.ts';
import { formatAmount, formatRate, formatShortAmount } from '../money/format.ts';
import type { FixingSide } from '../rates/draft.ts';
import { formatDateOf } from './format-moment.ts';
import { brought, handedOver, type Price } from './price.ts';

/** Hundredths of the base lost against the mid rate, fee included. Negative: gained. */
export function wholeCostOf(side: FixingSide, price: Price, mid: Decimal): Cents {
  const [given, got] = [brought(side, price), handedOver(side, price)];
  // 0 and not -0
  return side === 'sale' ? lessConverted(given, got, mid) : 0 - lessConverted(got, given, mid);
}

export function formatWholeCost(
  { side, base, currency }: { side: FixingSide; base: string; currency: string },
  price: Price,
  { rate, at }: MidRate,
): string {
  const cost = formatCost({ side, base }, price, rate);
  const mid = `1\u00a0${base} = ${formatRate(decimalOf(rate))}\u00a0${currency}`;
  return `${cost} du ${formatDateOf(at.slice(0, 10))}, ${mid}`;
}

export function formatCost(
  { side, base }: { side: FixingSide; base: string },
  price: Price,
  rate: number,
): string {
  const cost = wholeCostOf(side, price, decimalOf(rate));
  const than = cost < 0 ? 'de moins' : 'de plus';
  return `${formatAmount(base, Math.abs(cost))} ${than} qu’au taux intermédiaire`;
}

/** Fee beside a margin that is in the rate, so that nothing suggests a free exchange (arrêté of 30 December 1998, article 3). */
export function formatFee(base: string, fee: Cents): string {
  return fee > 0 ? formatAmount(base, fee) : `${formatShortAmount(base, 0)} en plus du taux`;
}
