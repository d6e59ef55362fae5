import { centsOf } from '#domain/money/cents.ts';
import { requiresIdentity } from '#domain/reservations/bring.ts';
import { bundleOf } from '#domain/reservations/bundle.ts';
import { formatPairRate } from '#domain/reservations/format-moment.ts';
import type { HandOver } from '#domain/reservations/reservation.ts';
import { formatNotes } from '#domain/reservations/words.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import {
  formatBrought,
  formatBundle,
  formatClient,
  formatHandedOver,
  formatPayment,
} from '../../reservations/format.ts';
import styles from './HandOverPanel.module.css';
import { Linked } from './Linked.tsx';

type Props = { found: HandOver; isActing: boolean; onHandOver: () => void; onLeave: () => void };

export function HandOverPanel({ found, isActing, onHandOver, onLeave }: Props) {
  const { reservation, better, other_day } = found;
  const row = { ...reservation, applied: better, pickup_at: new Date().toISOString() };
  const currency = row.side === 'sale' ? row.currency : row.base;
  const amount = centsOf((better ?? row).handed_over) ?? 0;
  const isIdentified = requiresIdentity({ ...row, ...better });
  return (
    <section className={styles.panel} aria-labelledby="hand-over">
      <h3 id="hand-over" className={styles.client}>
        {formatClient(row)}, n°&nbsp;{row.number}
        {row.branch ? `, ${row.branch.name}` : ''}
      </h3>
      <dl className={styles.facts}>
        <div>
          <dt>Recevez</dt>
          <dd>
            <strong className={styles.amount}>{formatBrought(row)}</strong>
            <span>{formatPayment(row.payment).toLowerCase()}</span>
          </dd>
        </div>
        <div>
          <dt>Remettez</dt>
          <dd>
            <strong className={styles.amount}>{formatHandedOver(row)}</strong>
            <span>
              {formatBundle(currency, bundleOf(amount, row.available_notes, row)) ?? formatNotes(row)}
            </span>
          </dd>
        </div>
      </dl>
      {better ? (
        <Notice tone="info">
          Le taux du jour est meilleur pour ce client : {formatPairRate({ ...row, ...better })} au lieu de{' '}
          {formatPairRate(reservation)}.
        </Notice>
      ) : null}
      {isIdentified ? (
        <Notice tone="warning">
          Demandez une pièce d’identité. <Linked row={row} />
        </Notice>
      ) : null}
      {other_day ? (
        <Notice tone="warning" className={styles.toRead ?? ''} tabIndex={-1} data-next-focus>
          {other_day}
        </Notice>
      ) : null}
      <div className={styles.acts}>
        <Button aria-disabled={isActing} data-next-focus={other_day ? undefined : true} onClick={onHandOver}>
          {other_day ? 'Remettre aujourd’hui' : 'Remettre'}
        </Button>
        <Button variant="secondary" onClick={onLeave}>
          Ne pas remettre
        </Button>
      </div>
    </section>
  );
}
