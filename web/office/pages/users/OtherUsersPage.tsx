import type { Company } from '#domain/companies/company.ts';
import type { ListedUser } from '#domain/iam/directory.ts';
import { DIRECTORY_PAGE } from '#domain/iam/directory-page.ts';
import { listedStatus, type UserStatus } from '#domain/iam/user-status.ts';
import { call } from '#web/shared/api/client.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { addresses } from '../../addresses.ts';
import { AdministrationTabs } from '../../layout/AdministrationTabs.tsx';
import { page, type Visit } from '../../page.tsx';
import { holds } from '../../sections.ts';
import { ActionLink } from '../../ui/ActionLink.tsx';
import { UserList } from '../../ui/UserList.tsx';

export const otherUsersPage = page({
  title: 'Utilisateurs sans bureau',
  needs: ['iam.users.list.all'],
  load: loadOtherUsers,
  Component: OtherUsers,
});

async function loadOtherUsers({ signal }: Visit): Promise<Company['users']> {
  const users: Company['users'] = [];
  for (let page = 1; ; page += 1) {
    const next = await call('GET /api/iam/users', { signal, query: { page } });
    users.push(...next.filter(({ company }) => company === null).map(toListed));
    if (next.length < DIRECTORY_PAGE) return users;
  }
}

/** As a bureau lists its users; the link is on the page of the user itself. */
function toListed({ id, mail, phone, name, surname, status, is_suspended }: ListedUser) {
  // the directory says every status in the words of the database
  const listed = listedStatus(status as UserStatus, is_suspended);
  return { id, mail, phone, name, surname, status: listed, password_link: null };
}

/** Who works for no bureau: administrators, and agents who left theirs. */
function OtherUsers({ data: users }: { data: Company['users'] }) {
  const mayInvite = holds(
    useClientState(({ user }) => user),
    'iam.users.edit.all',
  );
  return (
    <>
      <AdministrationTabs />
      <Card
        title="Utilisateurs"
        note={
          mayInvite ? (
            <ActionLink to={addresses.newUser} icon="plus" variant="secondary" size="small">
              Inviter un utilisateur
            </ActionLink>
          ) : null
        }
      >
        {users.length === 0 ? (
          <EmptyList>Chaque utilisateur travaille pour un bureau.</EmptyList>
        ) : (
          <UserList label="Utilisateurs sans bureau" users={users} mayEdit={mayInvite} />
        )}
      </Card>
    </>
  );
}
