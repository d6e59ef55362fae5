import { useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Company } from '#domain/companies/company.ts';
import type { Me } from '#domain/iam/me.ts';
import { invitationDraft } from '#domain/users/administration.ts';
import { call } from '#web/shared/api/client.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { addresses } from '../../addresses.ts';
import { announce } from '../../announce.ts';
import { findCompany } from '../../find-company.ts';
import { EmailField } from '../../forms/fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import { page, type Visit } from '../../page.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { type Choices, explainUser, invitationOf, loadChoices, newUser, UserForm } from './UserForm.tsx';

export const inviteUserPage = page({
  title: 'Inviter un utilisateur',
  needs: ['iam.users.edit.all'],
  load: loadNewUser,
  Component: InviteUser,
});

type NewUserData = {
  me: Me;
  choices: Choices;
  company: Company | null;
};

async function loadNewUser(visit: Visit): Promise<NewUserData> {
  const { user: me, url, signal } = visit;
  const choices = await loadChoices(visit);
  const companyParam = url.searchParams.get('bureau') ?? '';
  return { me, choices, company: choices.mayChooseCompany ? await findCompany(companyParam, signal) : null };
}

function InviteUser({ data: { me, choices, company } }: { data: NewUserData }) {
  const navigate = useNavigate();
  const backTo = company ? addresses.company(company.id) : addresses.otherUsers;
  const invited = useRef<number>(null);
  const form = useForm({
    stored: newUser(company),
    draft: invitationDraft,
    explain: explainUser,
    send: async (values) => {
      const user = await call('POST /api/iam/users/invite', { body: invitationOf(values) });
      invited.current = user.id;
      return { values };
    },
    onSaved: ({ mail }) => {
      const address = addresses.user(invited.current ?? 0);
      announce(`L’invitation est partie à ${mail.trim()}.`, address);
      return navigate(address, { replace: true });
    },
  });

  return (
    <>
      <BackLink to={backTo} title={company?.name ?? 'Utilisateurs sans bureau'} />
      <Card title="Invitation">
        <UserForm
          form={form}
          choices={choices}
          storedCompany={company}
          editorScopes={me.allowed_scope}
          mailField={
            <EmailField
              label="Adresse e-mail"
              hint="Reçoit l’invitation, et sert ensuite de nom d’utilisateur"
              required
              {...form.text('mail')}
            />
          }
          backTo={backTo}
          action="Envoyer l’invitation"
        />
      </Card>
    </>
  );
}
