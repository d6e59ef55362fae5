import type { FastifyInstance } from 'fastify';
import type { AdministeredUser } from '#domain/iam/administration.ts';
import { mayAdminister } from '#domain/iam/grants.ts';
import { actOf } from '../../act.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { countRows, route } from '../../http/route.ts';
import type { Session } from '../../http/session.ts';
import { ensureLinks } from '../iam/ensure-links.ts';
import { linkAddress } from '../iam/password-links.ts';
import { editUser } from './edit-user.ts';
import { inviteAgain, inviteUser } from './invite-user.ts';
import { suspendUser } from './suspend-user.ts';
import { noSuchUser } from './user-rights.ts';
import { findUser, listUsers } from './users.queries.ts';

type Parts = { db: Db; secret: string; config: Config; now: () => Date };

/** What administrators do to users. */
export function registerUsers(app: FastifyInstance, parts: Parts): void {
  const { db, now } = parts;

  route(app, 'GET /api/iam/users', async ({ query }, reply) => {
    const { users, total } = await listUsers(db, query);
    countRows(reply, total);
    return users.map(({ company_id, company_name, ...user }) => ({
      ...user,
      company: toCompany(company_id, company_name),
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
  const found = await findUser(db, id);
  if (!found) throw noSuchUser();
  const { company_name, ...user } = found;
  const mayOpen =
    user.status === 'awaiting_password' && !user.is_suspended && mayAdminister(session.scopes, user.scopes);
  const link = mayOpen ? (await ensureLinks(db, [id], now())).get(id) : undefined;
  return {
    ...user,
    company: toCompany(user.company_id, company_name),
    password_link: link ? linkAddress(config, secret, link) : null,
  };
}

function toCompany(id: number | null, name: string | null) {
  return id === null ? null : { id, name: name ?? '' };
}
