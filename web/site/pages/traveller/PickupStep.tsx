import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { formatAmount, formatCents } from '#domain/money/format.ts';
import { AMOUNT_PROBLEMS, readTypedAmount } from '#domain/money/typed-number.ts';
import type { Booking, BookingCounter } from '#domain/reservations/booking.ts';
import { formatDuration, formatPreparation, heldUntil } from '#domain/reservations/deadlines.ts';
import { formatComingMoment } from '#domain/reservations/format-moment.ts';
import { brought, handedOver, type Price, worth } from '#domain/reservations/price.ts';
import {
  choiceOf,
  findWrongAmount,
  formatLimits,
  type PickupMode,
  type PreparationMinutes,
} from '#domain/terms/terms.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { BranchField } from './BranchField.tsx';
import { describeBranchChange } from './branch-change.ts';
import { firstHour, hasHour, pickupDays, preparationNeeds, rankBranches, stockLevelAt } from './draft.ts';
import { sidesOf } from './format.ts';
import { PickupPicker } from './PickupPicker.tsx';
import type { StepProps } from './step.ts';
import styles from './Traveller.module.css';

const NOTES_LABELS = {
  '': 'Celles que le bureau a',
  small: 'De petites coupures',
  choice: 'À mon choix',
} as const;
const STOCK_LABELS = {
  enough: 'Il reste des billets ce jour-là.',
  short: 'Il reste peu de billets ce jour-là\u00a0: votre montant peut ne plus y être.',
  none: 'Il ne reste plus de billets ce jour-là\u00a0: choisissez un autre jour ou un autre guichet.',
};

type Props = StepProps & { counter: BookingCounter | null; price: Price | null };

export function PickupStep({ exchange, booking, draft, change, go, counter, price }: Props) {
  const { side, currency, target } = exchange;
  const { base } = booking;
  const { broughtCurrency, receivedCurrency } = sidesOf(side, base, currency);
  const typedIn = target === 'offer' ? broughtCurrency : receivedCurrency;
  const [typed, setTyped] = useState(formatCents(draft.cents).replace(',00', ''));
  // difference from the compared offer; later amounts are shown beside each branch
  const [elsewhere] = useState(() => describeBranchChange(booking, exchange, draft));
  const read = readTypedAmount(typed, [typedIn]);
  const needs = counter && preparationNeeds(booking, counter, exchange, draft);
  const days = counter && needs ? pickupDays(booking, counter, needs, Date.now()) : [];
  // chosen hour, as a new amount or the passing of time may rule it out
  const pickupAt = hasHour(days, draft.pickupAt) || !counter ? draft.pickupAt : firstHour(counter, days);
  useEffect(() => {
    if (pickupAt !== draft.pickupAt) change({ pickupAt });
  });
  const wrong =
    read.outcome === 'read' && counter && price ? findAmountError(booking, counter, side, price) : null;
  const left = counter && pickupAt !== null ? stockLevelAt(counter, pickupAt) : null;
  const isTooLittle = counter?.rate != null && price === null;
  const error =
    describeUnreadable(read) ??
    (isTooLittle ? 'De ce montant, il ne resterait rien à vous remettre.' : wrong?.message);
  const isChosen = draft.notes !== 'choice' || draft.denominations.length > 0;
  const mayGo =
    isChosen && !error && counter?.rate != null && price !== null && pickupAt !== null && left !== 'none';

  return (
    <form
      className={styles.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (mayGo) return go(2);
        // first problem of the form
        const find = (selector: string) => event.currentTarget.querySelector<HTMLElement>(selector);
        (find('[aria-invalid="true"]') ?? find('input'))?.focus();
      }}
    >
      {elsewhere ? (
        <Notice tone="warning" role="alert">
          {elsewhere}
        </Notice>
      ) : null}
      <TextField
        label={
          target === 'offer'
            ? `Vous donnez (${broughtCurrency})`
            : `Vous souhaitez recevoir (${receivedCurrency})`
        }
        inputMode="decimal"
        value={typed}
        error={error}
        hint={counter ? formatLimits(booking.terms, counter.mode as PickupMode, base) : undefined}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          const now = readTypedAmount(value, [typedIn]);
          if (now.outcome === 'read' && now.cents > 0) change({ cents: now.cents });
        }}
      />
      {price && !error ? (
        <p className={styles.figure} aria-live="polite">
          {formatAmount(broughtCurrency, brought(side, price))} →{' '}
          <strong>{formatAmount(receivedCurrency, handedOver(side, price))}</strong>
        </p>
      ) : null}
      <fieldset className={styles.group}>
        <legend>Où</legend>
        {rankBranches(booking, exchange).map((one) => (
          <BranchField
            key={String(one.branch)}
            booking={booking}
            exchange={exchange}
            draft={draft}
            counter={one}
            onChoose={() => {
              const there = pickupDays(
                booking,
                one,
                preparationNeeds(booking, one, exchange, draft),
                Date.now(),
              );
              change({ branch: one.branch, pickupAt: firstHour(one, there), payment: 'cash' });
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
            value={pickupAt}
            error={left === 'none' ? STOCK_LABELS.none : undefined}
            onChange={(instant) => change({ pickupAt: instant })}
          />
          {needs ? (
            <p className={styles.note}>
              {formatPreparation(needs) ? `Pas plus tôt\u00a0: ${formatPreparation(needs)}. ` : ''}
              Pas plus tard&nbsp;: votre taux est garanti {formatDuration(booking.terms.hold_hours * 60)},
              jusqu’au {formatRateEnd(booking, counter.time_zone)}.
            </p>
          ) : null}
          <p className={left === 'short' ? styles.warn : styles.note} role="status">
            {left && left !== 'none' ? STOCK_LABELS[left] : null}
          </p>
          {counter.opens === null ? (
            <p className={styles.note}>Ce guichet n’a pas dit ses horaires : vérifiez-les avant de venir.</p>
          ) : null}
        </fieldset>
      ) : null}
      {counter && days.length === 0 ? (
        <Notice tone="warning">
          {needs ? describeNoHour(booking, counter, needs) : null} Choisissez un autre guichet.
        </Notice>
      ) : null}
      {side === 'sale' ? (
        <WhichNotes terms={booking.terms} currency={currency} draft={draft} change={change} />
      ) : null}
      <div className={styles.ways}>
        <Button type="submit" size="large">
          Continuer
        </Button>
      </div>
    </form>
  );
}

type NotesProps = { terms: Booking['terms']; currency: string } & Pick<StepProps, 'draft' | 'change'>;

function WhichNotes({ terms, currency, draft, change }: NotesProps) {
  const choice = choiceOf(terms, currency);
  const ways = terms.notes.filter((one) => one === 'small' || choice.length > 0);
  // stored choices that are still available
  const left = draft.denominations.filter((value) => choice.includes(value));
  const isGone =
    left.length < draft.denominations.length || (draft.notes !== '' && !ways.includes(draft.notes));
  useEffect(() => {
    if (isGone)
      change({
        notes: draft.notes !== '' && ways.includes(draft.notes) ? draft.notes : '',
        denominations: left,
      });
  });
  if (ways.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend>Coupures</legend>
      {(['', ...ways] as const).map((one) => (
        <CheckField
          key={one}
          type="radio"
          name="notes"
          label={NOTES_LABELS[one]}
          checked={draft.notes === one}
          onChange={() => change({ notes: one })}
        />
      ))}
      {draft.notes === 'choice' ? (
        <fieldset className={styles.group}>
          <legend>Parmi celles que le bureau a</legend>
          <div className={styles.notes}>
            {choice.map((value) => (
              <CheckField
                key={value}
                label={`${value.toLocaleString('fr-FR')} ${currency}`}
                aria-invalid={left.length === 0}
                checked={left.includes(value)}
                onChange={({ currentTarget: { checked } }) =>
                  change({ denominations: checked ? [...left, value] : left.filter((one) => one !== value) })
                }
              />
            ))}
          </div>
          <p className={left.length > 0 ? styles.note : styles.warn} role="status">
            {left.length > 0
              ? 'Ce que ces coupures ne font pas vous est remis dans les autres.'
              : 'Cochez au moins une coupure.'}
          </p>
        </fieldset>
      ) : null}
    </fieldset>
  );
}

function describeNoHour(
  booking: Booking,
  { time_zone: zone }: BookingCounter,
  needs: PreparationMinutes,
): string {
  const why = formatPreparation(needs);
  return `Vos billets ne peuvent pas être prêts à ce guichet avant le ${formatRateEnd(booking, zone)}, fin de la garantie du taux${why ? `\u00a0: ${why}` : ''}.`;
}

function formatRateEnd({ terms }: Booking, zone: string): string {
  return formatComingMoment(new Date(heldUntil(Date.now(), terms)).toISOString(), zone);
}

function describeUnreadable(read: ReturnType<typeof readTypedAmount>): string | undefined {
  if (read.outcome === 'unreadable') return AMOUNT_PROBLEMS[read.problem];
  return read.outcome === 'read' && read.cents > 0 ? undefined : 'Saisissez un montant.';
}

function findAmountError(
  booking: Booking,
  { mode }: BookingCounter,
  side: 'purchase' | 'sale',
  price: Price,
) {
  // mode among three, as written by the server
  return findWrongAmount(booking.terms, mode as PickupMode, worth(side, price), booking.base);
}
