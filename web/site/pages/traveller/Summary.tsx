import { type ReactNode, useId, useState } from 'react';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatAmount } from '#domain/money/format.ts';
import type { Booking, BookingCounter } from '#domain/reservations/booking.ts';
import { formatBring } from '#domain/reservations/bring.ts';
import { formatCovered } from '#domain/reservations/buy-back.ts';
import { formatComingMoment, formatPairRate } from '#domain/reservations/format-moment.ts';
import { formatNetRate } from '#domain/reservations/net-rate.ts';
import { brought, handedOver, type Price } from '#domain/reservations/price.ts';
import { formatCost, formatFee } from '#domain/reservations/whole-cost.ts';
import { formatNotes } from '#domain/reservations/words.ts';
import { requestedNotes } from './draft.ts';
import { exchangedIn } from './exchanged-in.ts';
import { formatInNotes, formatMode, sidesOf } from './format.ts';
import type { StepProps } from './step.ts';
import styles from './Traveller.module.css';

type Props = Pick<StepProps, 'booking' | 'exchange' | 'draft'> & { counter: BookingCounter; price: Price };

export function Summary({ booking, exchange, draft, counter, price }: Props) {
  const { side, currency } = exchange;
  const { base } = booking;
  const { broughtCurrency, receivedCurrency } = sidesOf(side, base, currency);
  const at = draft.pickupAt ?? 0;
  const reserved = exchangedIn({ booking, exchange, draft, counter, price });
  const exchanged = { side, base, currency, rate: counter.rate ?? 0 };
  const { buy_back } = booking.terms;
  const bought = {
    currency: receivedCurrency,
    amount: handedOver(side, price),
    at,
    smallestNote: booking.notes[0],
    base,
    rate: decimalOf(counter.rate ?? 0),
    fee: price.fee,
  };
  const back =
    side === 'sale' && buy_back ? formatCovered(buy_back, { ...bought, timeZone: counter.time_zone }) : null;
  const place = [counter.name, counter.address, `${counter.postcode} ${counter.city}`.trim()].filter(Boolean);
  const rows: (readonly [string, ReactNode])[] = [
    [
      'Vous donnez',
      <Verbatim key="broughtCurrency">{formatInNotes(base, broughtCurrency, brought(side, price))}</Verbatim>,
    ],
    [
      'Vous recevez',
      <Verbatim key="receivedCurrency">
        {formatInNotes(base, receivedCurrency, handedOver(side, price))}
      </Verbatim>,
    ],
    [
      price.fee === 0 ? 'Taux net garanti' : 'Taux garanti',
      <Verbatim key="rate">{formatPairRate({ base, currency, rate: counter.rate ?? 0 })}</Verbatim>,
    ],
    ['Frais du bureau', formatFee(base, price.fee)],
    ...(price.fee === 0
      ? []
      : ([
          ['Taux net, frais compris', <Verbatim key="net">{formatNetRate(exchanged, price)}</Verbatim>],
        ] as const)),
    ...(booking.mid_rate
      ? ([['Coût total', formatCost(exchanged, price, booking.mid_rate.rate)]] as const)
      : []),
    ['Frais de Parité', <Verbatim key="own">{formatAmount(base, 0)}</Verbatim>],
    ...(draft.notes === '' ? [] : ([['Billets', formatNotes(requestedNotes(draft))]] as const)),
    ['Où', [formatMode(counter.mode), booking.company.name, ...place].join(', ')],
    ['Quand', formatComingMoment(new Date(at).toISOString(), counter.time_zone)],
    ...(back === null ? [] : ([['Garantie de reprise', `Jusqu’à ${back}`]] as const)),
  ];
  return (
    <>
      <dl className={styles.rows}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section>
        <h2 className={styles.part}>À apporter</h2>
        <ul className={styles.list}>
          {formatBring(reserved).map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </section>
      <Promises of={booking} />
    </>
  );
}

function Promises({ of: { promise, reliability } }: { of: Booking }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <section>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Ce que le bureau promet
      </button>
      <div id={id} hidden={!isOpen}>
        <ul className={styles.list}>
          {promise.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {reliability ? <Reliable of={reliability} /> : null}
      </div>
    </section>
  );
}

function Verbatim({ children }: { children: string }) {
  return <span translate="no">{children}</span>;
}

function Reliable({ of }: { of: NonNullable<Booking['reliability']> }) {
  const percent = (share: number) => `${Math.floor(share * 100)}\u00a0%`;
  const parts = [
    `${percent(of.accepted)} acceptées`,
    of.on_time === null ? '' : `${percent(of.on_time)} prêtes à l’heure`,
    of.honoured === null ? '' : `${percent(of.honoured)} remises au taux affiché`,
  ];
  return (
    <p className={styles.note}>
      {`Sur ${of.reservations} réservations\u00a0: ${parts.filter(Boolean).join(', ')}.`}
    </p>
  );
}
