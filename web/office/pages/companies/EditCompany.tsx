import { useRevalidator } from 'react-router';
import type { Company } from '#domain/companies/company.ts';
import { announce } from '../../announce.ts';
import { useForm } from '../../forms/use-form.ts';
import { Card } from '../../ui/Card.tsx';
import { CompanyForm } from './CompanyForm.tsx';
import { COMPANY_FIELDS, checkCompany, editCompany, sendLogo, valuesOf } from './company-form.ts';

/** What is said of a bureau, and its logo. */
export function EditCompany({ company, backTo }: { company: Company; backTo: string }) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    stored: valuesOf(company),
    check: checkCompany,
    fieldOf: COMPANY_FIELDS,
    send: async ({ logo, ...draft }) => {
      await editCompany(company.id, draft);
      const refusal = logo ? await sendLogo(company.id, logo) : null;
      return { values: { ...draft, logo: null }, ...(refusal && { wrong: { logo: refusal } }) };
    },
    onSaved: () => {
      announce('Le bureau a été enregistré.');
      return revalidate();
    },
    backTo,
  });

  return (
    <Card title="Coordonnées">
      <CompanyForm form={form} logo={company.logo} backTo={backTo} action="Enregistrer" />
    </Card>
  );
}
