import { useState } from 'react';
import { findWrongMoment } from '#domain/reservations/deadlines.ts';
import { mayChange, type Reason, type ReservationState } from '#domain/reservations/states.ts';
import { reasonWords } from '#domain/reservations/words.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { announce, announceFailure } from '../../announce.ts';
import { Refused } from '../../forms/Form.tsx';
import { useAct } from '../../forms/use-act.ts';
import { formatClient, formatHandedOver, type Row } from '../../reservations/format.ts';
import { MoveDialog } from '../../reservations/MoveDialog.tsx';
import { ReasonDialog } from '../../reservations/ReasonDialog.tsx';
import styles from './OrdersPage.module.css';
import { RedeemDialog } from './RedeemDialog.tsx';
import { UndoHandOver } from './UndoHandOver.tsx';

export function isStepAllowed(row: Row, to: ReservationState): boolean {
  const { state, pickup_at, due_at, ended_at, time_zone } = row;
  // a newer server may send an unknown state, from which no step leads on
  if (!mayChange(state as ReservationState, to, 'bureau')) return false;
  const moment = {
    now: Date.now(),
    pickupAt: Date.parse(pickup_at),
    dueAt: Date.parse(due_at),
    endedAt: ended_at === null ? null : Date.parse(ended_at),
    timeZone: time_zone,
  };
  return findWrongMoment(to, 'bureau', moment) === undefined;
}

type Props = { row: Row; onDone: () => Promise<void> };

export const DOUBLE_PRESS_MS = 500;

const STEPS = {
  accept: { to: 'accepted', label: 'Accepter', done: 'La commande est acceptée.' },
  ready: { to: 'ready', label: 'Prête', done: 'La commande est prête.' },
  'no-show': { to: 'no_show', label: 'Non retirée', done: 'La commande n’a pas été retirée.' },
} as const;
type StepName = keyof typeof STEPS;

export const stepSelector = (step: StepName) => `button[data-step="${step}"]`;
export const STEP_SELECTOR = 'button[data-step]';

export function OrderActions({ row, onDone }: Props) {
  const [isMoving, setMoving] = useState(false);
  const [isRedeeming, setRedeeming] = useState(false);
  const [refusing, setRefusing] = useState<'decline' | 'cancel' | null>(null);
  const ofOrder = `la commande de ${formatClient(row)}, ${formatHandedOver(row)}`;
  const { id, redeemable } = row;
  const [pressed, setPressed] = useState<StepName | null>(null);
  const step = useAct(async (act: StepName) => {
    setPressed(act);
    await change(call(`POST /api/reservations/${act}`, { body: { id } }), STEPS[act].done);
    await onDone();
    // the second press of a double one meets the same button, and not the next act
    await new Promise((resolve) => setTimeout(resolve, DOUBLE_PRESS_MS));
  });
  async function refuse(reason: Reason) {
    const done = refusing === 'cancel' ? 'La commande est annulée.' : 'La commande est refusée.';
    await change(call(`POST /api/reservations/${refusing ?? 'decline'}`, { body: { id, reason } }), done);
    // the dialog closes first, because the button that gets the focus back may disappear
    void onDone();
  }
  async function change(act: Promise<unknown>, done: string) {
    try {
      await act;
      announce(done);
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 409) throw error;
      announceFailure(`${formatClient(row)} : ${error.message}`);
    }
  }
  const button = (act: StepName) => (
    <Button
      data-step={act}
      size="small"
      variant="secondary"
      aria-disabled={step.isActing}
      aria-label={`${STEPS[act].label} : ${ofOrder}`}
      onClick={() => step.act(act)}
    >
      {STEPS[act].label}
    </Button>
  );
  const isNext = (act: StepName) => isStepAllowed(row, STEPS[act].to);
  const positive =
    step.isActing && pressed !== 'no-show' ? pressed : (['accept', 'ready'] as const).find(isNext);
  const refusal = isStepAllowed(row, 'declined')
    ? 'decline'
    : isStepAllowed(row, 'cancelled')
      ? 'cancel'
      : null;
  const label = refusal === 'cancel' ? 'Annuler' : 'Refuser';
  return (
    <div className={styles.actions}>
      {row.ended_at === null ? (
        <span className={styles.positive}>{positive ? button(positive) : null}</span>
      ) : null}
      {row.closed_then ? (
        <Button
          size="small"
          variant="secondary"
          aria-label={`Autre heure : ${ofOrder}`}
          onClick={() => setMoving(true)}
        >
          Autre heure…
        </Button>
      ) : null}
      {redeemable ? (
        <Button
          size="small"
          variant="secondary"
          aria-label={`Reprendre des billets : ${ofOrder}`}
          onClick={() => setRedeeming(true)}
        >
          Reprendre des billets…
        </Button>
      ) : null}
      {isNext('no-show') ? button('no-show') : null}
      {refusal ? (
        <Button
          size="small"
          variant="secondary"
          aria-label={`${label} : ${ofOrder}`}
          onClick={() => setRefusing(refusal)}
        >
          {label}…
        </Button>
      ) : null}
      {row.ended_at !== null && row.redemptions.length === 0 && isStepAllowed(row, 'ready') ? (
        <UndoHandOver row={row} onDone={() => void onDone()} />
      ) : null}
      <Refused>{step.failure}</Refused>
      {isRedeeming && redeemable ? (
        <RedeemDialog {...{ row, redeemable, onDone }} onClose={() => setRedeeming(false)} />
      ) : null}
      {isMoving ? <MoveDialog row={row} onMoved={onDone} onClose={() => setMoving(false)} /> : null}
      {refusing ? (
        <ReasonDialog
          words={reasonWords}
          title={refusing === 'cancel' ? 'Annuler cette commande ?' : 'Refuser cette commande ?'}
          action={refusing === 'cancel' ? 'Annuler la commande' : 'Refuser la commande'}
          onChosen={refuse}
          onClose={() => setRefusing(null)}
        >
          {`${formatClient(row)} attend ${formatHandedOver(row)} : un e-mail lui en dira la raison.`}
        </ReasonDialog>
      ) : null}
    </div>
  );
}
