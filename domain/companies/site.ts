import type { ValidationError } from '../validation/draft.ts';

export const MAX_SITE = 2048;

export function checkSite(text: string): ValidationError | undefined {
  if (!/^https:/i.test(text)) return invalidSite('Le site doit commencer par https://.');
  const site = siteOf(text);
  if (site === null) {
    return invalidSite(
      'Le site doit être une adresse complète, sans identifiant, par exemple https://www.bureau.example.',
    );
  }
  return site.length > MAX_SITE ? invalidSite('L’adresse du site est trop longue.') : undefined;
}

function invalidSite(message: string): ValidationError {
  return { code: 'invalid_site', message };
}

type Url = Record<'origin' | 'hostname' | 'pathname' | 'search' | 'username' | 'password', string>;
// Browsers and Node have it, but TypeScript's library of the language alone, which domain/ uses, does not.
declare const URL: { canParse: (text: string) => boolean; new (text: string): Url };

/** Normalised address of a public site, as leads name it. null: not a public site. */
export function siteOf(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  // the last part of a public name begins with a letter, that of an IP address is a number
  const isPublic = url !== null && /\.[a-z][a-z0-9-]*$/.test(url.hostname);
  if (!isPublic || url.username !== '' || url.password !== '') return null;
  return `${url.origin}${withoutSlashes(url.pathname)}${url.search}`;
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}
