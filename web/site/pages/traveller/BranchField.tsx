import type { ReactNode } from 'react';
import type { Booking } from '#domain/reservations/booking.ts';
import { formatDuration } from '#domain/reservations/deadlines.ts';
import { formatPairRate } from '#domain/reservations/format-moment.ts';
import { brought, handedOver, type Price } from '#domain/reservations/price.ts';
import { formatFee } from '#domain/reservations/whole-cost.ts';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { type CounterView, formatMost } from './counter-view.ts';
import type { Draft, RequestedExchange } from './draft.ts';
import { capital, formatInNotes, formatMode, shortAmount, sidesOf } from './format.ts';
import { modeTermsOf, mostOn, sayNearDay } from './pickup.ts';
import styles from './Traveller.module.css';

type Props = {
  booking: Booking;
  view: CounterView;
  chosen: CounterView | null;
  exchange: RequestedExchange;
  draft: Draft;
  onChoose: () => void;
};

export function BranchField({ booking, view, chosen, exchange, draft, onChoose }: Props) {
  const { mode, name, branch, address, postcode, city, hours } = view.counter;
  const isChosen = branch === draft.branch;
  // an outcome that differs from the chosen branch's is worth its words
  const isSame = !isChosen && hasSameOutcome(view.price, chosen?.price ?? null, exchange);
  const place = [address, `${postcode} ${city}`.trim()].filter(Boolean).join(', ');
  const lines: [string, ReactNode][] = [
    ['outcome', view.obstacle ?? (isSame ? '' : formatOutcome(booking, view, exchange))],
    ['most', formatMostThere(booking, view, exchange, draft)],
    ['place', place && <span translate="no">{place}</span>],
    ['terms', isChosen ? formatPickupTerms(booking, view) : ''],
    ['hours', isChosen ? hours.map((line) => `${capital(line)}.`).join(' ') : ''],
  ];
  return (
    <CheckField
      type="radio"
      name="branch"
      label={[formatMode(mode), name].filter(Boolean).join(' · ')}
      // the chosen one keeps the focus while the amount is changed
      disabled={view.obstacle !== null && !isChosen}
      checked={isChosen}
      onChange={onChoose}
      hint={lines
        .filter(([, line]) => line)
        .map(([key, line]) => (
          <span key={key} className={key === 'outcome' ? styles.outcome : styles.line}>
            {line}
          </span>
        ))}
    />
  );
}

function formatOutcome(
  { base }: Booking,
  { counter, price }: CounterView,
  { side, currency, target }: RequestedExchange,
): ReactNode {
  if (!price)
    return (
      counter.rate && <span translate="no">{formatPairRate({ base, currency, rate: counter.rate })}</span>
    );
  const { broughtCurrency, receivedCurrency } = sidesOf(side, base, currency);
  const [words, amount] =
    target === 'offer'
      ? ['Vous recevez', formatInNotes(base, receivedCurrency, handedOver(side, price))]
      : ['Vous donnez', formatInNotes(base, broughtCurrency, brought(side, price))];
  return (
    <>
      <span>{words}</span> <span translate="no">{amount}</span>
    </>
  );
}

function hasSameOutcome(
  one: Price | null,
  other: Price | null,
  { side, target }: RequestedExchange,
): boolean {
  const outcomeOf = (price: Price) => (target === 'offer' ? handedOver(side, price) : brought(side, price));
  return one !== null && other !== null && outcomeOf(one) === outcomeOf(other);
}

/** “Jusqu’à $ 1 000 ici aujourd’hui”, on the chosen day or the first one. */
function formatMostThere(
  booking: Booking,
  { counter, days, open, most, obstacle }: CounterView,
  exchange: RequestedExchange,
  { branch, pickupAt }: Draft,
): string {
  if (obstacle !== null || most === 0) return '';
  const own = branch === counter.branch && pickupAt !== null ? pickupAt : open[0]?.instants[0];
  const day = days.find(({ instants }) => own !== undefined && instants.includes(own));
  if (!day) return '';
  const near = sayNearDay(day, counter.time_zone, Date.now());
  return capital(`${formatMost(booking, exchange, mostOn(counter, day.day))} ici ${near}.`);
}

function formatPickupTerms(booking: Booking, { counter }: CounterView): string {
  const { delay_minutes, fee, minimum } = modeTermsOf(booking, counter);
  const parts = [
    `prêt en ${formatDuration(delay_minutes)}`,
    fee > 0 ? `frais de ${shortAmount(booking.base, fee)} en plus du taux` : formatFee(booking.base, 0),
    minimum > booking.terms.minimum ? `à partir de ${shortAmount(booking.base, minimum)}` : '',
  ];
  return `${capital(parts.filter(Boolean).join(', '))}.`;
}
