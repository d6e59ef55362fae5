import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { amountOf, centsOf } from '#domain/money/cents.ts';
import { formatAmount, formatShortAmount } from '#domain/money/format.ts';
import type { Booking, BookingCounter } from '#domain/reservations/booking.ts';
import { formatBring } from '#domain/reservations/bring.ts';
import { formatCovered } from '#domain/reservations/buy-back.ts';
import { formatComingMoment, formatPairRate } from '#domain/reservations/format-moment.ts';
import { brought, handedOver, type Price } from '#domain/reservations/price.ts';
import type {
  NotesConflict,
  RateConflict,
  Reservation,
  SameConflict,
} from '#domain/reservations/reservation.ts';
import { formatNotes } from '#domain/reservations/words.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button, buttonClass } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { amountsOf, formatExchange, pricesInNotes } from './amounts.ts';
import { viewCounter } from './counter-view.ts';
import { type Draft, idempotencyKeyFor, requestedNotes, reservationBody } from './draft.ts';
import { formatMode, sidesOf } from './format.ts';
import { hasHour, REMAINING_STEPS_MS } from './pickup.ts';
import { type Before, RateMoved } from './RateMoved.tsx';
import type { StepProps } from './step.ts';
import styles from './Traveller.module.css';
import { WaysOn } from './WaysOn.tsx';

type Props = StepProps & {
  counter: BookingCounter;
  price: Price | null;
  /** fetches the present terms and rates; null: no more reservations */
  renew: () => Promise<Booking | null>;
  onReserved: (reservation: Reservation) => void;
};

type Refusal = Pick<ApiFailure, 'status' | 'code' | 'message' | 'body'>;

const GONE = 'Ce n’est plus possible à ce guichet, à cette heure.';
const UNMAKEABLE = 'Vos coupures ne font plus ce montant.';
/** Refusals after which the company takes nothing else from this person today. */
const BARRED = ['asked_too_often', 'crowded_network'];

export function SummaryStep(props: Props) {
  const { exchange, booking, draft, change, counter, price, go, renew } = props;
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [before, setBefore] = useState<Before | null>(null);
  const [isSending, setSending] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isTaken = useRef(false);
  // the server leaves no margin for further steps
  const now = Date.now() - REMAINING_STEPS_MS;
  const view = viewCounter(booking, counter, exchange, draft, now);
  const isPossible = view.price !== null && view.obstacle === null && hasHour(view.open, draft.pickupAt);
  // last price that was shown, for a place or rate that is gone
  const shown = useRef(price);
  if (price) shown.current = price;

  async function reserve({ isMeantAgain = false } = {}) {
    const request = price && reservationBody(counter, exchange, draft, price);
    if (isSending || !request) return;
    const body = { ...request, ...(isMeantAgain && { is_meant_again: true }) };
    const key = idempotencyKeyFor(body, draft);
    change({ key });
    setSending(true);
    setRefusal(null);
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
    if (error.status === 401) return props.onLost();
    const isMoved = (error.body as Partial<RateConflict> | undefined)?.current != null;
    const isHeard = error.status >= 400 && error.status < 500;
    if (isHeard && error.code !== 'same_reservation') await renew().catch(ignoreFailure);
    setBefore(isMoved && price ? { rate: counter.rate ?? 0, price } : null);
    setRefusal(isMoved ? null : error);
  }

  function take(some: Partial<Draft>) {
    setRefusal(null);
    setBefore(null);
    isTaken.current = true;
    change(some);
  }
  useEffect(() => {
    // focus of a pressed button that went away
    if (isTaken.current) button.current?.focus();
    isTaken.current = false;
  });

  const asked = price ?? shown.current;
  const isRefused = refusal !== null && (refusal.status === 409 || refusal.status === 400);
  const isBarred = refusal !== null && BARRED.includes(refusal.code);
  // rate with which the chosen notes make other amounts alone
  const isUnmakeable = price === null && counter.rate !== null;
  const question = refusal ? findQuestion(refusal) : isUnmakeable ? 'notes' : null;
  const hasWaysOn = asked !== null && question === null && (isRefused || isBarred || !isPossible);
  const message = refusal?.message ?? (isUnmakeable ? UNMAKEABLE : GONE);
  return (
    <div className={styles.stack}>
      {asked && price ? <Summary {...props} price={price} /> : null}
      {before && price ? (
        <RateMoved booking={booking} exchange={exchange} before={before} counter={counter} price={price} />
      ) : null}
      {hasWaysOn ? (
        <WaysOn
          message={message}
          refused={{ booking, exchange, draft, counter, price: asked, isBarred }}
          now={now}
          onTake={take}
        />
      ) : null}
      {question === 'notes' ? (
        <OtherAmounts {...props} message={message} refusal={refusal} onTake={take} />
      ) : null}
      {question === 'same' && refusal ? (
        <SameReservation refusal={refusal} onAgain={() => void reserve({ isMeantAgain: true })} />
      ) : null}
      {refusal && !isRefused && !isBarred ? (
        <Notice tone="warning" role="alert">
          {describeFailure(refusal)}
        </Notice>
      ) : null}
      <div className={styles.ways}>
        {price && isPossible && !isRefused && !isBarred ? (
          <Button ref={button} size="large" aria-disabled={isSending} onClick={() => void reserve()}>
            {before ? formatNewAmount(props, price) : 'Réserver'}
          </Button>
        ) : null}
        <Button variant="secondary" onClick={() => go(isPossible ? 3 : 1)}>
          Retour
        </Button>
      </div>
      <p className={styles.note} role="status">
        {isSending ? 'Réservation en cours' : null}
      </p>
    </div>
  );
}

function findQuestion({ code }: Refusal): 'same' | 'notes' | null {
  if (code === 'same_reservation') return 'same';
  return code === 'not_in_notes' ? 'notes' : null;
}

function describeFailure({ status, message }: Refusal): string {
  const kept = status === 0 || status >= 500 ? ' Réessayez, rien ne sera réservé deux fois.' : '';
  return `${message.replace(/\.?$/, '.')}${kept}`;
}

function formatNewAmount({ exchange: { side, currency }, booking: { base } }: Props, price: Price): string {
  return `Réserver ${formatShortAmount(sidesOf(side, base, currency).receivedCurrency, handedOver(side, price))}`;
}

function ignoreFailure(error: unknown): void {
  if (!(error instanceof ApiFailure)) throw error;
}

type AmountsProps = Pick<Props, 'booking' | 'exchange' | 'draft' | 'counter'> & {
  message: string;
  refusal: Refusal | null;
  onTake: (change: Partial<Draft>) => void;
};

/** Amounts near the requested one that the notes make, by the server's answer or the present terms. */
function OtherAmounts({ booking, exchange, draft, counter, message, refusal, onTake }: AmountsProps) {
  const { neighbours } = (refusal?.body ?? {}) as Partial<NotesConflict>;
  const fee = pricesInNotes(booking, counter, exchange, draft)[0]?.fee ?? 0;
  const prices = neighbours
    ? [neighbours.below, neighbours.above]
        .filter((one) => one !== null)
        .map(({ offered, received }) => ({
          offered: centsOf(offered) ?? 0,
          received: centsOf(received) ?? 0,
          fee,
        }))
    : pricesInNotes(booking, counter, exchange, draft);
  if (prices.length === 0) return null;
  return (
    <Notice tone="warning" role="alert" title={message}>
      <div className={styles.ways}>
        {prices.map((price) => (
          <Button
            key={price.offered}
            variant="secondary"
            translate="no"
            onClick={() => onTake(amountsOf(exchange, price))}
          >
            {formatExchange(booking.base, exchange, price)}
          </Button>
        ))}
      </div>
    </Notice>
  );
}

function SameReservation({ refusal, onAgain }: { refusal: Refusal; onAgain: () => void }) {
  const { reservation } = refusal.body as SameConflict;
  return (
    <Notice tone="warning" role="alert" title="Vous avez déjà réservé ceci">
      <p>Le même montant, au même guichet, à la même heure.</p>
      <div className={styles.ways}>
        <Link className={buttonClass()} to={`/reservations/${reservation}`}>
          Voir cette réservation
        </Link>
        <Button variant="secondary" onClick={onAgain}>
          Réserver une seconde fois
        </Button>
      </div>
    </Notice>
  );
}

/** What is reserved, what to bring and what the company promises. */
function Summary({ booking, exchange, draft, counter, price }: Props & { price: Price }) {
  const { side, currency } = exchange;
  const { base } = booking;
  const { broughtCurrency, receivedCurrency } = sidesOf(side, base, currency);
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
  const at = draft.pickupAt ?? 0;
  const bought = { currency: receivedCurrency, amount: handedOver(side, price), at };
  const back =
    side === 'sale' && buy_back ? formatCovered(buy_back, { ...bought, timeZone: counter.time_zone }) : null;
  const place = [counter.name, counter.address, `${counter.postcode} ${counter.city}`.trim()].filter(Boolean);
  const rows: (readonly [string, ReactNode])[] = [
    [
      'Vous donnez',
      <Verbatim key="broughtCurrency">{formatAmount(broughtCurrency, brought(side, price))}</Verbatim>,
    ],
    [
      'Vous recevez',
      <Verbatim key="receivedCurrency">{formatAmount(receivedCurrency, handedOver(side, price))}</Verbatim>,
    ],
    [
      'Taux garanti',
      <Verbatim key="rate">{formatPairRate({ base, currency, rate: counter.rate ?? 0 })}</Verbatim>,
    ],
    ['Frais du bureau', <Verbatim key="fee">{formatAmount(base, price.fee)}</Verbatim>],
    ['Frais de Parité', <Verbatim key="own">{formatAmount(base, 0)}</Verbatim>],
    ...(draft.notes === '' ? [] : ([['Billets', formatNotes(requestedNotes(draft))]] as const)),
    ['Où', [formatMode(counter.mode), booking.company.name, ...place].join(', ')],
    ['Quand', formatComingMoment(new Date(at).toISOString(), counter.time_zone)],
    ['Paiement', draft.payment === 'card' ? 'Par carte, au guichet' : 'En espèces, au guichet'],
    ...(back === null ? [] : ([['Reprise garantie', `Jusqu’à ${back}`]] as const)),
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
          {formatBring(money).map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </section>
      <details>
        <summary className={styles.fold}>Ce que le bureau promet</summary>
        <ul className={styles.list}>
          {booking.promise.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
        {booking.reliability ? <Reliable of={booking.reliability} /> : null}
      </details>
    </>
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
