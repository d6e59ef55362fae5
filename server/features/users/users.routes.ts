import type { FastifyInstance } from 'fastify';
import type { AdministeredUser } from '#domain/iam/administration.ts';
import { mayAdminister } from '#domain/iam/grants.ts';
import { actOf } from '../../act.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { route } from '../../http/route.ts';
import type { Session } from '../../http/session.ts';
import { HttpError } from '../../http-error.ts';
import { ensureLinks } from '../iam/password-links.queries.ts';
import { linkAddress } from '../iam/password-links.ts';
import { editUser } from './edit-user.ts';
import { inviteAgain, inviteUser } from './invite-user.ts';
import { suspendUser } from './suspend-user.ts';
import { findUser, listUsers } from './users.queries.ts';

type Parts = { db: Db; secret: string; config: Config; now: () => Date };

/** What administrators do to users. */
export function registerUsers(app: FastifyInstance, parts: Parts): void {
  const { db, now } = parts;

  route(app, 'GET /api/iam/users', async ({ query }) => {
    const rows = await listUsers(db, query.page ?? 1);
    return rows.map(({ company_id, company_name, ...user }) => ({
      ...user,
      company: company_id === null ? null : { id: company_id, name: company_name ?? '' },
    }));
  });

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
}

async function showUser(
  id: number,
  session: Session,
  { db, secret, config, now }: Parts,
): Promise<AdministeredUser> {
  const user = await findUser(db, id);
  if (!user) throw new HttpError(404, 'not_found', 'Cet utilisateur n’existe pas.');
  const mayOpen = user.status === 'awaiting_password' && mayAdminister(session.scopes, user.scopes);
  const link = mayOpen ? (await ensureLinks(db, now())).get(id) : undefined;
  return { ...user, password_link: link ? linkAddress(config, secret, link) : null };
}
