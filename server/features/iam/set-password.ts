import type { Db } from '../../db/open.ts';
import { deleteSessions, updatePassword } from './iam.queries.ts';
import { holdUsers, markLinkUsed, selectNewestLinks } from './password-links.queries.ts';

/**
 * Sets the password by a link, which works once: false when it was used or replaced meanwhile, or the account
 * suspended. Whoever had the account open must log in again.
 */
export async function setPassword(
  db: Db,
  { linkId, userId, passwordHash, at }: { linkId: number; userId: number; passwordHash: string; at: Date },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const [user] = await holdUsers(trx, [userId]);
    const [newest] = await selectNewestLinks(trx, [userId]);
    if (!user || user.isSuspended || newest?.id !== linkId || newest.isUsed) return false;
    await markLinkUsed(trx, linkId, at);
    await updatePassword(trx, userId, passwordHash);
    await deleteSessions(trx, userId);
    return true;
  });
}
