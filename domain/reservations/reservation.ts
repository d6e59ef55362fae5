import { type Static, Type } from 'typebox';
import { Id } from '../companies/company.ts';
import { CurrencyCode } from '../currencies/currency.ts';
import { Page, SearchText } from '../lists/page.ts';
import { MOST_DENOMINATIONS } from './terms.ts';

/** By what one pays at the counter: nothing is paid on line. */
export type Payment = 'cash' | 'card';

/** Which notes are wished: small ones, those of one's choice; empty: any. */
export type Notes = '' | 'small' | 'choice';

const Instant = Type.String({ format: 'date-time', maxLength: 40 });

/**
 * What a traveller asks for. `company`: its site. `branch` null: of a bureau that has none. `side`: the bureau's. `amount`: of
 * what is offered or wished, as `target` says. `rate` and `updated_at`: as they were seen.
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
  /** of one's choice: which, in whole units */
  denominations: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1 }), { maxItems: MOST_DENOMINATIONS, uniqueItems: true }),
  ),
});
export type ReservationRequest = Static<typeof ReservationRequest>;

/** What happened to it: the state that it led to, or 'moved'. `reason`: of a list; `pickup_was`: where it was moved from. */
const ReservationEvent = Type.Object({
  at: Type.String(),
  kind: Type.String(),
  actor: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
  pickup_was: Type.Union([Type.String(), Type.Null()]),
});

/** What was exchanged for what, at a rate that was better for the traveller than the reserved one. */
const AppliedRate = Type.Object({
  rate: Type.Number(),
  offered: Type.Number(),
  received: Type.Number(),
  handed_over: Type.Number(),
});
export type AppliedRate = Static<typeof AppliedRate>;

/**
 * A reservation. `offered` is exchanged for `received`, the fee is in the base, and the bureau hands over `handed_over`.
 * `due_at`: by when it must be answered, and then collected; `ended_at` null: it is open.
 */
const shown = {
  id: Type.Integer(),
  code: Type.String(),
  state: Type.String(),
  company: Type.Object({ name: Type.String(), logo: Type.String(), site: Type.String() }),
  branch: Type.Union([
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      address: Type.String(),
      postcode: Type.String(),
      city: Type.String(),
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
  offered: Type.Number(),
  received: Type.Number(),
  fee: Type.Number(),
  handed_over: Type.Number(),
  mode: Type.String(),
  payment: Type.String(),
  notes: Type.String(),
  /** of one's choice, smallest first */
  denominations: Type.Array(Type.Integer()),
  /** what the bureau promised when it was asked for, in French, a sentence a rule; empty: reserved before that was kept */
  promise: Type.Array(Type.String()),
  /** whether the better rate of the day applies as it is handed over */
  takes_better_rate: Type.Boolean(),
  /** at the better rate of the day, at which it was handed over; null: as it was reserved */
  applied: Type.Union([AppliedRate, Type.Null()]),
  pickup_at: Type.String(),
  /** it is open, and its counter is closed at that hour, by what its bureau has said since */
  closed_then: Type.Boolean(),
  held_until: Type.String(),
  due_at: Type.String(),
  requested_at: Type.String(),
  updated_at: Type.String(),
  ended_at: Type.Union([Type.String(), Type.Null()]),
  events: Type.Array(ReservationEvent),
};
export const Reservation = Type.Object(shown);
export type Reservation = Static<typeof Reservation>;

/** For its bureau. `code` null: it is open, and the traveller tells it. `traveller` null: who it was is erased. */
export const BureauReservation = Type.Object({
  ...shown,
  code: Type.Union([Type.String(), Type.Null()]),
  /** null: it was not collected */
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
  traveller: Type.Union([
    Type.Object({ first_name: Type.String(), email: Type.String(), phone: Type.String() }),
    Type.Null(),
  ]),
});
export type BureauReservation = Static<typeof BureauReservation>;

/** The rate that could not be frozen; `current` null: none may be shown. */
export type RateConflict = ApiRefusal & { current: { rate: number; updated_at: string } | null };
type ApiRefusal = { message: string; code: string };

const ReservationId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const ReservationNamed = Type.Object({ id: ReservationId });
/** `updated_at`: of the reservation as it was seen. */
export const ReservationMove = Type.Object({ id: ReservationId, pickup_at: Instant, updated_at: Instant });
export const ReservationRefusal = Type.Object({
  id: ReservationId,
  reason: Type.Union([
    Type.Literal('stock'),
    Type.Literal('rate'),
    Type.Literal('closed'),
    Type.Literal('amount'),
    Type.Literal('other'),
  ]),
});
/** The code that the traveller shows, typed or scanned. `rate`: that of the day, where it is better and was seen. */
export const ReservationCollection = Type.Object({
  code: Type.String({ maxLength: 20 }),
  rate: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
});
/** At which rate it is to be handed over, as its bureau has promised; `current` null: at the reserved one. */
export type BetterRate = ApiRefusal & { current: AppliedRate | null; reservation: BureauReservation };

/**
 * Newest first, or by the hour at which notes are due where a day is given. `state`: 'open', 'to_move' (of these, those whose counter is closed at their hour), or one of the states. `q`: a
 * code, or what a first name or address begins with.
 */
export const ReservationsQuery = Type.Object({
  id: Type.Optional(ReservationId),
  state: Type.Optional(Type.String({ pattern: '^[a-z_]{1,20}$' })),
  branch: Type.Optional(Id),
  from: Type.Optional(Type.String({ format: 'date-time', maxLength: 40 })),
  to: Type.Optional(Type.String({ format: 'date-time', maxLength: 40 })),
  q: Type.Optional(SearchText),
  page: Type.Optional(Page),
});
export type ReservationsQuery = Static<typeof ReservationsQuery>;
