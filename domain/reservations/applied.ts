import { amountOf } from '../money/cents.ts';
import type { FixingSide } from '../rates/draft.ts';
import { handedOver, type Price } from './price.ts';
import type { AppliedRate } from './reservation.ts';

export function exchangedAt(side: FixingSide, price: Price): Omit<AppliedRate, 'rate'> {
  const { offered, received } = price;
  return {
    offered: amountOf(offered),
    received: amountOf(received),
    handed_over: amountOf(handedOver(side, price)),
  };
}

/** Exchange as it took place, at the better rate of the day where that applied. */
export function asHandedOver<R extends { applied: Partial<AppliedRate> | null }>(reservation: R): R {
  return { ...reservation, ...reservation.applied };
}
