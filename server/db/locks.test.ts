import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemo } from '../seed/seed.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { aCompanyRow } from '../testing/rows.ts';
import { LOCKS, type Lock, lockTransaction, tryLockTransaction } from './locks.ts';
import { openDatabase } from './open.ts';
import type { Schema } from './schema.ts';

const ROOT = join(import.meta.dirname, '../..');
const NAMES = Object.keys(LOCKS) as Lock[];

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

function within<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
  return database.db.transaction().execute(work);
}

test('every lock has a key of its own', () => {
  expect(new Set(Object.values(LOCKS)).size).toBe(NAMES.length);
});

test('a lock excludes requests for it, and for no other', async () => {
  await within(async (trx) => {
    await lockTransaction(trx, 'midRateFeed');
    const free = await within(async (other) => {
      const answers: Lock[] = [];
      for (const name of NAMES) if (await tryLockTransaction(other, name)) answers.push(name);
      return answers;
    });
    expect(free).toEqual(NAMES.filter((name) => name !== 'midRateFeed'));
  });
});

const DEMO = { now: new Date(), demoPassword: 'of-a-test-0123456789' };
const company = aCompanyRow({ name: 'Quais' });

test('a second instance with the demonstration starts during a read of the feed', async () => {
  await database.db.insertInto('companies').values(company).execute();
  await within(async (trx) => {
    await lockTransaction(trx, 'midRateFeed');
    expect(await seedDemo(database.db, DEMO)).toBe(false);
  });
});

test('an instance waits for the seed of another, longer than a query may', async () => {
  const hasty = openDatabase(database.url, { maxConnections: 1, statementTimeoutMs: 1_000 });
  const held = Promise.withResolvers<void>();
  const seeding = within(async (trx) => {
    await lockTransaction(trx, 'seed');
    held.resolve();
    await sql`SELECT pg_sleep(1.5)`.execute(trx);
  });
  try {
    await held.promise;
    expect(await seedDemo(hasty.db, DEMO)).toBe(false);
  } finally {
    await Promise.all([seeding, hasty.close()]);
  }
});

test('no other file takes an advisory lock', () => {
  const asking = ['server', 'proof', 'bench', 'scripts', 'e2e'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /[.](ts|mjs|sql)$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(folder, name))
      .filter((name) => /pg_(try_)?advisory_/.test(readFileSync(join(ROOT, name), 'utf8'))),
  );
  const migration = 'server/db/migrations/0021_morning.sql';
  expect(asking).toEqual(['server/db/locks.ts', migration]);
  expect(readFileSync(join(ROOT, migration), 'utf8')).toContain(`_xact_lock(${LOCKS.changeLog})`);
});
