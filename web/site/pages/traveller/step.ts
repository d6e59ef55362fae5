import type { Booking } from '#domain/reservations/booking.ts';
import type { Draft, Wanted } from './draft.ts';

/** What each step is given of the whole. */
export type StepProps = {
  wanted: Wanted;
  booking: Booking;
  draft: Draft;
  change: (change: Partial<Draft>) => void;
  /** to a step, from 1, with what is to be said there */
  go: (step: number, said?: string) => void;
  /** nobody is signed in any more */
  onLost: () => void;
};
