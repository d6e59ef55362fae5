import type { FastifyInstance } from 'fastify';
import type { AdministeredUser } from '#domain/users/administration.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { type Act, actOf, requireVerified } from '../../http/actor.ts';
import { HttpError } from '../../http/http-error.ts';
import { countRows, route } from '../../http/route.ts';
import { type LinkViewer, showLinks } from '../passwords/show-links.ts';
import { originOf } from '../security-events/origin.ts';
import { editUser } from './edit-user.ts';
import { endSessions } from './end-sessions.ts';
import { inviteAgain, inviteUser } from './invite-user.ts';
import { removeFactors } from './remove-factors.ts';
import { suspendUser } from './suspend-user.ts';
import { noSuchUser } from './user-rights.ts';
import { findUser, listUsers } from './users.queries.ts';

type Parts = { db: Db; secret: string; config: Config; now: () => Date };

export function registerUsers(app: FastifyInstance, parts: Parts): void {
  const { db, secret, now } = parts;
  const actFrom = (request: LinkViewer): Act => ({
    ...actOf(request.session, now()),
    from: originOf(secret, request),
  });

  route(app, 'GET /api/iam/users', async ({ query }, reply) => {
    const { users, total } = await listUsers(db, query);
    countRows(reply, total);
    return users.map(({ company_id, company_name, total: _, ...user }) => ({
      ...user,
      company: toCompany(company_id, company_name),
    }));
  });

  route(app, 'GET /api/iam/users/{id}', (request) => showUser(Number(request.params.id), request, parts));

  route(app, 'POST /api/iam/users/invite', async (request) => {
    const { userId } = await inviteUser(db, request.body, actFrom(request));
    return showUser(userId, request, parts);
  });

  route(app, 'POST /api/iam/users/invite-again', async (request) => {
    await inviteAgain(db, request.body.id, actFrom(request));
    return {};
  });

  route(app, 'POST /api/iam/users/show-link', async (request) => {
    const { password_link, is_link_hidden } = await showUser(request.body.id, request, parts);
    if (is_link_hidden) requireVerified(actOf(request.session, now()).by);
    if (password_link !== null) return { password_link };
    const sentence = 'Cet utilisateur n’a pas de lien que vous puissiez voir.';
    throw new HttpError(409, 'no_link', sentence);
  });

  route(app, 'POST /api/iam/users/edit', async (request) => {
    await editUser(db, request.body, actFrom(request));
    return showUser(request.body.id, request, parts);
  });

  route(app, 'POST /api/iam/users/end-sessions', async (request) => {
    return { ended: await endSessions(db, request.body.id, actFrom(request)) };
  });

  route(app, 'POST /api/iam/users/remove-factors', async (request) => {
    // a factor is taken away by its like alone
    if (!request.session.hasFactor) {
      const sentence = 'Ajoutez d’abord un second facteur à votre propre compte.';
      throw new HttpError(403, 'no_second_factor', sentence);
    }
    await removeFactors(db, request.body.id, actFrom(request));
    return {};
  });

  route(app, 'POST /api/iam/users/suspend', async (request) => {
    await suspendUser(db, request.body, actFrom(request));
    return {};
  });
}

async function showUser(id: number, request: LinkViewer, parts: Parts): Promise<AdministeredUser> {
  const found = await findUser(parts.db, id);
  if (!found) throw noSuchUser();
  const { company_name, ...user } = found;
  const linkOf = await showLinks(parts, request, [{ ...user, isSuspended: user.is_suspended }]);
  return {
    ...user,
    company: toCompany(user.company_id, company_name),
    ...linkOf(id),
  };
}

function toCompany(id: number | null, name: string | null) {
  return id === null ? null : { id, name: name ?? '' };
}
