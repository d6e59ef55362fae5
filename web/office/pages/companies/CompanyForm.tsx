import type { Company } from '#domain/companies/company.ts';
import { type CompanyDraft, companyDraft } from '#domain/companies/company-draft.ts';
import { findWrong } from '#domain/validation/draft.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { EmailField, PhoneField } from '../../forms/ContactFields.tsx';
import { FormButtons } from '../../forms/FormButtons.tsx';
import { type Form, sentencesOf, type Wrong } from '../../forms/use-form.ts';
import formStyles from '../../ui/Form.module.css';
import styles from './CompanyForm.module.css';
import { LogoField } from './LogoField.tsx';

/** What is typed of a bureau; `logo` is a picture that was chosen and is not sent yet. */
export type CompanyValues = CompanyDraft & { logo: File | null };

export const NEW_COMPANY: CompanyValues = {
  name: '',
  site: '',
  phone: '',
  email: '',
  is_partner: false,
  logo: null,
};

export function valuesOf({ name, site, phone, email, is_partner }: Company): CompanyValues {
  return { name, site, phone, email, is_partner, logo: null };
}

export function checkCompany({ logo: _, ...draft }: CompanyValues): Wrong<CompanyValues> {
  return sentencesOf(findWrong(companyDraft, draft));
}

/** By the code of a refusal, the field that it speaks of. */
export const COMPANY_FIELDS: Readonly<Record<string, keyof CompanyValues>> = {
  invalid_name: 'name',
  name_taken: 'name',
  invalid_site: 'site',
  site_taken: 'site',
  invalid_phone: 'phone',
  invalid_email: 'email',
};

export async function editCompany(id: number, draft: CompanyDraft): Promise<void> {
  await call('POST /api/companies/edit', { body: { id, ...draft } });
}

/** A picture may be large and a line slow. */
const LOGO_WAIT = 60_000;

/** Returns why the logo was refused, in a sentence; null when it was not. */
export async function sendLogo(id: number, file: File): Promise<string | null> {
  try {
    await call('POST /api/companies/logo', { query: { id }, file, wait: LOGO_WAIT });
    return null;
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status === 401) throw error;
    return error.message;
  }
}

type Props = {
  form: Form<CompanyValues>;
  /** the one that the bureau has */
  logo: string;
  backTo: string;
  action: string;
};

export function CompanyForm({ form, logo, backTo, action }: Props) {
  const { values, wrong, set, text } = form;
  return (
    <form className={styles.form} {...form.props}>
      <div className={styles.columns}>
        <div className={formStyles.form}>
          <TextField label="Nom du bureau" maxLength={100} autoComplete="off" required {...text('name')} />
          <TextField
            label="Site"
            hint="L’adresse où «&nbsp;Choisir&nbsp;» mène le voyageur, en https"
            type="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
            maxLength={2048}
            required
            {...text('site')}
          />
          <div className={formStyles.pair}>
            <PhoneField {...text('phone')} />
            <EmailField label="E-mail" {...text('email')} />
          </div>
          <CheckField
            label="Bureau partenaire"
            hint="Ses offres portent le badge de partenaire ; leur rang n’en dépend jamais."
            checked={values.is_partner}
            onChange={(event) => set('is_partner', event.currentTarget.checked)}
          />
        </div>
        <LogoField
          name={values.name}
          logo={logo}
          file={values.logo}
          error={wrong.logo}
          onChoose={(file) => set('logo', file)}
        />
      </div>
      <FormButtons form={form} action={action} backTo={backTo} />
    </form>
  );
}
