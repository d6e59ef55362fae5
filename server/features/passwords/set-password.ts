import type { Db } from '../../db/open.ts';
import type { Origin } from '../../http/actor.ts';
import { deleteSessions } from '../../http/session.queries.ts';
import { updatePassword } from '../accounts/accounts.queries.ts';
import { deleteFailures } from '../accounts/attempts.queries.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { writeSecurityEvent } from '../security-events/write-security-event.ts';
import { holdUsers, markLinkUsed, selectNewestLinks } from './password-links.queries.ts';

type NewPassword = {
  linkId: number;
  userId: number;
  passwordHash: string;
  at: Date;
  from: Origin;
  /** under which keys failures have shut the account */
  failures: readonly Buffer[];
};

/**
 * Sets the password by a link, which works once: false when it was used or replaced meanwhile, or the account
 * suspended. Whoever had the account open must log in again.
 */
export async function setPassword(
  db: Db,
  { linkId, userId, passwordHash, at, from, failures }: NewPassword,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const [user] = await holdUsers(trx, [userId]);
    const [newest] = await selectNewestLinks(trx, [userId]);
    if (!user || user.isSuspended || newest?.id !== linkId || newest.isUsed) return false;
    await markLinkUsed(trx, linkId, at);
    await updatePassword(trx, userId, passwordHash);
    await deleteFailures(trx, failures);
    const ended = await deleteSessions(trx, userId);
    // whoever had the link is taken for its user
    await writeAudit(
      trx,
      { by: { userId, scopes: [], isVerified: true }, at },
      { action: 'user.password_set', subjectUserId: userId, changes: { link: [null, linkId] } },
    );
    await writeSecurityEvent(trx, {
      kind: 'password_set',
      at,
      from: { ...from, userId },
      subjectUserId: userId,
      details: { link: linkId, sessions_ended: ended },
    });
    return true;
  });
}
