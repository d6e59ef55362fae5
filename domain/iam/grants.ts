import { isAllowed } from './scopes.ts';

const SEGMENT = /^[a-z*]+$/;

/**
 * True when somebody with the scopes `held` may give this scope to others, or take it away: it concerns nothing but
 * its holder's own data, or a scope of `held` allows everything that it allows.
 */
export function mayGrant(held: readonly string[], scope: string): boolean {
  // scopes are kept as a list with commas: with one inside, this scope would become two
  if (!scope.split('.').every((segment) => SEGMENT.test(segment))) return false;
  return isOwn(scope) || held.some((grant) => covers(grant, scope));
}

/** True when somebody with the scopes `held` may change a user with these ones: each is theirs to give and take. */
export function mayAdminister(held: readonly string[], scopes: readonly string[]): boolean {
  return scopes.every((scope) => mayGrant(held, scope));
}

/**
 * True when somebody with the scopes `held` may be shown the link that creates the password of a user with these ones:
 * it opens the account, and whoever administers users could give all that the account may do (contract 3).
 */
export function mayOpen(held: readonly string[], scopes: readonly string[]): boolean {
  return administersUsers(held) && mayAdminister(held, scopes);
}

/** What a user with these scopes is called. */
export function roleOf(scopes: readonly string[]): 'root' | 'administrateur' | 'agent' {
  if (scopes.includes('**')) return 'root';
  return scopes.every(isOwn) ? 'agent' : 'administrateur';
}

/** spec 6: the role root reads as a French label; the others are French words already. */
export function roleLabel(role: string): string {
  return role === 'root' ? 'Utilisateur racine' : role;
}

/** True when these scopes are enough to administer users. */
export function administersUsers(scopes: readonly string[]): boolean {
  return isAllowed('iam.users.edit.all', scopes.join(','));
}

/** A scope that concerns its holder alone: it ends with `me` and has no wildcard, or it is the photo's. */
function isOwn(scope: string): boolean {
  return scope === 'identity.photo' || (scope.endsWith('.me') && !scope.includes('*'));
}

/** True when everything that `scope` allows, `grant` allows: server and client match by domain/iam/scopes.ts. */
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
