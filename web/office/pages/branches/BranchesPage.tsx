import { Link } from 'react-router';
import { branchKinds } from '#domain/branches/branch.ts';
import type { ListedBranch } from '#domain/branches/branch-draft.ts';
import { countPages, PAGE_SIZE } from '#domain/lists/page.ts';
import { callPage } from '#web/shared/api/client.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList, EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { Pagination } from '#web/shared/ui/Pagination.tsx';
import { SearchField } from '#web/shared/ui/SearchField.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import { addresses } from '../../addresses.ts';
import { addressOfList, type ListFilter, readListFilter } from '../../list-address.ts';
import { page, type Visit } from '../../page.tsx';
import { ClosedNow } from '../../reservations/ClosedNow.tsx';
import { CloseNow } from '../../reservations/CloseNow.tsx';
import { ActionLink } from '../../ui/ActionLink.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { useTypedSearch } from '../../use-typed-search.ts';
import styles from './BranchesPage.module.css';
import { type BranchesScope, findBranchesScope, SEES_ALL, SEES_OWN, useMayEdit } from './branches-scope.ts';
import { NoCompany } from './NoCompany.tsx';

const parts = { load: loadBranches, Component: Branches };
export const ownBranchesPage = page({ ...parts, needs: SEES_OWN });
export const branchesPage = page({ ...parts, title: titleOf, needs: SEES_ALL });

type BranchesData = {
  scope: BranchesScope | null;
  branches: readonly ListedBranch[];
  total: number;
  filter: ListFilter;
};

async function loadBranches(visit: Visit): Promise<BranchesData> {
  const scope = await findBranchesScope(visit);
  const filter = readListFilter(visit.url);
  if (!scope) return { scope: scope, branches: [], total: 0, filter };
  const query = { company: scope.id, ...filter };
  const { rows, total } = await callPage('GET /api/branches', { signal: visit.signal, query });
  return { scope: scope, branches: rows, total, filter };
}

function titleOf({ scope }: BranchesData): string {
  return scope?.from ? `Agences de ${scope.from.name}` : 'Agences';
}

function Branches({ data: { scope, branches, total, filter } }: { data: BranchesData }) {
  const mayEdit = useMayEdit(scope);
  const search = useTypedSearch(filter, addressOfList);
  if (!scope) return <NoCompany />;
  const from = scope.from;
  const columns = columnsFor(from?.id ?? null);
  const closed = branches.filter(({ is_closed }) => is_closed);
  const inBusiness = branches.filter(({ is_closed }) => !is_closed);
  const add = mayEdit ? (
    <div className={styles.tools}>
      {inBusiness.length > 0 ? <CloseNow branches={inBusiness} /> : null}
      <ActionLink to={addresses.newBranch(from?.id ?? null)} icon="plus">
        Ajouter une agence
      </ActionLink>
      <ActionLink to={addresses.importBranches(from?.id ?? null)} icon="upload" variant="secondary">
        Importer ou exporter
      </ActionLink>
    </div>
  ) : null;
  return (
    <>
      {from ? <BackLink to={addresses.company(from.id)} title={from.name} /> : null}
      {total === 0 && filter.q === '' ? (
        <EmptyState title="Aucune agence" action={add}>
          Les voyageurs ne savent pas encore où vous trouver. Avec une agence, vos offres donnent une adresse,
          des horaires et le chemin.
        </EmptyState>
      ) : (
        <div className={styles.tools}>
          <SearchField
            label="Rechercher une agence"
            placeholder="Nom ou adresse"
            {...search}
            hasSlashShortcut
          />
          {add}
        </div>
      )}
      <ClosedNow branches={inBusiness} mayReopen={mayEdit} />
      {total === 0 && filter.q !== '' ? (
        <EmptyList>
          Aucune agence ne porte «&nbsp;{filter.q.trim()}&nbsp;» dans son nom ou son adresse.
        </EmptyList>
      ) : null}
      {inBusiness.length > 0 ? (
        <Card title="Agences" note={formatBranchCount(total, filter.q)}>
          <Table label="Agences" columns={columns} rows={inBusiness} keyOf={({ id }) => id} />
        </Card>
      ) : null}
      {closed.length > 0 ? (
        <Card title="Agences fermées" note="Les voyageurs ne les voient pas">
          <Table label="Agences fermées" columns={columns} rows={closed} keyOf={({ id }) => id} />
        </Card>
      ) : null}
      <Pagination
        page={filter.page}
        last={countPages(total, PAGE_SIZE)}
        link={(to, text) => <Link to={addressOfList({ ...filter, page: to })}>{text}</Link>}
      />
    </>
  );
}

function formatBranchCount(total: number, q: string): string {
  const count = total === 1 ? '1 agence' : `${total} agences`;
  if (q.trim() !== '') return total === 1 ? `${count} trouvée` : `${count} trouvées`;
  return total === 1 ? count : `${count}, fermées comprises`;
}

function columnsFor(from: number | null): Column<ListedBranch>[] {
  return [
    {
      title: 'Agence',
      width: 26,
      isRowHeader: true,
      cell: ({ id, name, kind }) => (
        <span className={styles.title}>
          <Link className={styles.name} to={addresses.branch(from, id)}>
            {name}
          </Link>
          <span className={styles.soft}>{branchKinds[kind]}</span>
        </span>
      ),
    },
    { title: 'Adresse', width: 29, hasOwnLine: true, cell: (branch) => <Address branch={branch} /> },
    { title: 'Ouverture', width: 20, hasOwnLine: true, cell: (branch) => <Opening branch={branch} /> },
    {
      title: 'Téléphone',
      width: 13,
      cell: ({ phone }) => <span className={styles.phone}>{phone || '—'}</span>,
    },
    { title: 'Taux', width: 12, isFigure: true, cell: formatRatesChoice },
  ];
}

function Address({ branch: { address, postcode, city, lat } }: { branch: ListedBranch }) {
  return (
    <span className={styles.title}>
      {[address, [postcode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')}
      {lat === '' ? <Badge tone="warning">Sans position</Badge> : null}
    </span>
  );
}

function Opening({ branch: { open, hours, is_closed } }: { branch: ListedBranch }) {
  if (is_closed) return <Badge tone="failure">Fermée</Badge>;
  if (open) return <Badge tone={open.is_open ? 'success' : 'neutral'}>{open.words}</Badge>;
  return hours === '' ? 'Horaires non dits' : '—';
}

function formatRatesChoice({ rates, percent }: ListedBranch): string {
  if (rates === 'own') return 'À part';
  return rates === 'percent' ? `${percent.replace('.', ',').replace('-', '−')}\u00a0%` : 'Du bureau';
}
