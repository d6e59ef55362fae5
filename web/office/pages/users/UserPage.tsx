import { useRevalidator } from 'react-router';
import { mayAdminister } from '#domain/iam/grants.ts';
import type { Me } from '#domain/iam/me.ts';
import { type AdministeredUser, userDraft } from '#domain/users/administration.ts';
import { listedStatus } from '#domain/users/user-status.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { addresses } from '../../addresses.ts';
import { announce } from '../../announce.ts';
import { useForm } from '../../forms/use-form.ts';
import { page, type Visit } from '../../page.tsx';
import { ActCard } from '../../ui/ActCard.tsx';
import { ActionLink } from '../../ui/ActionLink.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { InviteAgain, PasswordLink } from '../../ui/PasswordLink.tsx';
import { Suspension } from '../../ui/Suspension.tsx';
import { UserStatus } from '../../ui/UserList.tsx';
import { type Choices, editOf, explainUser, loadChoices, UserForm, valuesOf } from './UserForm.tsx';
import styles from './UserPage.module.css';

export const userPage = page({
  title: ({ user }) => (user ? `${user.name} ${user.surname}`.trim() : 'Utilisateur inconnu'),
  needs: ['iam.users.edit.all'],
  load: loadUser,
  Component: UserPage,
});

type UserData = {
  me: Me;
  choices: Choices;
  user: AdministeredUser | null;
};

async function loadUser(visit: Visit): Promise<UserData> {
  const [user, choices] = await Promise.all([findUser(visit), loadChoices(visit)]);
  return { me: visit.user, user, choices };
}

async function findUser({ params: { id = '' }, signal }: Visit): Promise<AdministeredUser | null> {
  if (!/^\d{1,9}$/.test(id)) return null;
  try {
    return await call('GET /api/iam/users/{id}', { signal, params: { id } });
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return null;
    throw error;
  }
}

const EFFECTS = {
  suspend: 'Ses sessions se terminent aussitôt et son mot de passe est refusé.',
  resume: 'Son mot de passe ouvre de nouveau son espace, avec les mêmes droits.',
};

function UserPage({ data: { me, user, choices } }: { data: UserData }) {
  if (!user) {
    return (
      <EmptyState
        title="Cet utilisateur n’existe pas"
        action={<ActionLink to={addresses.administration}>Retour à l’administration</ActionLink>}
      >
        Son adresse est peut-être incomplète.
      </EmptyState>
    );
  }
  const { id, name, surname, mail, company, status, is_suspended, password_link, is_link_hidden } = user;
  const backTo = company ? addresses.company(company.id) : addresses.otherUsers;
  const isMine = mayAdminister(me.allowed_scope, user.scopes);
  return (
    <>
      <BackLink to={backTo} title={company?.name ?? 'Utilisateurs sans bureau'}>
        <UserStatus status={listedStatus(status, is_suspended)} />
      </BackLink>
      {isMine ? null : (
        <Notice tone="warning">
          Cet utilisateur a des droits que vous n’avez pas. Vous ne pouvez pas le modifier.
        </Notice>
      )}
      {(password_link !== null || is_link_hidden) && !is_suspended ? (
        <Card title="Invitation">
          <div className={styles.invitation}>
            <p>
              Le mot de passe reste à créer. Le lien, envoyé à {mail}, est valable 7 jours. Vous pouvez aussi
              le transmettre vous-même.
            </p>
            <div className={styles.link}>
              <PasswordLink user={user} />
              <InviteAgain id={id} mail={mail} />
            </div>
          </div>
        </Card>
      ) : null}
      <EditUser key={id} user={user} data={{ me, choices }} isLocked={!isMine} backTo={backTo} />
      {isMine && id !== me.id && !is_suspended && status !== 'awaiting_password' ? (
        <EndSessions id={id} name={`${name} ${surname}`.trim()} />
      ) : null}
      {isMine && id !== me.id && user.has_factor ? (
        <RemoveFactors id={id} name={`${name} ${surname}`.trim()} />
      ) : null}
      {isMine && id !== me.id ? (
        <Suspension
          of="iam/users"
          id={id}
          name={`${name} ${surname}`.trim()}
          isSuspended={is_suspended}
          effects={EFFECTS}
        />
      ) : null}
    </>
  );
}

type EditProps = {
  user: AdministeredUser;
  data: Pick<UserData, 'me' | 'choices'>;
  isLocked: boolean;
  backTo: string;
};

function EditUser({ user, data: { me, choices }, isLocked, backTo }: EditProps) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    stored: valuesOf(user),
    draft: userDraft,
    explain: explainUser,
    send: async (values) => {
      await call('POST /api/iam/users/edit', { body: editOf(user.id, values) });
      return { values };
    },
    onSaved: () => {
      announce('L’utilisateur a été enregistré.');
      return revalidate();
    },
  });
  return (
    <Card title="Fiche" note={noteOf(user)}>
      <UserForm
        form={form}
        choices={choices}
        storedCompany={user.company}
        editorScopes={me.allowed_scope}
        isLocked={isLocked}
        backTo={backTo}
        action="Enregistrer"
      />
    </Card>
  );
}

function noteOf({ mail, status, has_factor }: AdministeredUser): string {
  if (status === 'awaiting_password') return mail;
  return `${mail} · ${has_factor ? 'avec' : 'sans'} double authentification`;
}

function EndSessions({ id, name }: { id: number; name: string }) {
  async function end() {
    const { ended } = await call('POST /api/iam/users/end-sessions', { body: { id } });
    announce(ended === 0 ? `${name} n’a pas de session ouverte.` : `${name} : sessions fermées (${ended}).`);
  }

  return (
    <ActCard title="Sessions" action="Fermer ses sessions" act={end}>
      Pour un appareil perdu, ou au moindre doute. Toutes ses sessions se ferment aussitôt. Son mot de passe
      reste valable.
    </ActCard>
  );
}

function RemoveFactors({ id, name }: { id: number; name: string }) {
  const { revalidate } = useRevalidator();
  async function remove() {
    await call('POST /api/iam/users/remove-factors', { body: { id } });
    announce(`${name} : double authentification retirée. Un e-mail l’en avertit.`);
    await revalidate();
  }

  return (
    <ActCard
      title="Double authentification"
      action="Retirer"
      question={`Retirer la double authentification de ${name} ?`}
      isDangerous
      act={remove}
    >
      Pour un téléphone perdu. Ses facteurs et ses codes de secours sont retirés, ses sessions se ferment, et
      son mot de passe suffit jusqu’au prochain facteur. Vérifiez d’abord que c’est bien lui.
    </ActCard>
  );
}
