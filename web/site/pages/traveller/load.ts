import { type LoaderFunctionArgs, redirect } from 'react-router';
import type { Answer } from '#domain/api.ts';
import type { Booking } from '#domain/reservations/booking.ts';
import type { Reservation } from '#domain/reservations/reservation.ts';
import type { OwnTravellerSession, Traveller } from '#domain/travellers/traveller.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { type RequestedExchange, readExchange } from './draft.ts';

export type OwnReservations = Answer<'GET /api/traveller/reservations'> | null;
export type OwnReservation = { reservation: Reservation | null } | null;
export type OwnAccount = { traveller: Traveller; sessions: OwnTravellerSession[] } | null;
export type BookingData = {
  exchange: RequestedExchange;
  booking: Booking | null;
  traveller: Traveller | null;
} | null;

export async function loadBooking({ params, request }: LoaderFunctionArgs): Promise<BookingData> {
  const exchange = readExchange(params.site ?? '', new URL(request.url).searchParams);
  if (!exchange) return null;
  const [booking, traveller] = await Promise.all([
    fetchBooking(exchange, request.signal),
    loadTraveller({ request }),
  ]);
  return { exchange, booking, traveller };
}

export async function fetchBooking(
  { site, currency, side, branch, place }: RequestedExchange,
  signal?: AbortSignal,
): Promise<Booking | null> {
  const query = {
    company: site,
    currency,
    side,
    ...(branch !== null && { branch }),
    ...(place && { place }),
  };
  const asked = { query, ...(signal && { signal }) };
  const own = await asTraveller(() => call('GET /api/traveller/bookings', asked));
  return (own ?? (await call('GET /api/public/bookings', asked))).booking;
}

function loadTraveller({
  request: { signal },
}: Pick<LoaderFunctionArgs, 'request'>): Promise<Traveller | null> {
  return asTraveller(() => call('GET /api/traveller/me', { signal }));
}

export function loadAccount({ request: { signal } }: LoaderFunctionArgs): Promise<OwnAccount> {
  return asTraveller(async () => {
    const [traveller, sessions] = await Promise.all([
      call('GET /api/traveller/me', { signal }),
      call('GET /api/traveller/sessions', { signal }),
    ]);
    return { traveller, sessions };
  });
}

export function loadReservations({ request: { signal } }: LoaderFunctionArgs): Promise<OwnReservations> {
  return asTraveller(() => call('GET /api/traveller/reservations', { signal }));
}

export function loadReservation({
  params,
  request: { signal },
}: LoaderFunctionArgs): Promise<OwnReservation> {
  return asTraveller(async () => {
    try {
      const { id = '' } = params;
      const reservation = await call('GET /api/traveller/reservations/{id}', { params: { id }, signal });
      // the number in a link of an older letter
      if (reservation.id !== id) throw redirect(`/voyages/${reservation.id}`);
      return { reservation };
    } catch (error) {
      if (error instanceof ApiFailure && (error.status === 404 || error.status === 400))
        return { reservation: null };
      throw error;
    }
  });
}

/** null without a session. A browser without a token never signed in, so no request is made. */
async function asTraveller<T>(load: () => Promise<T>): Promise<T | null> {
  if (!/(?:^|; )XSRF-TOKEN=/.test(document.cookie)) return null;
  try {
    return await load();
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return null;
    throw error;
  }
}
