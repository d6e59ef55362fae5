import { sql } from 'kysely';
import { isEmail } from '#domain/audience/email.ts';
import type { Suspension } from '#domain/companies/company.ts';
import type { UserEdit, UserInvitation } from '#domain/iam/administration.ts';
import { administersUsers, mayAdminister, mayGrant, roleOf } from '#domain/iam/grants.ts';
import type { Act, Administrator } from '../../act.ts';
import type { Db } from '../../db/open.ts';
import { violatedConstraint } from '../../db/violation.ts';
import { HttpError } from '../../http-error.ts';
import { enqueueMail } from '../../mail/enqueue.queries.ts';
import { isName, readPhone, readText } from '../../read-text.ts';
import { changesOf, writeAudit } from '../audit/write-audit.ts';
import { ensureLink } from '../iam/password-links.queries.ts';
import type { PasswordLink } from '../iam/password-links.ts';

const FIELDS = ['name', 'surname', 'phone', 'company_id'] as const;

/**
 * Adds a user who awaits a password, with the link that creates it and the mail that holds the link. Throws a
 * HttpError: 400 a field is wrong, 403 a scope is not the inviter's to give, 409 the mail is taken.
 */
export async function inviteUser(
  db: Db,
  invitation: UserInvitation,
  { by, at }: Act,
): Promise<{ userId: number; link: PasswordLink }> {
  const mail = readText('mail', invitation.mail);
  if (!isEmail(mail)) throw new HttpError(400, 'invalid_email', 'L’adresse e-mail n’est pas valide.');
  const fields = readUserFields(invitation);
  const scopes = sorted(invitation.scopes);
  return namingTaken(() =>
    db.transaction().execute(async (trx) => {
      await checkScopes(trx, scopes, [], by);
      const role = roleOf(scopes);
      const { id: userId } = await trx
        .insertInto('users')
        .values({ ...fields, mail, role, status: 'awaiting_password', created_at: at })
        .returning('id')
        .executeTakeFirstOrThrow();
      await replaceScopes(trx, userId, scopes);
      const link = await invite(trx, { userId, mail, at });
      await writeAudit(trx, {
        at,
        userId: by.userId,
        action: 'user.invited',
        subjectUserId: userId,
        ...(fields.company_id !== null && { companyId: fields.company_id }),
        changes: changesOf(null, { mail, ...fields, role, scopes }),
      });
      return { userId, link };
    }),
  );
}

/** Sends the invitation again. Throws an HttpError: 403, 404, or 409 when there is nothing to wait for. */
export async function inviteAgain(db: Db, id: number, { by, at }: Act): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, id, by);
    if (user.isSuspended) {
      const sentence = 'Cet utilisateur est suspendu : rétablissez-le avant de l’inviter.';
      throw new HttpError(409, 'user_suspended', sentence);
    }
    if (user.status !== 'awaiting_password') {
      throw new HttpError(409, 'already_active', 'Cet utilisateur a déjà créé son mot de passe.');
    }
    await invite(trx, { userId: id, mail: user.mail, at });
    await writeAudit(trx, {
      at,
      userId: by.userId,
      action: 'user.invited_again',
      subjectUserId: id,
      changes: {},
    });
  });
}

/** Changes a user; scopes are read anew at each request, so they hold at once. Throws an HttpError. */
export async function editUser(db: Db, edit: UserEdit, { by, at }: Act): Promise<void> {
  const { id, status } = edit;
  const fields = readUserFields(edit);
  const scopes = sorted(edit.scopes);
  await namingTaken(() =>
    db.transaction().execute(async (trx) => {
      const user = await lockUser(trx, id, by);
      await checkScopes(trx, scopes, user.scopes, by);
      if (id === by.userId && !administersUsers(scopes)) {
        const sentence = 'Vous ne pouvez pas vous retirer le droit de modifier les utilisateurs.';
        throw new HttpError(409, 'own_right', sentence);
      }
      if (status && user.status === 'awaiting_password') {
        const sentence =
          'Cet utilisateur n’a pas encore créé son mot de passe : son statut ne peut pas être choisi.';
        throw new HttpError(409, 'awaiting_password', sentence);
      }
      const areSame = scopes.join() === user.scopes.join();
      const before = { ...user.fields, status: user.status, role: user.role, scopes: user.scopes };
      const after = {
        ...fields,
        status: status ?? user.status,
        role: areSame ? user.role : roleOf(scopes),
        scopes,
      };
      const changes = changesOf<typeof before>(before, after);
      if (Object.keys(changes).length === 0) return;
      const { scopes: _scopes, ...columns } = after;
      await trx.updateTable('users').set(columns).where('id', '=', id).execute();
      if (!areSame) await replaceScopes(trx, id, scopes);
      await writeAudit(trx, {
        at,
        userId: by.userId,
        action: 'user.edited',
        subjectUserId: id,
        ...(fields.company_id !== null && { companyId: fields.company_id }),
        changes,
      });
    }),
  );
}

/** Shuts a user out, whose sessions end with the commit, or lets it come back. Throws an HttpError. */
export async function suspendUser(db: Db, { id, is_suspended }: Suspension, { by, at }: Act): Promise<void> {
  if (id === by.userId && is_suspended) {
    throw new HttpError(409, 'oneself', 'Vous ne pouvez pas suspendre votre propre compte.');
  }
  await db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, id, by);
    if (user.isSuspended === is_suspended) return;
    await trx
      .updateTable('users')
      .set({ suspended_at: is_suspended ? at : null })
      .where('id', '=', id)
      .execute();
    // coming back too: a login under way at the suspension may have left one
    await trx.deleteFrom('sessions').where('user_id', '=', id).execute();
    await writeAudit(trx, {
      at,
      userId: by.userId,
      action: is_suspended ? 'user.suspended' : 'user.resumed',
      subjectUserId: id,
      changes: { is_suspended: [user.isSuspended, is_suspended] },
    });
  });
}

async function invite(
  trx: Db,
  { userId, mail, at }: { userId: number; mail: string; at: Date },
): Promise<PasswordLink> {
  const link = await ensureLink(trx, userId, at);
  if (!link) throw new Error('a user who is not suspended has a link');
  await enqueueMail(trx, { kind: 'invitation', recipient: mail, params: { link: link.id }, at });
  return link;
}

function readUserFields({
  name,
  surname,
  phone,
  company_id,
}: Pick<UserInvitation, 'name' | 'surname' | 'phone' | 'company_id'>) {
  const fields = {
    name: readText('name', name),
    surname: readText('surname', surname),
    phone: readPhone(phone),
    company_id,
  };
  if (!isName(fields.name)) throw new HttpError(400, 'invalid_name', 'Donnez un prénom à l’utilisateur.');
  return fields;
}

/** The user as it is, held until the transaction ends, when it is one that the administrator may change. */
async function lockUser(trx: Db, id: number, by: Administrator) {
  const row = await trx
    .selectFrom('users')
    .where('id', '=', id)
    .select(['mail', 'role', 'status', 'suspended_at', ...FIELDS])
    // not its key: the audit entry of whom it may edit at this moment points at it
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new HttpError(404, 'not_found', 'Cet utilisateur n’existe pas.');
  // after the lock: whoever held it may have changed them
  const held = await trx.selectFrom('user_scopes').where('user_id', '=', id).select('scope').execute();
  const scopes = sorted(held.map(({ scope }) => scope));
  if (!mayAdminister(by.scopes, scopes)) {
    const sentence = 'Cet utilisateur a des droits que vous n’avez pas : vous ne pouvez pas le modifier.';
    throw new HttpError(403, 'beyond_own_rights', sentence);
  }
  const { mail, role, status, suspended_at, ...fields } = row;
  return { mail, role, status, isSuspended: suspended_at !== null, fields, scopes };
}

/** Refuses scopes that are not known (400), and what is not the administrator's to give or to take (403). */
async function checkScopes(
  trx: Db,
  scopes: readonly string[],
  before: readonly string[],
  by: Administrator,
): Promise<void> {
  if (scopes.length > 0) {
    const known = await trx.selectFrom('scopes').where('scope', 'in', scopes).select('scope').execute();
    if (known.length !== scopes.length) {
      throw new HttpError(400, 'unknown_scope', 'L’un des droits demandés n’existe pas.');
    }
  }
  const changed = [
    ...scopes.filter((scope) => !before.includes(scope)),
    ...before.filter((scope) => !scopes.includes(scope)),
  ];
  if (changed.every((scope) => mayGrant(by.scopes, scope))) return;
  const sentence = 'Vous ne pouvez donner ou retirer que des droits que vous avez vous-même.';
  throw new HttpError(403, 'beyond_own_rights', sentence);
}

async function replaceScopes(trx: Db, userId: number, scopes: readonly string[]): Promise<void> {
  await trx.deleteFrom('user_scopes').where('user_id', '=', userId).execute();
  if (scopes.length === 0) return;
  await trx
    .insertInto('user_scopes')
    .columns(['user_id', 'scope'])
    .expression(sql`select ${userId}::int, unnest(${scopes}::text[])`)
    .execute();
}

/** Each one once. */
function sorted(scopes: readonly string[]): string[] {
  return [...new Set(scopes)].sort();
}

const TAKEN: Record<string, [status: number, code: string, sentence: string]> = {
  users_mail_key: [409, 'mail_taken', 'Cette adresse est déjà celle d’un utilisateur.'],
  users_company_id_fkey: [400, 'unknown_company', 'Ce bureau n’existe pas.'],
};

async function namingTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const taken = TAKEN[violatedConstraint(error) ?? ''];
    throw taken ? new HttpError(...taken) : error;
  }
}
