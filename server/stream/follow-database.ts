import type { FastifyBaseLogger } from 'fastify';
import { databaseSource } from '../book/database-source.ts';
import { type FollowedBook, followRateBook } from '../book/follow.ts';
import type { Db } from '../db/open.ts';
import { type FollowedBlog, followBlog } from '../features/articles/follow-articles.ts';

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

export type FollowedAll = {
  book: FollowedBook;
  blog: FollowedBlog;
  /** null: NATS_URL is not set */
  stream: StreamState | null;
  close(): Promise<void>;
};

export type DatabaseParts = {
  db: Db;
  url: string;
  now: () => Date;
  log: FastifyBaseLogger;
  reachedAt: (site: string) => string;
};

/** Follows all that public reads show by the database: nothing of the stream's libraries, some 20 MB, is loaded for it. */
export function followDatabase({ db, url, now, log, reachedAt }: DatabaseParts): FollowedAll {
  const book = followRateBook({ source: databaseSource({ db, url, reachedAt }), now, log });
  const blog = followBlog({ db, url, log });
  const close = async () => {
    await Promise.all([book.close(), blog.close()]);
  };
  return { book, blog, stream: null, close };
}
