import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from './http-error.ts';
import type { Session } from './session.ts';

/** Milliseconds between two beats, which keep a stream alive and check its session. */
const BEAT_EVERY = 10_000;
const MOST_OF_A_USER = 8;
const MOST_OF_ALL = 1_000;
/** Unread characters after which a slow client's stream ends. The browser reconnects by itself. */
const MOST_UNREAD = 64 * 1024;

type Stream<Of> = { of: Of; session: Session; request: FastifyRequest; out: PassThrough };

type Options<Of> = {
  beatEvery?: number | undefined;
  isStillTheirs: (session: Session, of: Of) => boolean;
  tooMany: string;
};

export type EventStreams<Of> = {
  tell(textFor: (of: Of) => string | null): void;
  open(
    request: FastifyRequest & { session: Session },
    reply: FastifyReply,
    of: Of,
    first: string,
  ): FastifyReply;
};

/**
 * Server-sent events for pages of the back-office. A stream ends with its session, with the rights that
 * opened it, and with the process.
 */
export function openEventStreams<Of>(
  app: FastifyInstance,
  { beatEvery = BEAT_EVERY, isStillTheirs, tooMany }: Options<Of>,
): EventStreams<Of> {
  const streams = new Set<Stream<Of>>();
  let isStopping = false;
  const timer = setInterval(() => {
    for (const stream of streams) void beat(stream);
  }, beatEvery);
  timer.unref();

  function write(stream: Stream<Of>, text: string): void {
    if (stream.out.writableLength > MOST_UNREAD) end(stream);
    else stream.out.write(text);
  }

  function end(stream: Stream<Of>): void {
    streams.delete(stream);
    stream.out.end();
  }

  async function beat(stream: Stream<Of>): Promise<void> {
    // with the database away the session cannot be checked and the stream stays
    const session = await app.sessions.look(stream.request).catch(() => stream.session);
    if (!session || !isStillTheirs(session, stream.of)) end(stream);
    else if (streams.has(stream)) write(stream, ':\n\n');
  }

  app.addHook('preClose', (done) => {
    isStopping = true;
    clearInterval(timer);
    for (const stream of streams) end(stream);
    done();
  });

  return {
    tell(textFor) {
      for (const stream of streams) {
        const text = textFor(stream.of);
        if (text !== null) write(stream, text);
      }
    },
    open(request, reply, of, first) {
      const { session } = request;
      reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
      // a socket that is already closed emits no end
      const isFollowed = !isStopping && !reply.raw.destroyed;
      if (!isFollowed || !request.headers.accept?.includes('text/event-stream')) return reply.send(first);
      const own = [...streams].filter((stream) => stream.session.user.id === session.user.id);
      if (own.length >= MOST_OF_A_USER || streams.size >= MOST_OF_ALL) {
        throw new HttpError(429, 'too_many_streams', tooMany, { retryAfter: 60 });
      }
      const stream: Stream<Of> = { of, session, request, out: new PassThrough() };
      streams.add(stream);
      reply.raw.once('close', () => end(stream));
      stream.out.write(first);
      return reply.send(stream.out);
    },
  };
}
