import type { FastifyInstance } from 'fastify';
import { isEmail } from '#domain/audience/email.ts';
import type { AdministeredUser } from '#domain/iam/administration.ts';
import { mayAdminister } from '#domain/iam/grants.ts';
import { actOf } from '../../administration/administrator.ts';
import { readText } from '../../administration/company-fields.ts';
import { editUser, inviteAgain, inviteUser, suspendUser } from '../../administration/users.queries.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { enqueueMail } from '../../mails/enqueue.queries.ts';
import { ensureLinks } from '../../password-links/password-links.queries.ts';
import { linkAddress } from '../../password-links/password-links.ts';
import { Refusal } from '../../plugins/errors.ts';
import type { Session } from '../../plugins/session.ts';
import { route } from '../../route.ts';
import { countForgotten, tooMany } from './login-failures.ts';
import { findUser } from './users.queries.ts';

type Parts = { db: Db; secret: string; config: Config; now: () => Date };

/** What administrators do to users, and what a user does who forgot the password. */
export function registerAdministration(app: FastifyInstance, parts: Parts): void {
  const { db, secret, now } = parts;

  route(app, 'GET /api/iam/users/{id}', ({ session, params }) => showUser(Number(params.id), session, parts));

  route(app, 'POST /api/iam/users/invite', async ({ session, body }) => {
    const { userId } = await inviteUser(db, body, actOf(session, now()));
    return showUser(userId, session, parts);
  });

  route(app, 'POST /api/iam/users/invite-again', async ({ session, body }) => {
    await inviteAgain(db, body.id, actOf(session, now()));
    return {};
  });

  route(app, 'POST /api/iam/users/edit', async ({ session, body }) => {
    await editUser(db, body, actOf(session, now()));
    return showUser(body.id, session, parts);
  });

  route(app, 'POST /api/iam/users/suspend', async ({ session, body }) => {
    await suspendUser(db, body, actOf(session, now()));
    return {};
  });

  route(app, 'POST /api/iam/users/forgotten-password', async (request, reply) => {
    const recipient = readText('username', request.body.username).toLowerCase();
    if (!isEmail(recipient)) {
      throw new Refusal(400, 'invalid_email', 'L’adresse e-mail n’est pas valide.');
    }
    const at = now();
    const waitSeconds = await countForgotten(db, { secret, account: recipient, address: request.ip, at });
    if (waitSeconds !== null) throw tooMany(reply, waitSeconds, 'too_many_mails', 'demandes');
    // whether there is such a user is found out when it is sent: here both cost the same and say the same
    await enqueueMail(db, { kind: 'password', recipient, params: {}, at });
    return {};
  });
}

async function showUser(
  id: number,
  session: Session,
  { db, secret, config, now }: Parts,
): Promise<AdministeredUser> {
  const user = await findUser(db, id);
  if (!user) throw new Refusal(404, 'not_found', 'Cet utilisateur n’existe pas.');
  const mayOpen = user.status === 'awaiting_password' && mayAdminister(session.scopes, user.scopes);
  const link = mayOpen ? (await ensureLinks(db, now())).get(id) : undefined;
  return { ...user, password_link: link ? linkAddress(config, secret, link) : null };
}
