import type { FastifyInstance } from 'fastify';
import { normalizeEmail } from '#domain/audience/email.ts';
import { mailChangeDraft, mailChangeExpiresAt } from '#domain/profile/mail-change.ts';
import type { Db } from '../../db/open.ts';
import { actOf, requireVerified } from '../../http/actor.ts';
import { checkDraft } from '../../http/check-draft.ts';
import { refuseConflicts } from '../../http/conflicts.ts';
import { HttpError } from '../../http/http-error.ts';
import { route } from '../../http/route.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { deleteMailChange } from '../accounts/accounts.queries.ts';
import { countMailChange, tooMany } from '../accounts/attempts.ts';
import { markLinkUsed, selectNewestLinks } from '../passwords/password-links.queries.ts';
import { originOf } from '../security-events/origin.ts';
import { writeSecurityEvent } from '../security-events/write-security-event.ts';
import { findMailChangeOf, replaceMailChange, updateMail } from './mail-changes.queries.ts';
import { isTokenOfChange } from './mail-changes.ts';
import { lockProfile } from './profile.queries.ts';

type Parts = { db: Db; secret: string; now: () => Date };

/** Changes of the own address, confirmed by a link sent to the new one (decision 042). */
export function registerMailChanges(app: FastifyInstance, { db, secret, now }: Parts): void {
  route(app, 'POST /api/profile/mail', async (request, reply) => {
    const { session, body } = request;
    const { user } = session;
    const at = now();
    requireVerified(actOf(session, at).by);
    const mail = normalizeEmail(checkDraft(mailChangeDraft, body).mail);
    if (mail === normalizeEmail(user.mail)) {
      throw new HttpError(400, 'same_mail', 'C’est déjà l’adresse de votre compte.');
    }
    const { waitSeconds, isSent } = await countMailChange(db, { secret, userId: user.id, mail, at });
    if (waitSeconds !== null) throw tooMany(reply, waitSeconds, 'too_many_mails', 'demandes');
    await db.transaction().execute(async (trx) => {
      await lockProfile(trx, user.id);
      const id = await replaceMailChange(trx, { userId: user.id, mail, at });
      // used and free addresses cost and say the same
      if (isSent)
        await enqueueMail(trx, { kind: 'mail_change', recipient: mail, params: { change: id }, at });
      const from = originOf(secret, request);
      await writeSecurityEvent(trx, { kind: 'mail_change_asked', at, from, subjectUserId: user.id });
    });
    return {};
  });

  // changes nothing of the account, so no proof of identity
  route(app, 'POST /api/profile/mail/cancel', async (request) => {
    const { session, body } = request;
    const userId = session.user.id;
    const at = now();
    await db.transaction().execute(async (trx) => {
      await lockProfile(trx, userId);
      // a change requested meanwhile in another tab stays
      const change = await findMailChangeOf(trx, userId);
      if (change?.mail !== normalizeEmail(body.mail)) return;
      await deleteMailChange(trx, userId);
      const from = originOf(secret, request);
      await writeSecurityEvent(trx, { kind: 'mail_change_cancelled', at, from, subjectUserId: userId });
    });
    return {};
  });

  route(app, 'POST /api/profile/mail/confirm', async (request) => {
    const { session, body } = request;
    const userId = session.user.id;
    const at = now();
    await refuseConflicts({ users_mail_key: mailTaken }, () =>
      db.transaction().execute(async (trx) => {
        const { mail: former } = await lockProfile(trx, userId);
        const change = await findMailChangeOf(trx, userId);
        if (
          !change ||
          !isTokenOfChange(secret, body.token, change) ||
          mailChangeExpiresAt(change.createdAt) <= at
        )
          throw linkGone();
        if (!(await updateMail(trx, userId, change.mail))) throw mailTaken();
        await deleteMailChange(trx, userId);
        // a link in the former mailbox must not set the next password
        const [link] = await selectNewestLinks(trx, [userId]);
        if (link && !link.isUsed) await markLinkUsed(trx, link.id, at);
        await enqueueMail(trx, { kind: 'mail_changed', recipient: former, params: { user: userId }, at });
        const from = originOf(secret, request);
        await writeSecurityEvent(trx, { kind: 'mail_changed', at, from, subjectUserId: userId });
      }),
    );
    return {};
  });
}

/** Reader of that mailbox, who alone learns of the conflict. */
function mailTaken(): HttpError {
  return new HttpError(409, 'mail_taken', 'Cette adresse est devenue celle d’un autre compte.');
}

function linkGone(): HttpError {
  const sentence =
    'Ce lien n’est plus valable. Il a déjà servi, a été remplacé ou a plus de 24 heures. Il peut aussi dater d’avant votre dernier mot de passe, ou venir d’un autre compte.';
  return new HttpError(410, 'link_gone', sentence);
}
