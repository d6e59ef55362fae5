import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/open.ts';
import { route } from '../../http/route.ts';
import { holds, type Session } from '../../http/session.ts';
import { HttpError } from '../../http-error.ts';
import { listObjects, type Viewer } from './objects.queries.ts';

export function registerObjects(app: FastifyInstance, db: Db): void {
  route(app, 'GET /api/objects', ({ session, query: { type, q = '' } }) =>
    listObjects(db, viewerOf(session), { ...(type && { type }), ...(q.trim() !== '' && { text: q }) }),
  );

  route(app, 'GET /api/objects/{id}', async ({ session, params: { id } }) => {
    const [found] = await listObjects(db, viewerOf(session), { id });
    // what one may not see does not exist
    if (!found) throw new HttpError(404, 'not_found', 'Cet élément n’existe pas.');
    return found;
  });
}

function viewerOf(session: Session): Viewer {
  return {
    userId: session.user.id,
    companyId: session.company?.id ?? null,
    seesAllCompanies: holds(session, 'sittings.list.all'),
    seesAllUsers: holds(session, 'iam.users.list.all'),
  };
}
