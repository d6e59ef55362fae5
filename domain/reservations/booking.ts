import { type Static, Type } from 'typebox';
import type { BranchKind } from '../branches/branch.ts';
import { CurrencyCode, MidRate } from '../currencies/currency.ts';
import { Place, PlacesQuery, Position } from '../places/place.ts';
import { modeOf, type PickupMode, ReservationTerms } from '../terms/terms.ts';

/**
 * `company`: its site. `currency` and `side` (the company's) add each branch's rate and stock; `branch`:
 * the offer's; `place`: code of the place that was searched.
 */
export const BookingQuery = Type.Object({
  company: Type.Optional(Type.String({ maxLength: 2048 })),
  currency: Type.Optional(CurrencyCode),
  side: Type.Optional(Type.Union([Type.Literal('purchase'), Type.Literal('sale')])),
  branch: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999 })),
  place: PlacesQuery.properties.code,
});

const ReservableOn = Type.Object({
  /** 'YYYY-MM-DD' in the branch's calendar. */
  day: Type.String(),
  /** Largest amount of the handed-over currency for one person, in steps that do not reveal the stock. 0: none. */
  up_to: Type.Number(),
});

/** Place of collection. `branch` null: the company has no branch. */
const BookingBranch = Type.Object({
  branch: Type.Union([Type.Integer(), Type.Null()]),
  name: Type.String(),
  mode: Type.String(),
  address: Type.String(),
  postcode: Type.String(),
  city: Type.String(),
  phone: Type.String(),
  access_note: Type.String(),
  // null: unknown; `is_rough`: the centre of its commune, where a place is searched.
  position: Type.Union([Position, Type.Null()]),
  is_rough: Type.Boolean(),
  time_zone: Type.String(),
  /** French lines, one per group of days. Empty: unknown. */
  hours: Type.Array(Type.String()),
  /** Opening spans until the rate expires. null: unknown hours. */
  opens: Type.Union([Type.Array(Type.Object({ from: Type.String(), to: Type.String() })), Type.Null()]),
  payments: Type.Array(Type.Unsafe<'cash' | 'card'>(Type.String())),
  /** null: none that may be frozen, or none was requested. */
  rate: Type.Union([Type.Number(), Type.Null()]),
  updated_at: Type.Union([Type.String(), Type.Null()]),
  /** Each day until the rate expires. */
  stock: Type.Array(ReservableOn),
});
export type BookingBranch = Static<typeof BookingBranch>;

/** Branch of the offer that takes no reservation. `rate`: its rate in comparisons; null: none now. */
const Elsewhere = Type.Object({ name: Type.String(), rate: Type.Union([Type.Number(), Type.Null()]) });

/** Outcomes of the reservations that the company answered. */
const Reliability = Type.Object({
  reservations: Type.Integer(),
  accepted: Type.Number(),
  on_time: Type.Union([Type.Number(), Type.Null()]),
  honoured: Type.Union([Type.Number(), Type.Null()]),
});
export type Reliability = Static<typeof Reliability>;
/**
 * Fewest reservations for which reliability is told, because one missed visit would ruin a small company's
 * figure.
 */
export const RELIABLE_FROM = 20;

/** Reservation terms of a company. null: it takes none; `promise`: a French sentence a rule. */
export const Booking = Type.Object({
  booking: Type.Union([
    Type.Object({
      company: Type.Object({ name: Type.String(), logo: Type.String(), site: Type.String() }),
      base: CurrencyCode,
      terms: ReservationTerms,
      promise: Type.Array(Type.String()),
      reliability: Type.Union([Reliability, Type.Null()]),
      /** Notes of the requested currency in whole units, smallest first. Empty: no currency was named. */
      notes: Type.Array(Type.Integer()),
      mid_rate: Type.Union([MidRate, Type.Null()]),
      /** Further reservations that the person may have open. null: nobody is signed in. */
      remaining: Type.Union([Type.Integer(), Type.Null()]),
      // other exchanges of the person's mailbox at the company
      linked: Type.Array(Type.Object({ number: Type.String(), at: Type.String(), amount: Type.Number() })),
      // Place that was searched. null: none, or an unknown one.
      place: Type.Union([Place, Type.Null()]),
      // Nearest to the place first, without one to the offer's branch, else by name.
      counters: Type.Array(BookingBranch),
      /** null: no branch was named, it takes reservations, or it is hidden. */
      elsewhere: Type.Union([Elsewhere, Type.Null()]),
    }),
    Type.Null(),
  ]),
});
export type Booking = NonNullable<Static<typeof Booking>['booking']>;

export const BookingCounts = Type.Object({
  bureaux: Type.Integer(),
  counter: Type.Integer(),
  airport: Type.Integer(),
  hotel: Type.Integer(),
  card: Type.Integer(),
});
export type BookingCounts = Static<typeof BookingCounts>;

/** Mode of collection, or payment by card there. */
export type BookingWay = PickupMode | 'card';

/** Ways of a company's branches that have stock, each once. */
export function bookingWays(
  terms: ReservationTerms,
  branches: readonly { kind: BranchKind | null; takesCards: boolean }[],
): BookingWay[] {
  const ways = new Set<BookingWay>();
  for (const { kind, takesCards } of branches) {
    const mode = modeOf(kind);
    if (mode === null || !terms.modes[mode].is_offered) continue;
    ways.add(mode);
    if (takesCards) ways.add('card');
  }
  return [...ways];
}

export function countBookings(bureaux: Iterable<readonly BookingWay[]>): BookingCounts {
  const counts = { bureaux: 0, counter: 0, airport: 0, hotel: 0, card: 0 };
  for (const ways of bureaux) {
    if (ways.length > 0) counts.bureaux += 1;
    for (const way of ways) counts[way] += 1;
  }
  return counts;
}
