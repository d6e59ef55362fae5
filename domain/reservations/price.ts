import type { Cents } from '../money/cents.ts';
import type { Decimal } from '../money/decimal.ts';
import { broughtAmount, receivedAmount } from '../offers/quote.ts';
import type { FixingSide } from '../rates/draft.ts';

/** `side`: the company's; `rate`: units of the currency for 1 base; `fee`: hundredths of the base. */
export type PriceRequest = {
  readonly side: FixingSide;
  readonly target: 'offer' | 'wish';
  readonly amount: Cents;
  readonly rate: Decimal;
  readonly fee: Cents;
};

/**
 * Hundredths, rounded as in a comparison (contract 2). The fee is in the base: on top of `offered` at a
 * sale, out of `received` at a purchase.
 */
export type Price = { readonly offered: Cents; readonly received: Cents; readonly fee: Cents };

/** null: nothing is left to hand over. */
export function priceOf({ side, target, amount, rate, fee }: PriceRequest): Price | null {
  const offerIsBase = side === 'sale';
  const [offered, received] =
    target === 'offer'
      ? [amount, receivedAmount({ amount, offerIsBase }, rate)]
      : [broughtAmount(amount, rate, offerIsBase), amount];
  return handedOver(side, { offered, received, fee }) > 0 ? { offered, received, fee } : null;
}

/** Amount that the traveller brings: base at a sale, currency at a purchase. */
export function brought(side: FixingSide, { offered, fee }: Price): Cents {
  return side === 'sale' ? offered + fee : offered;
}

/** Amount that the company hands over from its stock: currency at a sale, base at a purchase. */
export function handedOver(side: FixingSide, { received, fee }: Price): Cents {
  return side === 'sale' ? received : received - fee;
}

/** Exchanged amount in the base, the unit of all limits. */
export function worth(side: FixingSide, { offered, received }: Price): Cents {
  return side === 'sale' ? offered : received;
}
