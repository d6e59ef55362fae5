import { type Static, Type } from 'typebox';
import { Kind, OpenState } from '../branches/branch.ts';
import { CurrencyCode } from '../currencies/currency.ts';
import { Position } from '../places/place.ts';

/** An amount of money on the wire: a JSON number of at most 2 decimals when it is asked or paid. */
export const Money = Type.Object({ currency: CurrencyCode, amount: Type.Number() });
export type Money = Static<typeof Money>;

/**
 * The branch of an offer: of those that fit the one that hands over the most, then the nearest; or, where nothing is asked of
 * branches, the counter with a sheet of its own that pays the most. `distance_m`: as the crow flies, null where no place was
 * asked for. `open` null: it has not said its hours.
 */
export const OfferBranch = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  kind: Kind,
  address: Type.String(),
  city: Type.String(),
  lat: Type.Union([Type.Number(), Type.Null()]),
  lon: Type.Union([Type.Number(), Type.Null()]),
  /** that is the centre of its commune, and no nearer to its door */
  is_rough: Type.Boolean(),
  phone: Type.String(),
  /** by which the words of `open` are said */
  time_zone: Type.String(),
  distance_m: Type.Union([Type.Integer(), Type.Null()]),
  open: Type.Union([OpenState, Type.Null()]),
});
export type OfferBranch = Static<typeof OfferBranch>;

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
  /** its bureau takes reservations, and has said to have something of what it hands over here; left out of all others */
  takes_reservations: Type.Optional(Type.Literal(true)),
  /** null where nothing is asked of branches, but for a company that is listed by a counter with a sheet of its own */
  branch: Type.Union([OfferBranch, Type.Null()]),
});
export type Offer = Static<typeof Offer>;

const AskedMoney = Type.Object({ currency: CurrencyCode, amount: Type.Optional(Type.Number()) });

/** Around a place, within so many kilometres of it: 20 without it. */
const Near = Type.Object({
  ...Position.properties,
  radius_km: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 200 })),
});
export const DEFAULT_RADIUS_KM = 20;

/** What a branch must be like; a bureau without one that fits is left out. */
export const BranchWishes = Type.Object({
  near: Type.Optional(Near),
  /** open then, by its own hours */
  open_at: Type.Optional(Type.String({ format: 'date-time', maxLength: 40 })),
  kinds: Type.Optional(Type.Array(Kind, { minItems: 1, maxItems: 6, uniqueItems: true })),
  /** it also takes back what is left over */
  buys_back: Type.Optional(Type.Literal(true)),
});
export type BranchWishes = Static<typeof BranchWishes>;

/**
 * Exactly one side is the base. `target` is the side whose amount is asked for, the offer without it; the amount of
 * the other side is recomputed by the server, and may be absent (contract 2 and 3).
 */
export const OffersRequest = Type.Object({
  offer: AskedMoney,
  wish: AskedMoney,
  target: Type.Optional(Type.Union([Type.Literal('offer'), Type.Literal('wish')])),
  ...BranchWishes.properties,
  /** by amount without it; by distance where there is a place */
  sort: Type.Optional(Type.Union([Type.Literal('amount'), Type.Literal('distance')])),
});
export type OffersRequest = Static<typeof OffersRequest>;

/** `rate`: the mid rate used, units of the currency for 1 base; `at` and `source`: of that rate. */
export const OffersAnswer = Type.Object({
  offers: Type.Array(Offer),
  total: Type.Integer(),
  /** how many others serve the pair and have no branch that fits; in the answer to a question about branches */
  left_out: Type.Optional(Type.Integer()),
  currency_rate: Type.Object({ rate: Type.Number(), at: Type.String(), source: Type.String() }),
});
export type OffersAnswer = Static<typeof OffersAnswer>;
