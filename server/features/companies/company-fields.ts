import { isEmail, normalizeEmail } from '#domain/audience/email.ts';
import type { CompanyDraft } from '#domain/companies/company.ts';
import { violatedConstraint } from '../../db/violation.ts';
import { HttpError } from '../../http-error.ts';
import { isName, readPhone, readText } from '../../read-text.ts';

const MAX_SITE = 2048;

/** What an administrator says of a bureau, as it is stored; or an HttpError that says what is wrong. */
export function readCompanyFields(draft: CompanyDraft): CompanyDraft {
  const name = readText('name', draft.name);
  if (!isName(name)) throw new HttpError(400, 'invalid_name', 'Donnez un nom au bureau.');
  const site = readSite(readText('site', draft.site));
  const email = readText('email', normalizeEmail(draft.email));
  if (email !== '' && !isEmail(email)) {
    throw new HttpError(400, 'invalid_email', 'L’adresse e-mail n’est pas valide.');
  }
  return { name, site, phone: readPhone(draft.phone), email, is_partner: draft.is_partner };
}

/** A site of the public web, in its one spelling: what a lead names must be equal to it. */
function readSite(text: string): string {
  if (!/^https:/i.test(text)) {
    throw new HttpError(400, 'invalid_site', 'Le site doit commencer par https://.');
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  // the last label of a name on the public web holds a letter first; that of an address is a number
  const isPublic = url !== null && /\.[a-z][a-z0-9-]*$/.test(url.hostname);
  if (!isPublic || url.username !== '' || url.password !== '') {
    const sentence =
      'Le site doit être une adresse complète, sans identifiant, par exemple https://www.bureau.example.';
    throw new HttpError(400, 'invalid_site', sentence);
  }
  const site = `${url.origin}${url.pathname.replace(/\/+$/, '')}${url.search}`;
  if (site.length > MAX_SITE) throw new HttpError(400, 'invalid_site', 'L’adresse du site est trop longue.');
  return site;
}

const CONFLICTS: Record<string, [code: string, sentence: string]> = {
  companies_name_key: ['name_taken', 'Un bureau porte déjà ce nom.'],
  companies_site_key: ['site_taken', 'Ce site est déjà celui d’un autre bureau.'],
};

/** Says in an HttpError what the database refused, when that is the fault of a field. */
export async function nameConflict<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const conflict = CONFLICTS[violatedConstraint(error) ?? ''];
    throw conflict ? new HttpError(409, ...conflict) : error;
  }
}
