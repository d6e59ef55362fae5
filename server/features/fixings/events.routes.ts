import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FixingsEvent } from '#domain/fixings/sheet.ts';
import { route } from '../../http/route.ts';
import { holds, type Session } from '../../http/session.ts';
import { HttpError } from '../../http-error.ts';
import { bookOf, type Followed, type FollowedBook } from '../../rate-book/follow.ts';
import { ownBureau } from './read-fixing.ts';

/** In milliseconds: how often a stream says that it is there, and asks whether its session still is. */
const BEAT_EVERY = 10_000;
/** A browser's tabs. */
const MOST_OF_A_USER = 8;
const MOST_OF_ALL = 1_000;
/** What a client that does not read may leave unread, in characters, before its stream is ended: it comes back by itself. */
const MOST_UNREAD = 64 * 1024;

type Stream = {
  session: Session;
  companyId: number;
  request: FastifyRequest;
  out: PassThrough;
};

/**
 * What changes of the caller's bureau, as it is in the rate book of this instance. A stream ends with its session, with
 * the rights that opened it, and with the process. Who does not ask for a stream is told where it stands.
 */
export function registerEvents(
  app: FastifyInstance,
  { book, beatEvery = BEAT_EVERY }: { book: FollowedBook; beatEvery?: number | undefined },
): void {
  const streams = new Set<Stream>();
  let isStopping = false;

  const unfollow = book.onChange((followed) => {
    const eventOf = eventsOf(followed);
    for (const stream of streams) {
      const event = eventOf(stream.companyId);
      if (event) write(stream, textOf(event));
    }
  });
  const timer = setInterval(() => {
    for (const stream of streams) void beat(stream);
  }, beatEvery);
  timer.unref();

  function write(stream: Stream, text: string): void {
    if (stream.out.writableLength > MOST_UNREAD) end(stream);
    else stream.out.write(text);
  }

  function end(stream: Stream): void {
    streams.delete(stream);
    stream.out.end();
  }

  async function beat(stream: Stream): Promise<void> {
    // while the database is away nobody knows: it stays
    const session = await app.sessions.look(stream.request).catch(() => stream.session);
    const isStillTheirs = session?.company?.id === stream.companyId && holds(session, 'fixings.list.me');
    if (!isStillTheirs) end(stream);
    else if (streams.has(stream)) write(stream, ':\n\n');
  }

  app.addHook('preClose', (done) => {
    isStopping = true;
    unfollow();
    clearInterval(timer);
    for (const stream of streams) end(stream);
    done();
  });

  function open(request: FastifyRequest, reply: FastifyReply, of: Pick<Stream, 'session' | 'companyId'>) {
    const own = [...streams].filter(({ session }) => session.user.id === of.session.user.id);
    if (own.length >= MOST_OF_A_USER || streams.size >= MOST_OF_ALL) {
      const sentence = 'Trop de pages suivent vos taux en même temps : fermez-en une.';
      throw new HttpError(429, 'too_many_streams', sentence, { retryAfter: 60 });
    }
    const stream: Stream = { ...of, request, out: new PassThrough() };
    streams.add(stream);
    stream.out.once('close', () => end(stream));
    reply.raw.once('close', () => end(stream));
    return stream;
  }

  route(app, 'GET /api/fixings/events', (request, reply) => {
    const { session } = request;
    const { company } = ownBureau(session);
    bookOf(book);
    reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
    const first = textOf({ version: book.version() ?? 0, currencies: [] });
    // of who is gone already, no end would be heard
    const isFollowed = !isStopping && !reply.raw.destroyed;
    if (!isFollowed || !request.headers.accept?.includes('text/event-stream')) return reply.send(first);
    const { out } = open(request, reply, { session, companyId: company.id });
    out.write(first);
    return reply.send(out);
  });
}

function textOf(event: FixingsEvent): string {
  return `event: fixings\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Gives a bureau's event by its id; null: nothing of it has changed. */
function eventsOf({ version, isAll, changes }: Followed): (companyId: number) => FixingsEvent | null {
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
