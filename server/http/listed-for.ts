import { whoseOf } from '#domain/iam/whose.ts';
import { holds, type Session } from './session.ts';

/** Whose rows of these nouns are listed: those of the own bureau, by its id, or of all (null); 0: nobody's. */
export function listedFor(session: Session, ...nouns: readonly string[]): number | null {
  const whose = whoseOf(nouns, session.company !== null, (scope) => holds(session, scope));
  if (whose === 'own') return session.company?.id ?? 0;
  return whose === 'all' ? null : 0;
}
