import * as Type from 'typebox';
import { MAX_EMAIL, normalizeEmail } from '../audience/email.ts';
import { draftOf, type Wrong } from '../validation/draft.ts';
import { email, line, named, optional, phone } from '../validation/texts.ts';
import { checkAuthorisation, storedAuthorisation } from './authorisation.ts';
import { Id } from './company.ts';

const MAX_SITE = 2048;

/**
 * What an administrator says of a bureau. `site` is https; a phone and an e-mail may be empty. `authorisation`: its number
 * in the register of financial agents (REGAFI) or its bank code (CIB); empty: not said; left out: as it is.
 */
const fields = {
  name: Type.String({ maxLength: 100 }),
  site: Type.String({ maxLength: MAX_SITE }),
  phone: Type.String({ maxLength: 30 }),
  email: Type.String({ maxLength: MAX_EMAIL }),
  is_partner: Type.Boolean(),
  authorisation: Type.Optional(Type.String({ maxLength: 20 })),
};

export const CompanyDraft = Type.Object(fields);
export type CompanyDraft = Type.Static<typeof CompanyDraft>;

export const CompanyEdit = Type.Object({ id: Id, ...fields });
export type CompanyEdit = Type.Static<typeof CompanyEdit>;

export const companyDraft = draftOf(CompanyDraft, {
  name: line('Nom du bureau', named('Donnez un nom au bureau.')),
  site: line('Site', checkSite),
  phone: line('Téléphone', optional(phone)),
  email: email('E-mail', { isOptional: true }),
  authorisation: (typed = '') => line('Autorisation', optional(checkAuthorisation))(typed),
});

/** A draft in which nothing is wrong, as it is stored. */
export function storedCompany(draft: CompanyDraft): CompanyDraft {
  const { name, site, phone, email, is_partner, authorisation } = draft;
  return {
    name: name.trim(),
    site: siteOf(site.trim()) ?? '',
    phone: phone.trim(),
    email: normalizeEmail(email),
    is_partner,
    ...(authorisation !== undefined && { authorisation: storedAuthorisation(authorisation) }),
  };
}

function checkSite(text: string): Wrong | undefined {
  if (!/^https:/i.test(text)) return invalidSite('Le site doit commencer par https://.');
  const site = siteOf(text);
  if (site === null) {
    return invalidSite(
      'Le site doit être une adresse complète, sans identifiant, par exemple https://www.bureau.example.',
    );
  }
  return site.length > MAX_SITE ? invalidSite('L’adresse du site est trop longue.') : undefined;
}

function invalidSite(message: string): Wrong {
  return { code: 'invalid_site', message };
}

type Url = Record<'origin' | 'hostname' | 'pathname' | 'search' | 'username' | 'password', string>;
// Browsers and Node both have it; TypeScript's library of the language alone, which domain/ is held to, does not.
declare const URL: { canParse: (text: string) => boolean; new (text: string): Url };

/** The one spelling of a site of the public web, as leads name it; null when it is no such site. */
function siteOf(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  // the last part of a public name begins with a letter; that of an IP address is a number
  const isPublic = url !== null && /\.[a-z][a-z0-9-]*$/.test(url.hostname);
  if (!isPublic || url.username !== '' || url.password !== '') return null;
  return `${url.origin}${withoutSlashes(url.pathname)}${url.search}`;
}

/** An expression for the end of a text looks for it from each slash on. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}
