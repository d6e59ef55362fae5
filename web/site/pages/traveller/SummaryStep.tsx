import { useState } from 'react';
import { Link } from 'react-router';
import { amountOf } from '#domain/money/cents.ts';
import { formatAmount } from '#domain/money/format.ts';
import type { Booking, BookingCounter } from '#domain/reservations/booking.ts';
import { formatBring } from '#domain/reservations/bring.ts';
import { formatCovered } from '#domain/reservations/buy-back.ts';
import { formatComingMoment, formatPairRate } from '#domain/reservations/format-moment.ts';
import { brought, handedOver, type Price } from '#domain/reservations/price.ts';
import type { RateConflict, Reservation } from '#domain/reservations/reservation.ts';
import { formatNotes } from '#domain/reservations/words.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button, buttonClass } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { idempotencyKeyFor, requestedNotes, reservationBody } from './draft.ts';
import { formatMode, sidesOf } from './format.ts';
import { fetchBooking } from './load.ts';
import type { StepProps } from './step.ts';
import styles from './Traveller.module.css';

type Props = StepProps & {
  counter: BookingCounter;
  price: Price | null;
  /** current terms and rates, with the reason for the update; null: no more reservations */
  onRenewed: (booking: Booking | null, why: string) => void;
  onReserved: (reservation: Reservation) => void;
};

const PICKUP_ERRORS = ['out_of_stock', 'unknown_branch', 'not_there', 'too_soon', 'too_late', 'closed_then'];

export function SummaryStep(props: Props) {
  const { exchange, booking, draft, change, counter, price, go } = props;
  const [failure, setFailure] = useState<{ message: string; code: string } | null>(null);
  const [isSending, setSending] = useState(false);
  const { side, currency } = exchange;
  const { base } = booking;
  const { broughtCurrency, receivedCurrency } = sidesOf(side, base, currency);
  if (!price || counter.rate === null || draft.pickupAt === null) {
    return (
      <Notice
        tone="warning"
        role="alert"
        action={
          <Button variant="secondary" onClick={() => go(1)}>
            Choisir un autre guichet
          </Button>
        }
      >
        Ce guichet n’a plus de taux à réserver en ce moment. Ce que vous avez saisi est gardé.
      </Notice>
    );
  }

  async function reserve() {
    const body = reservationBody(counter, exchange, draft);
    if (isSending || !body) return;
    const key = idempotencyKeyFor(body, draft);
    change({ key });
    setSending(true);
    setFailure(null);
    try {
      const idempotencyKey = key.value;
      props.onReserved(await call('POST /api/traveller/reservations', { body, idempotencyKey }));
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      await explain(error);
    } finally {
      setSending(false);
    }
  }

  async function explain(error: ApiFailure) {
    const { status, code, message } = error;
    if (status === 401) return props.onLost();
    const isRate = status === 409 && 'current' in (error.body as Partial<RateConflict>);
    if (isRate || code === 'takes_none' || code === 'unknown_branch') {
      try {
        props.onRenewed(await fetchBooking(exchange), message);
      } catch (second) {
        if (!(second instanceof ApiFailure)) throw second;
      }
    }
    const isUnanswered = status === 0 || status >= 500;
    const note = isUnanswered
      ? ' Ce que vous avez saisi est gardé\u00a0: réessayez, rien ne sera réservé deux fois.'
      : '';
    setFailure({ message: `${message.replace(/\.?$/, '.')}${note}`, code });
  }

  const money = {
    side,
    base,
    currency,
    payment: draft.payment,
    fee: amountOf(price.fee),
    offered: amountOf(price.offered),
    received: amountOf(price.received),
    takes_better_rate: booking.terms.takes_better_rate,
  };
  const { buy_back } = booking.terms;
  const bought = { currency: receivedCurrency, amount: handedOver(side, price), at: draft.pickupAt };
  const back =
    side === 'sale' && buy_back ? formatCovered(buy_back, { ...bought, timeZone: counter.time_zone }) : null;
  const place = [counter.name, counter.address, `${counter.postcode} ${counter.city}`.trim()].filter(Boolean);
  const rows: (readonly [string, string])[] = [
    ['Vous donnez', formatAmount(broughtCurrency, brought(side, price))],
    ['Vous recevez', formatAmount(receivedCurrency, handedOver(side, price))],
    ['Taux garanti', formatPairRate({ base, currency, rate: counter.rate })],
    ['Frais du bureau', formatAmount(base, price.fee)],
    ['Frais de Parité', formatAmount(base, 0)],
    ...(draft.notes === '' ? [] : ([['Billets', formatNotes(requestedNotes(draft))]] as const)),
    ['Où', [formatMode(counter.mode), booking.company.name, ...place].join(', ')],
    ['Quand', formatComingMoment(new Date(draft.pickupAt).toISOString(), counter.time_zone)],
    ['Paiement', draft.payment === 'card' ? 'Par carte, au guichet' : 'En espèces, au guichet'],
    ...(back === null ? [] : ([['Reprise garantie', `Jusqu’à ${back}`]] as const)),
  ];
  return (
    <div className={styles.stack}>
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
          {formatBring(money).map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </section>
      <section>
        <h2 className={styles.part}>Ce que le bureau promet</h2>
        <ul className={styles.list}>
          {booking.promise.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
        {booking.reliability ? <Reliable of={booking.reliability} /> : null}
      </section>
      {failure ? (
        <Notice
          tone="warning"
          role="alert"
          action={
            PICKUP_ERRORS.includes(failure.code) ? (
              <Button variant="secondary" onClick={() => go(1)}>
                Changer le lieu ou l’heure
              </Button>
            ) : failure.code === 'too_many_open' ? (
              <Link className={buttonClass({ variant: 'secondary' })} to="/reservations">
                Voir mes réservations
              </Link>
            ) : undefined
          }
        >
          {failure.message}
        </Notice>
      ) : null}
      <div className={styles.ways}>
        <Button size="large" aria-disabled={isSending} onClick={() => void reserve()}>
          Réserver
        </Button>
        <Button variant="secondary" onClick={() => go(3)}>
          Retour
        </Button>
      </div>
      <p className={styles.note} role="status">
        {isSending ? 'Réservation en cours' : null}
      </p>
    </div>
  );
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
      Sur {of.reservations} réservations&nbsp;: {parts.filter(Boolean).join(', ')}.
    </p>
  );
}
