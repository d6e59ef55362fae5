import type { Place } from '../places/place.ts';
import { slugOfCurrency } from './currency-slugs.ts';
import { slugOf } from './slug.ts';
import { TEXT_NAMES } from './texts.ts';

// First segments of the paths of rendered pages.
const SECTIONS: readonly string[] = [
  'devises',
  'comparer',
  'change',
  'bureaux',
  'comparateur',
  'plan-du-site',
  'blog',
  ...TEXT_NAMES,
];

const LONGEST_PATH = 200;

// Path without case, accents or a final slash. null: of no rendered page.
export function canonicalPath(path: string): string | null {
  if (path.length > LONGEST_PATH || /^\/\/|\\/.test(path)) return null;
  const segments = decoded(path)?.replace(/\/$/, '').split('/').slice(1).map(slugOf);
  const [section] = segments ?? [];
  if (!segments || segments.includes('') || !SECTIONS.includes(section ?? '')) return null;
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

// `amount`: whole units of `from`. `place`: slug of the place near which it is compared.
export function comparisonPath(amount: number, from: string, to: string, place?: string): string {
  const pair = `/comparer/${amount}-${from.toLowerCase()}-${to.toLowerCase()}`;
  return place === undefined ? pair : `${pair}/${place}`;
}

export function readComparisonSegment(segment: string): { amount: number; from: string; to: string } | null {
  const [, digits, from, to] = /^([1-9]\d{0,13})-([a-z]{3})-([a-z]{3})$/.exec(segment) ?? [];
  if (digits === undefined || from === undefined || to === undefined) return null;
  return { amount: Number(digits), from: from.toUpperCase(), to: to.toUpperCase() };
}

export function companyPath(slug: string): string {
  return `/bureaux/${slug}`;
}

const AIRPORT = 'aeroport-';

// 'saint-denis-93', 'aeroport-lys'.
export function slugOfPlace({ kind, code, label }: Pick<Place, 'kind' | 'code' | 'label'>): string {
  return kind === 'airport' ? `${AIRPORT}${code.toLowerCase()}` : slugOf(label);
}

// IATA code of the slug of an airport. null: of a commune.
export function airportOfSlug(slug: string): string | null {
  return /^aeroport-([a-z]{3})$/.exec(slug)?.[1]?.toUpperCase() ?? null;
}

export function placePath(slug: string): string {
  return `/change/${slug}`;
}

// Page of a long list, from 1.
export function listPath(section: '/bureaux' | '/change', page = 1): string {
  return page === 1 ? section : `${section}/page/${page}`;
}

// Atom feed of the blog.
export const FEED_PATH = '/blog/atom.xml';

export function articlePath(id: string): string {
  return `/blog/${slugOf(id)}`;
}
