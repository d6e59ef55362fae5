import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { dayAt } from '#domain/branches/open-state.ts';
import { centsOf } from '#domain/money/cents.ts';
import { formatAmount } from '#domain/money/format.ts';
import { asHandedOver } from '#domain/reservations/applied.ts';
import { formatBring } from '#domain/reservations/bring.ts';
import { comparisonPath } from '#domain/reservations/comparison-path.ts';
import {
  formatClock,
  formatComingMoment,
  formatPairRate,
  formatWeekday,
} from '#domain/reservations/format-moment.ts';
import { formatNetRate } from '#domain/reservations/net-rate.ts';
import { brought } from '#domain/reservations/price.ts';
import type { PickupDays, Reservation } from '#domain/reservations/reservation.ts';
import { hasHour, readSlotDays } from '#domain/reservations/slots.ts';
import { isOpen, type ReservationState, reservationStates } from '#domain/reservations/states.ts';
import { formatWholeCost } from '#domain/reservations/whole-cost.ts';
import { formatNotes, toldReasons } from '#domain/reservations/words.ts';
import { telOf } from '#domain/text/tel.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Button, buttonClass } from '#web/shared/ui/Button.tsx';
import { Dialog, DialogButtons, DialogText } from '#web/shared/ui/Dialog.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { ChangeNotices, hasChangeNotice } from './ChangeNotices.tsx';
import { Fold } from './Fold.tsx';
import { formatInNotes, formatMode, sidesOf, toneOf } from './format.ts';
import type { OwnReservation } from './load.ts';
import { OtherBranches, useOtherBranches } from './OtherBranches.tsx';
import { SignedOut } from './SignedOut.tsx';
import { SlotPicker } from './SlotPicker.tsx';
import { Ticket } from './Ticket.tsx';
import styles from './Traveller.module.css';

export function ReservationPage({ data }: { data: OwnReservation }) {
  if (!data) return <SignedOut title="Votre réservation" />;
  if (!data.reservation) return <NoSuch />;
  return <ReservationDetails first={data.reservation} />;
}

const STATE_SENTENCES: Partial<Record<ReservationState, string>> = {
  accepted: 'Le bureau a accepté. Il prépare vos billets.',
  ready: 'Vos billets vous attendent au guichet.',
};

// only an undone hand-over gives the state `ready` a reason
function isUndone({ state, events }: Pick<Reservation, 'state' | 'events'>): boolean {
  return state === 'ready' && events.findLast(({ kind }) => kind === state)?.reason != null;
}

// `hasTicket`: the ticket states the hour of the answer
function describeState({ state, due_at, time_zone, events }: Reservation, hasTicket: boolean): string {
  if (state === 'requested') {
    const until = hasTicket ? '' : ` au plus tard ${formatComingMoment(due_at, time_zone)}`;
    return `Le bureau vous répond par e-mail${until}. D’ici là, il vous garde le montant et le taux.`;
  }
  if (isUndone({ state, events })) {
    const why = findReason({ state, events });
    return `Le bureau a annulé la remise de vos billets${why ? `\u00a0: ${why}` : ''}. Votre réservation vous attend de nouveau, au même taux.`;
  }
  return STATE_SENTENCES[state as ReservationState] ?? '';
}

// reason of a newer server, left out when unknown
function findReason({ state, events }: Pick<Reservation, 'state' | 'events'>): string | undefined {
  const reason = events.findLast(({ kind }) => kind === state)?.reason;
  return (toldReasons as Readonly<Record<string, string>>)[reason ?? ''];
}

// “par vous, vendredi 20 novembre à 13 h 05. Vous ne devez rien.”, after the badge of the state.
function describeEnd({ state, events, time_zone }: Reservation): string {
  const event = events.findLast(({ kind }) => kind === state);
  const who = event && OWN_ACTS.includes(state) ? ACTORS[event.actor] : undefined;
  const act = event && [who, formatComingMoment(event.at, time_zone)].filter(Boolean).join(', ');
  const why = findReason({ state, events });
  return [
    act ? `${act}.` : '',
    why ? `Sa raison\u00a0: ${why}.` : '',
    state === 'collected' ? '' : 'Vous ne devez rien.',
  ]
    .filter(Boolean)
    .join(' ');
}

const ACTORS: Readonly<Record<string, string>> = { traveller: 'par vous', bureau: 'par le bureau' };
const OWN_ACTS: readonly string[] = ['accepted', 'declined', 'cancelled'];

// beside a notice of change, which contradicts or repeats the sentence of other states
function hasOwnSentence({ state, events, closed_then, company_suspended }: Reservation): boolean {
  if (state === 'requested') return closed_then || company_suspended;
  return isUndone({ state, events });
}

function describeAct({ state, events, time_zone }: Reservation): string {
  const event = events.findLast(({ kind }) => kind === state);
  if (!event || state === 'requested') return '';
  const isUndoing = isUndone({ state, events });
  const who = isUndoing || OWN_ACTS.includes(state) ? ACTORS[event.actor] : undefined;
  const label = isUndoing ? 'Remise annulée' : reservationStates[state as ReservationState];
  return `${[label, who].filter(Boolean).join(' ')}, ${formatComingMoment(event.at, time_zone)}.`;
}

function PickupHour({ of: { events, pickup_at, time_zone } }: { of: Reservation }) {
  const present = formatComingMoment(pickup_at, time_zone);
  const moved = events.findLast(({ kind }) => kind === 'moved');
  if (!moved?.pickup_was) return present;
  const who = ACTORS[moved.actor] ?? '';
  // another branch may take it at the same hour
  if (Date.parse(moved.pickup_was) === Date.parse(pickup_at)) return present;
  return (
    <>
      <p>
        <del>{formatComingMoment(moved.pickup_was, time_zone)}</del> {present}
      </p>
      <p className={styles.note}>{`Changée ${who}, ${formatComingMoment(moved.at, time_zone)}.`}</p>
    </>
  );
}

function ReservationDetails({ first }: { first: Reservation }) {
  const [one, setOne] = useState(first);
  const [query] = useSearchParams();
  const isNew = query.get('nouvelle') !== null;
  const [message, setMessage] = useState<{ text: string; isFailure: boolean } | null>(null);
  const [hasExpired, setExpired] = useState(false);
  const isActing = useRef(false);
  // count of requests and actions; an answer requested before the last action is out of date
  const requestCount = useRef(0);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const state = one.state as ReservationState;
  const { branches, readBranches } = useOtherBranches(one);
  usePolling(isOpen(state) && !hasExpired, reread);
  const { broughtCurrency, receivedCurrency } = sidesOf(one.side, one.base, one.currency);
  const cents = (value: number) => centsOf(value) ?? 0;
  const side = one.side === 'sale' ? 'sale' : 'purchase';
  const done = asHandedOver(one);
  const price = { offered: cents(done.offered), received: cents(done.received), fee: cents(one.fee) };
  const isEnded = !isOpen(state);
  const hasFailed = isEnded && state !== 'collected';
  const stateSince = isEnded ? '' : describeAct(one);
  const given = formatInNotes(one.base, broughtCurrency, brought(side, price));
  const received = formatInNotes(one.base, receivedCurrency, cents(done.handed_over));
  const hasFee = price.fee > 0;
  const hasTicket = isOpen(state) && one.code !== null;
  const rows: (readonly [string, ReactNode])[] = [
    ...(hasTicket
      ? []
      : ([
          ['Réservation', `n°\u00a0${one.number}`],
          ['Quand', <PickupHour key="hour" of={one} />],
          ['Où', <PickupBranch key="place" of={one} />],
          ...(hasFailed
            ? [['Échange prévu', `${given} contre ${received}`] as const]
            : ([
                ['Vous donnez', given],
                ['Vous recevez', received],
              ] as const)),
        ] as const)),
    [hasFailed ? 'Taux réservé' : hasFee ? 'Taux garanti' : 'Taux net garanti', formatPairRate(one)],
    ...(one.applied
      ? ([['Taux du jour, appliqué', formatPairRate({ ...one, ...one.applied })]] as const)
      : []),
    ...(isOpen(state) && !hasTicket
      ? ([['Taux garanti jusqu’au', formatComingMoment(one.held_until, one.time_zone)]] as const)
      : []),
    ...(hasFee && !hasFailed ? ([['Frais du bureau', formatAmount(one.base, price.fee)]] as const) : []),
    ...((hasFee && !hasFailed) || one.applied
      ? ([['Taux net, frais compris', formatNetRate({ ...done, side }, price)]] as const)
      : []),
    ...(one.mid_rate && !hasFailed
      ? ([['Coût total', formatWholeCost({ ...one, side }, price, one.mid_rate)]] as const)
      : []),
    ...(one.notes === '' ? [] : ([['Billets', formatNotes(one)]] as const)),
    ...one.redemptions.map(
      ({ number, at, amount, paid }) =>
        [
          `Reprise n°\u00a0${number}`,
          `${formatInNotes(one.base, one.currency, cents(amount))} rendus, ${formatAmount(one.base, cents(paid))} payés, ${formatComingMoment(at, one.time_zone)}`,
        ] as const,
    ),
  ];

  async function act(change: () => Promise<Reservation>, done: string | null): Promise<boolean> {
    if (isActing.current) return false;
    isActing.current = true;
    try {
      const changed = await change();
      requestCount.current += 1;
      setOne(changed);
      setMessage(done === null ? null : { text: done, isFailure: false });
      return true;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      if (error.status === 401) setExpired(true);
      setMessage({ text: error.message, isFailure: true });
      if (error.code === 'reservation_changed') await reread();
      return false;
    } finally {
      isActing.current = false;
      heading.current?.focus();
    }
  }
  async function reread() {
    requestCount.current += 1;
    const own = requestCount.current;
    try {
      const request = { params: { id: one.id }, isBackground: true };
      const news = await call('GET /api/traveller/reservations/{id}', request);
      if (own === requestCount.current) setOne(news);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      if (error.status === 401) setExpired(true);
    }
  }

  const changes = <Changes one={one} act={act} />;
  const isChanged = hasChangeNotice(one);
  const badge = <Badge tone={toneOf(state)}>{reservationStates[state]}</Badge>;
  const lead = isChanged && !hasOwnSentence(one) ? '' : describeState(one, hasTicket);
  if (hasExpired) return <SignedOut title="Votre réservation" hasJustExpired />;
  return (
    <div className={styles.page}>
      {hasTicket || isEnded ? null : <p className={styles.progress}>{badge}</p>}
      <h1 ref={heading} className={styles.title} tabIndex={-1}>
        {titleOf(one, isNew)}
      </h1>
      <div role="status">
        <ChangeNotices one={one} hasOtherBranches={branches.length > 0} />
        {isEnded ? (
          <p key="end" className={styles.lead}>
            {badge} <span>{describeEnd(one)}</span>
          </p>
        ) : lead === '' ? null : (
          <p className={styles.lead}>{lead}</p>
        )}
      </div>
      {message ? (
        <Notice tone={message.isFailure ? 'failure' : 'success'} role="alert" className={styles.said}>
          {message.text}
        </Notice>
      ) : null}
      {isChanged ? (
        <>
          <OtherBranches one={one} branches={branches} act={act} onRefused={readBranches} />
          <div className={styles.said}>{changes}</div>
        </>
      ) : null}
      {stateSince === '' || hasTicket ? null : (
        <p className={`${styles.note} ${styles.said}`}>{stateSince}</p>
      )}
      {isOpen(state) && one.code === null ? (
        <Notice tone="warning" className={styles.said}>
          Votre code ne peut pas être affiché en ce moment. Rechargez la page dans quelques minutes.
        </Notice>
      ) : null}
      {isOpen(state) && one.code !== null ? (
        <Ticket
          one={one}
          code={one.code}
          since={stateSince}
          given={given}
          received={received}
          hour={<PickupHour of={one} />}
          place={<PickupBranch of={one} />}
        />
      ) : null}
      <dl className={styles.rows}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isOpen(state) ? (
        <>
          {hasTicket ? null : (
            <section>
              <h2 className={styles.part}>À apporter</h2>
              <ul className={styles.list}>
                {formatBring(one).map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </section>
          )}
          {isChanged ? null : changes}
        </>
      ) : null}
      {one.promise.length > 0 && !hasFailed ? (
        <div className={styles.said}>
          <Fold label="Ce que le bureau vous a promis">
            <ul className={styles.list}>
              {one.promise.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Fold>
        </div>
      ) : null}
      <p className={styles.ways}>
        {hasFailed ? (
          <Link className={buttonClass()} to={comparisonPath(one)}>
            Comparer à nouveau
          </Link>
        ) : null}
        <Link className={buttonClass({ variant: 'secondary' })} to="/voyages">
          Mes voyages
        </Link>
      </p>
    </div>
  );
}

const POLL_INTERVAL_MS = 30_000;

function usePolling(isAwaited: boolean, ask: () => Promise<void>): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (!isAwaited) return;
    const look = () => {
      if (document.visibilityState === 'visible') void latest.current();
    };
    const turn = setInterval(look, POLL_INTERVAL_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(turn);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isAwaited]);
}

function PickupBranch({ of: { mode, company, branch, events, time_zone } }: { of: Reservation }) {
  const moved = events.findLast(({ branch_was }) => branch_was);
  const address =
    branch && [branch.address, `${branch.postcode} ${branch.city}`.trim()].filter(Boolean).join(', ');
  return (
    <>
      {moved ? (
        <p>
          <del>{moved.branch_was}</del>
        </p>
      ) : null}
      <p>
        {[mode === 'counter' ? '' : formatMode(mode), branch?.name || company.name, address]
          .filter(Boolean)
          .join(', ')}
      </p>
      {moved ? (
        <p className={styles.note}>
          {`Changée ${ACTORS[moved.actor] ?? ''}, ${formatComingMoment(moved.at, time_zone)}.`}
        </p>
      ) : null}
      {branch?.access_note ? <p className={styles.note}>{branch.access_note}</p> : null}
      {branch?.address || branch?.phone ? (
        <p className={styles.links}>
          {branch.address ? (
            <a
              href={`https://www.openstreetmap.org/directions?to=${encodeURIComponent(address ?? '')}`}
              target="_blank"
              rel="noreferrer"
              aria-label={`Itinéraire vers ${branch.name}, sur OpenStreetMap`}
            >
              Itinéraire
            </a>
          ) : null}
          {branch.phone ? (
            <a href={telOf(branch.phone)} aria-label={`${branch.phone}, appeler ${company.name}`}>
              {branch.phone}
            </a>
          ) : null}
        </p>
      ) : null}
    </>
  );
}

function titleOf({ state, company }: Reservation, isNew: boolean): string {
  if (isNew && state === 'requested') return 'Votre demande est partie';
  if (isNew && isOpen(state as ReservationState)) return 'C’est réservé';
  return `Réservation chez ${company.name}`;
}

// “11 h 30”, with its day where it is another one: “lundi 23, 11 h 30”.
function formatMoment(at: number, present: number, { time_zone }: Reservation): string {
  const isSameDay = dayAt(at, time_zone) === dayAt(present, time_zone);
  const clock = formatClock(at, time_zone);
  return isSameDay ? clock : `${formatWeekday(at, time_zone)}, ${clock}`;
}

type RunChange = (change: () => Promise<Reservation>, done: string | null) => Promise<boolean>;

function titleOfChanges({ closed_then, company_suspended }: Reservation): string {
  if (company_suspended) return 'Annuler, ou comparer à nouveau';
  return closed_then ? 'Une autre heure, ou annuler' : 'Un empêchement\u00a0?';
}

function Changes({ one, act }: { one: Reservation; act: RunChange }) {
  const [isAsked, setAsked] = useState(false);
  const [hours, setHours] = useState<PickupDays | null>(null);
  const [pickupAt, setPickupAt] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const section = useRef<HTMLElement>(null);
  const id = useId();
  const days = readSlotDays(hours?.days ?? []);

  const isChoosing = hours !== null;
  const wasChoosing = useRef(isChoosing);
  useEffect(() => {
    // focus of a pressed button that its replacement takes over
    if (wasChoosing.current !== isChoosing && document.activeElement === document.body)
      section.current?.querySelector<HTMLElement>('input:checked, button')?.focus();
    wasChoosing.current = isChoosing;
  }, [isChoosing]);

  async function openHours() {
    if (isAsking) return;
    setAsking(true);
    setFailure(null);
    setPickupAt(null);
    try {
      setHours(await call('GET /api/traveller/reservations/{id}/hours', { params: { id: one.id } }));
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      setFailure(error.message);
    } finally {
      setAsking(false);
    }
  }
  const present = Date.parse(one.pickup_at);
  const chosen = pickupAt ?? (hasHour(days, present) ? present : (days[0]?.instants[0] ?? null));

  return (
    <section ref={section} className={styles.stack}>
      <h2 className={styles.part}>{hours ? 'Changer l’heure' : titleOfChanges(one)}</h2>
      {failure ? (
        <Notice tone="failure" role="alert">
          {failure}
        </Notice>
      ) : null}
      {hours ? (
        <>
          {days.length > 0 ? (
            <>
              <p>{`Prévue ${formatComingMoment(one.pickup_at, one.time_zone)}.`}</p>
              <SlotPicker days={days} zone={one.time_zone} value={chosen} onChange={setPickupAt} />
              <p className={styles.note}>
                {`Votre taux est garanti jusqu’au ${formatComingMoment(one.held_until, one.time_zone)}.${hours.lacks_notes ? ' Les jours où ce guichet n’a pas assez de billets ne sont pas proposés.' : ''}`}
              </p>
            </>
          ) : (
            <p>
              {hours.lacks_notes
                ? 'Les autres jours où le taux vous est garanti, ce guichet n’a pas assez de billets pour vous.'
                : 'Ce guichet n’ouvre plus tant que le taux vous est garanti.'}
            </p>
          )}
          <div className={styles.ways}>
            {chosen === null || chosen === present ? null : (
              <Button
                onClick={() =>
                  void act(
                    () =>
                      call('POST /api/traveller/reservations/move', {
                        body: {
                          id: one.id,
                          pickup_at: new Date(chosen).toISOString(),
                          updated_at: one.updated_at,
                        },
                      }),
                    'Votre nouvelle heure est enregistrée. Le bureau est prévenu.',
                  ).then((isDone) => isDone && setHours(null))
                }
              >
                {`Choisir ${formatMoment(chosen, present, one)}`}
              </Button>
            )}
            <Button variant="secondary" onClick={() => setHours(null)}>
              Garder mon heure
            </Button>
          </div>
        </>
      ) : (
        <div className={styles.ways}>
          {one.company_suspended ? null : (
            <Button variant="secondary" aria-disabled={isAsking} onClick={() => void openHours()}>
              Changer l’heure
            </Button>
          )}
          <Button variant="danger" onClick={() => setAsked(true)}>
            Annuler la réservation
          </Button>
          {one.company_suspended ? (
            <Link className={buttonClass({ variant: 'secondary' })} to={comparisonPath(one)}>
              Comparer à nouveau
            </Link>
          ) : null}
        </div>
      )}
      <Dialog title="Annuler cette réservation ?" isOpen={isAsked} onDismiss={() => setAsked(false)}>
        <DialogText id={id}>Le taux ne sera plus garanti, et les billets seront remis en vente.</DialogText>
        <DialogButtons>
          <Button variant="secondary" onClick={() => setAsked(false)}>
            Garder ma réservation
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              setAsked(false);
              // the page itself says so, once
              void act(() => call('POST /api/traveller/reservations/cancel', { body: { id: one.id } }), null);
            }}
          >
            Annuler la réservation
          </Button>
        </DialogButtons>
      </Dialog>
    </section>
  );
}

function NoSuch() {
  const navigate = useNavigate();
  return (
    <div className={styles.page}>
      <h1 className={styles.title} tabIndex={-1}>
        Votre réservation
      </h1>
      <EmptyState
        title="Cette réservation n’existe pas"
        action={<Button onClick={() => void navigate('/voyages')}>Voir mes réservations</Button>}
      >
        La réservation appartient à un autre compte, ou son adresse est fausse.
      </EmptyState>
    </div>
  );
}
