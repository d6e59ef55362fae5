import { dayAt } from '#domain/branches/open-state.ts';
import { centsOf } from '#domain/money/cents.ts';
import { formatAmount } from '#domain/money/format.ts';
import { bundleOf, type NotesTotal, sumBundles } from '#domain/reservations/bundle.ts';
import {
  COUNTER_ZONE,
  formatClock,
  formatLocalMoment,
  formatLocalShortDay,
} from '#domain/reservations/format-moment.ts';
import { formatNotes } from '#domain/reservations/words.ts';
import {
  formatBrought,
  formatBundle,
  formatClient,
  formatCount,
  formatHandedOver,
  formatPayment,
  type Row,
} from '../../reservations/format.ts';
import styles from './PreparationSheet.module.css';

export function PreparationSheet({ branch, rows }: { branch: string; rows: readonly Row[] }) {
  const now = new Date();
  // same branch, same zone
  const zone = rows[0]?.time_zone ?? COUNTER_ZONE;
  const bundled = rows.map((row) => {
    const amount = centsOf(row.handed_over) ?? 0;
    const currency = row.side === 'sale' ? row.currency : row.base;
    return { row, currency, amount, bundle: bundleOf(amount, row.available_notes, row) };
  });
  return (
    <table className={styles.sheet} aria-label={branch}>
      <thead>
        <tr>
          <td colSpan={4} className={styles.branch}>
            <p className={styles.name}>{branch}</p>
            <p>
              À préparer, le {formatLocalMoment(now.toISOString(), zone)} :{' '}
              {formatCount(rows.length, 'commande')}
            </p>
          </td>
        </tr>
        <tr>
          <th scope="col">Retrait</th>
          <th scope="col">Client</th>
          <th scope="col">Billets</th>
          <th scope="col">À remettre</th>
        </tr>
      </thead>
      <tbody>
        {bundled.map(({ row, currency, bundle }) => (
          <tr key={row.id}>
            <th scope="row">{formatPrintedPickup(row)}</th>
            <td>{formatClient(row)}</td>
            <td>
              {formatBundle(currency, bundle) ?? formatNotes(row)}
              {bundle && row.notes !== '' ? <span className={styles.detail}>{formatNotes(row)}</span> : null}
            </td>
            <td>
              {formatHandedOver(row)}
              <span className={styles.detail}>
                contre {formatBrought(row)}, {formatPayment(row.payment).toLowerCase()}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
      <tbody className={styles.totals}>
        {sumBundles(bundled).map((total) => (
          <Total key={total.currency} total={total} />
        ))}
      </tbody>
    </table>
  );
}

function Total({ total }: { total: NotesTotal }) {
  const { currency, amount } = total;
  return (
    <tr>
      <th scope="row" colSpan={2}>
        Total {currency}
      </th>
      <td>{formatBundle(currency, total)}</td>
      <td>{formatAmount(currency, amount)}</td>
    </tr>
  );
}

/** “lun. 23 nov. à 10 h”: a printed sheet cannot say “aujourd’hui”. */
function formatPrintedPickup({ pickup_at, time_zone }: Row): string {
  return `${formatLocalShortDay(dayAt(Date.parse(pickup_at), time_zone))} à\u00a0${formatClock(pickup_at, time_zone)}`;
}
