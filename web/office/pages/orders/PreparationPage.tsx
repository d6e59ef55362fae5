import { countPages, PAGE_SIZE } from '#domain/lists/page.ts';
import { callPage } from '#web/shared/api/client.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { addresses } from '../../addresses.ts';
import { page, type Visit } from '../../page.tsx';
import type { Row } from '../../reservations/format.ts';
import { useLive } from '../../reservations/use-live.ts';
import { findListScope } from '../../reservations/waiting.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { PaperSheet } from '../../ui/PaperSheet.tsx';
import { Placeholder } from '../../ui/Placeholder.tsx';
import { PreparationSheet } from './PreparationSheet.tsx';

export const preparationPage = page({
  title: 'Fiches de préparation',
  needs: [],
  load: loadToPrepare,
  Component: ({ data }) => (data ? <Preparation loaded={data} /> : <Placeholder of="orders" />),
});

async function loadToPrepare({ user, signal }: Visit): Promise<readonly Row[] | null> {
  return findListScope(user, 'orders') && readToPrepare({ signal });
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
          {[...byBranch].map(([branch, rowsOfBranch]) => (
            <PreparationSheet key={branch} branch={branch} rows={rowsOfBranch} />
          ))}
        </PaperSheet>
      )}
    </>
  );
}
