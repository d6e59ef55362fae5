import { useLoaderData, useRevalidator } from 'react-router';
import type { AdministeredUser } from '#domain/iam/administration.ts';
import { mayAdminister } from '#domain/iam/grants.ts';
import { listedStatus } from '#domain/iam/user-status.ts';
import { call } from '#web/shared/api/client.ts';
import { announce } from '../../announce.ts';
import { useForm } from '../../forms/use-form.ts';
import { ActionLink } from '../../ui/ActionLink.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyLink } from '../../ui/CopyLink.tsx';
import { InviteAgain } from '../../ui/InviteAgain.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Suspension } from '../../ui/Suspension.tsx';
import { UserStatus } from '../../ui/UserStatus.tsx';
import type { UserData } from './load-user.ts';
import { UserForm } from './UserForm.tsx';
import styles from './UserPage.module.css';
import { checkUser, editOf, USER_FIELDS, valuesOf } from './user-form.ts';

const EFFECTS = {
  suspend: 'Ses sessions se terminent aussitôt et son mot de passe n’ouvre plus rien.',
  resume: 'Son mot de passe ouvre de nouveau son espace, avec les mêmes droits.',
};

/** One user: the invitation that is awaited, what may be changed, and whether the account opens. */
export function UserPage() {
  const { me, user, choices }: UserData = useLoaderData();
  if (!user) {
    return (
      <Notice
        title="Cet utilisateur n’existe pas"
        action={<ActionLink to="/sittings">Retour à l’administration</ActionLink>}
      >
        Son adresse est peut-être incomplète.
      </Notice>
    );
  }
  const { id, name, surname, mail, company_id, status, is_suspended, password_link } = user;
  const company = choices.companies.find((each) => each.id === company_id);
  const backTo = company ? `/sittings/bureaux/${company.id}` : '/sittings/utilisateurs';
  const isMine = mayAdminister(me.allowed_scope, user.scopes);
  return (
    <>
      <div className={styles.top}>
        <BackLink to={backTo}>{company?.name ?? 'Utilisateurs sans bureau'}</BackLink>
        <UserStatus status={listedStatus(status, is_suspended)} />
      </div>
      {isMine ? null : (
        <p className={styles.locked}>
          Cet utilisateur a des droits que vous n’avez pas : vous ne pouvez pas le modifier.
        </p>
      )}
      {password_link !== null && !is_suspended ? (
        <Card title="Invitation">
          <div className={styles.invitation}>
            <p>
              Le mot de passe reste à créer. Le lien, envoyé à {mail}, est valable 7 jours ; vous pouvez aussi
              le transmettre vous-même.
            </p>
            <div className={styles.link}>
              <CopyLink link={password_link} mail={mail} />
              <InviteAgain id={id} mail={mail} />
            </div>
          </div>
        </Card>
      ) : null}
      <EditUser key={id} user={user} data={{ me, choices }} isLocked={!isMine} backTo={backTo} />
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
    check: checkUser,
    fieldOf: USER_FIELDS,
    send: async (values) => {
      await call('POST /api/iam/users/edit', { body: editOf(user.id, values) });
      return { values };
    },
    onSaved: () => {
      announce('L’utilisateur a été enregistré.');
      return revalidate();
    },
    backTo,
  });
  return (
    <Card title="Fiche" note={user.mail}>
      <UserForm
        form={form}
        choices={choices}
        held={me.allowed_scope}
        isLocked={isLocked}
        backTo={backTo}
        action="Enregistrer"
      />
    </Card>
  );
}
