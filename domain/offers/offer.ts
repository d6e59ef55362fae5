import { type Static, Type } from 'typebox';
import { Kind, OpenState } from '../branches/branch.ts';
import { CurrencyCode } from '../currencies/currency.ts';
import { Position } from '../places/place.ts';

/** JSON number of at most 2 decimals. */
export const Money = Type.Object({ currency: CurrencyCode, amount: Type.Number() });
export type Money = Static<typeof Money>;

/**
 * Best paying, then nearest branch that matches; sorted by distance, the nearest; without filters the branch
 * override that pays the most. `distance_m`: as the crow flies, null without a place; `open` null: unknown hours.
 */
export const OfferBranch = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  kind: Kind,
  address: Type.String(),
  city: Type.String(),
  lat: Type.Union([Type.Number(), Type.Null()]),
  lon: Type.Union([Type.Number(), Type.Null()]),
  /** Centre of the commune, because the exact position is unknown. */
  is_rough: Type.Boolean(),
  phone: Type.String(),
  time_zone: Type.String(),
  distance_m: Type.Union([Type.Integer(), Type.Null()]),
  open: Type.Union([OpenState, Type.Null()]),
});
export type OfferBranch = Static<typeof OfferBranch>;

export const Offer = Type.Object({
  company: Type.Object({
    name: Type.String(),
    logo: Type.String(),
    site: Type.String(),
    is_partner: Type.Boolean(),
  }),
  /**
   * Units of the currency for 1 base: the company's `sale` when the offer is the base, else its `purchase`.
   */
  rate: Type.Number(),
  ct_offer: Money,
  ct_wish: Money,
  costs: Money,
  co_offer: Money,
  updated_at: Type.String({ format: 'date-time' }),
  /** false: to be confirmed with the company. */
  is_fresh: Type.Boolean(),
  /** Amount of `co_offer` that the company's notes make, where it is more than 1 % less. */
  in_notes: Type.Optional(Type.Number()),
  /** Left out, too, where the amount is outside of the company's limits or its notes are unknown. */
  takes_reservations: Type.Optional(Type.Literal(true)),
  /** null without branch filters, except for a branch override. */
  branch: Type.Union([OfferBranch, Type.Null()]),
});
export type Offer = Static<typeof Offer>;

const AskedMoney = Type.Object({ currency: CurrencyCode, amount: Type.Optional(Type.Number()) });

/** Kilometres, 20 by default. */
const Near = Type.Object({
  ...Position.properties,
  radius_km: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 200 })),
});
export const DEFAULT_RADIUS_KM = 20;

/** Filter of branches. Companies without a match are left out. */
export const BranchWishes = Type.Object({
  near: Type.Optional(Near),
  open_at: Type.Optional(Type.String({ format: 'date-time', maxLength: 40 })),
  kinds: Type.Optional(Type.Array(Kind, { minItems: 1, maxItems: 6, uniqueItems: true })),
  buys_back: Type.Optional(Type.Literal(true)),
});
export type BranchWishes = Static<typeof BranchWishes>;

/**
 * Exactly one side is the base. `target`: side of the given amount, by default the offer; the other amount
 * is recomputed and may be absent (contract 2 and 3).
 */
export const OffersRequest = Type.Object({
  offer: AskedMoney,
  wish: AskedMoney,
  target: Type.Optional(Type.Union([Type.Literal('offer'), Type.Literal('wish')])),
  ...BranchWishes.properties,
  /** 'amount' by default. 'distance' needs a place. */
  sort: Type.Optional(Type.Union([Type.Literal('amount'), Type.Literal('distance')])),
});
export type OffersRequest = Static<typeof OffersRequest>;

/** `rate`: mid rate used, units of the currency for 1 base. */
export const OffersAnswer = Type.Object({
  offers: Type.Array(Offer),
  total: Type.Integer(),
  left_out: Type.Optional(Type.Integer()),
  currency_rate: Type.Object({ rate: Type.Number(), at: Type.String(), source: Type.String() }),
});
export type OffersAnswer = Static<typeof OffersAnswer>;
