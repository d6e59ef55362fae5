import { useLoaderData } from 'react-router';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Tabs } from '../../layout/Tabs.tsx';
import { holds } from '../../sections.ts';
import { ActionLink } from '../../ui/ActionLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { UserList } from '../../ui/UserList.tsx';
import type { OtherUsersData } from './load-other-users.ts';

/** Who works for no bureau: administrators, and agents who left theirs. */
export function OtherUsers() {
  const { users }: OtherUsersData = useLoaderData();
  const mayInvite = holds(
    useClientState(({ user }) => user),
    'iam.users.edit.all',
  );
  return (
    <>
      <Tabs />
      <Card
        title="Utilisateurs"
        note={
          mayInvite ? (
            <ActionLink to="/sittings/utilisateurs/nouveau" icon="plus" look="quiet" isSmall>
              Inviter un utilisateur
            </ActionLink>
          ) : null
        }
      >
        <UserList
          label="Utilisateurs sans bureau"
          users={users}
          mayEdit={mayInvite}
          none="Chaque utilisateur travaille pour un bureau."
        />
      </Card>
    </>
  );
}
