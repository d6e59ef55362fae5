import type { Session } from './http/session.ts';

/** Who administers, and may give and take away what these scopes allow. `userId` null: the command line. */
export type Administrator = { userId: number | null; scopes: readonly string[] };

/** Who may run a command on the server may do anything. */
export const COMMAND_LINE: Administrator = { userId: null, scopes: ['**'] };

/** By whom something is done, and when. */
export type Act = { by: Administrator; at: Date };

/** What the user of a session does. */
export function actOf({ user, scopes }: Session, at: Date): Act {
  return { by: { userId: user.id, scopes }, at };
}
