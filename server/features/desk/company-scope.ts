import { HttpError } from '../../http/http-error.ts';
import { listedFor } from '../../http/listed-for.ts';
import { holds, type Session } from '../../http/session.ts';

const NOUNS = ['orders', 'reservations'];

/** Company whose reservations this session may list. null: every company; 0: none. */
export function listableCompany(session: Session): number | null {
  return listedFor(session, ...NOUNS);
}

/**
 * Company whose reservations this session may change. null: every company; throws an HttpError (409) without one.
 */
export function editableCompany(session: Session): number | null {
  if (mayEditAll(session)) return null;
  if (session.company) return session.company.id;
  throw new HttpError(
    409,
    'no_company',
    'Votre compte n’est rattaché à aucun bureau. Il n’a pas de réservation.',
  );
}

export function mayEditAll(session: Session): boolean {
  return NOUNS.some((noun) => holds(session, `${noun}.edit.all`));
}
