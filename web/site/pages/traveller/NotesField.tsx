import { useEffect } from 'react';
import type { Cents } from '#domain/money/cents.ts';
import { formatShortAmount } from '#domain/money/format.ts';
import { bundleOf } from '#domain/reservations/bundle.ts';
import { amountInNotes } from '#domain/reservations/note-amounts.ts';
import { choiceOf } from '#domain/terms/terms.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import type { BranchView } from './branch-view.ts';
import { Slot, Slots } from './SlotPicker.tsx';
import type { StepProps } from './step.ts';
import styles from './Traveller.module.css';

const LABELS = { '': 'Peu importe', small: 'De petites coupures', choice: 'À mon choix' } as const;

type Props = Pick<StepProps, 'exchange' | 'booking' | 'draft' | 'change'> & { view: BranchView | null };

/** Notes of the bought currency, which must be able to make the amount. */
export function NotesField({ exchange, booking, draft, change, view }: Props) {
  const { terms } = booking;
  const { side, currency } = exchange;
  const choice = choiceOf(terms, currency);
  // amount that the notes must make, rather than the next one that they do
  const amount = draft.amount ?? (view?.price ? amountInNotes(side, view.price) : null);
  const ways = terms.notes.filter((one) =>
    one === 'choice' ? choice.length > 0 : draft.notes === one || hasSmallNotes(amount, booking.notes),
  );
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
  const isUnmakeable = left.length > 0 && view !== null && view.price === null && view.prices.length > 0;
  if (ways.length === 0) return null;
  return (
    <fieldset className={styles.question}>
      <legend>Vos coupures</legend>
      <Slots>
        {(['', ...ways] as const).map((one) => (
          <Slot
            key={one}
            name="notes"
            checked={draft.notes === one}
            onChange={() => change({ notes: one, amount })}
          >
            {LABELS[one]}
          </Slot>
        ))}
      </Slots>
      {draft.notes === 'choice' ? (
        <fieldset className={styles.group}>
          <legend>Coupures souhaitées</legend>
          <div className={styles.notes}>
            {choice.map((value) => (
              <CheckField
                key={value}
                label={`${value.toLocaleString('fr-FR')} ${currency}`}
                translate="no"
                aria-invalid={left.length === 0 || isUnmakeable}
                checked={left.includes(value)}
                onChange={({ currentTarget: { checked } }) => {
                  const denominations = checked ? [...left, value] : left.filter((one) => one !== value);
                  change({ denominations, amount });
                }}
              />
            ))}
          </div>
          <p className={styles.warn} role="status">
            {describeChoice(left, isUnmakeable)}
          </p>
          {isUnmakeable ? (
            <div className={styles.ways}>
              {view.prices.map((price) => (
                <Button
                  key={amountInNotes(side, price)}
                  variant="secondary"
                  translate="no"
                  onClick={() => change({ amount: amountInNotes(side, price) })}
                >
                  {formatShortAmount(currency, amountInNotes(side, price))}
                </Button>
              ))}
            </div>
          ) : null}
        </fieldset>
      ) : null}
    </fieldset>
  );
}

function hasSmallNotes(amount: Cents | null, values: readonly number[]): boolean {
  const bundle = (notes: string) =>
    JSON.stringify(bundleOf(amount ?? 0, values, { notes, denominations: [] }));
  return amount !== null && bundle('small') !== bundle('');
}

function describeChoice(chosen: readonly number[], isUnmakeable: boolean): string | null {
  if (chosen.length === 0) return 'Cochez au moins une coupure.';
  return isUnmakeable ? 'Ces coupures ne permettent pas ce montant. Choisissez\u00a0:' : null;
}
