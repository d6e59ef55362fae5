import { useEffect, useRef, useState } from 'react';
import { dayAt } from '#domain/branches/open-state.ts';
import type { Booking } from '#domain/reservations/booking.ts';
import { formatClock } from '#domain/reservations/format-moment.ts';
import { brought, handedOver, type Price } from '#domain/reservations/price.ts';
import { formatDistance } from '../../format-distance.ts';
import { type BranchView, firstHour, formatMost } from './branch-view.ts';
import { Choice } from './Choice.tsx';
import type { Draft, RequestedExchange } from './draft.ts';
import { capital, formatInNotes, formatMode, shortAmount, sidesOf } from './format.ts';
import { modeTermsOf, mostOn, sayNearDay } from './pickup.ts';
import styles from './Traveller.module.css';

// Branches in sight before « autres guichets ».
const FIRST_COUNTERS = 2;
// Milliseconds beyond which a closing hour tells nothing.
const LONG = 18 * 3_600_000;

type Props = {
  booking: Booking;
  exchange: RequestedExchange;
  draft: Draft;
  views: readonly BranchView[];
  change: (change: Partial<Draft>) => void;
};

export function BranchCards({ booking, exchange, draft, views, change }: Props) {
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const first = views.slice(0, FIRST_COUNTERS);
  const chosen = views.find(({ branch }) => branch.branch === draft.branch);
  const shown = isWhole ? views : chosen && !first.includes(chosen) ? [...first.slice(0, 1), chosen] : first;
  const others = views.length - shown.length;
  useEffect(() => {
    // focus of the pressed button, which is gone
    if (isWhole) list.current?.querySelector<HTMLElement>(':checked')?.focus();
  }, [isWhole]);
  const { place } = booking;
  const isInTowns = new Set(views.map(({ branch }) => branch.city)).size > 1;
  return (
    <fieldset className={styles.question}>
      <legend>Votre guichet</legend>
      {place ? <p className={styles.note}>{`Depuis ${place.label.replace(/ \([^)]*\)$/, '')}`}</p> : null}
      <div ref={list} className={styles.choices}>
        {shown.map((view) => (
          <Choice
            key={String(view.branch.branch)}
            name="branch"
            label={<BranchName booking={booking} view={view} isInTowns={isInTowns} />}
            // the chosen one keeps the focus while the amount is changed
            isDisabled={view.obstacle !== null && view !== chosen}
            isChosen={view === chosen}
            onChoose={() =>
              change({ branch: view.branch.branch, pickupAt: firstHour(view), payment: 'cash' })
            }
          >
            {linesOf(booking, view, exchange, draft, chosen ?? null).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Choice>
        ))}
      </div>
      {others > 0 ? (
        <button type="button" className={styles.fold} onClick={() => setWhole(true)}>
          {others === 1 ? '1 autre guichet' : `${others} autres guichets`}
        </button>
      ) : null}
    </fieldset>
  );
}

type NameProps = { booking: Booking; view: BranchView; isInTowns: boolean };

function BranchName({ booking: { place }, view: { branch }, isInTowns }: NameProps) {
  const { name, mode, city, position, is_rough } = branch;
  const town = isInTowns && !name.includes(city) ? ` · ${city}` : '';
  return (
    <>
      <strong>{name || formatMode(mode)}</strong>
      {place && position ? ` · ${formatDistance(place, position, is_rough)}` : town}
    </>
  );
}

function linesOf(
  booking: Booking,
  view: BranchView,
  exchange: RequestedExchange,
  draft: Draft,
  chosen: BranchView | null,
): string[] {
  const { branch, price, obstacle } = view;
  const { fee } = modeTermsOf(booking, branch);
  const isOther = view !== chosen && !hasSameOutcome(price, chosen?.price ?? null, exchange);
  return [
    obstacle ?? capital(formatPresent(booking, view, exchange, draft)),
    obstacle === null && price && isOther ? formatOutcome(booking, price, exchange) : '',
    fee > 0 ? `Frais du bureau\u00a0: ${shortAmount(booking.base, fee)}` : '',
  ]
    .filter((line) => line !== '')
    .map((line) => line.replace(' :', '\u00a0:'));
}

// “ouvert jusqu’à 19 h · jusqu’à $ 800 aujourd’hui”, “ouvre à 9 h · jusqu’à $ 800”, “ouvre demain à 9 h”.
function formatPresent(
  booking: Booking,
  view: BranchView,
  exchange: RequestedExchange,
  draft: Draft,
): string {
  const { branch: bookingBranch, days, open, most } = view;
  const { opens, time_zone: zone, branch, mode, name } = bookingBranch;
  const now = Date.now();
  const sayDay = (at: number) => sayNearDay({ day: dayAt(at, zone), instants: [at] }, zone, now);
  const next = opens?.find(({ to }) => now < Date.parse(to));
  const [from, to] = [Date.parse(next?.from ?? ''), Date.parse(next?.to ?? '')];
  const openingDay = from > now ? sayDay(from) : '';
  const opening = !next
    ? ''
    : from > now
      ? `ouvre ${openingDay === 'aujourd’hui' ? '' : `${openingDay} `}à ${formatClock(from, zone)}`
      : to - now > LONG
        ? 'ouvert'
        : `ouvert jusqu’à ${formatClock(to, zone)}`;
  // the chosen day, or the first one
  const own = branch === draft.branch && draft.pickupAt !== null ? draft.pickupAt : open[0]?.instants[0];
  const day = days.find(({ instants }) => own !== undefined && instants.includes(own));
  const near = day ? sayNearDay(day, zone, now) : '';
  const limit = day && most > 0 ? formatMost(booking, exchange, mostOn(bookingBranch, day.day)) : '';
  return [
    mode !== 'counter' && name !== '' ? formatMode(mode) : '',
    opens === null ? 'horaires non communiqués' : opening,
    limit && near !== openingDay ? `${limit} ${near}` : limit,
  ]
    .filter(Boolean)
    .join(' · ');
}

function formatOutcome(
  { base }: Booking,
  price: Price,
  { side, currency, target }: RequestedExchange,
): string {
  const { broughtCurrency, receivedCurrency } = sidesOf(side, base, currency);
  return target === 'offer'
    ? `Vous y recevez ${formatInNotes(base, receivedCurrency, handedOver(side, price))}`
    : `Vous y donnez ${formatInNotes(base, broughtCurrency, brought(side, price))}`;
}

function hasSameOutcome(
  one: Price | null,
  other: Price | null,
  { side, target }: RequestedExchange,
): boolean {
  const outcomeOf = (price: Price) => (target === 'offer' ? handedOver(side, price) : brought(side, price));
  return one !== null && other !== null && outcomeOf(one) === outcomeOf(other);
}
