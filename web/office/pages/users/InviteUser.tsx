import { useRef } from 'react';
import { useLoaderData, useNavigate } from 'react-router';
import { call } from '#web/shared/api/client.ts';
import { announce } from '../../announce.ts';
import { useForm } from '../../forms/use-form.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { Card } from '../../ui/Card.tsx';
import type { NewUserData } from './load-user.ts';
import { UserForm } from './UserForm.tsx';
import { checkUser, invitationOf, newUser, USER_FIELDS } from './user-form.ts';

/** A user joins: the mail that leaves holds the link by which the password is created. */
export function InviteUser() {
  const { me, choices, companyId }: NewUserData = useLoaderData();
  const navigate = useNavigate();
  const company = choices.companies.find(({ id }) => id === companyId);
  const backTo = company ? `/sittings/bureaux/${company.id}` : '/sittings/utilisateurs';
  const invited = useRef<number>(null);
  const form = useForm({
    stored: newUser(companyId),
    check: checkUser,
    fieldOf: USER_FIELDS,
    send: async (values) => {
      const user = await call('POST /api/iam/users/invite', { body: invitationOf(values) });
      invited.current = user.id;
      return { values };
    },
    onSaved: () => {
      announce(`L’invitation est partie à ${form.values.mail.trim()}.`);
      return navigate(`/sittings/utilisateurs/${invited.current}`, { replace: true });
    },
    backTo,
  });

  return (
    <>
      <BackLink to={backTo}>{company?.name ?? 'Utilisateurs sans bureau'}</BackLink>
      <Card title="Invitation">
        <UserForm
          form={form}
          choices={choices}
          held={me.allowed_scope}
          isNew
          backTo={backTo}
          action="Envoyer l’invitation"
        />
      </Card>
    </>
  );
}
