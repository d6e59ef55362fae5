import type { FastifyInstance } from 'fastify';
import { userStatuses, userStatusLabels } from '#domain/users/user-status.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import { route } from '../../http/route.ts';

export function registerReferentials(app: FastifyInstance, book: FollowedBook): void {
  route(app, 'GET /api/referentials/referentiel_1', () =>
    bookOf(book).currencies.map(({ code, label }) => ({ code, label })),
  );

  route(app, 'GET /api/referentials/referentiel_2', () =>
    userStatuses.map((code) => ({ code, label: userStatusLabels[code] })),
  );
}
