import type { FastifyInstance } from 'fastify';
import { restorableSince } from '#domain/factors/removed-factor.ts';
import { HttpError } from '../../http/http-error.ts';
import { route } from '../../http/route.ts';
import { rowIdOf } from '../../http/row-token.ts';
import { deleteSessions } from '../../http/session.queries.ts';
import { insertLinks, lockUsers } from '../passwords/password-links.queries.ts';
import { tokenOf } from '../passwords/password-links.ts';
import { originWithoutUser } from '../security-events/origin.ts';
import { writeSecurityEvent } from '../security-events/write-security-event.ts';
import { findRemoval, restoreRemoval } from './removed-factors.queries.ts';
import { isTokenOfRemoval } from './removed-factors.ts';
import type { FactorParts } from './verify-second-factor.ts';

/** Undoes the removal of a factor by the link of its letter, without a session (decision 045). */
export function registerFactorRestore(app: FastifyInstance, { db, secret, now }: FactorParts): void {
  route(app, 'POST /api/iam/factors/restore', async (request) => {
    const { token } = request.body;
    const at = now();
    const removed = await findRemoval(db, rowIdOf(token) ?? 0, restorableSince(at));
    if (!removed || !isTokenOfRemoval(secret, token, removed)) throw gone();
    const { userId, kind } = removed;
    return db.transaction().execute(async (trx) => {
      const [user] = await lockUsers(trx, [userId]);
      if (!user || user.isSuspended || !(await restoreRemoval(trx, removed))) throw gone();
      const ended = await deleteSessions(trx, userId);
      // newer than any link that somebody else may have asked for
      const [link] = await insertLinks(trx, [userId], at);
      if (!link) throw gone();
      await writeSecurityEvent(trx, {
        kind: 'factor_restored',
        at,
        from: { ...originWithoutUser(secret, request), userId },
        subjectUserId: userId,
        details: { factor: kind, sessions_ended: ended },
      });
      return { password_token: tokenOf(secret, link) };
    });
  });
}

function gone(): HttpError {
  const sentence = 'Ce lien n’est plus valable. Il a déjà servi, a plus de 72 heures ou est incomplet.';
  return new HttpError(410, 'link_gone', sentence);
}
