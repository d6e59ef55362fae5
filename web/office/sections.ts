import { type ListRange, listRangeOf } from '#domain/iam/company-scope.ts';
import type { Me } from '#domain/iam/me.ts';
import { isAllowed, isAnyAllowed } from '#domain/iam/scopes.ts';
import type { IconName } from '#web/shared/ui/Icon.tsx';

export type Section = {
  path: string;
  title: string;
  icon: IconName;
  /** any one of them opens it (spec 6); empty: open to every user */
  scopes: readonly string[];
};

export const sections: readonly Section[] = [
  {
    path: '/dashbord',
    title: 'Tableau de Bord',
    icon: 'dashboard',
    scopes: ['dashbord.list.me', 'dashbord.list.all'],
  },
  { path: '/orders', title: 'Commandes', icon: 'orders', scopes: ['orders.list.me', 'orders.list.all'] },
  {
    path: '/reservations',
    title: 'Reservations',
    icon: 'reservations',
    scopes: ['reservations.list.me', 'reservations.list.all'],
  },
  { path: '/clients', title: 'Clients', icon: 'clients', scopes: ['clients.list.me', 'clients.list.all'] },
  {
    path: '/fixings',
    title: 'Taux de change',
    icon: 'fixings',
    scopes: ['fixings.list.me', 'fixings.list.all'],
  },
  // readers of all companies reach branches from a company
  { path: '/agences', title: 'Agences', icon: 'branches', scopes: ['branches.list.me'] },
];

export const administration: Section = {
  path: '/sittings',
  title: 'Administration',
  icon: 'administration',
  scopes: ['sittings.list.me', 'sittings.list.all'],
};

const profile: Section = { path: '/profil', title: 'Profil', icon: 'profile', scopes: [] };

export function findSection(path: string): Section {
  const isAt = (section: Section) => path === section.path || path.startsWith(`${section.path}/`);
  return [...sections, administration].find(isAt) ?? profile;
}

export function maySee(user: Me | null, { scopes }: Pick<Section, 'scopes'>): boolean {
  return user !== null && (scopes.length === 0 || isAnyAllowed(scopes, grantedScopes(user)));
}

export function hasScope(user: Me | null, scope: string): boolean {
  return user !== null && isAllowed(scope, grantedScopes(user));
}

/** null: no rows. */
export function listedScope(user: Me, ...nouns: readonly string[]): ListRange | null {
  return listRangeOf(nouns, user.company_id !== null, (scope) => hasScope(user, scope));
}

export function grantedScopes(user: Me): string {
  return user.allowed_scope.join(',');
}
