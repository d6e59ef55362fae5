import type { FastifyInstance } from 'fastify';
import type { FollowedBook } from '../../book/follow.ts';
import type { Db } from '../../db/open.ts';
import { openEventStreams } from '../../http/event-streams.ts';
import { route } from '../../http/route.ts';
import { listableCompany } from './company-scope.ts';
import { countWaiting } from './waiting.queries.ts';

type Parts = { db: Db; book: FollowedBook; beatEvery?: number | undefined };

export function registerLiveReservations(app: FastifyInstance, { db, book, beatEvery }: Parts): void {
  // null: every company
  const streams = openEventStreams<number | null>(app, {
    beatEvery,
    isStillTheirs: (session, range) => listableCompany(session) === range,
    tooMany: 'Trop de pages suivent vos commandes en même temps : fermez-en une.',
  });
  const unfollow = book.onChange(({ version, isAll, changes: { orders } }) => {
    const changed = new Set(orders);
    streams.tell((range) =>
      isAll || (range === null ? changed.size > 0 : changed.has(range)) ? textOf(version) : null,
    );
  });
  app.addHook('preClose', (done) => {
    unfollow();
    done();
  });

  route(app, 'GET /api/reservations/waiting', ({ session }) => countWaiting(db, listableCompany(session)));

  route(app, 'GET /api/reservations/events', (request, reply) =>
    streams.open(request, reply, listableCompany(request.session), textOf(book.version() ?? 0)),
  );
}

function textOf(version: number): string {
  return `event: orders\ndata: ${JSON.stringify({ version })}\n\n`;
}
