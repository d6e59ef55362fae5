import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { companyDraft } from '#domain/companies/company-draft.ts';
import { call } from '#web/shared/api/client.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { addresses, companiesFor } from '../../addresses.ts';
import { announce } from '../../announce.ts';
import { useForm } from '../../forms/use-form.ts';
import { page } from '../../page.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { CompanyForm, editCompany, explainCompany, NEW_COMPANY, uploadLogo } from './CompanyForm.tsx';

export const addCompanyPage = page({
  title: 'Ajouter un bureau',
  needs: ['companies.edit.all'],
  load: async () => null,
  Component: AddCompany,
});

function AddCompany() {
  const navigate = useNavigate();
  const backTo = companiesFor(useClientState(({ user }) => user));
  // set once the company exists: after a refused logo, sending again edits it
  const id = useRef<number>(null);
  const form = useForm({
    stored: NEW_COMPANY,
    draft: companyDraft,
    explain: explainCompany,
    send: async ({ logo, ...draft }) => {
      if (id.current !== null) await editCompany(id.current, draft);
      else id.current = (await call('POST /api/companies/add', { body: draft })).id;
      const refusal = logo ? await uploadLogo(id.current, logo) : null;
      const values = { ...draft, logo: null };
      const message = `Le bureau est ajouté, sans son logo. ${refusal}`;
      return refusal ? { values, error: { field: 'logo', message } } : { values };
    },
    onSaved: ({ name }) => {
      const address = addresses.company(id.current ?? 0);
      announce(`Le bureau ${name.trim()} a été ajouté.`, address);
      return navigate(address, { replace: true });
    },
  });

  return (
    <>
      <BackLink to={backTo} title="Bureaux" />
      <Card title="Coordonnées">
        <CompanyForm form={form} company={null} backTo={backTo} action="Ajouter le bureau" />
      </Card>
    </>
  );
}
