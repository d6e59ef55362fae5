import { isAllowed } from './scopes.ts';

const SEGMENT = /^[a-z*]+$/;

/**
 * True when one who holds `held` may grant the scope, or take it away: it reaches nothing but its holder's own,
 * or it is held already, a wildcard by one that covers everything it covers.
 */
export function mayGrant(held: readonly string[], scope: string): boolean {
  // a list in the place of a scope would be two of them where they are read
  if (!scope.split('.').every((segment) => SEGMENT.test(segment))) return false;
  return isOwn(scope) || held.some((grant) => covers(grant, scope));
}

/** True when one who holds `held` may change a user with these scopes: each is one's to give and to take. */
export function mayAdminister(held: readonly string[], scopes: readonly string[]): boolean {
  return scopes.every((scope) => mayGrant(held, scope));
}

/** What a user with these scopes is called. */
export function roleOf(scopes: readonly string[]): 'root' | 'administrateur' | 'agent' {
  if (scopes.includes('**')) return 'root';
  return scopes.every(isOwn) ? 'agent' : 'administrateur';
}

/** True when these scopes are enough to administer users. */
export function administersUsers(scopes: readonly string[]): boolean {
  return isAllowed('iam.users.edit.all', scopes.join(','));
}

/** A scope of its holder alone: without a wildcard, and by its last segment of `me`; or the photo. */
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
