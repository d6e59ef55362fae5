import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLog } from '../../process/log.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type BlogCache, cacheBlog } from './blog-cache.ts';

let database: TestDatabase;
let followed: BlogCache;
let lines: string[];

beforeEach(async () => {
  database = await createTestDatabase();
  lines = [];
  const log = openLog(
    new Writable({
      write(line, _encoding, done) {
        lines.push(JSON.parse(String(line)).msg);
        done();
      },
    }),
  );
  followed = cacheBlog({ db: database.db, url: database.url, log });
  await followed.loaded;
});
afterEach(async () => {
  await followed.close();
  await database.close();
});

test('unreadable articles are retried again and again, with one line in the log', async () => {
  const run = async (...statements: string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(database.db);
  };
  // a sequence goes on though its transaction fails
  await run(
    'CREATE SEQUENCE tries',
    `CREATE FUNCTION fail() RETURNS boolean LANGUAGE plpgsql AS
      $$ BEGIN PERFORM nextval('tries'); RAISE 'not now'; END $$`,
    'ALTER TABLE articles RENAME TO kept_articles',
    'CREATE VIEW articles AS SELECT kept_articles.* FROM fail() LEFT JOIN kept_articles ON true',
    `NOTIFY articles`,
  );
  const tries = async () => {
    const { rows } = await sql<{ many: string }>`SELECT last_value AS many FROM tries`.execute(database.db);
    return Number(rows[0]?.many);
  };
  await expect.poll(tries, { timeout: 30_000 }).toBeGreaterThanOrEqual(4);
  await run('DROP VIEW articles', 'ALTER TABLE kept_articles RENAME TO articles');
  await expect.poll(() => lines.at(-1), { timeout: 30_000 }).toBe('the articles are read again');
  expect(lines).toEqual([
    'the articles could not be read; the last ones keep answering',
    'the articles are read again',
  ]);
});
