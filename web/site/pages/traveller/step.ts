import type { Booking } from '#domain/reservations/booking.ts';
import type { Draft, Wanted } from './draft.ts';

export type StepProps = {
  wanted: Wanted;
  booking: Booking;
  draft: Draft;
  change: (change: Partial<Draft>) => void;
  go: (step: number, said?: string) => void;
  onLost: () => void;
};
