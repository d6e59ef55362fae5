import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Board } from '#domain/fixings/board.ts';
import type { Followed, FollowedBook } from '../../book/follow.ts';
import { HttpError } from '../../http/http-error.ts';

/** In milliseconds: how often a stream says that it is there, and asks whether its address still is. */
const BEAT_EVERY = 10_000;
/** Windows and doors of one counter. */
const MOST_OF_A_BUREAU = 8;
const MOST_OF_ALL = 1_000;
/** What a screen that does not read may leave unread, in characters, before its stream is ended: it comes back by itself. */
const MOST_UNREAD = 256 * 1024;

type Found = { companyId: number; board: Board };
type Screen = {
  secret: string;
  companyId: number;
  out: PassThrough;
  /** what it shows, as `ratesOf` says it */
  told: string;
  /** one reading after the other, so that an older one never lands on a newer one */
  telling: Promise<void>;
  /** a reading is to come */
  isWaiting: boolean;
};
type Parts = {
  book: Pick<FollowedBook, 'onChange'>;
  beatEvery: number | undefined;
  /** null: the secret opens nothing, or no more */
  read: (secret: string) => Promise<Found | null>;
};

/** The streams of the screens that are open: each is told its whole board again when something of it changes. */
export function openScreens(app: FastifyInstance, { book, read, beatEvery = BEAT_EVERY }: Parts) {
  const screens = new Set<Screen>();
  let isStopping = false;

  const unfollow = book.onChange((followed) => {
    const concerns = concernedBy(followed);
    for (const screen of screens) if (concerns(screen.companyId)) tell(screen);
  });
  const timer = setInterval(() => {
    for (const screen of screens) tell(screen);
  }, beatEvery);
  timer.unref();

  function tell(screen: Screen): void {
    // the one that has not begun will see it
    if (screen.isWaiting) return;
    screen.isWaiting = true;
    screen.telling = screen.telling.then(() => {
      screen.isWaiting = false;
      return tellNow(screen);
    });
  }

  /** Its whole board when that is another one than it shows, else what time it is: its own clock may be wrong. */
  async function tellNow(screen: Screen): Promise<void> {
    // while the database is away nobody knows: it stays, is told nothing, and the next beat asks again
    const found = await read(screen.secret).catch(() => undefined);
    if (found === undefined || !screens.has(screen)) return;
    if (found === null) {
      screen.out.write('event: gone\ndata: {}\n\n');
      end(screen);
    } else if (screen.out.writableLength > MOST_UNREAD) end(screen);
    else if (ratesOf(found.board) === screen.told)
      screen.out.write(`event: time\ndata: ${found.board.at}\n\n`);
    else {
      screen.told = ratesOf(found.board);
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

  /** A stream for who asks for one; for anybody else the board as it is. */
  function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { secret, companyId, board }: Found & { secret: string },
  ): FastifyReply {
    // of who is gone already, no end would be heard
    const isFollowed = !isStopping && !reply.raw.destroyed;
    if (!isFollowed || !request.headers.accept?.includes('text/event-stream'))
      return reply.send(textOf(board));
    const own = [...screens].filter((screen) => screen.companyId === companyId);
    if (own.length >= MOST_OF_A_BUREAU || screens.size >= MOST_OF_ALL) {
      const sentence = 'Trop d’écrans montrent ce tableau en même temps : fermez-en un.';
      throw new HttpError(429, 'too_many_screens', sentence, { retryAfter: 60 });
    }
    const screen: Screen = {
      ...{ secret, companyId, out: new PassThrough() },
      ...{ told: ratesOf(board), telling: Promise.resolve(), isWaiting: false },
    };
    screens.add(screen);
    screen.out.once('close', () => end(screen));
    reply.raw.once('close', () => end(screen));
    screen.out.write(textOf(board));
    // what changed between its reading and now was told to nobody
    tell(screen);
    return reply.send(screen.out);
  }

  return { answer };
}

function textOf(board: Board): string {
  return `event: board\ndata: ${JSON.stringify(board)}\n\n`;
}

/** All of it but the moment of its reading. */
function ratesOf(board: Board): string {
  return JSON.stringify({ ...board, at: '' });
}

function concernedBy({ isAll, changes }: Followed): (companyId: number) => boolean {
  // what is posted does not follow the mid rate, but in how many units it is for
  if (isAll) return () => true;
  const named = new Set([...changes.companies, ...changes.fixings.map(({ companyId }) => companyId)]);
  return (companyId) => named.has(companyId);
}
