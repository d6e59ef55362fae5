import { useState } from 'react';
import { Link } from 'react-router';
import { formatAmount, formatCents } from '#domain/money/format.ts';
import { readTypedAmount } from '#domain/money/typed-number.ts';
import type { Booking, BookingCounter } from '#domain/reservations/booking.ts';
import { sayMinutes } from '#domain/reservations/deadlines.ts';
import { brought, handedOver, type Price, worth } from '#domain/reservations/price.ts';
import { findWrongAmount, type PickupMode } from '#domain/reservations/terms.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { daysOf, leftAt, modeTermsOf } from './draft.ts';
import { PickupPicker } from './PickupPicker.tsx';
import { sayMode, sayRate, shortAmount, sidesOf } from './say.ts';
import type { StepProps } from './step.ts';
import styles from './Traveller.module.css';

const NOTES = {
  '': 'Celles que le bureau a',
  small: 'De petites coupures',
  choice: 'À mon choix\u00a0: je le dirai au guichet',
} as const;
const LEFT = {
  enough: 'le stock suffit ce jour-là',
  short: 'stock réduit ce jour-là\u00a0: votre montant peut ne plus y être',
  none: 'plus de stock ce jour-là',
};

type Props = StepProps & { counter: BookingCounter | null; price: Price | null };

/** How much, at which counter, when, and in which notes. */
export function WhereStep({ wanted, booking, draft, change, go, counter, price }: Props) {
  const { side, currency, target } = wanted;
  const { base } = booking;
  const { given, got } = sidesOf(side, base, currency);
  const typedIn = target === 'offer' ? given : got;
  const [typed, setTyped] = useState(formatCents(draft.cents).replace(',00', ''));
  const read = readTypedAmount(typed, [typedIn]);
  const days = counter ? daysOf(booking, counter, Date.now()) : [];
  const wrong = read.outcome === 'read' && counter && price ? wrongOf(booking, counter, side, price) : null;
  const left = counter && draft.pickupAt !== null ? leftAt(counter, draft.pickupAt) : null;
  const error =
    read.outcome === 'read' && read.cents > 0 ? (wrong?.message ?? undefined) : 'Saisissez un montant.';
  const mayGo =
    !error && counter?.rate != null && price !== null && draft.pickupAt !== null && left !== 'none';

  return (
    <form
      className={styles.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (mayGo) go(2);
      }}
    >
      <TextField
        label={target === 'offer' ? `Vous donnez (${given})` : `Vous souhaitez recevoir (${got})`}
        inputMode="decimal"
        value={typed}
        error={error}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          const now = readTypedAmount(value, [typedIn]);
          if (now.outcome === 'read' && now.cents > 0) change({ cents: now.cents });
        }}
      />
      {price && !error ? (
        <p className={styles.figure} aria-live="polite">
          {formatAmount(given, brought(side, price))} →{' '}
          <strong>{formatAmount(got, handedOver(side, price))}</strong>
        </p>
      ) : null}
      <fieldset className={styles.group}>
        <legend>Où</legend>
        {booking.counters.map((one) => (
          <CheckField
            key={String(one.branch)}
            type="radio"
            name="branch"
            label={[sayMode(one.mode), one.name].filter(Boolean).join(' · ')}
            hint={sayCounter(booking, one, currency)}
            disabled={one.rate === null}
            checked={one.branch === draft.branch}
            onChange={() => {
              const pickupAt = daysOf(booking, one, Date.now())[0]?.instants[0] ?? null;
              change({ branch: one.branch, pickupAt, payment: 'cash' });
            }}
          />
        ))}
        <p className={styles.later}>
          En point relais, à domicile <Badge tone="later">Avec la bêta</Badge>
        </p>
      </fieldset>
      {booking.counters.length === 0 ? (
        <Notice>
          Aucun guichet de ce bureau ne prend cet échange. <Link to="/">Revenir aux offres</Link>
        </Notice>
      ) : null}
      {counter && days.length > 0 ? (
        <fieldset className={styles.group}>
          <legend>Quand</legend>
          <PickupPicker
            days={days}
            zone={counter.time_zone}
            value={draft.pickupAt}
            onChange={(pickupAt) => change({ pickupAt })}
          />
          {left ? (
            <p className={left === 'enough' ? styles.note : styles.warn} role="status">
              {capital(LEFT[left])}.
            </p>
          ) : null}
          {counter.opens === null ? (
            <p className={styles.note}>Ce guichet n’a pas dit ses horaires : vérifiez-les avant de venir.</p>
          ) : null}
        </fieldset>
      ) : null}
      {counter && days.length === 0 ? (
        <Notice tone="warning">
          Ce guichet n’ouvre pas tant que le taux vous est garanti : choisissez-en un autre.
        </Notice>
      ) : null}
      {side === 'sale' && booking.terms.notes.length > 0 ? (
        <fieldset className={styles.group}>
          <legend>Coupures</legend>
          {(['', ...booking.terms.notes] as const).map((one) => (
            <CheckField
              key={one}
              type="radio"
              name="notes"
              label={NOTES[one]}
              checked={draft.notes === one}
              onChange={() => change({ notes: one })}
            />
          ))}
        </fieldset>
      ) : null}
      <div className={styles.ways}>
        <Button type="submit" size="large" aria-disabled={!mayGo}>
          Continuer
        </Button>
      </div>
    </form>
  );
}

function wrongOf(booking: Booking, { mode }: BookingCounter, side: 'purchase' | 'sale', price: Price) {
  // one of the three, as the server wrote it
  return findWrongAmount(booking.terms, mode as PickupMode, worth(side, price), booking.base);
}

function sayCounter(booking: Booking, one: BookingCounter, currency: string): string {
  const { delay_minutes, fee, minimum } = modeTermsOf(booking, one);
  const place = [one.address, `${one.postcode} ${one.city}`.trim()].filter(Boolean).join(', ');
  const parts = [
    place,
    one.rate === null ? 'aucun taux à réserver en ce moment' : sayRate(booking.base, currency, one.rate),
    `billets prêts en ${sayMinutes(delay_minutes)}`,
    fee > 0 ? `frais de ${shortAmount(booking.base, fee)}` : 'sans frais',
    minimum > booking.terms.minimum ? `à partir de ${shortAmount(booking.base, minimum)}` : '',
    ...one.hours,
  ];
  return `${parts.filter(Boolean).map(capital).join('. ')}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
