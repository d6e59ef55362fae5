import type { FastifyBaseLogger } from 'fastify';
import { arrangeBlog, type Blog } from '#domain/articles/blog.ts';
import { listen } from '../../db/listen.ts';
import type { Db } from '../../db/open.ts';
import { createRetry } from '../../db/retry.ts';
import { databaseAway } from '../../http/http-error.ts';
import { selectArticles } from './articles.queries.ts';

const CHANNEL = 'articles';

export type BlogCache = {
  /** null until the first load. Later failures leave the last blog. */
  current(): Blog | null;
  loaded: Promise<void>;
  close(): Promise<void>;
};

/**
 * Caches the blog, reloaded at each change and after each lost connection (contract 3, Live). One read at a time, so
 * that an older one never replaces a newer one.
 */
export function cacheBlog({ db, url, log }: { db: Db; url: string; log: FastifyBaseLogger }): BlogCache {
  let blog: Blog | null = null;
  let isStale = false;
  let isReading = false;
  let isClosed = false;
  const loaded = Promise.withResolvers<void>();
  const retry = createRetry(() => void read(), {
    log,
    failure: 'the articles could not be read; the last ones keep answering',
    success: 'the articles are read again',
  });

  async function read(): Promise<void> {
    isStale = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isStale && !isClosed) {
        isStale = false;
        blog = arrangeBlog(await selectArticles(db));
        loaded.resolve();
        retry.succeeded();
      }
    } catch (error) {
      retry.failed(error);
    } finally {
      isReading = false;
    }
  }

  const listening = listen(url, CHANNEL, {
    onPayload: () => void read(),
    onListening: () => void read(),
    onLost: ({ message }) =>
      log.warn({ reason: message }, 'the database is away; the last articles keep answering'),
  });

  return {
    current: () => blog,
    loaded: loaded.promise,
    async close() {
      isClosed = true;
      retry.close();
      await listening.close();
    },
  };
}

/** Throws an HttpError (503) before the first load. */
export function blogOf(followed: BlogCache): Blog {
  const blog = followed.current();
  if (!blog) throw databaseAway();
  return blog;
}
