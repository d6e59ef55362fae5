import { HttpError } from '../../http/http-error.ts';
import { listedFor } from '../../http/listed-for.ts';
import { holds, type Session } from '../../http/session.ts';

const NOUNS = ['orders', 'reservations'];

/** Whose are listed: those of the own bureau, or of all (null); who works for none and may not see all has none (0). */
export function listedHere(session: Session): number | null {
  return listedFor(session, ...NOUNS);
}

/** Whose may be changed: of the own bureau, or of all (null). Throws an HttpError (409) for who works for none. */
export function editedBy(session: Session): number | null {
  if (NOUNS.some((noun) => holds(session, `${noun}.edit.all`))) return null;
  if (session.company) return session.company.id;
  throw new HttpError(
    409,
    'no_company',
    'Votre compte n’est rattaché à aucun bureau : il n’a pas de réservation.',
  );
}
