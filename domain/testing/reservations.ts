import type { Booking, BookingBranch } from '../reservations/booking.ts';
import type { Reservation, ReservationRequest } from '../reservations/reservation.ts';
import { DEFAULT_TERMS, type PickupMode, type ReservationTerms } from '../terms/terms.ts';

type Modes = ReservationTerms['modes'];
type TermsFields = Partial<Omit<ReservationTerms, 'modes'>> & {
  readonly modes?: { readonly [mode in PickupMode]?: Partial<Modes[mode]> };
};

export function someTerms({ modes, ...fields }: TermsFields = {}): ReservationTerms {
  const { counter, airport, hotel } = DEFAULT_TERMS.modes;
  return {
    ...DEFAULT_TERMS,
    modes: {
      counter: { ...counter, ...modes?.counter },
      airport: { ...airport, ...modes?.airport },
      hotel: { ...hotel, ...modes?.hotel },
    },
    ...fields,
  };
}

/** Branch in town whose rate and opening hours are unknown. */
export function aBookingBranch(fields: Partial<BookingBranch> = {}): BookingBranch {
  return {
    branch: null,
    name: 'Gare',
    mode: 'counter',
    address: '',
    postcode: '',
    city: '',
    phone: '',
    access_note: '',
    position: null,
    is_rough: false,
    time_zone: 'Europe/Paris',
    hours: [],
    opens: null,
    payments: ['cash'],
    rate: null,
    updated_at: null,
    stock: [],
    ...fields,
  };
}

export function aBooking(fields: Partial<Booking> = {}): Booking {
  return {
    company: { name: 'Quais', logo: '', site: 'https://quais.example' },
    base: 'EUR',
    terms: someTerms(),
    promise: [],
    notes: [1, 5, 10, 20, 50, 100],
    mid_rate: null,
    remaining: null,
    linked: [],
    place: null,
    reliability: null,
    counters: [],
    elsewhere: null,
    ...fields,
  };
}

/** Request for 100 dollars, at a company without branches. */
export function aReservationRequest(fields: Partial<ReservationRequest> = {}): ReservationRequest {
  return {
    company: 'https://bureau-0.example',
    branch: null,
    side: 'sale',
    currency: { code: 'USD' },
    target: 'wish',
    amount: 100,
    rate: 1.105,
    updated_at: '2026-11-20T07:30:00.123Z',
    pickup_at: '2026-11-21T10:00:00.000Z',
    payment: 'cash',
    notes: '',
    ...fields,
  };
}

type ReservationBranch = NonNullable<Reservation['branch']>;
type ReservationFields = Partial<Omit<Reservation, 'company'>> & {
  readonly company?: Partial<Reservation['company']>;
};

/** Accepted reservation of 330 dollars for 300 euros, at a company without branches. */
export function aReservation({ company, ...fields }: ReservationFields = {}): Reservation {
  return {
    id: '0'.repeat(31) + 1,
    number: '2026-1',
    code: 'ABCDEF',
    state: 'accepted',
    company: { name: 'Quais', logo: '', site: 'https://quais.example', ...company },
    branch: null,
    time_zone: 'Europe/Paris',
    side: 'sale',
    base: 'EUR',
    currency: 'USD',
    rate: 1.1,
    mid_rate: { rate: 1.1361, at: '2026-11-19' },
    offered: 300,
    received: 330,
    fee: 0,
    handed_over: 330,
    mode: 'counter',
    payment: 'cash',
    notes: '',
    denominations: [],
    promise: [],
    takes_better_rate: false,
    linked_amount: 0,
    applied: null,
    redemptions: [],
    pickup_at: '2026-11-21T10:00:00.000Z',
    closed_then: false,
    company_suspended: false,
    rate_suspended: false,
    held_until: '2026-11-22T10:00:00.000Z',
    due_at: '2026-11-22T10:00:00.000Z',
    requested_at: '2026-11-20T09:00:00.000Z',
    updated_at: '2026-11-20T09:05:00.000Z',
    ended_at: null,
    events: [],
    ...fields,
  };
}

export function aReservationBranch(fields: Partial<ReservationBranch> = {}): ReservationBranch {
  return {
    id: 7,
    name: 'Gare',
    address: '1 rue du Lac',
    postcode: '69002',
    city: 'Lyon',
    commune: '69382',
    phone: '',
    access_note: '',
    ...fields,
  };
}
