import { useState } from 'react';
import type { Reason } from '#domain/reservations/states.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { announce } from '../../announce.ts';
import { Refused } from '../../forms/Form.tsx';
import { useAct } from '../../forms/use-act.ts';
import { ReasonDialog } from '../../reservations/ReasonDialog.tsx';
import { type Row, sayClient, sayCount } from '../../reservations/say.ts';
import { mayDo } from './OrderActions.tsx';
import styles from './OrdersPage.module.css';

type Props = { rows: readonly Row[]; onDone: () => Promise<void>; onClear: () => void };

/** What is done to several orders at once: to those of them that it may be done to. */
export function SelectedOrders({ rows, onDone, onClear }: Props) {
  const [isRefusing, setRefusing] = useState(false);
  const run = useAct(async (asked: readonly Row[], one: (id: number) => Promise<unknown>, done: string) => {
    const failures: string[] = [];
    for (const row of asked) {
      try {
        await one(row.id);
      } catch (error) {
        // each is one of its own: what became of the others is done
        if (!(error instanceof ApiFailure) || error.status === 401) throw error;
        failures.push(`${sayClient(row)} : ${error.message}`);
      }
    }
    await onDone();
    const count = asked.length - failures.length;
    if (count > 0) announce(`${sayCount(count, 'commande')} : ${done}.`);
    if (failures.length === 0) onClear();
    else throw new ApiFailure(409, failures.join(' '), 'some_failed');
  });
  const toAccept = rows.filter((row) => mayDo(row, 'accepted'));
  const toPrepare = rows.filter((row) => mayDo(row, 'ready'));
  const toDecline = rows.filter((row) => mayDo(row, 'declined'));
  const accept = (id: number) => call('POST /api/reservations/accept', { body: { id } });
  const ready = (id: number) => call('POST /api/reservations/ready', { body: { id } });
  return (
    <section className={styles.selected} aria-label="Commandes choisies">
      <p>{rows.length === 1 ? '1 commande choisie' : `${rows.length} commandes choisies`}</p>
      {toAccept.length > 0 ? (
        <Button
          size="small"
          aria-disabled={run.isActing}
          onClick={() => run.act(toAccept, accept, 'acceptées')}
        >
          {`Accepter (${toAccept.length})`}
        </Button>
      ) : null}
      {toPrepare.length > 0 ? (
        <Button size="small" aria-disabled={run.isActing} onClick={() => run.act(toPrepare, ready, 'prêtes')}>
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
          title="Refuser ces commandes ?"
          action={toDecline.length === 1 ? 'Refuser 1 commande' : `Refuser ${toDecline.length} commandes`}
          onChosen={async (reason: Reason) =>
            run.act(
              toDecline,
              (id) => call('POST /api/reservations/decline', { body: { id, reason } }),
              'refusées',
            )
          }
          onClose={() => setRefusing(false)}
        >
          Chaque client apprend pourquoi il ne peut pas retirer ce qu’il a demandé.
        </ReasonDialog>
      ) : null}
    </section>
  );
}
