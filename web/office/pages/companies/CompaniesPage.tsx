import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { Company } from '#domain/companies/company.ts';
import { isActive } from '#domain/iam/user-status.ts';
import { call } from '#web/shared/api/client.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { showModal } from '#web/shared/feedback/modal.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList, EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { SearchField } from '#web/shared/ui/SearchField.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import { addresses } from '../../addresses.ts';
import { AdministrationTabs } from '../../layout/AdministrationTabs.tsx';
import { page } from '../../page.tsx';
import { holds, maySee } from '../../sections.ts';
import { ActionLink } from '../../ui/ActionLink.tsx';
import { UserList } from '../../ui/UserList.tsx';
import styles from './CompaniesPage.module.css';

export const companiesPage = page({
  needs: ['sittings.list.all'],
  load: ({ signal }) => call('GET /api/companies', { signal }),
  Component: Companies,
});

/** The bureaux with how many of their users are active and inactive (spec 2). */
function Companies({ data: companies }: { data: readonly Company[] }) {
  const user = useClientState((state) => state.user);
  const [query, setQuery] = useState('');
  const mayOpen = maySee(user, { scopes: ['companies.edit.all', 'iam.users.edit.all'] });
  const columns = useMemo(() => columnsFor(mayOpen), [mayOpen]);
  const add = holds(user, 'companies.edit.all') ? (
    <ActionLink to={addresses.newCompany} icon="plus">
      Ajouter un bureau
    </ActionLink>
  ) : null;
  if (companies.length === 0) {
    return (
      <>
        <AdministrationTabs />
        <EmptyState title="Aucun bureau" action={add}>
          Les bureaux partenaires apparaîtront ici.
        </EmptyState>
      </>
    );
  }
  const found = companies.filter(({ name }) => searchForm(name).includes(searchForm(query.trim())));
  return (
    <>
      <AdministrationTabs />
      <div className={styles.tools}>
        <SearchField
          label="Rechercher un bureau"
          placeholder="Nom du bureau"
          value={query}
          onType={setQuery}
          hasShortcut
        />
        {add}
      </div>
      <Card title="Bureaux" note={countCompanies(found.length, companies.length)}>
        {found.length === 0 ? (
          <EmptyList>Aucun bureau ne porte «&nbsp;{query.trim()}&nbsp;» dans son nom.</EmptyList>
        ) : (
          <Table label="Bureaux" columns={columns} rows={found} keyOf={({ id }) => id} />
        )}
      </Card>
    </>
  );
}

// spec 9: the widths
function columnsFor(mayOpen: boolean): Column<Company>[] {
  return [
    { title: 'N°', width: 10, cell: ({ id }) => <span className={styles.id}>{id}</span> },
    {
      title: 'Bureau',
      width: 32,
      isTitle: true,
      cell: (company) => <Name company={company} mayOpen={mayOpen} />,
    },
    { title: 'Téléphone', width: 14, cell: ({ phone }) => phone || '—' },
    {
      title: 'E-mail',
      width: 24,
      isLong: true,
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

function Name({ company: { id, name, is_suspended }, mayOpen }: { company: Company; mayOpen: boolean }) {
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
    </span>
  );
}

/** A count that opens the list of those users. */
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

function countCompanies(shown: number, all: number): string {
  if (shown !== all) return `${shown} sur ${all} bureaux`;
  return all === 1 ? '1 bureau' : `${all} bureaux`;
}

/** Without case or accents. */
function searchForm(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('fr');
}
