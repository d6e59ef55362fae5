export type PageLink = { path: string; text: string };

// Links at the head and foot of every page, by the path of a rendered one.
export const HEAD_LINKS: readonly PageLink[] = [
  { path: '/devises', text: 'Devises' },
  { path: '/bureaux', text: 'Bureaux' },
  { path: '/methode', text: 'Comment ça marche' },
  { path: '/blog', text: 'Blog' },
  { path: '/#/voyages', text: 'Mes voyages' },
];

export const FOOT_LINKS: readonly PageLink[] = [
  { path: '/#/voyages', text: 'Mes voyages' },
  { path: '/devises', text: 'Devises' },
  { path: '/bureaux', text: 'Bureaux de change' },
  { path: '/change', text: 'Où changer' },
  { path: '/blog', text: 'Blog' },
  { path: '/plan-du-site', text: 'Plan du site' },
  { path: '/methode', text: 'Comment fonctionne le comparateur' },
  { path: '/mentions-legales', text: 'Mentions légales' },
  { path: '/confidentialite', text: 'Confidentialité' },
  { path: '/accessibilite', text: 'Accessibilité\u00a0: non conforme' },
];
