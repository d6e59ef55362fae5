import type { FixingSide } from '../fixings/draft.ts';
import { compareDecimals, type Decimal } from '../money/decimal.ts';
import { broughtAmount, receivedAmount } from '../offers/quote.ts';
import type { Price } from './price.ts';

/**
 * What is exchanged at the bureau's rate of the day, where that is better for the traveller; null: it is not. The notes of the
 * currency stay, which are prepared, or brought: less of the base is paid for them at a sale, more of it is handed over at a
 * purchase. The fee is that of the reservation. Hundredths.
 */
export function betterPrice(
  side: FixingSide,
  promised: Price & { readonly rate: Decimal },
  ofDay: Decimal,
): (Price & { readonly rate: Decimal }) | null {
  // a rounding that comes out differently is no better rate
  const isBetter = compareDecimals(ofDay, promised.rate) * (side === 'sale' ? 1 : -1) > 0;
  if (!isBetter) return null;
  if (side === 'sale') {
    const offered = broughtAmount(promised.received, ofDay, true);
    return offered < promised.offered ? { ...promised, rate: ofDay, offered } : null;
  }
  const received = receivedAmount({ amount: promised.offered, offerIsBase: false }, ofDay);
  return received > promised.received ? { ...promised, rate: ofDay, received } : null;
}
