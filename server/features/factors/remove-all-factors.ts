import type { Db } from '../../db/open.ts';
import { type Act, COMMAND_LINE } from '../../http/actor.ts';
import { deleteSessions } from '../../http/session.queries.ts';
import { findAccount } from '../accounts/accounts.queries.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { lockUsers } from '../passwords/password-links.queries.ts';
import { originOfAct } from '../security-events/origin.ts';
import { writeSecurityEvent } from '../security-events/write-security-event.ts';
import { deleteFactors, hasFactor } from './factors.queries.ts';

// Act of the command line. null: no account has this address; false: it has no second factor.
export async function removeFactorsOf(db: Db, mail: string, at: Date): Promise<boolean | null> {
  const account = await findAccount(db, mail);
  if (!account) return null;
  return db.transaction().execute(async (trx) => {
    await lockUsers(trx, [account.id]);
    return removeAllFactors(trx, account.id, { by: COMMAND_LINE, at });
  });
}

// Removes every second factor of a locked user and ends its sessions. false: it has none.
export async function removeAllFactors(trx: Db, userId: number, act: Act): Promise<boolean> {
  if (!(await hasFactor(trx, userId))) return false;
  await deleteFactors(trx, userId);
  await deleteSessions(trx, userId);
  await writeAudit(trx, act, { action: 'user.factors_removed', subjectUserId: userId, changes: {} });
  await writeSecurityEvent(trx, {
    kind: 'factor_removed',
    at: act.at,
    from: originOfAct(act),
    subjectUserId: userId,
    details: { factor: 'all' },
  });
  return true;
}
