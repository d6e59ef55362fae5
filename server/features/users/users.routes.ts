import type { FastifyInstance } from 'fastify';
import type { AdministeredUser } from '#domain/iam/administration.ts';
import { actOf } from '../../act.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { countRows, route } from '../../http/route.ts';
import { type Seer, showLinks } from '../iam/show-links.ts';
import { originOf } from '../security-events/origin.ts';
import { editUser } from './edit-user.ts';
import { endSessions } from './end-sessions.ts';
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

  route(app, 'GET /api/iam/users/{id}', (request) => showUser(Number(request.params.id), request, parts));

  route(app, 'POST /api/iam/users/invite', async (request) => {
    const { userId } = await inviteUser(db, request.body, actOf(request.session, now()));
    return showUser(userId, request, parts);
  });

  route(app, 'POST /api/iam/users/invite-again', async ({ session, body }) => {
    await inviteAgain(db, body.id, actOf(session, now()));
    return {};
  });

  route(app, 'POST /api/iam/users/edit', async (request) => {
    await editUser(db, request.body, actOf(request.session, now()));
    return showUser(request.body.id, request, parts);
  });

  route(app, 'POST /api/iam/users/end-sessions', async (request) => {
    const { session, body } = request;
    const from = originOf(parts.secret, request);
    return { ended: await endSessions(db, body.id, actOf(session, now()), from) };
  });

  route(app, 'POST /api/iam/users/suspend', async ({ session, body }) => {
    await suspendUser(db, body, actOf(session, now()));
    return {};
  });
}

async function showUser(id: number, request: Seer, parts: Parts): Promise<AdministeredUser> {
  const found = await findUser(parts.db, id);
  if (!found) throw noSuchUser();
  const { company_name, ...user } = found;
  const links = await showLinks(parts, request, [{ ...user, isSuspended: user.is_suspended }]);
  return {
    ...user,
    company: toCompany(user.company_id, company_name),
    password_link: links.get(id) ?? null,
  };
}

function toCompany(id: number | null, name: string | null) {
  return id === null ? null : { id, name: name ?? '' };
}
