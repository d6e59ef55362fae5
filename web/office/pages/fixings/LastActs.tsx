import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#web/shared/api/client.ts';
import { formatHour } from '#web/shared/dates.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { showModal } from '#web/shared/feedback/modal.ts';
import { announce } from '../../announce.ts';
import { UndoLine } from '../../ui/UndoLine.tsx';
import { countAbandoned, takeBackAbandoned, useCells } from './cells.ts';
import styles from './LastActs.module.css';
import { usePublication } from './publish.ts';
import { rereadSheet } from './sheet-calls.ts';
import { type LastBatch, mergeRows, useForBranch, useSheet } from './sheet-state.ts';

/** Last publication and last abandoned drafts, each with its way back. */
export function LastActs({ last, onTakenBack }: { last: LastBatch; onTakenBack: () => void }) {
  const newest = useSheet(({ lastBatch }) => lastBatch);
  const abandoned = useCells((state) => state.abandoned);
  const isPublishing = usePublication(({ count }) => count > 0);
  const count = abandoned ? countAbandoned(abandoned) : 0;
  function takeBack() {
    takeBackAbandoned();
    onTakenBack();
  }
  return (
    <div className={styles.acts} role="status">
      {count > 0 ? (
        <UndoLine act="Reprendre" onAct={takeBack}>
          {count === 1 ? '1 brouillon abandonné.' : `${count} brouillons abandonnés.`}
        </UndoLine>
      ) : null}
      {isPublishing ? null : <UndoPublication last={newest === undefined ? last : newest} />}
    </div>
  );
}

function UndoPublication({ last }: { last: LastBatch }) {
  const [isSending, setSending] = useState(false);
  const { revalidate } = useRevalidator();
  const forBranch = useForBranch();
  if (!last) return null;
  const { batch_id, at, count, by, until } = last;
  async function send() {
    if (isSending) return;
    setSending(true);
    try {
      const { rates } = await call('POST /api/fixings/batch/take-back', { body: { batch_id } });
      mergeRows(rates);
      announce(rates.length === 1 ? '1 taux est revenu.' : `${rates.length} taux sont revenus.`);
    } catch (error) {
      showFailure(error);
    }
    await rereadSheet();
    await revalidate();
    setSending(false);
  }
  function ask() {
    showModal({
      type: 'confirmation',
      title: `Annuler la publication${forBranch}\u00a0?`,
      message: `${count === 1 ? 'La devise retrouve son taux' : `Les ${count} devises retrouvent leurs taux`} d’avant, d’un seul coup. C’est possible jusqu’${formatHour(new Date(until))}.`,
      buttonLabelYes: 'Annuler la publication',
      buttonLabelNo: 'Garder ces taux',
      callbackFunc: send,
    });
  }
  return (
    <UndoLine act="Annuler la publication" isBusy={isSending} onAct={ask}>
      {count === 1 ? '1 taux fixé' : `${count} taux fixés`}
      {forBranch} {formatHour(new Date(at))}
      {by ? <span> par {`${by.name} ${by.surname}`.trim()}</span> : null}
    </UndoLine>
  );
}
