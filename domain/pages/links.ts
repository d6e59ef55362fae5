import { TEXT_NAMES, TEXTS } from './texts.ts';

export type PageLink = { path: string; text: string };

// Links at the head of a page that the server writes.
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
  ...TEXT_NAMES.map((name) => ({ path: `/${name}`, text: TEXTS[name].link })),
];
