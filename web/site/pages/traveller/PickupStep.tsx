import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Booking, BookingBranch } from '#domain/reservations/booking.ts';
import { formatDuration, formatPreparation, heldUntil } from '#domain/reservations/deadlines.ts';
import { formatComingMoment } from '#domain/reservations/format-moment.ts';
import { amountInNotes } from '#domain/reservations/note-amounts.ts';
import { hasHour } from '#domain/reservations/slots.ts';
import type { PreparationMinutes } from '#domain/terms/terms.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { AmountField } from './AmountField.tsx';
import { BranchCards } from './BranchCards.tsx';
import { describeBranchChange } from './branch-change.ts';
import { type BranchView, firstHour, formatMost, rankBranches } from './branch-view.ts';
import { Fold } from './Fold.tsx';
import { capital, shortAmount } from './format.ts';
import { NotesField } from './NotesField.tsx';
import { modeTermsOf, mostOn } from './pickup.ts';
import { SlotPicker } from './SlotPicker.tsx';
import { STEP_FORM, type StepProps } from './step.ts';
import styles from './Traveller.module.css';

export function PickupStep({ exchange, booking, draft, change, go, next, act }: StepProps) {
  const { side } = exchange;
  // difference from the compared offer; later amounts are shown beside each branch
  const [elsewhere] = useState(() => describeBranchChange(booking, exchange, draft));
  const views = rankBranches(booking, exchange, draft, Date.now());
  const view = views.find(({ branch }) => branch.branch === draft.branch) ?? null;
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
      id={STEP_FORM}
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
      {booking.counters.length === 0 ? (
        <Notice>
          <span>Aucun guichet de ce bureau ne prend cet échange.</span> <Link to="/">Revenir aux offres</Link>
        </Notice>
      ) : (
        <BranchCards {...props} views={views} />
      )}
      {view && view.days.length > 0 ? (
        <When booking={booking} exchange={exchange} view={view} pickupAt={pickupAt} change={change} />
      ) : null}
      {view && view.days.length === 0 ? (
        <Notice tone="warning">{describeNoHour(booking, view.branch, view.needs)}</Notice>
      ) : null}
      <AmountField {...props} onRead={setRead} />
      {side === 'sale' ? <NotesField {...props} /> : null}
      {act(
        <Button type="submit" form={STEP_FORM} size="large">
          {next}
        </Button>,
      )}
    </form>
  );
}

type WhenProps = Pick<StepProps, 'booking' | 'exchange' | 'change'> & {
  view: BranchView;
  pickupAt: number | null;
};

function When({ booking, exchange, view, pickupAt, change }: WhenProps) {
  const { branch, days, open, needs } = view;
  const obstacleOn = (day: string) => {
    if (open.some((one) => one.day === day)) return null;
    const most = mostOn(branch, day);
    return most === 0 ? 'plus de billets' : formatMost(booking, exchange, most);
  };
  return (
    <fieldset className={styles.question}>
      <legend>Quand passez-vous&nbsp;?</legend>
      <SlotPicker
        days={days}
        zone={branch.time_zone}
        value={pickupAt}
        obstacleOn={obstacleOn}
        onChange={(instant) => change({ pickupAt: instant })}
      />
      <Fold label="Horaires et délais">
        <ul className={styles.list}>
          {describeBranch(booking, branch, needs).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Fold>
    </fieldset>
  );
}

function describeBranch(booking: Booking, branch: BookingBranch, needs: PreparationMinutes): string[] {
  const { address, postcode, city, hours, opens, time_zone } = branch;
  const { fee, minimum } = modeTermsOf(booking, branch);
  const why = formatPreparation(needs);
  return [
    [address, `${postcode} ${city}`.trim()].filter(Boolean).join(', '),
    ...hours.map(capital),
    opens === null ? 'Horaires non communiqués. Vérifiez-les avant de venir.' : '',
    why ? `Pas plus tôt\u00a0: ${why}.` : '',
    `Taux garanti ${formatDuration(booking.terms.hold_hours * 60)}, jusqu’au ${formatRateEnd(booking, time_zone)}.`,
    fee > 0 ? `Frais de ${shortAmount(booking.base, fee)} en plus du taux.` : '',
    minimum > booking.terms.minimum ? `À partir de ${shortAmount(booking.base, minimum)}.` : '',
  ].filter(Boolean);
}

function describeNoHour(
  booking: Booking,
  { time_zone: zone }: BookingBranch,
  needs: PreparationMinutes,
): string {
  const why = formatPreparation(needs);
  return `Vos billets ne peuvent pas être prêts à ce guichet avant le ${formatRateEnd(booking, zone)}, fin de la garantie du taux${why ? `\u00a0: ${why}` : ''}. Choisissez un autre guichet.`;
}

function formatRateEnd({ terms }: Booking, zone: string): string {
  return formatComingMoment(new Date(heldUntil(Date.now(), terms)).toISOString(), zone);
}
