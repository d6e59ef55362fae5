import type { FixingSide } from '../fixings/draft.ts';
import { amountOf } from '../money/cents.ts';
import { handedOver, type Price } from './price.ts';
import type { AppliedRate } from './reservation.ts';

/** What changes hands at another rate than the reserved one, as it is told. */
export function exchangedAt(side: FixingSide, price: Price): Omit<AppliedRate, 'rate'> {
  const { offered, received } = price;
  return {
    offered: amountOf(offered),
    received: amountOf(received),
    handed_over: amountOf(handedOver(side, price)),
  };
}

/** What really changed hands: at the better rate of the day where that applied, else as it was reserved. */
export function asHandedOver<R extends { applied: Partial<AppliedRate> | null }>(one: R): R {
  return { ...one, ...one.applied };
}
