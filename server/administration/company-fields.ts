import { isEmail } from '#domain/audience/email.ts';
import type { CompanyDraft } from '#domain/companies/company.ts';
import { isPlainText } from '#domain/text/plain-text.ts';
import { Refusal } from '../plugins/errors.ts';

const PHONE = /^\+?[\d(][\d ().\-/]{2,}$/;
const MAX_SITE = 2048;

/** What an administrator says of a bureau, as it is stored; or a Refusal that says what is wrong. */
export function readCompanyFields(draft: CompanyDraft): CompanyDraft {
  const name = readText('name', draft.name);
  if (!isName(name)) throw new Refusal(400, 'invalid_name', 'Donnez un nom au bureau.');
  const site = readSite(readText('site', draft.site));
  const email = readText('email', draft.email);
  if (email !== '' && !isEmail(email)) {
    throw new Refusal(400, 'invalid_email', 'L’adresse e-mail n’est pas valide.');
  }
  return { name, site, phone: readPhone(draft.phone), email, is_partner: draft.is_partner };
}

/** Without the spaces around it. */
export function readText(field: string, text: string): string {
  if (isPlainText(text)) return text.trim();
  const sentence = `Le champ « ${field} » contient un caractère qui ne se voit pas : retirez les retours à la ligne et les caractères de contrôle.`;
  throw new Refusal(400, 'control_character', sentence);
}

/** True when there is something to read in it. */
export function isName(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** A phone number as people write it; it may be empty. */
export function readPhone(text: string): string {
  const phone = readText('phone', text);
  if (phone === '' || PHONE.test(phone)) return phone;
  throw new Refusal(400, 'invalid_phone', 'Le numéro de téléphone n’est pas valide.');
}

/** A site of the public web, in its one spelling: what a lead names must be equal to it. */
function readSite(text: string): string {
  if (!/^https:/i.test(text)) {
    throw new Refusal(400, 'invalid_site', 'Le site doit commencer par https://.');
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  // the last label of a name on the public web holds a letter first; that of an address is a number
  const isPublic = url !== null && /\.[a-z][a-z0-9-]*$/.test(url.hostname);
  if (!isPublic || url.username !== '' || url.password !== '') {
    const sentence =
      'Le site doit être une adresse complète, sans identifiant, par exemple https://www.bureau.example.';
    throw new Refusal(400, 'invalid_site', sentence);
  }
  const site = `${url.origin}${url.pathname.replace(/\/+$/, '')}${url.search}`;
  if (site.length > MAX_SITE) throw new Refusal(400, 'invalid_site', 'L’adresse du site est trop longue.');
  return site;
}
