import { compareDecimals, type Decimal } from '../money/decimal.ts';
import { broughtAmount, receivedAmount } from '../offers/quote.ts';
import type { FixingSide } from '../rates/draft.ts';
import type { Price } from './price.ts';

/**
 * Exchange at the rate of the day where it is better for the traveller, else null. The notes and the fee
 * stay: a sale costs less of the base, a purchase pays more of it, in hundredths.
 */
export function betterPrice(
  side: FixingSide,
  promised: Price & { readonly rate: Decimal },
  ofDay: Decimal,
): (Price & { readonly rate: Decimal }) | null {
  // a difference of rounding alone is no better rate
  const isBetter = compareDecimals(ofDay, promised.rate) * (side === 'sale' ? 1 : -1) > 0;
  if (!isBetter) return null;
  if (side === 'sale') {
    const offered = broughtAmount(promised.received, ofDay, true);
    return offered < promised.offered ? { ...promised, rate: ofDay, offered } : null;
  }
  const received = receivedAmount({ amount: promised.offered, offerIsBase: false }, ofDay);
  return received > promised.received ? { ...promised, rate: ofDay, received } : null;
}
