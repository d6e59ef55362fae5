import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Booking, BookingCounter } from '#domain/reservations/booking.ts';
import { formatDuration, formatPreparation, heldUntil } from '#domain/reservations/deadlines.ts';
import { formatComingMoment } from '#domain/reservations/format-moment.ts';
import { amountInNotes } from '#domain/reservations/note-amounts.ts';
import { hasHour } from '#domain/reservations/slots.ts';
import type { PreparationMinutes } from '#domain/terms/terms.ts';
import { PickupPicker } from '#web/shared/pickup/PickupPicker.tsx';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { AmountField } from './AmountField.tsx';
import { BranchField } from './BranchField.tsx';
import { describeBranchChange } from './branch-change.ts';
import { type CounterView, firstHour, formatMost, rankBranches } from './counter-view.ts';
import { NotesField } from './NotesField.tsx';
import { mostOn } from './pickup.ts';
import type { StepProps } from './step.ts';
import styles from './Traveller.module.css';

export function PickupStep({ exchange, booking, draft, change, go }: StepProps) {
  const { side } = exchange;
  // difference from the compared offer; later amounts are shown beside each branch
  const [elsewhere] = useState(() => describeBranchChange(booking, exchange, draft));
  const views = rankBranches(booking, exchange, draft, Date.now());
  const view = views.find(({ counter }) => counter.branch === draft.branch) ?? null;
  // chosen hour, as a new amount or the passing of time may rule it out
  const pickupAt = !view || hasHour(view.open, draft.pickupAt) ? draft.pickupAt : firstHour(view);
  useEffect(() => {
    if (pickupAt !== draft.pickupAt) change({ pickupAt });
  });
  const [isRead, setRead] = useState(true);
  const isChosen = draft.notes !== 'choice' || draft.denominations.length > 0;
  const mayGo = isRead && isChosen && view?.price && view.obstacle === null && pickupAt !== null;
  const props = { exchange, booking, draft, change, view };

  return (
    <form
      className={styles.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (mayGo && view?.price) {
          change({ amount: amountInNotes(side, view.price) });
          return go(2);
        }
        // first problem of the form
        const find = (what: string) => event.currentTarget.querySelector<HTMLElement>(what);
        (find('[aria-invalid="true"]') ?? find('input'))?.focus();
      }}
    >
      {elsewhere ? (
        <Notice tone="warning" role="alert">
          {elsewhere}
        </Notice>
      ) : null}
      <AmountField {...props} onRead={setRead} />
      <fieldset className={styles.group}>
        <legend>Où</legend>
        {views.map((one) => (
          <BranchField
            key={String(one.counter.branch)}
            booking={booking}
            view={one}
            chosen={view}
            exchange={exchange}
            draft={draft}
            onChoose={() => change({ branch: one.counter.branch, pickupAt: firstHour(one), payment: 'cash' })}
          />
        ))}
        <p className={styles.later}>
          <span>En point relais, à domicile</span> <Badge tone="later">Avec la bêta</Badge>
        </p>
      </fieldset>
      {booking.counters.length === 0 ? (
        <Notice>
          <span>Aucun guichet de ce bureau ne prend cet échange.</span> <Link to="/">Revenir aux offres</Link>
        </Notice>
      ) : null}
      {view && view.days.length > 0 ? (
        <When booking={booking} exchange={exchange} view={view} pickupAt={pickupAt} change={change} />
      ) : null}
      {view && view.days.length === 0 ? (
        <Notice tone="warning">{describeNoHour(booking, view.counter, view.needs)}</Notice>
      ) : null}
      {side === 'sale' ? <NotesField {...props} /> : null}
      <div className={styles.ways}>
        <Button type="submit" size="large">
          Continuer
        </Button>
      </div>
    </form>
  );
}

type WhenProps = Pick<StepProps, 'booking' | 'exchange' | 'change'> & {
  view: CounterView;
  pickupAt: number | null;
};

function When({ booking, exchange, view, pickupAt, change }: WhenProps) {
  const { counter, days, open, needs } = view;
  const obstacleOn = (day: string) => {
    if (open.some((one) => one.day === day)) return null;
    const most = mostOn(counter, day);
    return most === 0 ? 'plus de billets' : formatMost(booking, exchange, most);
  };
  // without an answer to wait for, the branch says it
  const soonest = needs.answer > 0 ? formatPreparation(needs) : '';
  return (
    <fieldset className={styles.group}>
      <legend>Quand</legend>
      <PickupPicker
        days={days}
        zone={counter.time_zone}
        value={pickupAt}
        obstacleOn={obstacleOn}
        onChange={(instant) => change({ pickupAt: instant })}
      />
      <p className={styles.note}>
        {`${soonest ? `Pas plus tôt\u00a0: ${soonest}. ` : ''}Taux garanti ${formatDuration(booking.terms.hold_hours * 60)}, jusqu’au ${formatRateEnd(booking, counter.time_zone)}.`}
      </p>
      {counter.opens === null ? (
        <p className={styles.note}>Horaires non communiqués. Vérifiez-les avant de venir.</p>
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
  return `Vos billets ne peuvent pas être prêts à ce guichet avant le ${formatRateEnd(booking, zone)}, fin de la garantie du taux${why ? `\u00a0: ${why}` : ''}. Choisissez un autre guichet.`;
}

function formatRateEnd({ terms }: Booking, zone: string): string {
  return formatComingMoment(new Date(heldUntil(Date.now(), terms)).toISOString(), zone);
}
