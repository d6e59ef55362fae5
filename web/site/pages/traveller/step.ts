import type { Booking } from '#domain/reservations/booking.ts';
import type { Draft, RequestedExchange } from './draft.ts';

export type StepProps = {
  exchange: RequestedExchange;
  booking: Booking;
  draft: Draft;
  change: (change: Partial<Draft>) => void;
  go: (step: number, message?: string) => void;
  onLost: () => void;
};
