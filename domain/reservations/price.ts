import type { FixingSide } from '../fixings/draft.ts';
import type { Cents } from '../money/cents.ts';
import type { Decimal } from '../money/decimal.ts';
import { broughtAmount, receivedAmount } from '../offers/quote.ts';

/**
 * What is to be exchanged: the bureau's side, which one of both amounts was asked for, and the bureau's rate (units of the
 * currency for 1 base). `fee`: hundredths of the base.
 */
export type Asked = {
  readonly side: FixingSide;
  readonly target: 'offer' | 'wish';
  readonly amount: Cents;
  readonly rate: Decimal;
  readonly fee: Cents;
};

/**
 * `offered` is exchanged for `received`, as a comparison says it (contract 2). A sale: the traveller brings `offered` and
 * the fee, both in the base. A purchase: the fee is taken from `received`, which is in the base. Hundredths.
 */
export type Price = { readonly offered: Cents; readonly received: Cents; readonly fee: Cents };

/** Null where nothing is left to be handed over. */
export function priceOf({ side, target, amount, rate, fee }: Asked): Price | null {
  const offerIsBase = side === 'sale';
  const [offered, received] =
    target === 'offer'
      ? [amount, receivedAmount({ amount, offerIsBase }, rate)]
      : [broughtAmount(amount, rate, offerIsBase), amount];
  return handedOver(side, { offered, received, fee }) > 0 ? { offered, received, fee } : null;
}

/** What the traveller brings, in the base at a sale, in the currency at a purchase. */
export function brought(side: FixingSide, { offered, fee }: Price): Cents {
  return side === 'sale' ? offered + fee : offered;
}

/** What the bureau hands over, in the currency at a sale, in the base at a purchase: what its stock must have. */
export function handedOver(side: FixingSide, { received, fee }: Price): Cents {
  return side === 'sale' ? received : received - fee;
}

/** What is exchanged, in the base: what limits are told in. */
export function worth(side: FixingSide, { offered, received }: Price): Cents {
  return side === 'sale' ? offered : received;
}
