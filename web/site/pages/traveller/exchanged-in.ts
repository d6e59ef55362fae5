import { amountOf } from '#domain/money/cents.ts';
import type { BookingBranch } from '#domain/reservations/booking.ts';
import type { Exchanged } from '#domain/reservations/bring.ts';
import { linkedWithin, sumLinked } from '#domain/reservations/identity.ts';
import type { Price } from '#domain/reservations/price.ts';
import type { StepProps } from './step.ts';

type Settled = Pick<StepProps, 'booking' | 'exchange' | 'draft'> & { branch: BookingBranch; price: Price };

export function exchangedIn({ booking, exchange, draft, branch, price }: Settled): Exchanged {
  const moment = {
    pickup_at: new Date(draft.pickupAt ?? 0).toISOString(),
    time_zone: branch.time_zone,
  };
  return {
    ...moment,
    side: exchange.side,
    base: booking.base,
    currency: exchange.currency,
    payment: draft.payment,
    fee: amountOf(price.fee),
    offered: amountOf(price.offered),
    received: amountOf(price.received),
    takes_better_rate: booking.terms.takes_better_rate,
    linked_amount: sumLinked(linkedWithin(moment, booking.linked)),
  };
}
