import { useState } from 'react';
import type { Reason } from '#domain/reservations/states.ts';
import { reasonWords } from '#domain/reservations/words.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { announce, announceFailure } from '../../announce.ts';
import { Refused } from '../../forms/Form.tsx';
import { useAct } from '../../forms/use-act.ts';
import { formatClient, formatCount, type Row } from '../../reservations/format.ts';
import { ReasonDialog } from '../../reservations/ReasonDialog.tsx';
import { reserveFoot } from '../../ui/reserve-foot.ts';
import { isStepAllowed } from './OrderActions.tsx';
import styles from './OrdersPage.module.css';

type Props = { rows: readonly Row[]; onDone: () => Promise<void>; onClear: () => void };

const CHANGED_OR_GONE: readonly number[] = [404, 409];

export function SelectedOrders({ rows, onDone, onClear }: Props) {
  const [isRefusing, setRefusing] = useState(false);
  const run = useAct(async (rows: readonly Row[], act: (id: string) => Promise<unknown>, done: string) => {
    let count = 0;
    const refused: string[] = [];
    try {
      for (const row of rows) {
        try {
          await act(row.id);
          count += 1;
        } catch (error) {
          // each order is independent, but a lost answer stops the rest
          if (!(error instanceof ApiFailure) || !CHANGED_OR_GONE.includes(error.status)) throw error;
          refused.push(`${formatClient(row)} : ${error.message}`);
        }
      }
    } finally {
      await onDone();
      const all = count > 0 ? `${formatCount(count, 'commande')} ${done}${count < 2 ? '' : 's'}.` : '';
      // orders that a colleague ended leave the selection, so their errors are announced
      if (refused.length > 0) announceFailure([all, ...refused].join(' '));
      else if (all) announce(all);
    }
    if (refused.length === 0) onClear();
  });
  const toAccept = rows.filter((row) => isStepAllowed(row, 'accepted'));
  const toPrepare = rows.filter((row) => isStepAllowed(row, 'ready'));
  const toDecline = rows.filter((row) => isStepAllowed(row, 'declined'));
  const accept = (id: string) => call('POST /api/reservations/accept', { body: { id } });
  const ready = (id: string) => call('POST /api/reservations/ready', { body: { id } });
  return (
    <section ref={reserveFoot} className={styles.selected} aria-label="Commandes choisies">
      <p>{rows.length === 1 ? '1 commande choisie' : `${rows.length} commandes choisies`}</p>
      {toAccept.length > 0 ? (
        <Button
          size="small"
          aria-disabled={run.isActing}
          onClick={() => run.act(toAccept, accept, 'acceptée')}
        >
          {`Accepter (${toAccept.length})`}
        </Button>
      ) : null}
      {toPrepare.length > 0 ? (
        <Button size="small" aria-disabled={run.isActing} onClick={() => run.act(toPrepare, ready, 'prête')}>
          {`Prêtes (${toPrepare.length})`}
        </Button>
      ) : null}
      {toDecline.length > 0 ? (
        <Button size="small" variant="secondary" onClick={() => setRefusing(true)}>
          {`Refuser… (${toDecline.length})`}
        </Button>
      ) : null}
      <Button size="small" variant="secondary" onClick={onClear}>
        Ne plus choisir
      </Button>
      <Refused>{run.failure}</Refused>
      {isRefusing ? (
        <ReasonDialog
          words={reasonWords}
          title="Refuser ces commandes ?"
          action={toDecline.length === 1 ? 'Refuser 1 commande' : `Refuser ${toDecline.length} commandes`}
          onChosen={async (reason: Reason) =>
            run.act(
              toDecline,
              (id) => call('POST /api/reservations/decline', { body: { id, reason } }),
              'refusée',
            )
          }
          onClose={() => setRefusing(false)}
        >
          Chaque client reçoit la raison du refus par e-mail.
        </ReasonDialog>
      ) : null}
    </section>
  );
}
