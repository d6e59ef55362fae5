import type { ReactNode } from 'react';
import type { Booking } from '#domain/reservations/booking.ts';
import type { Draft, RequestedExchange } from './draft.ts';

export type StepProps = {
  exchange: RequestedExchange;
  booking: Booking;
  draft: Draft;
  change: (change: Partial<Draft>) => void;
  go: (step: number) => void;
  // label of the button that ends the step
  next: string;
  onLost: () => void;
  // draws the button of the step beside the receipt
  act: (button: ReactNode) => ReactNode;
};

// Id of a step's form, whose button stands outside of it.
export const STEP_FORM = 'etape';
