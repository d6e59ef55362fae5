import { useState } from 'react';
import type { ListRange } from '#domain/iam/company-scope.ts';
import { formatClock, formatDayOf, formatWeekday } from '#domain/reservations/format-moment.ts';
import { isOpen, type ReservationState } from '#domain/reservations/states.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { formatClient, formatHandedOver, formatState, type Row, toneOf } from '../../reservations/format.ts';
import { MoveDialog } from '../../reservations/MoveDialog.tsx';
import styles from './ReservationsPage.module.css';

type Props = {
  day: string;
  isToday: boolean;
  isDayInTitle: boolean;
  rows: readonly Row[];
  scope: ListRange;
  isEditor: boolean;
  onMoved: () => Promise<void>;
};

export function Day({ day, isToday, isDayInTitle, rows, scope, isEditor, onMoved }: Props) {
  const [moving, setMoving] = useState<Row | null>(null);
  return (
    <section
      className={styles.day}
      data-today={isToday}
      aria-label={isDayInTitle ? undefined : formatDayOf(day)}
    >
      {isDayInTitle ? null : (
        <h3 className={styles.name}>
          <span>{formatWeekday(`${day}T12:00:00Z`, 'UTC')}</span>
          <span className={styles.count}>{rows.length}</span>
        </h3>
      )}
      {rows.length === 0 ? (
        <p className={styles.nothing}>Aucun retrait</p>
      ) : (
        <ul className={styles.entries}>
          {rows.map((row) => (
            <li key={row.id} data-row={row.id} className={styles.entry}>
              <Pickup row={row} range={scope} />
              {isEditor && isOpen(row.state as ReservationState) ? (
                <button
                  type="button"
                  className={styles.move}
                  aria-label={`Autre heure : ${formatClient(row)}, ${formatClock(row.pickup_at, row.time_zone)}`}
                  onClick={() => setMoving(row)}
                >
                  Autre heure
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {moving ? <MoveDialog row={moving} onMoved={onMoved} onClose={() => setMoving(null)} /> : null}
    </section>
  );
}

function Pickup({ row, range: scope }: { row: Row; range: ListRange }) {
  const place = [scope === 'all' ? row.company.name : '', row.branch?.name].filter(Boolean).join(', ');
  return (
    <>
      <span className={styles.line}>
        <strong>{formatClock(row.pickup_at, row.time_zone)}</strong>
        <span className={styles.states}>
          <Badge tone={toneOf(row.state)}>{formatState(row.state)}</Badge>
          {row.closed_then ? <Badge tone="failure">Guichet fermé</Badge> : null}
        </span>
      </span>
      <span className={styles.client}>
        {formatClient(row)}, n°&nbsp;{row.number}
      </span>
      <span className={styles.amount}>{formatHandedOver(row)}</span>
      {place ? <span className={styles.place}>{place}</span> : null}
    </>
  );
}
