import type { FastifyInstance } from 'fastify';
import type { FixingsEvent } from '#domain/sheets/sheet.ts';
import { bookOf, type Followed, type FollowedBook } from '../../book/follow.ts';
import { openEventStreams } from '../../http/event-streams.ts';
import { route } from '../../http/route.ts';
import { holds } from '../../http/session.ts';
import { requireOwnCompany } from './read-fixing.ts';

export function registerEvents(
  app: FastifyInstance,
  { book, beatEvery }: { book: FollowedBook; beatEvery?: number | undefined },
): void {
  const streams = openEventStreams<{ companyId: number }>(app, {
    beatEvery,
    isStillTheirs: (session, { companyId }) =>
      session.company?.id === companyId && holds(session, 'fixings.list.me'),
    tooMany: 'Trop de pages suivent vos taux en même temps. Fermez-en une.',
  });
  const unfollow = book.onChange((followed) => {
    const eventOf = createEventLookup(followed);
    streams.tell(({ companyId }) => {
      const event = eventOf(companyId);
      return event && textOf(event);
    });
  });
  app.addHook('preClose', (done) => {
    unfollow();
    done();
  });

  route(app, 'GET /api/fixings/events', (request, reply) => {
    const { company } = requireOwnCompany(request.session);
    bookOf(book);
    const first = textOf({ version: book.version() ?? 0, currencies: [] });
    return streams.open(request, reply, { companyId: company.id }, first);
  });
}

function textOf(event: FixingsEvent): string {
  return `event: fixings\ndata: ${JSON.stringify(event)}\n\n`;
}

function createEventLookup({
  version,
  isAll,
  changes,
}: Followed): (companyId: number) => FixingsEvent | null {
  const anything: FixingsEvent = { version, currencies: [] };
  if (isAll || changes.midRates) return () => anything;
  const byCompany = Map.groupBy(changes.fixings, ({ companyId }) => companyId);
  const whole = new Set(changes.companies);
  return (companyId) => {
    if (whole.has(companyId)) return anything;
    const currencies = byCompany.get(companyId)?.map(({ code }) => code);
    return currencies ? { version, currencies } : null;
  };
}
