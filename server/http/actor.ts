import { HttpError } from './http-error.ts';
import { isVerified, type Session } from './session.ts';

/**
 * Who administers, and may give and take away what these scopes allow. `userId` null: the command line. `isVerified`:
 * has just proved who it is.
 */
export type Administrator = { userId: number | null; scopes: readonly string[]; isVerified: boolean };

/** Who may run a command on the server may do anything. */
export const COMMAND_LINE: Administrator = { userId: null, scopes: ['**'], isVerified: true };

/** Who does something, as far as is known, and from where: of the network an HMAC, of the browser words of a closed list. */
export type Origin = {
  userId: number | null;
  sessionId: number | null;
  network: Buffer | null;
  device: string | null;
};

/** By whom something is done, and when; from where, where the journal of security tells it. */
export type Act = { by: Administrator; at: Date; from?: Origin };

/** What the user of a session does. */
export function actOf(session: Session, at: Date): Act {
  const { user, scopes } = session;
  return { by: { userId: user.id, scopes, isVerified: isVerified(session, at) }, at };
}

/** Throws an HttpError (403) where who acts must first prove once more who it is. */
export function demandVerified({ isVerified }: Pick<Administrator, 'isVerified'>): void {
  if (isVerified) return;
  throw new HttpError(403, 'verify_again', 'Pour continuer, confirmez que c’est bien vous.');
}
