import type { Booking, BookingBranch } from '#domain/reservations/booking.ts';
import { formatPairRate } from '#domain/reservations/format-moment.ts';
import type { Price } from '#domain/reservations/price.ts';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { formatExchange } from './amounts.ts';
import type { RequestedExchange } from './draft.ts';
import styles from './Traveller.module.css';

export type Before = { readonly rate: number; readonly price: Price };

type Props = {
  booking: Booking;
  exchange: RequestedExchange;
  before: Before;
  branch: BookingBranch;
  price: Price;
};

export function RateMoved({ booking: { base }, exchange, before, branch, price }: Props) {
  const { currency } = exchange;
  const rows = [
    ['Avant', before.rate, before.price],
    ['Maintenant', branch.rate ?? 0, price],
  ] as const;
  return (
    <Notice tone="warning" role="alert" title="Le taux vient de changer">
      <dl className={styles.moved}>
        {rows.map(([name, rate, exchanged]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd translate="no">{formatPairRate({ base, currency, rate })}</dd>
            <dd translate="no">{formatExchange(base, exchange, exchanged)}</dd>
          </div>
        ))}
      </dl>
    </Notice>
  );
}
