import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import {
  type CompanyFilter,
  companyFilterLabels,
  companyFilters,
  troubleLabels,
} from '#domain/companies/assessment.ts';
import type { Company } from '#domain/companies/company.ts';
import { countPages, PAGE_SIZE } from '#domain/lists/page.ts';
import { groupDigits } from '#domain/money/format.ts';
import { isActive } from '#domain/users/user-status.ts';
import { callPage } from '#web/shared/api/client.ts';
import { buildQuery } from '#web/shared/api/query.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { showModal } from '#web/shared/feedback/modal.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList, EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { Pagination } from '#web/shared/ui/Pagination.tsx';
import { SearchField } from '#web/shared/ui/SearchField.tsx';
import type { Column } from '#web/shared/ui/Table.tsx';
import { Select } from '#web/shared/ui/TextInput.tsx';
import { addresses } from '../../addresses.ts';
import { AdministrationTabs } from '../../layout/AdministrationTabs.tsx';
import { type ListFilter, readListFilter } from '../../list-address.ts';
import { page, type Visit } from '../../page.tsx';
import { hasScope, maySee } from '../../sections.ts';
import { ActionLink } from '../../ui/ActionLink.tsx';
import { LongTable } from '../../ui/LongTable.tsx';
import { UserList } from '../../ui/UserList.tsx';
import { useTypedSearch } from '../../use-typed-search.ts';
import styles from './CompaniesPage.module.css';

export const companiesPage = page({
  name: 'Bureaux',
  needs: ['sittings.list.all'],
  load: loadCompanies,
  Component: Companies,
});

type CompaniesFilter = ListFilter & { filter?: CompanyFilter };
type CompaniesData = { companies: readonly Company[]; total: number; filter: CompaniesFilter };

function readFilter(url: URL): CompaniesFilter {
  const filter = companyFilters.find((known) => known === url.searchParams.get('etat'));
  return { ...readListFilter(url), ...(filter && { filter }) };
}

function addressOf({ q, page, filter }: CompaniesFilter): { search: string } {
  return { search: buildQuery({ recherche: q, etat: filter, page: page === 1 ? undefined : page }) };
}

async function loadCompanies({ url, signal }: Visit): Promise<CompaniesData> {
  const filter = readFilter(url);
  const { rows, total } = await callPage('GET /api/companies', { signal, query: filter });
  return { companies: rows, total, filter };
}

function Companies({ data: { companies, total, filter } }: { data: CompaniesData }) {
  const user = useClientState((state) => state.user);
  const search = useTypedSearch(filter, addressOf);
  const mayOpen = maySee(user, { scopes: ['companies.edit.all', 'iam.users.edit.all'] });
  const columns = useMemo(() => columnsFor(mayOpen), [mayOpen]);
  const add = hasScope(user, 'companies.edit.all') ? (
    <ActionLink to={addresses.newCompany} icon="plus">
      Ajouter un bureau
    </ActionLink>
  ) : null;
  if (total === 0 && filter.q === '' && !filter.filter) {
    return (
      <>
        <AdministrationTabs />
        <EmptyState title="Aucun bureau" action={add}>
          Les bureaux partenaires apparaîtront ici.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <AdministrationTabs />
      <div className={styles.tools}>
        <SearchField label="Rechercher un bureau" placeholder="Nom du bureau" {...search} hasSlashShortcut />
        <FilterField filter={filter} />
        {add}
      </div>
      <Card title="Bureaux" note={countCompanies(total, filter)}>
        {total === 0 ? (
          <EmptyList>{describeNone(filter)}</EmptyList>
        ) : (
          <LongTable label="Bureaux" columns={columns} rows={companies} keyOf={({ id }) => id} first={50} />
        )}
        <Pagination
          page={filter.page}
          last={countPages(total, PAGE_SIZE)}
          link={(page, text) => <Link to={addressOf({ ...filter, page })}>{text}</Link>}
        />
      </Card>
    </>
  );
}

function FilterField({ filter: current }: { filter: CompaniesFilter }) {
  const navigate = useNavigate();
  return (
    <Select
      aria-label="Bureaux à montrer"
      className={styles.filter}
      value={current.filter ?? ''}
      onChange={({ currentTarget: { value } }) => {
        const filter = companyFilters.find((known) => known === value);
        void navigate(addressOf({ q: current.q, page: 1, ...(filter && { filter }) }));
      }}
    >
      <option value="">Tous les bureaux</option>
      {companyFilters.map((filter) => (
        <option key={filter} value={filter}>
          {companyFilterLabels[filter]}
        </option>
      ))}
    </Select>
  );
}

function describeNone({ q, filter }: CompaniesFilter): string {
  if (q.trim() === '') return 'Aucun bureau dans ce cas.';
  const named = `Aucun bureau ne porte «\u00a0${q.trim()}\u00a0» dans son nom`;
  return filter ? `${named} dans ce cas.` : `${named}.`;
}

// widths of spec 9
function columnsFor(mayOpen: boolean): Column<Company>[] {
  return [
    { title: 'N°', width: 10, cell: ({ id }) => <span className={styles.id}>{id}</span> },
    {
      title: 'Bureau',
      width: 32,
      isRowHeader: true,
      cell: (company) => <Name company={company} mayOpen={mayOpen} />,
    },
    { title: 'Téléphone', width: 14, cell: ({ phone }) => phone || '—' },
    {
      title: 'E-mail',
      width: 24,
      hasOwnLine: true,
      cell: ({ email }) =>
        email ? (
          <a className={styles.email} href={`mailto:${email}`}>
            {email}
          </a>
        ) : (
          '—'
        ),
    },
    { title: 'Actifs', width: 10, isFigure: true, cell: (company) => <Count company={company} isOfActive /> },
    {
      title: 'Inactifs',
      width: 10,
      isFigure: true,
      cell: (company) => <Count company={company} isOfActive={false} />,
    },
  ];
}

function Name({
  company: { id, name, is_suspended, charges_fees, troubles },
  mayOpen,
}: {
  company: Company;
  mayOpen: boolean;
}) {
  return (
    <span className={styles.title}>
      {mayOpen ? (
        <Link className={styles.name} to={addresses.company(id)}>
          {name}
        </Link>
      ) : (
        <strong className={styles.name}>{name}</strong>
      )}
      {is_suspended ? <Badge tone="failure">Suspendu</Badge> : null}
      {charges_fees ? <Badge tone="failure">Non comparé</Badge> : null}
      {troubles.length > 0 ? (
        <span className={styles.troubles}>
          {troubles.map((trouble) => troubleLabels[trouble]).join(', ')}
        </span>
      ) : null}
    </span>
  );
}

function Count({ company: { name, users }, isOfActive }: { company: Company; isOfActive: boolean }) {
  const counted = users.filter(({ status }) => isActive(status) === isOfActive);
  const kind = isOfActive ? 'actifs' : 'inactifs';
  return (
    <button
      type="button"
      className={styles.count}
      aria-haspopup="dialog"
      aria-label={`${counted.length}, voir les utilisateurs ${kind} de ${name}`}
      onClick={() =>
        showModal({
          type: 'comp-modal',
          title: `${name} : utilisateurs ${kind}`,
          message: <CountedUsers users={counted} kind={kind} />,
          buttonLabel: 'Fermer',
        })
      }
    >
      {counted.length}
    </button>
  );
}

function CountedUsers({ users, kind }: Pick<Company, 'users'> & { kind: string }) {
  if (users.length === 0) return <p className={styles.nobody}>Ce bureau n’a pas d’utilisateurs {kind}.</p>;
  return (
    <div className={styles.frame}>
      <UserList label={`Utilisateurs ${kind}`} users={users} />
    </div>
  );
}

function countCompanies(total: number, { q, filter }: CompaniesFilter): string {
  const count = total === 1 ? '1 bureau' : `${groupDigits(String(total))} bureaux`;
  if (q.trim() === '' && !filter) return count;
  return total === 1 ? `${count} trouvé` : `${count} trouvés`;
}
