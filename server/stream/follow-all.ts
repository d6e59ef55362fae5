import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/open.ts';
import { type FollowedBlog, followBlog } from '../features/articles/follow-articles.ts';
import type { FindLogo } from '../features/companies/shown-logos.ts';
import { databaseSource } from '../rate-book/database-source.ts';
import { type FollowedBook, followRateBook } from '../rate-book/follow.ts';
import { sendCounts } from './counts.ts';
import { logosIn } from './logos.ts';
import { openNats } from './nats.ts';
import { startRelay } from './relay.ts';
import { StreamSource } from './stream-source.ts';
import type { ToldBureaux } from './told-bureaux.ts';

/** A stream that is not there by then is done without: the database is. */
const STREAM_WITHIN_MS = 10_000;

/** What this instance has to do with the stream, as far as probes and metrics ask. */
export type StreamState = {
  /** away: nobody relays, or the engine is away; bypassed: it was when this instance started */
  follows(): 'ok' | 'away' | 'bypassed';
  relaysHere(): boolean;
  /** how many messages could not be read */
  unreadable(): number;
  /** how many sums of comparisons may not have been written */
  lostCounts(): number;
};

/** What an instance without a database answers from beside the book and the blog. */
export type ToldElsewhere = {
  bureaux(): ToldBureaux | null;
  findLogo: FindLogo;
  counts: Pick<ReturnType<typeof sendCounts>, 'addComparisons' | 'addShown'>;
};

export type FollowedAll = {
  book: FollowedBook;
  blog: FollowedBlog;
  /** null: NATS_URL is not set */
  stream: StreamState | null;
  close(): Promise<void>;
};

type Parts = {
  db: Db;
  url: string;
  natsUrl: string | null;
  now: () => Date;
  log: FastifyBaseLogger;
  reachedAt: (site: string) => string;
  /** in milliseconds */
  streamWithin?: number;
};

/** Follows all that public reads show: by the stream where there is one, by the database otherwise. */
export async function followAll(parts: Parts): Promise<FollowedAll> {
  if (parts.natsUrl === null) return followDatabase(parts);
  const { db, url, natsUrl, now, log, reachedAt, streamWithin = STREAM_WITHIN_MS } = parts;
  const nats = openNats(natsUrl, { log });
  const relay = startRelay({ db, url, nats, log });
  const source = new StreamSource({ nats, reachedAt, log });
  const book = followRateBook({ source, now, log });
  const leave = async () => {
    await relay.close();
    await nats.close();
  };
  const told = {
    relaysHere: () => relay.isHere(),
    unreadable: () => source.unreadable(),
    lostCounts: () => 0,
  };
  if (await isLoadedWithin(streamWithin, book)) {
    const close = async () => {
      await book.close();
      await leave();
    };
    const follows = () => (source.isThere() ? 'ok' : 'away');
    return { book, blog: source.blog, stream: { ...told, follows }, close };
  }
  log.warn('the stream is away: this instance follows the database until it is started again');
  await book.close();
  const followed = followDatabase(parts);
  const close = async () => {
    await followed.close();
    await leave();
  };
  return { ...followed, stream: { ...told, follows: () => 'bypassed' }, close };
}

/** The same by the stream alone, without a database; and where sums of comparisons go. */
export function followStream({
  natsUrl,
  now,
  log,
  reachedAt,
}: Omit<Parts, 'db' | 'url'> & { natsUrl: string }): FollowedAll & { told: ToldElsewhere } {
  const nats = openNats(natsUrl, { log });
  const source = new StreamSource({ nats, reachedAt, log, keepsBureaux: true });
  const book = followRateBook({ source, now, log });
  const { lost, ...counts } = sendCounts({ nats, isThere: () => source.isThere(), log });
  return {
    book,
    blog: source.blog,
    stream: {
      follows: () => (source.isThere() ? 'ok' : 'away'),
      relaysHere: () => false,
      unreadable: () => source.unreadable(),
      lostCounts: lost,
    },
    told: { bureaux: () => source.bureaux(), findLogo: logosIn(nats), counts },
    async close() {
      await book.close();
      await nats.close();
    },
  };
}

function followDatabase({ db, url, now, log, reachedAt }: Parts): FollowedAll {
  const book = followRateBook({ source: databaseSource({ db, url, reachedAt }), now, log });
  const blog = followBlog({ db, url, log });
  const close = async () => {
    await Promise.all([book.close(), blog.close()]);
  };
  return { book, blog, stream: null, close };
}

async function isLoadedWithin(ms: number, { loaded }: FollowedBook): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(late.resolve, ms, false);
  return Promise.race([loaded.then(() => true), late.promise]).finally(() => clearTimeout(timer));
}
