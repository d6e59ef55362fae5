import { dayAt } from '#domain/branches/open-state.ts';
import { countPages, PAGE_SIZE } from '#domain/lists/page.ts';
import {
  COUNTER_ZONE,
  formatClock,
  formatLocalMoment,
  formatLocalShortDay,
} from '#domain/reservations/format-moment.ts';
import { formatNotes } from '#domain/reservations/words.ts';
import { callPage } from '#web/shared/api/client.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { addresses } from '../../addresses.ts';
import { page, type Visit } from '../../page.tsx';
import {
  formatBrought,
  formatClient,
  formatCount,
  formatHandedOver,
  formatPayment,
  type Row,
} from '../../reservations/format.ts';
import { useLive } from '../../reservations/use-live.ts';
import { findListScope } from '../../reservations/waiting.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { PaperSheet } from '../../ui/PaperSheet.tsx';
import { Placeholder } from '../../ui/Placeholder.tsx';
import styles from './PreparationPage.module.css';

export const preparationPage = page({
  title: 'Fiches de préparation',
  needs: [],
  load: loadToPrepare,
  Component: ({ data }) => (data ? <Preparation loaded={data} /> : <Placeholder of="orders" />),
});

async function loadToPrepare({ user, signal }: Visit): Promise<readonly Row[] | null> {
  return (await findListScope(user, 'orders', signal)) && readToPrepare({ signal });
}

const MOST_PAGES = 10;

async function readToPrepare(options: {
  signal?: AbortSignal;
  isBackground?: boolean;
}): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let number = 1, last = 1; number <= Math.min(last, MOST_PAGES); number += 1) {
    const found = await callPage('GET /api/reservations', {
      ...options,
      query: { state: 'accepted', from: new Date(0).toISOString(), page: number },
    });
    rows.push(...found.rows);
    last = countPages(found.total, PAGE_SIZE);
  }
  return rows;
}

function Preparation({ loaded }: { loaded: readonly Row[] }) {
  const [rows] = useLive(loaded, () => readToPrepare({ isBackground: true }));
  const byBranch = new Map<string, Row[]>();
  for (const row of rows) {
    const branchName = [row.company.name, row.branch?.name].filter(Boolean).join(', ');
    byBranch.set(branchName, [...(byBranch.get(branchName) ?? []), row]);
  }
  return (
    <>
      <BackLink to={addresses.orders} title="Commandes" />
      {rows.length === 0 ? (
        <EmptyState title="Rien à préparer">
          Les commandes acceptées se préparent d’ici : une fiche par agence, dans l’ordre des retraits.
        </EmptyState>
      ) : (
        <PaperSheet title="Une fiche par agence">
          {[...byBranch].map(([counter, rowsOfBranch]) => (
            <Sheet key={counter} counter={counter} rows={rowsOfBranch} />
          ))}
        </PaperSheet>
      )}
    </>
  );
}

/** “lun. 23 nov. à 10 h”: a printed sheet cannot say “aujourd’hui”. */
function formatPrintedPickup({ pickup_at, time_zone }: Row): string {
  return `${formatLocalShortDay(dayAt(Date.parse(pickup_at), time_zone))} à\u00a0${formatClock(pickup_at, time_zone)}`;
}

function Sheet({ counter, rows }: { counter: string; rows: readonly Row[] }) {
  const now = new Date();
  // same branch, same zone
  const zone = rows[0]?.time_zone ?? COUNTER_ZONE;
  return (
    <table className={styles.sheet} aria-label={counter}>
      <thead>
        <tr>
          <td colSpan={4} className={styles.counter}>
            <p className={styles.name}>{counter}</p>
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
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{formatPrintedPickup(row)}</th>
            <td>{formatClient(row)}</td>
            <td>{formatNotes(row)}</td>
            <td>
              {formatHandedOver(row)}
              <span className={styles.against}>
                contre {formatBrought(row)}, {formatPayment(row.payment).toLowerCase()}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
