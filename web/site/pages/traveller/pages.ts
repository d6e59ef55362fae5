/** What a traveller who reserves sees: one chunk, asked for when somebody goes there. */
export { AccountPage } from './AccountPage.tsx';
export { BookingPage } from './BookingPage.tsx';
export { loadBooking, loadReservation, loadReservations, loadTraveller } from './load.ts';
export { ReservationPage } from './ReservationPage.tsx';
export { ReservationsPage } from './ReservationsPage.tsx';
