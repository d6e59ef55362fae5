import { formatAmount } from '#domain/money/format.ts';
import type { Booking, BookingCounter } from '#domain/reservations/booking.ts';
import { formatDuration } from '#domain/reservations/deadlines.ts';
import { formatPairRate } from '#domain/reservations/format-moment.ts';
import { brought, handedOver } from '#domain/reservations/price.ts';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { type Draft, findBranch, modeTermsOf, priceAt, type RequestedExchange } from './draft.ts';
import { formatMode, shortAmount, sidesOf } from './format.ts';
import styles from './Traveller.module.css';

type Props = {
  booking: Booking;
  counter: BookingCounter;
  exchange: RequestedExchange;
  draft: Draft;
  onChoose: () => void;
};

export function BranchField({ booking, counter, exchange, draft, onChoose }: Props) {
  const { mode, name, rate, address, postcode, city, hours } = counter;
  const place = [address, `${postcode} ${city}`.trim()].filter(Boolean).join(', ');
  const chosen = findBranch(booking, draft);
  const isChosen = counter === chosen;
  const lines = [
    place,
    isChosen || mode !== chosen?.mode ? formatPickupTerms(booking, counter) : '',
    isChosen ? hours.map((line) => `${capital(line)}.`).join(' ') : '',
  ];
  return (
    <CheckField
      type="radio"
      name="branch"
      label={[formatMode(mode), name].filter(Boolean).join(' · ')}
      disabled={rate === null}
      checked={isChosen}
      onChange={onChoose}
      hint={
        <>
          <span className={styles.outcome}>{formatOutcome(booking, counter, exchange, draft, isChosen)}</span>
          {lines.filter(Boolean).map((line) => (
            <span key={line} className={styles.line}>
              {line}
            </span>
          ))}
        </>
      }
    />
  );
}

function formatOutcome(
  booking: Booking,
  counter: BookingCounter,
  exchange: RequestedExchange,
  draft: Draft,
  withRate: boolean,
): string {
  const { side, currency, target } = exchange;
  const { base } = booking;
  if (counter.rate === null) return 'Aucun taux à réserver en ce moment';
  const rate = formatPairRate({ base, currency, rate: counter.rate });
  const price = priceAt(booking, counter, exchange, draft);
  if (!price) return rate;
  const { broughtCurrency, receivedCurrency } = sidesOf(side, base, currency);
  const outcome =
    target === 'offer'
      ? `Vous recevez ${formatAmount(receivedCurrency, handedOver(side, price))}`
      : `Vous donnez ${formatAmount(broughtCurrency, brought(side, price))}`;
  return withRate ? `${outcome}, à ${rate}` : outcome;
}

function formatPickupTerms(booking: Booking, counter: BookingCounter): string {
  const { delay_minutes, fee, minimum } = modeTermsOf(booking, counter);
  const parts = [
    `billets prêts en ${formatDuration(delay_minutes)}`,
    fee > 0 ? `frais de ${shortAmount(booking.base, fee)}` : 'sans frais',
    minimum > booking.terms.minimum ? `à partir de ${shortAmount(booking.base, minimum)}` : '',
  ];
  return `${capital(parts.filter(Boolean).join(', '))}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
