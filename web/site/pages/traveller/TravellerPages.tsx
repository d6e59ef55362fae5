import type { ComponentType } from 'react';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { AccountPage } from './AccountPage.tsx';
import { BookingPage } from './BookingPage.tsx';
import { loadAccount, loadBooking, loadReservation, loadReservations } from './load.ts';
import { ReservationPage } from './ReservationPage.tsx';
import { ReservationsPage } from './ReservationsPage.tsx';

type Screen = {
  title: string;
  load: (args: LoaderFunctionArgs) => Promise<unknown>;
  Page: ComponentType<{ data: unknown }>;
};

function screen<T>(
  title: string,
  load: (args: LoaderFunctionArgs) => Promise<T>,
  Page: ComponentType<{ data: T }>,
): Screen {
  return { title, load, Page: Page as ComponentType<{ data: unknown }> };
}

const SCREENS: Readonly<Record<string, (args: LoaderFunctionArgs) => Screen>> = {
  '/reserver/:site': () => screen('Réserver', loadBooking, BookingPage),
  '/voyages/:id?': ({ params }) =>
    params.id === undefined
      ? screen('Mes voyages', loadReservations, ReservationsPage)
      : screen('Ma réservation', loadReservation, ReservationPage),
  // links of older letters
  '/reservations/:id': ({ params: { id = '' } }) => {
    throw redirect(/^\d+$/.test(id) ? `/voyages/${id}` : '/');
  },
  '/compte': () => screen('Mon compte', loadAccount, AccountPage),
};

export async function load(path: string, args: LoaderFunctionArgs) {
  const found = SCREENS[path]?.(args);
  if (!found) throw new Error(`no screen of a traveller at ${path}`);
  const { title, Page } = found;
  return { title, Page, data: await found.load(args) };
}
