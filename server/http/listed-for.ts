import { listRangeOf } from '#domain/iam/company-scope.ts';
import { holds, type Session } from './session.ts';

/** Company whose rows of these nouns the session may list. null: every company; 0: none. */
export function listedFor(session: Session, ...nouns: readonly string[]): number | null {
  const scopes = listRangeOf(nouns, session.company !== null, (scope) => holds(session, scope));
  if (scopes === 'own') return session.company?.id ?? 0;
  return scopes === 'all' ? null : 0;
}
