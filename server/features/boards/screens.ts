import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Board } from '#domain/boards/board.ts';
import type { Followed, FollowedBook } from '../../book/follow.ts';
import { HttpError } from '../../http/http-error.ts';

/** Milliseconds between two beats, which keep a stream alive and check its address. */
const BEAT_EVERY = 10_000;
const MOST_OF_A_BUREAU = 8;
const MOST_OF_ALL = 1_000;
/** Unread characters after which a slow screen's stream ends. The screen reconnects by itself. */
const MOST_UNREAD = 256 * 1024;

type Found = { companyId: number; board: Board };
type Screen = {
  secret: string;
  companyId: number;
  out: PassThrough;
  sentRates: string;
  /** Chain of readings, so that an older one never lands on a newer one. */
  telling: Promise<void>;
  isWaiting: boolean;
};
type Parts = {
  book: Pick<FollowedBook, 'onChange'>;
  beatEvery: number | undefined;
  read: (secret: string) => Promise<Found | null>;
};

export function openScreens(app: FastifyInstance, { book, read, beatEvery = BEAT_EVERY }: Parts) {
  const screens = new Set<Screen>();
  let isStopping = false;

  const unfollow = book.onChange((followed) => {
    const concerns = isAffected(followed);
    for (const screen of screens) if (concerns(screen.companyId)) send(screen);
  });
  const timer = setInterval(() => {
    for (const screen of screens) send(screen);
  }, beatEvery);
  timer.unref();

  function send(screen: Screen): void {
    // the waiting reading will include this change
    if (screen.isWaiting) return;
    screen.isWaiting = true;
    screen.telling = screen.telling.then(() => {
      screen.isWaiting = false;
      return sendNow(screen);
    });
  }

  /** Sends the whole board when it changed, else the time, because the screen's own clock may be wrong. */
  async function sendNow(screen: Screen): Promise<void> {
    // with the database away the stream stays and the next beat asks again
    const found = await read(screen.secret).catch(() => undefined);
    if (found === undefined || !screens.has(screen)) return;
    if (found === null) {
      screen.out.write('event: gone\ndata: {}\n\n');
      end(screen);
    } else if (screen.out.writableLength > MOST_UNREAD) end(screen);
    else if (ratesOf(found.board) === screen.sentRates)
      screen.out.write(`event: time\ndata: ${found.board.at}\n\n`);
    else {
      screen.sentRates = ratesOf(found.board);
      screen.out.write(textOf(found.board));
    }
  }

  function end(screen: Screen): void {
    screens.delete(screen);
    screen.out.end();
  }

  app.addHook('preClose', (done) => {
    isStopping = true;
    unfollow();
    clearInterval(timer);
    for (const screen of screens) end(screen);
    done();
  });

  function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { secret, companyId, board }: Found & { secret: string },
  ): FastifyReply {
    // a socket that is already closed emits no end
    const isFollowed = !isStopping && !reply.raw.destroyed;
    if (!isFollowed || !request.headers.accept?.includes('text/event-stream'))
      return reply.send(textOf(board));
    const own = [...screens].filter((screen) => screen.companyId === companyId);
    if (own.length >= MOST_OF_A_BUREAU || screens.size >= MOST_OF_ALL) {
      const sentence = 'Trop d’écrans montrent ce tableau en même temps. Fermez-en un.';
      throw new HttpError(429, 'too_many_screens', sentence, { retryAfter: 60 });
    }
    const screen: Screen = {
      secret,
      companyId,
      out: new PassThrough(),
      sentRates: ratesOf(board),
      telling: Promise.resolve(),
      isWaiting: false,
    };
    screens.add(screen);
    screen.out.once('close', () => end(screen));
    reply.raw.once('close', () => end(screen));
    screen.out.write(textOf(board));
    // a change between the reading and now reached nobody
    send(screen);
    return reply.send(screen.out);
  }

  return { answer };
}

function textOf(board: Board): string {
  return `event: board\ndata: ${JSON.stringify(board)}\n\n`;
}

function ratesOf(board: Board): string {
  return JSON.stringify({ ...board, at: '' });
}

function isAffected({ isAll, changes }: Followed): (companyId: number) => boolean {
  // a board follows the mid rate only in the number of units
  if (isAll) return () => true;
  const named = new Set([...changes.companies, ...changes.fixings.map(({ companyId }) => companyId)]);
  return (companyId) => named.has(companyId);
}
