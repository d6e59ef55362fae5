import { Controller } from 'react-hook-form';
import type { Company } from '#domain/companies/company.ts';
import { type CompanyDraft, EMPTY_COMPANY } from '#domain/companies/company-draft.ts';
import { companyFieldNames } from '#domain/companies/fields.ts';
import { pick } from '#domain/validation/fields.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import formStyles from '../../forms/Form.module.css';
import { Form } from '../../forms/Form.tsx';
import { EmailField, PhoneField } from '../../forms/fields.tsx';
import { explainByCode, type Form as FormOf } from '../../forms/use-form.ts';
import styles from './CompanyForm.module.css';
import { LogoField } from './LogoField.tsx';

export type CompanyValues = CompanyDraft & { logo: File | null };

export const NEW_COMPANY: CompanyValues = { ...EMPTY_COMPANY, logo: null };

export function valuesOf(company: Company): CompanyValues {
  return { ...pick(company, companyFieldNames), logo: null };
}

export const explainCompany = explainByCode<CompanyValues>({
  invalid_name: 'name',
  name_taken: 'name',
  invalid_site: 'site',
  site_taken: 'site',
  invalid_phone: 'phone',
  invalid_email: 'email',
  invalid_authorisation: 'authorisation',
});

export async function editCompany(id: number, draft: CompanyDraft): Promise<void> {
  await call('POST /api/companies/edit', { body: { id, ...draft } });
}

/** Sentence of the refusal; null: accepted. */
export async function uploadLogo(id: number, file: File): Promise<string | null> {
  try {
    await call('POST /api/companies/logo', { query: { id }, file });
    return null;
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status === 401) throw error;
    return error.message;
  }
}

type Props = {
  form: FormOf<CompanyValues, CompanyDraft>;
  company: Company | null;
  backTo: string;
  action: string;
};

export function CompanyForm({ form, company, backTo, action }: Props) {
  const { fields, text } = form;
  return (
    <Form form={form} action={action} backTo={backTo}>
      <div className={styles.columns}>
        <div className={formStyles.form}>
          <TextField label="Nom du bureau" autoComplete="off" required {...text('name')} />
          <TextField
            label="Site"
            hint="L’adresse où «&nbsp;Choisir&nbsp;» mène le voyageur, en https"
            type="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
            required
            {...text('site')}
          />
          <div className={formStyles.pair}>
            <PhoneField {...text('phone')} />
            <EmailField label="E-mail" {...text('email')} />
          </div>
          <TextField
            label="Numéro REGAFI ou code CIB"
            hint="La preuve que le bureau est autorisé à changer, montrée aux voyageurs avec le registre"
            inputMode="numeric"
            autoComplete="off"
            {...text('authorisation')}
          />
          <CheckField
            label="Bureau partenaire"
            hint="Ses offres portent le badge de partenaire. Leur rang n’en dépend jamais."
            {...fields.register('is_partner')}
          />
        </div>
        <Controller
          control={fields.control}
          name="logo"
          render={({ field, fieldState }) => (
            <LogoField
              ref={field.ref}
              company={company}
              unsentFile={field.value}
              error={fieldState.error?.message}
              onChoose={field.onChange}
            />
          )}
        />
      </div>
    </Form>
  );
}
