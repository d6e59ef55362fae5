import type { Reservation } from './reservation.ts';

/** What really changed hands: at the better rate of the day where that applied, else as it was reserved. */
export function asHandedOver<R extends Pick<Reservation, 'applied'>>(one: R): R {
  return { ...one, ...one.applied };
}
