import type { ReactNode } from 'react';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatAmount } from '#domain/money/format.ts';
import type { Booking, BookingBranch } from '#domain/reservations/booking.ts';
import { formatBring } from '#domain/reservations/bring.ts';
import { formatCovered } from '#domain/reservations/buy-back.ts';
import { formatPairRate } from '#domain/reservations/format-moment.ts';
import { formatReliability } from '#domain/reservations/format-reliability.ts';
import { formatNetRate } from '#domain/reservations/net-rate.ts';
import { handedOver, type Price } from '#domain/reservations/price.ts';
import { formatCost } from '#domain/reservations/whole-cost.ts';
import { exchangedIn } from './exchanged-in.ts';
import { Fold } from './Fold.tsx';
import { sidesOf } from './format.ts';
import type { StepProps } from './step.ts';
import styles from './Traveller.module.css';

type Props = Pick<StepProps, 'booking' | 'exchange' | 'draft'> & { branch: BookingBranch; price: Price };

export function Summary({ booking, exchange, draft, branch, price }: Props) {
  const { side, currency } = exchange;
  const { base } = booking;
  const { receivedCurrency } = sidesOf(side, base, currency);
  const at = draft.pickupAt ?? 0;
  const reserved = exchangedIn({ booking, exchange, draft, branch, price });
  const exchanged = { side, base, currency, rate: branch.rate ?? 0 };
  const { buy_back } = booking.terms;
  const bought = {
    currency: receivedCurrency,
    amount: handedOver(side, price),
    at,
    smallestNote: booking.notes[0],
    base,
    rate: decimalOf(branch.rate ?? 0),
    fee: price.fee,
  };
  const back =
    side === 'sale' && buy_back ? formatCovered(buy_back, { ...bought, timeZone: branch.time_zone }) : null;
  const rows: (readonly [string, ReactNode])[] = [
    [
      price.fee === 0 ? 'Taux net garanti' : 'Taux garanti',
      <Verbatim key="rate">{formatPairRate({ base, currency, rate: branch.rate ?? 0 })}</Verbatim>,
    ],
    ...(price.fee === 0
      ? []
      : ([
          ['Frais du bureau', formatAmount(base, price.fee)],
          ['Taux net, frais compris', <Verbatim key="net">{formatNetRate(exchanged, price)}</Verbatim>],
        ] as const)),
    ...(booking.mid_rate
      ? ([['Coût total', formatCost(exchanged, price, booking.mid_rate.rate)]] as const)
      : []),
    ...(back === null ? [] : ([['Garantie de reprise', back]] as const)),
  ];
  // the money and the code stand on the receipt
  const bring = formatBring(reserved).slice(2);
  return (
    <>
      <h2 className={styles.part}>Le coût de l’échange</h2>
      <dl className={styles.rows}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {bring.length > 0 ? (
        <section>
          <h2 className={styles.part}>À apporter aussi</h2>
          <ul className={styles.list}>
            {bring.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </section>
      ) : null}
      <Promises of={booking} />
    </>
  );
}

function Promises({ of: { promise, reliability } }: { of: Booking }) {
  return (
    <Fold label="Ce que le bureau promet">
      <ul className={styles.list}>
        {promise.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {reliability ? <p className={styles.note}>{formatReliability(reliability)}</p> : null}
    </Fold>
  );
}

function Verbatim({ children }: { children: string }) {
  return <span translate="no">{children}</span>;
}
