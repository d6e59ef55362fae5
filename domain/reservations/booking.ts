import { type Static, Type } from 'typebox';
import type { BranchKind } from '../branches/branch.ts';
import { CurrencyCode } from '../currencies/currency.ts';
import { modeOf, type PickupMode, ReservationTerms } from './terms.ts';

/**
 * `company`: its site. `currency` and `side` (the bureau's): of what each counter says its rate, and what is left. `branch`: the
 * one that the offer named.
 */
export const BookingQuery = Type.Object({
  company: Type.Optional(Type.String({ maxLength: 2048 })),
  currency: Type.Optional(CurrencyCode),
  side: Type.Optional(Type.Union([Type.Literal('purchase'), Type.Literal('sale')])),
  branch: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999 })),
});

/** Of what a counter has for a day. No figure: who asks often would else count a bureau's notes. */
export type Left = 'enough' | 'short' | 'none';
const LeftOn = Type.Object({
  /** 'YYYY-MM-DD' of the branch's calendar */
  day: Type.String(),
  left: Type.Unsafe<Left>(Type.String()),
});

/** Where notes are collected. `branch` null: the bureau has none, and is asked as a whole. */
const BookingCounter = Type.Object({
  branch: Type.Union([Type.Integer(), Type.Null()]),
  name: Type.String(),
  mode: Type.String(),
  address: Type.String(),
  postcode: Type.String(),
  city: Type.String(),
  phone: Type.String(),
  access_note: Type.String(),
  time_zone: Type.String(),
  /** in French, a line a group of days; empty: not said */
  hours: Type.Array(Type.String()),
  /** when it is open from now on, until the rate is held no more; null: it has not said */
  opens: Type.Union([Type.Array(Type.Object({ from: Type.String(), to: Type.String() })), Type.Null()]),
  payments: Type.Array(Type.Unsafe<'cash' | 'card'>(Type.String())),
  /** null: none that may be frozen now, or none was asked for */
  rate: Type.Union([Type.Number(), Type.Null()]),
  updated_at: Type.Union([Type.String(), Type.Null()]),
  /** each day until the rate is held no more */
  stock: Type.Array(LeftOn),
});
export type BookingCounter = Static<typeof BookingCounter>;

/** The branch that the offer named, where it is none of the counters; `rate`: what it is compared at, null: at none now. */
const Elsewhere = Type.Object({ name: Type.String(), rate: Type.Union([Type.Number(), Type.Null()]) });

/** What became of those that a bureau answered: how many of how many, each. */
const Reliability = Type.Object({
  reservations: Type.Integer(),
  accepted: Type.Number(),
  on_time: Type.Union([Type.Number(), Type.Null()]),
  honoured: Type.Union([Type.Number(), Type.Null()]),
});
export type Reliability = Static<typeof Reliability>;
/** Of fewer nothing is said: one who did not come would be a bureau's bad name. */
export const RELIABLE_FROM = 20;

/** On what terms a bureau takes reservations; null: it takes none. `promise`: in French, a sentence a rule. */
export const Booking = Type.Object({
  booking: Type.Union([
    Type.Object({
      company: Type.Object({ name: Type.String(), logo: Type.String(), site: Type.String() }),
      base: CurrencyCode,
      terms: ReservationTerms,
      promise: Type.Array(Type.String()),
      reliability: Type.Union([Reliability, Type.Null()]),
      /** the nearest to the branch that was named first; by name, if none was */
      counters: Type.Array(BookingCounter),
      /** null: none was named, it is one of the counters, or it is not shown */
      elsewhere: Type.Union([Elsewhere, Type.Null()]),
    }),
    Type.Null(),
  ]),
});
export type Booking = NonNullable<Static<typeof Booking>['booking']>;

/** How many bureaux take reservations, and how many of them in each way. */
export const BookingCounts = Type.Object({
  bureaux: Type.Integer(),
  counter: Type.Integer(),
  airport: Type.Integer(),
  hotel: Type.Integer(),
  card: Type.Integer(),
});
export type BookingCounts = Static<typeof BookingCounts>;

/** Where notes are collected, or that they may be paid by card there. */
export type BookingWay = PickupMode | 'card';

/** In which ways a bureau takes reservations, each once, by its counters that have something to hand over. */
export function bookingWays(
  terms: ReservationTerms,
  counters: readonly { kind: BranchKind | null; takesCards: boolean }[],
): BookingWay[] {
  const ways = new Set<BookingWay>();
  for (const { kind, takesCards } of counters) {
    const mode = modeOf(kind);
    if (mode === null || !terms.modes[mode].is_offered) continue;
    ways.add(mode);
    if (takesCards) ways.add('card');
  }
  return [...ways];
}

/** Of the ways of each bureau that takes reservations. */
export function countBookings(bureaux: Iterable<readonly BookingWay[]>): BookingCounts {
  const counts = { bureaux: 0, counter: 0, airport: 0, hotel: 0, card: 0 };
  for (const ways of bureaux) {
    if (ways.length > 0) counts.bureaux += 1;
    for (const way of ways) counts[way] += 1;
  }
  return counts;
}

/** What is left of what a counter is ready to hand over on a day, as it is said: half of it is enough for one person. */
export function leftOf(ready: number, promised: number): Left {
  if (promised >= ready) return 'none';
  return 2 * promised <= ready ? 'enough' : 'short';
}
