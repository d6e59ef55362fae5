import type { FastifyBaseLogger } from 'fastify';
import { databaseSource } from './book/database-source.ts';
import { type FollowedBook, followRateBook } from './book/follow.ts';
import type { Db } from './db/open.ts';
import { type BlogCache, cacheBlog } from './features/articles/blog-cache.ts';
import type { ClockState } from './process/measured-time.ts';

export type StreamState = {
  /** away: no relay or no engine; bypassed: away at the start, so that the database is followed */
  status(): 'ok' | 'away' | 'bypassed';
  isRelayHere(): boolean;
  unreadableMessages(): number;
  lostSums(): number;
};

export type FollowedPublicData = {
  book: FollowedBook;
  blog: BlogCache;
  /** null: NATS_URL is not set */
  stream: StreamState | null;
  close(): Promise<void>;
};

export type DatabaseParts = {
  db: Db;
  url: string;
  now: () => Date;
  clock: () => ClockState;
  log: FastifyBaseLogger;
  reachedAt: (site: string) => string;
};

/** Follows the public data by the database, without loading the stream's libraries (some 20 MB). */
export function followDatabase({
  db,
  url,
  now,
  log,
  reachedAt,
}: Omit<DatabaseParts, 'clock'>): FollowedPublicData {
  const book = followRateBook({ source: databaseSource({ db, url, reachedAt }), now, log });
  const blog = cacheBlog({ db, url, log });
  const close = async () => {
    await Promise.all([book.close(), blog.close()]);
  };
  return { book, blog, stream: null, close };
}
