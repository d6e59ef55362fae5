import type { FastifyInstance } from 'fastify';
import { normalizeEmail } from '#domain/audience/email.ts';
import { passwordBreach } from '#domain/passwords/password.ts';
import type { Db } from '../../db/open.ts';
import { actOf, requireVerified } from '../../http/actor.ts';
import { HttpError } from '../../http/http-error.ts';
import { networkOf } from '../../http/network.ts';
import { route } from '../../http/route.ts';
import { deleteSessions } from '../../http/session.queries.ts';
import { updatePassword } from '../accounts/accounts.queries.ts';
import { settleAttempt, startAttempt, tooMany } from '../accounts/attempts.ts';
import { rememberDevice } from '../accounts/known-devices.ts';
import { PASSWORD_BREACHES } from '../accounts/password-breaches.ts';
import type { PasswordHasher } from '../accounts/password-hasher.ts';
import { markLinkUsed, selectNewestLinks } from '../passwords/password-links.queries.ts';
import { originOf } from '../security-events/origin.ts';
import { writeSecurityEvent } from '../security-events/write-security-event.ts';
import { lockProfile } from './profile.queries.ts';

type Parts = { db: Db; secret: string; passwords: PasswordHasher; now: () => Date };

/**
 * Requires the present password, counted like a login so that a stolen session cannot guess it, and of an account with a
 * second factor a proof by it.
 */
export function registerPasswordChange(app: FastifyInstance, { db, secret, passwords, now }: Parts): void {
  route(app, 'POST /api/profile/password', async (request, reply) => {
    const { session, body } = request;
    const { user } = session;
    if (session.hasFactor) requireVerified(actOf(session, now()).by);
    const attempt = await startAttempt(db, {
      secret,
      account: normalizeEmail(user.mail),
      address: request.ip,
      // counted apart, so that it does not lock the login
      device: `profile:${user.id}`,
      at: now(),
    });
    if (attempt.waitSeconds !== null) {
      throw tooMany(reply, attempt.waitSeconds, 'too_many_logins', 'tentatives');
    }
    const from = originOf(secret, request);
    const network = networkOf(request.ip);
    const { passwordHash } = await db.transaction().execute((trx) => lockProfile(trx, user.id));
    const isRight = await settleAttempt(attempt, passwords.verify(passwordHash, body.present, network));
    if (!isRight) {
      const event = { kind: 'password_changed', outcome: 'failure', at: now(), from } as const;
      app.securityTally.add({ ...event, subjectUserId: user.id, details: { reason: 'wrong_password' } });
      throw new HttpError(400, 'wrong_password', 'Ce n’est pas votre mot de passe actuel.');
    }
    await attempt.succeed();
    const breach = passwordBreach(body.password, [user.mail, user.name, user.surname]);
    if (breach) throw new HttpError(400, 'weak_password', PASSWORD_BREACHES[breach]);
    // outer spaces are ignored, as in the check
    if (body.password.trim() === body.present.trim()) {
      throw new HttpError(400, 'same_password', 'C’est déjà votre mot de passe. Choisissez-en un autre.');
    }
    const next = await passwords.hash(body.password, network);
    await db.transaction().execute(async (trx) => {
      const { passwordHash: still } = await lockProfile(trx, user.id);
      if (still !== passwordHash) {
        const sentence = 'Votre mot de passe a changé entre-temps. Connectez-vous de nouveau.';
        throw new HttpError(409, 'password_changed', sentence);
      }
      await updatePassword(trx, user.id, next);
      // a link in an older mail must not set the next password
      const [link] = await selectNewestLinks(trx, [user.id]);
      if (link && !link.isUsed) await markLinkUsed(trx, link.id, now());
      const ended = await deleteSessions(trx, user.id, session.id);
      const details = { sessions_ended: ended };
      await writeSecurityEvent(trx, {
        kind: 'password_changed',
        at: now(),
        from,
        subjectUserId: user.id,
        details,
      });
    });
    // the former password's device entry has ended
    rememberDevice(secret, request, reply, { account: { id: user.id, passwordHash: next }, at: now() });
    return {};
  });
}
