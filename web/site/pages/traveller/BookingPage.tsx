import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { Booking } from '#domain/reservations/booking.ts';
import type { Traveller } from '#domain/travellers/traveller.ts';
import { buttonClass } from '#web/shared/ui/Button.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import {
  counterOf,
  countersOf,
  type Draft,
  daysOf,
  firstHour,
  forgetDrafts,
  hasHour,
  keepDraft,
  nameOf,
  needsAt,
  priceAt,
  startDraft,
  type Wanted,
} from './draft.ts';
import type { BookingData } from './load.ts';
import { PayStep } from './PayStep.tsx';
import { SummaryStep } from './SummaryStep.tsx';
import styles from './Traveller.module.css';
import { WhereStep } from './WhereStep.tsx';
import { WhoStep } from './WhoStep.tsx';

const STEPS = ['Où et quand', 'Qui vous êtes', 'Comment payer', 'Vérifier et réserver'] as const;

export function BookingPage({ data }: { data: BookingData }) {
  if (!data) return <NothingWanted />;
  const { wanted, booking, traveller } = data;
  if (!booking) return <TakesNone />;
  // key per address, as another address starts another booking
  return <Way key={nameOf(wanted)} wanted={wanted} first={booking} known={traveller} />;
}

function Way({ wanted, first, known }: { wanted: Wanted; first: Booking; known: Traveller | null }) {
  const [booking, setBooking] = useState<Booking | null>(first);
  const [traveller, setTraveller] = useState(known);
  const [draft, setDraft] = useState(() => {
    const begun = begin(wanted, first);
    return known ? { ...begun, ...knownOf(known, begun) } : begun;
  });
  const [said, setSaid] = useState<string | null>(null);
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const counter = booking && counterOf(booking, draft);
  const step = Math.min(
    Math.max(1, Number(query.get('etape') ?? 1) || 1),
    counter && draft.pickupAt !== null ? (traveller ? 4 : 2) : 1,
  );
  const change = (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some }));

  useEffect(() => keepDraft(wanted, draft), [wanted, draft]);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // focus on the heading, so that the new step is announced
    heading.current?.focus();
    scrollTo(0, 0);
  }, [step]);

  function go(to: number, words?: string) {
    setSaid(words ?? null);
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

  if (!booking) return <TakesNone />;
  const price = counter && priceAt(booking, counter, wanted, draft);
  const props = { wanted, booking, draft, change, go, onLost: lose };
  return (
    <div className={styles.page}>
      <p className={styles.progress}>
        Étape {step} sur {STEPS.length}
      </p>
      <h1 ref={heading} className={styles.title} tabIndex={-1}>
        {STEPS[step - 1]}
      </h1>
      <p className={styles.lead}>Réserver chez {booking.company.name}</p>
      {said ? (
        <Notice tone="warning" role="alert" className={styles.said}>
          {said}
        </Notice>
      ) : null}
      {step === 1 ? <WhereStep {...props} counter={counter} price={price} /> : null}
      {step === 2 && counter ? (
        <WhoStep
          {...props}
          traveller={traveller}
          onKnown={(one) => {
            setTraveller(one);
            change(knownOf(one, draft));
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
            if (next && !counterOf(next, draft)) go(1, why);
          }}
          onReserved={({ id }) => {
            forgetDrafts();
            void navigate(`/reservations/${id}?nouvelle=1`, { replace: true });
          }}
        />
      ) : null}
    </div>
  );
}

function knownOf(one: Traveller, { firstName, phone, keepsAccount }: Draft) {
  return {
    email: one.email,
    firstName: firstName || one.first_name,
    phone: phone || one.phone,
    keepsAccount: keepsAccount || one.keeps_account,
  };
}

function begin(wanted: Wanted, booking: Booking): Draft {
  const draft = startDraft(wanted);
  const counter = counterOf(booking, draft) ?? countersOf(booking, wanted)[0];
  if (!counter) return draft;
  const days = daysOf(booking, counter, needsAt(booking, counter, wanted, draft), Date.now());
  return {
    ...draft,
    branch: counter.branch,
    pickupAt: hasHour(days, draft.pickupAt) ? draft.pickupAt : firstHour(counter, days),
  };
}

function NothingWanted() {
  return (
    <Empty title="Que souhaitez-vous réserver ?" way="Comparer les offres">
      Une réservation part d’une offre&nbsp;: comparez, puis choisissez «&nbsp;Réserver ce taux&nbsp;».
    </Empty>
  );
}

function TakesNone() {
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
