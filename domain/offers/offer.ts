import { type Static, Type } from 'typebox';
import { CurrencyCode } from '../currencies/currency.ts';

/** An amount of money on the wire: a JSON number of at most 2 decimals when it is asked or paid. */
export const Money = Type.Object({ currency: CurrencyCode, amount: Type.Number() });
export type Money = Static<typeof Money>;

/** What a bureau hands over for what the traveller gives. Figures: contract 2. */
export const Offer = Type.Object({
  company: Type.Object({
    name: Type.String(),
    logo: Type.String(),
    site: Type.String(),
    is_partner: Type.Boolean(),
  }),
  /** the bureau's, units of the currency for 1 base: its `sale` when the offer is the base, else its `purchase` */
  rate: Type.Number(),
  ct_offer: Money,
  ct_wish: Money,
  costs: Money,
  co_offer: Money,
  /** when the bureau last set or confirmed its rate */
  updated_at: Type.String({ format: 'date-time' }),
  /** false: that is long ago, and the rate is to be confirmed with the bureau */
  is_fresh: Type.Boolean(),
});
export type Offer = Static<typeof Offer>;

const AskedMoney = Type.Object({ currency: CurrencyCode, amount: Type.Optional(Type.Number()) });

/**
 * Exactly one side is the base. `target` is the side whose amount is asked for, the offer without it; the amount of
 * the other side is recomputed by the server, and may be absent (contract 2 and 3).
 */
export const OffersRequest = Type.Object({
  offer: AskedMoney,
  wish: AskedMoney,
  target: Type.Optional(Type.Union([Type.Literal('offer'), Type.Literal('wish')])),
});
export type OffersRequest = Static<typeof OffersRequest>;

/** `rate`: the mid rate used, units of the currency for 1 base; `at` and `source`: of that rate. */
export const OffersAnswer = Type.Object({
  offers: Type.Array(Offer),
  total: Type.Integer(),
  currency_rate: Type.Object({ rate: Type.Number(), at: Type.String(), source: Type.String() }),
});
export type OffersAnswer = Static<typeof OffersAnswer>;
