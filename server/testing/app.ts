import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type AppParts, buildApp } from '../app.ts';
import { databaseSource } from '../book/database-source.ts';
import { type FollowedBook, followRateBook } from '../book/follow.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import { createPasswordHasher } from '../features/accounts/password-hasher.ts';
import { type BlogCache, cacheBlog } from '../features/articles/blog-cache.ts';
import { createSiteResolver } from '../http/company-site.ts';
import { openLog } from '../process/log.ts';
import { LEAST } from './office.ts';

export interface TestApp {
  app: FastifyInstance;
  book: FollowedBook;
  blog: BlogCache;
  /** everything logged so far, one JSON text a line */
  logged(): string;
  close(): Promise<void>;
}

/** Whole server over a database, with cheap hashes, for requests without a port. `now`: its clock. */
export async function startTestApp(
  url: string,
  now: () => Date = () => new Date(),
  settings: Record<string, string> = {},
  parts: Pick<AppParts, 'passwords' | 'httpMetrics' | 'beatEvery' | 'time'> = {},
): Promise<TestApp> {
  const lines: string[] = [];
  const log = openLog(
    new Writable({
      write(line, _encoding, done) {
        lines.push(String(line));
        done();
      },
    }),
    'trace',
  );
  const { db, close } = openDatabase(url, { maxConnections: 4 });
  const config = {
    ...readConfig({
      DATABASE_URL: url,
      SECRET: 'of-a-test-and-of-nothing-else-0123456789',
      // a test signs up as it likes
      SIGN_UP_LIMIT: '100000',
      ...settings,
    }),
    factorMayWait: settings.DEMO !== 'off',
  };
  const book = followRateBook({
    source: databaseSource({ db, url, reachedAt: createSiteResolver(config) }),
    now,
    log,
  });
  const blog = cacheBlog({ db, url, log });
  const app = await buildApp({
    db,
    book,
    blog,
    config,
    now,
    log,
    // hashes of each password that a test sets, and of ten recovery codes with each factor
    passwords: createPasswordHasher(undefined, LEAST),
    ...parts,
  });
  return {
    app,
    book,
    blog,
    logged: () => lines.join(''),
    async close() {
      await app.close();
      await Promise.all([book.close(), blog.close()]);
      await close();
    },
  };
}
