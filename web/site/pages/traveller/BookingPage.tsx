import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { Booking } from '#domain/reservations/booking.ts';
import type { Traveller } from '#domain/travellers/traveller.ts';
import { buttonClass } from '#web/shared/ui/Button.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import {
  type Draft,
  exchangeKey,
  findBranch,
  firstHour,
  hasHour,
  pickupDays,
  preparationNeeds,
  priceAt,
  type RequestedExchange,
  rankBranches,
  removeDrafts,
  startDraft,
  storeDraft,
} from './draft.ts';
import type { BookingData } from './load.ts';
import { PayStep } from './PayStep.tsx';
import { PickupStep } from './PickupStep.tsx';
import { SummaryStep } from './SummaryStep.tsx';
import styles from './Traveller.module.css';
import { TravellerStep } from './TravellerStep.tsx';

const STEPS = ['Où et quand', 'Qui vous êtes', 'Comment payer', 'Vérifier et réserver'] as const;

export function BookingPage({ data }: { data: BookingData }) {
  if (!data) return <NoExchange />;
  const { exchange, booking, traveller } = data;
  if (!booking) return <NoReservations />;
  // key per address, as another address starts another booking
  return <BookingSteps key={exchangeKey(exchange)} exchange={exchange} first={booking} known={traveller} />;
}

function BookingSteps({
  exchange,
  first,
  known,
}: {
  exchange: RequestedExchange;
  first: Booking;
  known: Traveller | null;
}) {
  const [booking, setBooking] = useState<Booking | null>(first);
  const [traveller, setTraveller] = useState(known);
  const [draft, setDraft] = useState(() => {
    const begun = restoreDraft(exchange, first);
    return known ? { ...begun, ...travellerFields(known, begun) } : begun;
  });
  const [message, setMessage] = useState<string | null>(null);
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const counter = booking && findBranch(booking, draft);
  const step = Math.min(
    Math.max(1, Number(query.get('etape') ?? 1) || 1),
    counter && draft.pickupAt !== null ? (traveller ? 4 : 2) : 1,
  );
  const change = (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some }));

  useEffect(() => storeDraft(exchange, draft), [exchange, draft]);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // focus on the heading, so that the new step is announced
    heading.current?.focus();
    scrollTo(0, 0);
  }, [step]);

  function go(to: number, words?: string) {
    setMessage(words ?? null);
    if (to === step) return;
    const next = new URLSearchParams(query);
    next.set('etape', String(to));
    setQuery(next, { preventScrollReset: true });
  }

  function lose() {
    setTraveller(null);
    go(
      2,
      'Votre session a pris fin. Tout ce que vous avez saisi est gardé\u00a0: demandez un code pour continuer.',
    );
    heading.current?.focus();
  }

  if (!booking) return <NoReservations />;
  const price = counter && priceAt(booking, counter, exchange, draft);
  const props = { exchange, booking, draft, change, go, onLost: lose };
  return (
    <div className={styles.page}>
      <p className={styles.progress}>
        Étape {step} sur {STEPS.length}
      </p>
      <h1 ref={heading} className={styles.title} tabIndex={-1}>
        {STEPS[step - 1]}
      </h1>
      <p className={styles.lead}>Réserver chez {booking.company.name}</p>
      {message ? (
        <Notice tone="warning" role="alert" className={styles.said}>
          {message}
        </Notice>
      ) : null}
      {step === 1 ? <PickupStep {...props} counter={counter} price={price} /> : null}
      {step === 2 && counter ? (
        <TravellerStep
          {...props}
          traveller={traveller}
          onKnown={(one) => {
            setTraveller(one);
            change(travellerFields(one, draft));
          }}
        />
      ) : null}
      {step === 3 && counter ? <PayStep {...props} counter={counter} /> : null}
      {step === 4 && counter && traveller ? (
        <SummaryStep
          {...props}
          counter={counter}
          price={price}
          onRenewed={(next, why) => {
            setBooking(next);
            // branch gone, to be chosen anew
            if (next && !findBranch(next, draft)) go(1, why);
          }}
          onReserved={({ id }) => {
            removeDrafts();
            void navigate(`/reservations/${id}?nouvelle=1`, { replace: true });
          }}
        />
      ) : null}
    </div>
  );
}

function travellerFields(one: Traveller, { firstName, phone, keepsAccount }: Draft) {
  return {
    email: one.email,
    firstName: firstName || one.first_name,
    phone: phone || one.phone,
    keepsAccount: keepsAccount || one.keeps_account,
  };
}

function restoreDraft(exchange: RequestedExchange, booking: Booking): Draft {
  const draft = startDraft(exchange);
  const counter = findBranch(booking, draft) ?? rankBranches(booking, exchange)[0];
  if (!counter) return draft;
  const days = pickupDays(booking, counter, preparationNeeds(booking, counter, exchange, draft), Date.now());
  return {
    ...draft,
    branch: counter.branch,
    pickupAt: hasHour(days, draft.pickupAt) ? draft.pickupAt : firstHour(counter, days),
  };
}

function NoExchange() {
  return (
    <Empty title="Que souhaitez-vous réserver ?" way="Comparer les offres">
      Une réservation part d’une offre&nbsp;: comparez, puis choisissez «&nbsp;Réserver ce taux&nbsp;».
    </Empty>
  );
}

function NoReservations() {
  return (
    <Empty title="Ce bureau ne prend pas de réservation" way="Revenir aux offres">
      Il n’en prend pas, ou plus, sur Parité. Son offre reste comparée, et son site reste ouvert.
    </Empty>
  );
}

function Empty({ title, way, children }: { title: string; way: string; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // focus for a page that replaced a pressed button
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <div className={styles.page}>
      <h1 ref={heading} className={styles.title} tabIndex={-1}>
        Réserver
      </h1>
      <EmptyState
        title={title}
        action={
          <Link className={buttonClass()} to="/">
            {way}
          </Link>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
