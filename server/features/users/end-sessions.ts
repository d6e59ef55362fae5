import type { Db } from '../../db/open.ts';
import type { Act } from '../../http/actor.ts';
import { deleteSessions } from '../../http/session.queries.ts';
import { originOfAct } from '../security-events/origin.ts';
import { writeSecurityEvent } from '../security-events/write-security-event.ts';
import { lockUser } from './user-rights.ts';

/**
 * Ends every session of a user, who may log in again. Returns their number; throws an HttpError with 403 or
 * 404.
 */
export async function endSessions(db: Db, id: number, act: Act): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, id, act.by);
    const ended = await deleteSessions(trx, id);
    if (ended > 0) {
      const details = { reason: 'ended_by_administrator', sessions_ended: ended };
      await writeSecurityEvent(trx, {
        kind: 'session_ended',
        at: act.at,
        from: originOfAct(act),
        subjectUserId: id,
        details,
      });
    }
    return ended;
  });
}
