import { useState } from 'react';
import { Link } from 'react-router';
import type { Client } from '#domain/clients/client.ts';
import type { ListRange } from '#domain/iam/company-scope.ts';
import { countPages, PAGE_SIZE } from '#domain/lists/page.ts';
import { groupDigits } from '#domain/money/format.ts';
import { telOf } from '#domain/text/tel.ts';
import { callPage } from '#web/shared/api/client.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { formatShortDay } from '#web/shared/short-day.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { Pagination } from '#web/shared/ui/Pagination.tsx';
import { SearchField } from '#web/shared/ui/SearchField.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import { addressOfList, type ListFilter, readListFilter } from '../../list-address.ts';
import { page, type Visit } from '../../page.tsx';
import { formatCount } from '../../reservations/format.ts';
import { useLive } from '../../reservations/use-live.ts';
import { findListScope } from '../../reservations/waiting.ts';
import { hasScope } from '../../sections.ts';
import { collectPages, MOST_COLLECTED } from '../../tables/collect-pages.ts';
import { ExportButtons } from '../../tables/ExportButtons.tsx';
import type { WrittenTable } from '../../tables/write-table.ts';
import { Placeholder } from '../../ui/Placeholder.tsx';
import { useTypedSearch } from '../../use-typed-search.ts';
import { ClientDialog } from './ClientDialog.tsx';
import styles from './ClientsPage.module.css';
import { clientsTable } from './clients-table.ts';
import { formatTotal } from './format-total.ts';

export const clientsPage = page({
  needs: [],
  load: loadClients,
  Component: ({ data }) => (data ? <Clients data={data} /> : <Placeholder of="clients" />),
});

type ClientsData = {
  scope: ListRange;
  filter: ListFilter;
  list: { rows: readonly Client[]; total: number };
};

async function loadClients({ user, url, signal }: Visit): Promise<ClientsData | null> {
  const scope = findListScope(user, 'clients');
  if (!scope) return null;
  const filter = readListFilter(url);
  return { scope, filter, list: await callPage('GET /api/clients', { signal, query: filter }) };
}

function Clients({ data: { scope, filter, list: loaded } }: { data: ClientsData }) {
  const [{ rows, total }, reread] = useLive(loaded, () =>
    callPage('GET /api/clients', { query: filter, isBackground: true }),
  );
  const [openKey, setOpenKey] = useState<string | null>(null);
  const search = useTypedSearch(filter, addressOfList);
  const user = useClientState((state) => state.user);
  const isEditor = hasScope(user, scope === 'own' ? 'clients.edit.me' : 'clients.edit.all');
  const open = rows.find((client) => keyOf(client) === openKey);
  return (
    <>
      <div className={styles.tools}>
        <SearchField label="Chercher un client" placeholder="Prénom ou e-mail" hasSlashShortcut {...search} />
        {total > 0 ? (
          <ExportButtons label="Exporter" fileName="clients" makeTable={() => makeTable(filter.q, scope)} />
        ) : null}
      </div>
      {total > MOST_COLLECTED ? (
        <Notice>
          <p>{`Un export contient les ${groupDigits(String(MOST_COLLECTED))} clients les plus récents de la liste. Une recherche trouve les autres.`}</p>
        </Notice>
      ) : null}
      <Card title="Clients" note={formatCount(total, 'client')}>
        {total === 0 ? (
          <EmptyList>
            {filter.q === ''
              ? 'Vos clients s’affichent ici dès leur première réservation.'
              : 'Aucun client ne répond à cette recherche.'}
          </EmptyList>
        ) : (
          <Table label="Clients" columns={columnsFor(scope, setOpenKey)} rows={rows} keyOf={keyOf} />
        )}
      </Card>
      <Pagination
        page={filter.page}
        last={countPages(total, PAGE_SIZE)}
        link={(to, text) => <Link to={addressOfList({ ...filter, page: to })}>{text}</Link>}
      />
      <p className={styles.rule}>
        Les données d’un client s’effacent 30 jours après son dernier retrait, sauf s’il garde son compte.
        Seuls des montants anonymes sont conservés. N’inscrivez jamais de pièce d’identité.
      </p>
      {open ? (
        <ClientDialog client={open} isEditor={isEditor} onSaved={reread} onClose={() => setOpenKey(null)} />
      ) : null}
    </>
  );
}

const keyOf = ({ id, company }: Client) => `${company.id}-${id}`;

async function makeTable(q: string, scope: ListRange): Promise<WrittenTable> {
  const { rows } = await collectPages(
    (number) => callPage('GET /api/clients', { query: { q, page: number } }),
    keyOf,
  );
  return clientsTable(rows, scope);
}

function columnsFor(scope: ListRange, open: (key: string) => void): Column<Client>[] {
  const now = new Date();
  return [
    {
      title: 'Client',
      width: 24,
      isRowHeader: true,
      cell: (client) => (
        <span className={styles.lines}>
          <button type="button" className={styles.name} onClick={() => open(keyOf(client))}>
            {client.first_name || client.email}
          </button>
          {scope === 'all' ? <span className={styles.soft}>{client.company.name}</span> : null}
        </span>
      ),
    },
    {
      title: 'Contact',
      width: 28,
      hasOwnLine: true,
      cell: ({ email, phone }) => (
        <span className={styles.lines}>
          <a href={`mailto:${email}`}>{email}</a>
          {phone ? <a href={telOf(phone)}>{phone}</a> : null}
        </span>
      ),
    },
    {
      title: 'Réservations',
      width: 14,
      cell: ({ reservations, collected, last_at }) => (
        <span className={styles.lines}>
          <span>
            {reservations}, {collected === 0 ? 'aucune' : `dont ${collected}`} remise
            {collected > 1 ? 's' : ''}
          </span>
          <span className={styles.soft}>dernière le {formatShortDay(new Date(last_at), now)}</span>
        </span>
      ),
    },
    {
      title: 'Échangé',
      width: 18,
      cell: ({ totals }) =>
        totals.length === 0 ? (
          '—'
        ) : (
          <span className={styles.lines}>
            {totals.map((total) => (
              <span key={`${total.currency}-${total.side}`}>{formatTotal(total)}</span>
            ))}
          </span>
        ),
    },
    { title: 'Note', width: 16, hasOwnLine: true, cell: ({ note }) => note || '—' },
  ];
}
