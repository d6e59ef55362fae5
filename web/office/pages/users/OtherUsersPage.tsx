import { Link } from 'react-router';
import { countPages, PAGE_SIZE } from '#domain/lists/page.ts';
import { groupDigits } from '#domain/money/format.ts';
import type { ListedUser } from '#domain/users/directory.ts';
import { listedStatus, type UserStatus } from '#domain/users/user-status.ts';
import { callPage } from '#web/shared/api/client.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { Pagination } from '#web/shared/ui/Pagination.tsx';
import { SearchField } from '#web/shared/ui/SearchField.tsx';
import { addresses } from '../../addresses.ts';
import { AdministrationTabs } from '../../layout/AdministrationTabs.tsx';
import { addressOfList, type ListFilter, readListFilter } from '../../list-address.ts';
import { page, type Visit } from '../../page.tsx';
import { hasScope } from '../../sections.ts';
import { ActionLink } from '../../ui/ActionLink.tsx';
import { UserList, type UserOfCompany } from '../../ui/UserList.tsx';
import { useTypedSearch } from '../../use-typed-search.ts';

export const otherUsersPage = page({
  name: 'Utilisateurs sans bureau',
  title: ({ filter }) => (filter.q === '' ? 'Utilisateurs sans bureau' : 'Utilisateurs'),
  needs: ['iam.users.list.all'],
  load: loadOtherUsers,
  Component: OtherUsers,
});

type OtherUsersData = { users: readonly UserOfCompany[]; total: number; filter: ListFilter };

async function loadOtherUsers({ url, signal }: Visit): Promise<OtherUsersData> {
  const filter = readListFilter(url);
  const query = filter.q === '' ? { ...filter, company: 'none' } : filter;
  const { rows, total } = await callPage('GET /api/iam/users', { signal, query });
  return { users: rows.map(toListed), total, filter };
}

function toListed({ id, mail, phone, name, surname, status, is_suspended, company }: ListedUser) {
  // status in the database's words
  const listed = listedStatus(status as UserStatus, is_suspended);
  return {
    id,
    mail,
    phone,
    name,
    surname,
    status: listed,
    password_link: null,
    is_link_hidden: false,
    company,
  };
}

function OtherUsers({ data: { users, total, filter } }: { data: OtherUsersData }) {
  const search = useTypedSearch(filter, addressOfList);
  const mayInvite = hasScope(
    useClientState(({ user }) => user),
    'iam.users.edit.all',
  );
  const isSearched = filter.q !== '';
  return (
    <>
      <AdministrationTabs />
      <SearchField
        label="Rechercher un utilisateur de tous les bureaux"
        placeholder="Nom ou e-mail, tous bureaux"
        {...search}
        hasSlashShortcut
      />
      <Card
        title={isSearched ? countUsers(total) : 'Utilisateurs'}
        note={
          mayInvite ? (
            <ActionLink to={addresses.newUser} icon="plus" variant="secondary" size="small">
              Inviter un utilisateur
            </ActionLink>
          ) : null
        }
      >
        {total === 0 ? (
          <EmptyList>
            {isSearched ? (
              <>Aucun utilisateur pour «&nbsp;{filter.q}&nbsp;».</>
            ) : (
              'Chaque utilisateur travaille pour un bureau.'
            )}
          </EmptyList>
        ) : (
          <UserList
            label={isSearched ? 'Utilisateurs trouvés' : 'Utilisateurs sans bureau'}
            users={users}
            mayEdit={mayInvite}
            showsCompany={isSearched}
          />
        )}
        <Pagination
          page={filter.page}
          last={countPages(total, PAGE_SIZE)}
          link={(page, text) => <Link to={addressOfList({ ...filter, page })}>{text}</Link>}
        />
      </Card>
    </>
  );
}

function countUsers(total: number): string {
  return total === 1 ? '1 utilisateur trouvé' : `${groupDigits(String(total))} utilisateurs trouvés`;
}
