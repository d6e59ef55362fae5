export type PageLink = { path: string; text: string };

const CURRENCIES = { path: '/devises', text: 'Devises' };
const BLOG = { path: '/blog', text: 'Blog' };
const TRIPS = { path: '/#/voyages', text: 'Mes voyages' };

// Links at the head and foot of every page, by the path of a rendered one.
export const HEAD_LINKS: readonly PageLink[] = [
  CURRENCIES,
  { path: '/bureaux', text: 'Bureaux' },
  { path: '/methode', text: 'Comment ça marche' },
  BLOG,
  TRIPS,
];

export const FOOT_LINKS: readonly PageLink[] = [
  TRIPS,
  CURRENCIES,
  { path: '/bureaux', text: 'Bureaux de change' },
  { path: '/change', text: 'Où changer' },
  BLOG,
  { path: '/plan-du-site', text: 'Plan du site' },
  { path: '/methode', text: 'Comment fonctionne le comparateur' },
  { path: '/mentions-legales', text: 'Mentions légales' },
  { path: '/confidentialite', text: 'Confidentialité' },
  { path: '/accessibilite', text: 'Accessibilité\u00a0: non conforme' },
];
