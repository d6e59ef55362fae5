import { type Static, Type } from 'typebox';
import { Id } from '../companies/company.ts';
import { CurrencyCode, MidRate } from '../currencies/currency.ts';
import { Page, SearchText } from '../lists/page.ts';
import { MOST_DENOMINATIONS } from '../terms/terms.ts';
import { Redeemable, Redemption } from './redemption.ts';

/** Payment at the branch. Nothing is paid online. */
export type Payment = 'cash' | 'card';

/** Wished notes. '': any. */
export type Notes = '' | 'small' | 'choice';

export const MOST_OPEN = 3;

const Instant = Type.String({ format: 'date-time', maxLength: 40 });

/**
 * `company`: its site. `branch` null: the company has none; `side`: the company's; `amount` belongs to
 * `target`; `rate` and `updated_at`: as seen.
 */
export const ReservationRequest = Type.Object({
  company: Type.String({ maxLength: 2048 }),
  branch: Type.Union([Id, Type.Null()]),
  side: Type.Union([Type.Literal('purchase'), Type.Literal('sale')]),
  currency: Type.Object({ code: CurrencyCode }),
  target: Type.Union([Type.Literal('offer'), Type.Literal('wish')]),
  amount: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000 }),
  rate: Type.Number({ exclusiveMinimum: 0 }),
  updated_at: Instant,
  pickup_at: Instant,
  payment: Type.Union([Type.Literal('cash'), Type.Literal('card')]),
  notes: Type.Union([Type.Literal(''), Type.Literal('small'), Type.Literal('choice')]),
  denominations: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1 }), { maxItems: MOST_DENOMINATIONS, uniqueItems: true }),
  ),
  /** Meant a second time, although the same one is open (409 `same_reservation`). */
  is_meant_again: Type.Optional(Type.Boolean()),
});
export type ReservationRequest = Static<typeof ReservationRequest>;

/** `kind`: the new state, or 'moved' with the former hour in `pickup_was`, and the name of the former branch in `branch_was`. */
const ReservationEvent = Type.Object({
  at: Type.String(),
  kind: Type.String(),
  actor: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
  pickup_was: Type.Union([Type.String(), Type.Null()]),
  branch_was: Type.Union([Type.String(), Type.Null()]),
});

const AppliedRate = Type.Object({
  rate: Type.Number(),
  offered: Type.Number(),
  received: Type.Number(),
  handed_over: Type.Number(),
});
export type AppliedRate = Static<typeof AppliedRate>;

/** Random address, because the platform's own number of a reservation counts all of them. */
const Reference = Type.String({ pattern: '^[0-9a-f]{32}$' });

/**
 * `number`: by company and year, as '2026-42'; `offered` is exchanged for `received`, the fee is in the base. `due_at`:
 * deadline of the answer, then of the collection; `ended_at` null: open; `mid_rate`: of the request, null: older than this field.
 */
const shown = {
  id: Reference,
  number: Type.String(),
  /** null: sealed under a SECRET that this server is not given. */
  code: Type.Union([Type.String(), Type.Null()]),
  state: Type.String(),
  company: Type.Object({ name: Type.String(), logo: Type.String(), site: Type.String() }),
  branch: Type.Union([
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      address: Type.String(),
      postcode: Type.String(),
      city: Type.String(),
      commune: Type.String(),
      phone: Type.String(),
      access_note: Type.String(),
    }),
    Type.Null(),
  ]),
  time_zone: Type.String(),
  side: Type.String(),
  base: Type.String(),
  currency: Type.String(),
  rate: Type.Number(),
  mid_rate: Type.Union([MidRate, Type.Null()]),
  offered: Type.Number(),
  received: Type.Number(),
  fee: Type.Number(),
  handed_over: Type.Number(),
  mode: Type.String(),
  payment: Type.String(),
  notes: Type.String(),
  denominations: Type.Array(Type.Integer()),
  /** French sentences, one a rule. Empty: older than this field. */
  promise: Type.Array(Type.String()),
  takes_better_rate: Type.Boolean(),
  // linked exchanges in the base, as far as they decide on an identity document
  linked_amount: Type.Number(),
  /** Better rate applied at the hand-over. null: as reserved. */
  applied: Type.Union([AppliedRate, Type.Null()]),
  redemptions: Type.Array(Redemption),
  pickup_at: Type.String(),
  closed_then: Type.Boolean(),
  company_suspended: Type.Boolean(),
  // this side of the currency, at the branch or the bureau; the agreed rate stays
  rate_suspended: Type.Boolean(),
  held_until: Type.String(),
  due_at: Type.String(),
  requested_at: Type.String(),
  updated_at: Type.String(),
  ended_at: Type.Union([Type.String(), Type.Null()]),
  events: Type.Array(ReservationEvent),
};
export const Reservation = Type.Object(shown);
export type Reservation = Static<typeof Reservation>;

// `at`: of the hand-over
const StruckSlip = Type.Object({
  number: Type.Integer(),
  at: Type.String(),
  struck_at: Type.String(),
  reason: Type.String(),
  name: Type.String(),
  address: Type.String(),
  authorisation: Type.String(),
  applied: Type.Union([AppliedRate, Type.Null()]),
});
export type StruckSlip = Static<typeof StruckSlip>;

/**
 * View of the company. `code` null: still secret; `traveller` null: erased; `available_notes`: its own of what is handed over, in
 * whole units, smallest first. Empty: unknown.
 */
export const BureauReservation = Type.Object({
  ...shown,
  linked: Type.Array(Type.Object({ number: Type.String(), at: Type.String(), amount: Type.Number() })),
  available_notes: Type.Array(Type.Integer()),
  // null: not handed over, or none was promised
  redeemable: Type.Union([Redeemable, Type.Null()]),
  code: Type.Union([Type.String(), Type.Null()]),
  slip: Type.Union([
    Type.Object({
      number: Type.Integer(),
      at: Type.String(),
      name: Type.String(),
      address: Type.String(),
      authorisation: Type.String(),
    }),
    Type.Null(),
  ]),
  // bordereaux of hand-overs that were undone, oldest first
  struck: Type.Array(StruckSlip),
  traveller: Type.Union([
    Type.Object({ first_name: Type.String(), email: Type.String(), phone: Type.String() }),
    Type.Null(),
  ]),
});
export type BureauReservation = Static<typeof BureauReservation>;

/** `current` null: no visible rate. */
export type RateConflict = ApiRefusal & { current: { rate: number; updated_at: string } | null };
/** Exchanges next to the requested one that the company's notes make. null: none there. */
export type NotesConflict = ApiRefusal & {
  neighbours: { below: Exchange | null; above: Exchange | null };
};
type Exchange = { offered: number; received: number };
/** Open reservation of the same person, place, amount and hour. */
export type SameConflict = ApiRefusal & { reservation: string };
type ApiRefusal = { message: string; code: string };

/** A reference, or the number in the links of older letters. */
export const ReservationInPath = Type.Object({
  id: Type.String({ pattern: '^([0-9a-f]{32}|[0-9]{1,15})$' }),
});
export const PickupDays = Type.Object({
  days: Type.Array(Type.Object({ day: Type.String(), instants: Type.Array(Type.String()) })),
  // open days were left out, because their stock cannot take the reservation
  lacks_notes: Type.Boolean(),
});
export type PickupDays = Static<typeof PickupDays>;
export const ReservationNamed = Type.Object({ id: Reference });
export const ReservationMove = Type.Object({ id: Reference, pickup_at: Instant, updated_at: Instant });
// `branch`: another one of the company, where the present one is closed at its hour
export const OwnReservationMove = Type.Object({
  ...ReservationMove.properties,
  branch: Type.Optional(Id),
});
// another branch of the company, with the hour at which it can take the reservation
const OtherBranch = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  address: Type.String(),
  postcode: Type.String(),
  city: Type.String(),
  time_zone: Type.String(),
  pickup_at: Type.String(),
});
export type OtherBranch = Static<typeof OtherBranch>;
export const OtherBranches = Type.Array(OtherBranch);
export const ReservationRefusal = Type.Object({
  id: Reference,
  reason: Type.Union([
    Type.Literal('stock'),
    Type.Literal('rate'),
    Type.Literal('closed'),
    Type.Literal('amount'),
    Type.Literal('other'),
  ]),
});
export const ReservationUndo = Type.Object({
  id: Reference,
  reason: Type.Union([Type.Literal('client'), Type.Literal('returned'), Type.Literal('other')]),
});
export const TypedCode = Type.Object({ code: Type.String({ maxLength: 20 }) });
/** `better` null: the reserved rate applies; `other_day`: French question. null: it is the agreed day. */
export const HandOver = Type.Object({
  reservation: BureauReservation,
  better: Type.Union([AppliedRate, Type.Null()]),
  other_day: Type.Union([Type.String(), Type.Null()]),
});
export type HandOver = Static<typeof HandOver>;
/** `code`: typed or scanned; `rate`: the better rate of the day, where it was seen; `another_day`: the agent knows. */
export const ReservationCollection = Type.Object({
  code: Type.String({ maxLength: 20 }),
  rate: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  another_day: Type.Optional(Type.Boolean()),
});
/** Rate to apply by the company's promise. `current` null: the reserved one. */
export type BetterRate = ApiRefusal & { current: AppliedRate | null; reservation: BureauReservation };

/**
 * Newest first, or by hour for a `day`. `state` 'to_move': open with its branch closed at its hour; `q`: a
 * number, a code, or the beginning of a first name or address.
 */
export const ReservationsQuery = Type.Object({
  id: Type.Optional(Reference),
  state: Type.Optional(Type.String({ pattern: '^[a-z_]{1,20}$' })),
  branch: Type.Optional(Id),
  from: Type.Optional(Type.String({ format: 'date-time', maxLength: 40 })),
  to: Type.Optional(Type.String({ format: 'date-time', maxLength: 40 })),
  q: Type.Optional(SearchText),
  page: Type.Optional(Page),
});
export type ReservationsQuery = Static<typeof ReservationsQuery>;
