import { formatLocalMoment } from '#domain/reservations/format-moment.ts';
import type { StruckSlip } from '#domain/reservations/reservation.ts';
import type { UndoReason } from '#domain/reservations/states.ts';
import { undoWords } from '#domain/reservations/words.ts';
import { formatBrought, formatHandedOver, type Row } from '../../reservations/format.ts';
import styles from './SlipPage.module.css';

export function CancellationPaper({ row, struck }: { row: Row; struck: StruckSlip }) {
  const { number, at, struck_at, reason, name, address, authorisation, applied } = struck;
  const done = { ...row, applied };
  const facts = [
    ['Bordereau annulé', `n° ${number}, du ${formatLocalMoment(at, row.time_zone)}`],
    ['Réservation', `n° ${row.number}`],
    ['Motif', undoWords[reason as UndoReason] ?? reason],
    ['À rendre par le client', formatHandedOver(done)],
    ['À rendre au client', formatBrought(done)],
  ] as const;
  return (
    <div className={styles.slip}>
      <div>
        <p className={styles.bureau}>{name}</p>
        {address ? <p>{address}</p> : null}
        {authorisation ? <p>Changeur manuel, n° {authorisation}</p> : null}
      </div>
      <p className={styles.number}>
        Annulation du bordereau de change n° {number}, le {formatLocalMoment(struck_at, row.time_zone)}
      </p>
      <dl className={styles.facts}>
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
