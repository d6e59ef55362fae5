import type { FastifyInstance } from 'fastify';
import { findCurrencies, listEntries } from '#domain/currencies/search.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import type { RateBook } from '../../book/rate-book.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { countRows, route } from '../../http/route.ts';
import { holds, type Session } from '../../http/session.ts';
import { selectObjects, type Viewer } from './objects.queries.ts';

export function registerObjects(app: FastifyInstance, { db, book }: { db: Db; book: FollowedBook }): void {
  route(app, 'GET /api/objects', async ({ session, query: { type, q = '', page = 1 } }, reply) => {
    const filter = {
      ...(type && { type }),
      ...(q.trim() !== '' && { search: { text: q, codes: findCodes(bookOf(book), q) } }),
    };
    const { objects, total } = await selectObjects(db, viewerOf(session), filter, page);
    countRows(reply, total);
    return objects;
  });

  route(app, 'GET /api/objects/{id}', async ({ session, params: { id } }) => {
    const {
      objects: [found],
    } = await selectObjects(db, viewerOf(session), { id }, 1);
    // hidden objects are reported as absent
    if (!found) throw new HttpError(404, 'not_found', 'Cet élément n’existe pas.');
    return found;
  });
}

function findCodes({ currencies }: RateBook, text: string): string[] {
  return findCurrencies(listEntries(currencies), text).map(({ code }) => code);
}

function viewerOf(session: Session): Viewer {
  return {
    userId: session.user.id,
    companyId: session.company?.id ?? null,
    seesAllCompanies: holds(session, 'sittings.list.all'),
    seesAllUsers: holds(session, 'iam.users.list.all'),
  };
}
