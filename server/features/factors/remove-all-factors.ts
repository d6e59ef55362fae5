import type { Db } from '../../db/open.ts';
import { COMMAND_LINE } from '../../http/actor.ts';
import { deleteSessions } from '../../http/session.queries.ts';
import { findAccount } from '../accounts/accounts.queries.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { lockUsers } from '../passwords/password-links.queries.ts';
import { FROM_COMMAND_LINE } from '../security-events/origin.ts';
import { writeSecurityEvent } from '../security-events/write-security-event.ts';
import { deleteFactors, hasFactor } from './factors.queries.ts';

export async function removeAllFactors(db: Db, mail: string, at: Date): Promise<boolean | null> {
  const account = await findAccount(db, mail);
  if (!account) return null;
  const { id: userId } = account;
  return db.transaction().execute(async (trx) => {
    await lockUsers(trx, [userId]);
    if (!(await hasFactor(trx, userId))) return false;
    await deleteFactors(trx, userId);
    await deleteSessions(trx, userId);
    const act = { by: COMMAND_LINE, at };
    await writeAudit(trx, act, { action: 'user.factors_removed', subjectUserId: userId, changes: {} });
    await writeSecurityEvent(trx, {
      kind: 'factor_removed',
      at,
      from: FROM_COMMAND_LINE,
      subjectUserId: userId,
      details: { factor: 'all' },
    });
    return true;
  });
}
