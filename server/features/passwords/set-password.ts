import type { Db } from '../../db/open.ts';
import type { Origin } from '../../http/actor.ts';
import { deleteSessions } from '../../http/session.queries.ts';
import { updatePassword } from '../accounts/accounts.queries.ts';
import { deleteFailures } from '../accounts/attempts.queries.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { writeSecurityEvent } from '../security-events/write-security-event.ts';
import { lockUsers, markLinkUsed, selectNewestLinks } from './password-links.queries.ts';

type NewPassword = {
  linkId: number;
  userId: number;
  passwordHash: string;
  at: Date;
  from: Origin;
  failures: readonly Buffer[];
};

/**
 * Sets the password by a link, which works once, and ends every session. false: used, replaced or suspended
 * meanwhile.
 */
export async function setPassword(
  db: Db,
  { linkId, userId, passwordHash, at, from, failures }: NewPassword,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const [user] = await lockUsers(trx, [userId]);
    const [newest] = await selectNewestLinks(trx, [userId]);
    if (!user || user.isSuspended || newest?.id !== linkId || newest.isUsed) return false;
    await markLinkUsed(trx, linkId, at);
    await updatePassword(trx, userId, passwordHash);
    await deleteFailures(trx, failures);
    const ended = await deleteSessions(trx, userId);
    // the holder of the link counts as its user
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
