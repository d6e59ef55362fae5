import type { Wrong } from '../validation/draft.ts';

export const MAX_SITE = 2048;

export function checkSite(text: string): Wrong | undefined {
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
export function siteOf(text: string): string | null {
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
