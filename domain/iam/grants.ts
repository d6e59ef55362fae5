import { isAllowed } from './scopes.ts';

const SEGMENT = /^[a-z*]+$/;

/** Right to grant or revoke a scope: it concerns its holder's own data only, or a held scope covers it. */
export function mayGrant(granted: readonly string[], scope: string): boolean {
  // scopes are stored as a list with commas, so a comma inside would make two of this one
  if (!scope.split('.').every((segment) => SEGMENT.test(segment))) return false;
  return isOwn(scope) || granted.some((grant) => covers(grant, scope));
}

export function mayAdminister(granted: readonly string[], scopes: readonly string[]): boolean {
  return scopes.every((scope) => mayGrant(granted, scope));
}

/** Right to see the password link of a user with these scopes, because the link opens the account (contract 3). */
export function mayReadPasswordLink(granted: readonly string[], scopes: readonly string[]): boolean {
  return administersUsers(granted) && mayAdminister(granted, scopes);
}

export function roleOf(scopes: readonly string[]): 'root' | 'administrateur' | 'agent' {
  if (scopes.includes('**')) return 'root';
  return scopes.every(isOwn) ? 'agent' : 'administrateur';
}

/** Spec 6 gives the role root a French label. The others are French words already. */
export function roleLabel(role: string): string {
  return role === 'root' ? 'Utilisateur racine' : role;
}

export function administersUsers(scopes: readonly string[]): boolean {
  return isAllowed('iam.users.edit.all', scopes.join(','));
}

/** Scope that concerns its holder only: it ends with `me` and has no wildcard, or it is the photo's. */
function isOwn(scope: string): boolean {
  return scope === 'identity.photo' || (scope.endsWith('.me') && !scope.includes('*'));
}

function covers(grant: string, scope: string): boolean {
  const segments = scope.split('.');
  const grants = grant.split('.');
  for (const [i, granted] of grants.entries()) {
    const segment = segments[i];
    if (segment === undefined) return false;
    if (granted === '**') return true;
    if (segment === '**' || (granted !== '*' && granted !== segment)) return false;
  }
  return segments.length === grants.length;
}
