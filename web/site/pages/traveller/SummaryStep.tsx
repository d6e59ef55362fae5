import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { centsOf } from '#domain/money/cents.ts';
import type { Booking, BookingBranch } from '#domain/reservations/booking.ts';
import type { Price } from '#domain/reservations/price.ts';
import type {
  NotesConflict,
  RateConflict,
  Reservation,
  SameConflict,
} from '#domain/reservations/reservation.ts';
import { hasHour } from '#domain/reservations/slots.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button, buttonClass } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { amountsOf, formatExchange, pricesInNotes } from './amounts.ts';
import { viewBranch } from './branch-view.ts';
import { type Draft, idempotencyKeyFor, reservationBody } from './draft.ts';
import { REMAINING_STEPS_MS } from './pickup.ts';
import { type Before, RateMoved } from './RateMoved.tsx';
import { Summary } from './Summary.tsx';
import type { StepProps } from './step.ts';
import styles from './Traveller.module.css';
import { useInSight } from './use-in-sight.ts';
import { WaysOn } from './WaysOn.tsx';

type Props = StepProps & {
  branch: BookingBranch;
  price: Price | null;
  isReopened: boolean;
  // null: it stands beside the step
  receipt: ReactNode;
  /** fetches the present terms and rates; null: no more reservations */
  renew: () => Promise<Booking | null>;
  onReserved: (reservation: Reservation) => void;
};

type Refusal = Pick<ApiFailure, 'status' | 'code' | 'message' | 'body'>;

const GONE = 'Ce guichet ne peut plus vous servir à cette heure.';
const UNMAKEABLE = 'Vos coupures ne permettent plus ce montant.';
/** Refusals after which the company takes nothing else from this person today. */
const BARRED = ['asked_too_often', 'crowded_network'];

export function SummaryStep(props: Props) {
  const { exchange, booking, draft, change, branch, price, isReopened, receipt, go, act, renew } = props;
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [before, setBefore] = useState<Before | null>(null);
  const [isSending, setSending] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isTaken = useRef(false);
  // the server leaves no margin for further steps
  const now = Date.now() - REMAINING_STEPS_MS;
  const view = viewBranch(booking, branch, exchange, draft, now);
  const isPossible = view.price !== null && view.obstacle === null && hasHour(view.open, draft.pickupAt);
  // last price that was shown, for a place or rate that is gone
  const shown = useRef(price);
  if (price) shown.current = price;

  async function reserve({ isMeantAgain = false } = {}) {
    const request = price && reservationBody(branch, exchange, draft, price);
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
    if (isMoved && price) setBefore({ rate: branch.rate ?? 0, price });
    // a press without an answer leaves both rates in sight
    else if (isHeard) setBefore(null);
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
  const isUnmakeable = price === null && branch.rate !== null;
  const question = refusal ? findQuestion(refusal) : isUnmakeable ? 'notes' : null;
  const hasWaysOn = asked !== null && question === null && (isRefused || isBarred || !isPossible);
  const notice = useInSight(refusal ?? before);
  const message = refusal?.message ?? (isUnmakeable ? UNMAKEABLE : GONE);
  return (
    <div className={styles.stack}>
      {receipt}
      {asked && price ? <Summary {...props} price={price} /> : null}
      <div ref={notice} className={styles.answer}>
        {before && price ? (
          <RateMoved booking={booking} exchange={exchange} before={before} branch={branch} price={price} />
        ) : null}
        {hasWaysOn ? (
          <WaysOn
            message={message}
            refused={{ booking, exchange, draft, branch, price: asked, isBarred }}
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
      </div>
      <div className={styles.ways}>
        {price && isPossible && !isRefused && !isBarred && !isReopened
          ? act(
              <Button ref={button} size="large" aria-disabled={isSending} onClick={() => void reserve()}>
                {before ? `Réserver ${formatExchange(booking.base, exchange, price)}` : 'Réserver'}
              </Button>,
            )
          : null}
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
  const kept = status === 0 || status >= 500 ? ' Réessayez sans crainte d’un doublon.' : '';
  return `${message.replace(/\.?$/, '.')}${kept}`;
}

function ignoreFailure(error: unknown): void {
  if (!(error instanceof ApiFailure)) throw error;
}

type AmountsProps = Pick<Props, 'booking' | 'exchange' | 'draft' | 'branch'> & {
  message: string;
  refusal: Refusal | null;
  onTake: (change: Partial<Draft>) => void;
};

/** Amounts near the requested one that the notes make, by the server's answer or the present terms. */
function OtherAmounts({ booking, exchange, draft, branch, message, refusal, onTake }: AmountsProps) {
  const { neighbours } = (refusal?.body ?? {}) as Partial<NotesConflict>;
  const fee = pricesInNotes(booking, branch, exchange, draft)[0]?.fee ?? 0;
  const prices = neighbours
    ? [neighbours.below, neighbours.above]
        .filter((one) => one !== null)
        .map(({ offered, received }) => ({
          offered: centsOf(offered) ?? 0,
          received: centsOf(received) ?? 0,
          fee,
        }))
    : pricesInNotes(booking, branch, exchange, draft);
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
      <p>Même montant, même guichet, même heure.</p>
      <div className={styles.ways}>
        <Link className={buttonClass()} to={`/voyages/${reservation}`}>
          Voir cette réservation
        </Link>
        <Button variant="secondary" onClick={onAgain}>
          Réserver une seconde fois
        </Button>
      </div>
    </Notice>
  );
}
