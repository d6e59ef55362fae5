import { isEmail } from '#domain/audience/email.ts';
import type { Company, CompanyDraft } from '#domain/companies/company.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import type { Wrong } from '../../forms/use-form.ts';

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

export function checkCompany({ name, site, email }: CompanyValues): Wrong<CompanyValues> {
  return {
    ...(name.trim() === '' && { name: 'Donnez un nom au bureau.' }),
    ...(!/^https:\/\//i.test(site.trim()) && { site: 'Le site doit commencer par https://.' }),
    ...(email.trim() !== '' && !isEmail(email.trim()) && { email: 'L’adresse e-mail n’est pas valide.' }),
  };
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
