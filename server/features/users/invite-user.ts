import { normalizeEmail } from '#domain/audience/email.ts';
import { roleOf } from '#domain/iam/grants.ts';
import { invitationDraft, type UserInvitation } from '#domain/users/administration.ts';
import { toUserRow } from '#domain/users/fields.ts';
import type { Db } from '../../db/open.ts';
import { type Act, requireVerified } from '../../http/actor.ts';
import { checkDraft } from '../../http/check-draft.ts';
import { refuseConflicts } from '../../http/conflicts.ts';
import { HttpError } from '../../http/http-error.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { changesOf, writeAudit } from '../audit/write-audit.ts';
import { ensureLink } from '../passwords/ensure-links.ts';
import type { PasswordLink } from '../passwords/password-links.ts';
import { USER_CONFLICTS } from './edit-user.ts';
import { checkScopes, lockUser, uniqueSorted } from './user-rights.ts';
import { insertUser, replaceScopes } from './users.queries.ts';

/**
 * Adds a user with the link that creates the password and its letter. Throws an HttpError: 400 invalid
 * field, 403 foreign scope, 409 used address.
 */
export async function inviteUser(
  db: Db,
  invitation: UserInvitation,
  act: Act,
): Promise<{ userId: number; link: PasswordLink }> {
  const fields = toUserRow(checkDraft(invitationDraft, invitation));
  const mail = normalizeEmail(invitation.mail);
  const scopes = uniqueSorted(invitation.scopes);
  return refuseConflicts(USER_CONFLICTS, () =>
    db.transaction().execute(async (trx) => {
      await checkScopes(trx, { scopes, before: [], by: act.by });
      // rights are granted, and their link is shown
      requireVerified(act.by);
      const role = roleOf(scopes);
      const userId = await insertUser(trx, { ...fields, mail, role, created_at: act.at });
      if (userId === null) {
        throw new HttpError(409, 'mail_taken', 'Cette adresse est déjà celle d’un utilisateur.');
      }
      await replaceScopes(trx, userId, scopes);
      const link = await sendInvitation(trx, { userId, mail, at: act.at });
      await writeAudit(trx, act, {
        action: 'user.invited',
        subjectUserId: userId,
        companyId: fields.company_id,
        changes: changesOf(null, { mail, ...fields, role, scopes }),
      });
      return { userId, link };
    }),
  );
}

/** Sends the invitation again. Throws an HttpError: 403, 404, or 409 for an account in service. */
export async function inviteAgain(db: Db, id: number, act: Act): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, id, act.by);
    if (user.isSuspended) {
      const sentence = 'Cet utilisateur est suspendu. Rétablissez-le avant de l’inviter.';
      throw new HttpError(409, 'user_suspended', sentence);
    }
    if (user.status !== 'awaiting_password') {
      throw new HttpError(409, 'already_active', 'Cet utilisateur a déjà créé son mot de passe.');
    }
    // the link that opens the account leaves again
    requireVerified(act.by);
    await sendInvitation(trx, { userId: id, mail: user.mail, at: act.at });
    await writeAudit(trx, act, { action: 'user.invited_again', subjectUserId: id, changes: {} });
  });
}

async function sendInvitation(
  trx: Db,
  { userId, mail, at }: { userId: number; mail: string; at: Date },
): Promise<PasswordLink> {
  const link = await ensureLink(trx, userId, at);
  if (!link) throw new Error('a user who is not suspended has a link');
  await enqueueMail(trx, { kind: 'invitation', recipient: mail, params: { link: link.id }, at });
  return link;
}
