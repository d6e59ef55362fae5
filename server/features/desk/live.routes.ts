import type { FastifyInstance } from 'fastify';
import type { Waiting } from '#domain/reservations/waiting.ts';
import type { FollowedBook } from '../../book/follow.ts';
import type { Db } from '../../db/open.ts';
import { openEventStreams } from '../../http/event-streams.ts';
import { route } from '../../http/route.ts';
import { listableCompany, mayEditAll } from './company-scope.ts';
import { countWaiting } from './waiting.queries.ts';

type Parts = { db: Db; book: FollowedBook; beatEvery?: number | undefined };

export function registerLiveReservations(app: FastifyInstance, { db, book, beatEvery }: Parts): void {
  // null: every company
  const streams = openEventStreams<number | null>(app, {
    beatEvery,
    isStillTheirs: (session, range) => listableCompany(session) === range,
    tooMany: 'Trop de pages suivent vos commandes en même temps. Fermez-en une.',
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

  route(app, 'GET /api/reservations/waiting', ({ session }) => {
    const range = listableCompany(session);
    // nothing waits for somebody who may only look at every company
    return range === null && !mayEditAll(session) ? NOTHING : countWaiting(db, range);
  });

  route(app, 'GET /api/reservations/events', (request, reply) =>
    streams.open(request, reply, listableCompany(request.session), textOf(book.version() ?? 0)),
  );
}

const NOTHING: Waiting = { takes_reservations: true, to_accept: 0, to_prepare: 0, to_hand_over: 0 };

function textOf(version: number): string {
  return `event: orders\ndata: ${JSON.stringify({ version })}\n\n`;
}
