import type { FastifyInstance } from 'fastify';
import { profileDraft } from '#domain/profile/profile.ts';
import { toOwnRow } from '#domain/users/fields.ts';
import type { Db } from '../../db/open.ts';
import { actOf } from '../../http/actor.ts';
import { checkDraft } from '../../http/check-draft.ts';
import { HttpError } from '../../http/http-error.ts';
import { route } from '../../http/route.ts';
import { deleteSessions } from '../../http/session.queries.ts';
import { aliveAt } from '../../http/session.ts';
import type { PasswordHasher } from '../accounts/password-hasher.ts';
import { changesOf, writeAudit } from '../audit/write-audit.ts';
import { originOf } from '../security-events/origin.ts';
import { writeSecurityEvent } from '../security-events/write-security-event.ts';
import { registerPasswordChange } from './change-password.ts';
import {
  deleteOwnSession,
  findProfile,
  listOwnEvents,
  listOwnSessions,
  lockProfile,
  updateProfile,
} from './profile.queries.ts';

type Parts = { db: Db; secret: string; passwords: PasswordHasher; now: () => Date };

export function registerProfile(app: FastifyInstance, parts: Parts): void {
  const { db, secret, now } = parts;
  registerPasswordChange(app, parts);

  route(app, 'GET /api/profile', ({ session }) => findProfile(db, session.user.id, now()));

  route(app, 'POST /api/profile/edit', async (request) => {
    const { session, body } = request;
    const edit = toOwnRow(checkDraft(profileDraft, body));
    const { id } = session.user;
    await db.transaction().execute(async (trx) => {
      const { passwordHash: _hash, mail: _mail, companyId, ...before } = await lockProfile(trx, id);
      const changes = changesOf(before, edit);
      if (Object.keys(changes).length === 0) return;
      const act = actOf(session, now());
      await updateProfile(trx, id, edit);
      await writeAudit(trx, act, { action: 'user.edited', subjectUserId: id, companyId, changes });
      const from = originOf(secret, request);
      await writeSecurityEvent(trx, { kind: 'details_changed', at: act.at, from, subjectUserId: id });
    });
    return findProfile(db, id, now());
  });

  route(app, 'GET /api/profile/sessions', async ({ session }) => {
    const sessions = await listOwnSessions(db, session.user.id, aliveAt(now()));
    return sessions.map(({ id, device, network, created_at, last_used_at }) => ({
      id,
      device,
      network,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
      is_current: id === session.id,
    }));
  });

  route(app, 'POST /api/profile/sessions/end', async (request) => {
    const { session, body } = request;
    const userId = session.user.id;
    return db.transaction().execute(async (trx) => {
      const ended =
        body.id === 'others'
          ? await deleteSessions(trx, userId, session.id)
          : Number(await deleteOwnSession(trx, userId, body.id));
      // another user's session answers like a missing one
      if (ended === 0 && body.id !== 'others') {
        throw new HttpError(404, 'not_found', 'Cette session n’existe pas, ou elle est déjà terminée.');
      }
      if (ended > 0) {
        await writeSecurityEvent(trx, {
          kind: 'session_ended',
          at: now(),
          from: originOf(secret, request),
          subjectUserId: userId,
          details: {
            reason: 'ended_by_owner',
            sessions_ended: ended,
            ...(body.id !== 'others' && { session: body.id }),
          },
        });
      }
      return { ended };
    });
  });

  route(app, 'GET /api/profile/security-events', async ({ session }) => {
    await app.securityTally.flush();
    const events = await listOwnEvents(db, session.user.id);
    return events.map((event) => ({ ...event, at: event.at.toISOString() }));
  });
}
