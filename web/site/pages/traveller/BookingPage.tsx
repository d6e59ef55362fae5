import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate, useSearchParams } from 'react-router';
import type { Booking } from '#domain/reservations/booking.ts';
import type { Traveller } from '#domain/travellers/traveller.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { useMediaQuery } from '#web/shared/ui/use-media-query.ts';
import { completeDraft, settledPrice, viewBranch } from './branch-view.ts';
import { type Draft, findBranch, type RequestedExchange } from './draft.ts';
import { type BookingData, fetchBooking } from './load.ts';
import { NoExchange, NoReservations, TooManyOpen } from './NoBooking.tsx';
import { PayStep } from './PayStep.tsx';
import { PickupStep } from './PickupStep.tsx';
import { CHOICES, type ChoiceName, Receipt, ReceiptBar } from './Receipt.tsx';
import { Reopened } from './Reopened.tsx';
import { STEPS, StepHeading } from './StepHeading.tsx';
import { SummaryStep } from './SummaryStep.tsx';
import {
  exchangeKey,
  freshDraft,
  removeDraft,
  removePerson,
  startDraft,
  storeDraft,
} from './stored-draft.ts';
import styles from './Traveller.module.css';
import { TravellerStep } from './TravellerStep.tsx';

export function BookingPage({ data }: { data: BookingData }) {
  if (!data) return <NoExchange />;
  const { exchange, booking, traveller } = data;
  if (!booking) return <NoReservations />;
  // key per address, as another address starts another booking
  return <BookingSteps key={exchangeKey(exchange)} exchange={exchange} first={booking} known={traveller} />;
}

type StepsProps = { exchange: RequestedExchange; first: Booking; known: Traveller | null };

function BookingSteps({ exchange, first, known }: StepsProps) {
  const [booking, setBooking] = useState<Booking | null>(first);
  const [traveller, setTraveller] = useState(known);
  const { draft, isBegun, change, isReopened, resume, restarts, restart, finish } = useDraft(
    exchange,
    first,
    known,
  );
  const [message, setMessage] = useState<string | null>(null);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const isWide = useMediaQuery('--desktop-up');
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const branch = booking && findBranch(booking, draft);
  const step =
    // nothing is chosen yet, as when one comes back from a reservation
    booking?.remaining === 0 || !isBegun
      ? 1
      : Math.min(
          Math.max(1, Number(query.get('etape') ?? 1) || 1),
          branch && draft.pickupAt !== null ? (traveller ? STEPS.length : 2) : 1,
        );

  // step to come back to from a changed choice
  const [origin, setOrigin] = useState<number | null>(null);
  const back = origin !== null && step < origin ? origin : null;
  const shown = useRef(step);
  const modified = useRef<string | null>(null);
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    setOrigin((from) => (from !== null && step >= from ? null : from));
    scrollTo(0, 0);
    // focus on the choice to modify, else on the heading, so that the new step is announced
    const control = modified.current && page.current?.querySelector<HTMLElement>(modified.current);
    (control || heading.current)?.focus();
    modified.current = null;
  }, [step]);

  function show(to: number, words?: string) {
    setMessage(words ?? null);
    if (to === step) return;
    const next = new URLSearchParams(query);
    next.set('etape', String(to));
    setQuery(next, { preventScrollReset: true });
  }

  const go = (to: number) => show(back ?? to);

  function modify(name: ChoiceName) {
    const { step: to, control } = CHOICES[name];
    if (to === step) return page.current?.querySelector<HTMLElement>(control)?.focus();
    modified.current = control;
    setOrigin(back ?? step);
    show(to);
  }

  function lose() {
    setTraveller(null);
    show(2, 'Votre session a pris fin. Demandez un code pour continuer. Votre saisie est gardée.');
    heading.current?.focus();
  }

  async function renew(): Promise<Booking | null> {
    const next = await fetchBooking(exchange);
    setBooking(next);
    return next;
  }

  if (!booking) return <NoReservations />;
  const price = branch && settledPrice(booking, branch, exchange, draft);
  const act = (button: ReactNode) => slot && createPortal(button, slot);
  const next = back === null ? 'Continuer' : 'Valider';
  const props = { exchange, booking, draft, change, go, next, act, onLost: lose };
  const now = Date.now();
  // amount that the chosen branch can take, as long as another one can be chosen
  const listed = step === 1 && branch ? viewBranch(booking, branch, exchange, draft, now).price : price;
  const receipt = branch && { ...props, branch, price: listed, traveller, step, onModify: modify };
  const isLast = step === STEPS.length;
  const steps = (
    <div className={styles.steps}>
      <StepHeading ref={heading} step={step} company={booking.company.name} />
      {message ? (
        <Notice tone="warning" role="alert" className={styles.said}>
          {message}
        </Notice>
      ) : null}
      {isReopened && booking.remaining !== 0 ? (
        <Reopened
          onResume={() => {
            resume();
            heading.current?.focus();
          }}
          onRestart={() => {
            restart(booking);
            setOrigin(null);
            show(1);
            heading.current?.focus();
          }}
        />
      ) : null}
      {booking.remaining === 0 ? <TooManyOpen /> : null}
      {step === 1 && booking.remaining !== 0 ? (
        // another draft fills the fields anew
        <PickupStep key={restarts} {...props} />
      ) : null}
      {step === 2 && branch ? (
        <TravellerStep
          {...props}
          traveller={traveller}
          onKnown={(one) => {
            setTraveller(one);
            change(travellerFields(one, draft));
            // what is left to this person; a failure leaves what is left to anybody
            void renew().catch(ignoreFailure);
          }}
        />
      ) : null}
      {step === 3 && branch ? <PayStep {...props} branch={branch} price={price} /> : null}
      {step === 4 && branch && traveller ? (
        <SummaryStep
          {...props}
          branch={branch}
          price={price}
          isReopened={isReopened}
          receipt={receipt && !isWide ? <Receipt {...receipt} /> : null}
          renew={renew}
          onReserved={({ id }) => {
            finish();
            void navigate(`/voyages/${id}?nouvelle=1`, { replace: true });
          }}
        />
      ) : null}
    </div>
  );
  return (
    <div ref={page} className={styles.booking}>
      {steps}
      {receipt && booking.remaining !== 0 ? (
        <aside className={styles.aside} aria-label="Votre réservation">
          {isWide ? <Receipt {...receipt} /> : <ReceiptBar {...receipt} canOpen={!isLast} />}
          <div ref={setSlot} className={styles.act} />
        </aside>
      ) : null}
    </div>
  );
}

function useDraft(exchange: RequestedExchange, booking: Booking, known: Traveller | null) {
  const [started] = useState(() => startDraft(exchange));
  const [isReopened, setReopened] = useState(started.isReopened);
  const [restarts, setRestarts] = useState(0);
  const [draft, setDraft] = useState(() => {
    const begun = completeDraft(booking, exchange, started.draft, Date.now());
    return known ? { ...begun, ...travellerFields(known, begun) } : begun;
  });
  const [isBegun, setBegun] = useState(started.isBegun);
  const isOver = useRef(false);
  useEffect(() => {
    if (!isOver.current && !isReopened) storeDraft(exchange, draft, { isBegun });
  }, [exchange, draft, isBegun, isReopened]);

  return {
    draft,
    isBegun,
    isReopened,
    resume: () => setReopened(false),
    restarts,
    change: (some: Partial<Draft>) => {
      setBegun(true);
      setReopened(false);
      setDraft((before) => ({ ...before, ...some }));
    },
    restart: (present: Booking) => {
      removeDraft(exchange);
      setBegun(false);
      setReopened(false);
      setRestarts((count) => count + 1);
      setDraft((before) => {
        const { email, firstName, phone, keepsAccount } = before;
        const fresh = { ...freshDraft(exchange), email, firstName, phone, keepsAccount };
        return completeDraft(present, exchange, fresh, Date.now());
      });
    },
    finish: () => {
      isOver.current = true;
      removeDraft(exchange);
      removePerson();
    },
  };
}

function ignoreFailure(error: unknown): void {
  if (!(error instanceof ApiFailure)) throw error;
}

function travellerFields(one: Traveller, { firstName, phone, keepsAccount }: Draft) {
  return {
    email: one.email,
    firstName: firstName || one.first_name,
    phone: phone || one.phone,
    keepsAccount: keepsAccount || one.keeps_account,
  };
}
