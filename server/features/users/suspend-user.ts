import type { Suspension } from '#domain/companies/company.ts';
import type { Db } from '../../db/open.ts';
import { type Act, requireVerified } from '../../http/actor.ts';
import { HttpError } from '../../http/http-error.ts';
import { deleteSessions } from '../../http/session.queries.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { originOfAct } from '../security-events/origin.ts';
import { writeSecurityEvent } from '../security-events/write-security-event.ts';
import { lockUser } from './user-rights.ts';
import { updateSuspension } from './users.queries.ts';

/** Suspends a user and ends the sessions, or resumes. Throws an HttpError. */
export async function suspendUser(db: Db, { id, is_suspended }: Suspension, act: Act): Promise<void> {
  if (id === act.by.userId && is_suspended) {
    throw new HttpError(409, 'oneself', 'Vous ne pouvez pas suspendre votre propre compte.');
  }
  await db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, id, act.by);
    if (user.isSuspended === is_suspended) return;
    // rights end or return
    requireVerified(act.by);
    await updateSuspension(trx, id, is_suspended ? act.at : null);
    // resuming, too, since a login under way at the suspension may have left a session
    const ended = await deleteSessions(trx, id);
    await writeAudit(trx, act, {
      action: is_suspended ? 'user.suspended' : 'user.resumed',
      subjectUserId: id,
      changes: { is_suspended: [user.isSuspended, is_suspended] },
    });
    await writeSecurityEvent(trx, {
      kind: is_suspended ? 'user_suspended' : 'user_resumed',
      at: act.at,
      from: originOfAct(act),
      subjectUserId: id,
      details: { sessions_ended: ended },
    });
  });
}
