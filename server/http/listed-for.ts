import { listRangeOf } from '#domain/iam/company-scope.ts';
import { holds, type Session } from './session.ts';

/** Company whose rows of these nouns the session may list. null: every company; 0: none. */
export function listedFor(session: Session, ...nouns: readonly string[]): number | null {
  const whose = listRangeOf(nouns, session.company !== null, (scope) => holds(session, scope));
  if (whose === 'own') return session.company?.id ?? 0;
  return whose === 'all' ? null : 0;
}
