import { slugOfCurrency } from './currency-slugs.ts';
import { slugOf } from './slug.ts';

// First segments of the paths of rendered pages.
const SECTIONS = [
  'devises',
  'comparer',
  'bureaux',
  'methode',
  'comparateur',
  'plan-du-site',
  'blog',
  'mentions-legales',
  'confidentialite',
  'accessibilite',
] as const;

const LONGEST_PATH = 200;

// Path without case, accents or a final slash. null: of no rendered page.
export function canonicalPath(path: string): string | null {
  if (path.length > LONGEST_PATH || /^\/\/|\\/.test(path)) return null;
  const segments = decoded(path)?.replace(/\/$/, '').split('/').slice(1).map(slugOf);
  const [section] = segments ?? [];
  if (!segments || segments.includes('') || !SECTIONS.some((each) => each === section)) return null;
  const canonical = `/${segments.join('/')}`;
  // other letters are in no path, nor may they stand in a header
  return /^[a-z0-9/-]+$/.test(canonical) ? canonical : null;
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

// Browsers and Node have it, but TypeScript's library of the language alone, which domain/ uses, does not.
// biome-ignore lint/suspicious/noShadowRestrictedNames: a declaration of that very global
declare function decodeURIComponent(text: string): string;

export function currencyPath(code: string, side: 'buy' | 'sell' = 'buy'): string {
  return `/devises/${slugOfCurrency(code)}${side === 'sell' ? '/vendre' : ''}`;
}

export function historyFilePath(code: string): string {
  return `${currencyPath(code)}/historique.csv`;
}

// `amount`: whole units of `from`.
export function comparisonPath(amount: number, from: string, to: string): string {
  return `/comparer/${amount}-${from.toLowerCase()}-${to.toLowerCase()}`;
}

export function readComparisonSegment(segment: string): { amount: number; from: string; to: string } | null {
  const [, digits, from, to] = /^([1-9]\d{0,13})-([a-z]{3})-([a-z]{3})$/.exec(segment) ?? [];
  if (digits === undefined || from === undefined || to === undefined) return null;
  return { amount: Number(digits), from: from.toUpperCase(), to: to.toUpperCase() };
}

export function companyPath(slug: string): string {
  return `/bureaux/${slug}`;
}

export function articlePath(id: string): string {
  return `/blog/${slugOf(id)}`;
}
