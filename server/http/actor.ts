import { HttpError } from './http-error.ts';
import { isVerified, type Session } from './session.ts';

/** Administrator whose scopes bound the rights it may grant and revoke. `userId` null: the command line. */
export type Administrator = { userId: number | null; scopes: readonly string[]; isVerified: boolean };

export const COMMAND_LINE: Administrator = { userId: null, scopes: ['**'], isVerified: true };

/** Actor of a security event as far as it is known. `network`: an HMAC; `device`: words of a closed list. */
export type Origin = {
  userId: number | null;
  sessionId: number | null;
  network: Buffer | null;
  device: string | null;
};

export type Act = { by: Administrator; at: Date; from?: Origin };

export function actOf(session: Session, at: Date): Act {
  const { user, scopes } = session;
  return { by: { userId: user.id, scopes, isVerified: isVerified(session, at) }, at };
}

/** Throws an HttpError (403) unless the actor has just confirmed its identity. */
export function requireVerified({ isVerified }: Pick<Administrator, 'isVerified'>): void {
  if (isVerified) return;
  throw new HttpError(403, 'verify_again', 'Pour continuer, confirmez que c’est bien vous.');
}
