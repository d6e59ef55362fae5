import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyRetention } from '../features/privacy/retention.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type DatabaseClock, giveClock } from '../testing/database-clock.ts';
import { furnishOffice, mailOf } from '../testing/office.ts';
import { deleteEndedSessions, insertSession } from './session.queries.ts';

const ALIVE = {
  begunAfter: new Date('2026-11-14T08:00:00.000Z'),
  usedAfter: new Date('2026-11-20T20:00:00.000Z'),
};

let database: TestDatabase;
let clock: DatabaseClock;

beforeEach(async () => {
  database = await createTestDatabase();
  clock = await giveClock(database.url);
  const { users } = await furnishOffice(database.db);
  const insert = (many: number, begun: string, used: string) =>
    sql`INSERT INTO sessions (token_hash, user_id, created_at, last_used_at)
      SELECT sha256((${begun} || ${used} || i)::bytea), ${users.agent}, ${begun}::timestamptz, ${used}::timestamptz
      FROM generate_series(1, ${many}) AS i`.execute(database.db);
  // a thousand at a time, as a busy machine takes longer for all than a silent database is waited for
  for (let i = 0; i < 20; i++) await insert(1_000, '2026-11-20T08:00:00Z', `2026-11-21T08:00:${10 + i}Z`);
  // unused for too long, to the millisecond; too old though it is used; both
  await insert(30, '2026-11-20T08:00:00Z', '2026-11-20T20:00:00Z');
  await insert(20, '2026-11-14T08:00:00Z', '2026-11-21T08:00:00Z');
  await insert(10, '2026-11-01T08:00:00Z', '2026-11-01T08:00:00Z');
  await sql`ANALYZE sessions`.execute(database.db);
});
afterEach(() => database.close());

const count = async () => {
  const { rows } = await sql<{ all: number }>`SELECT count(*)::int AS all FROM sessions`.execute(database.db);
  return rows[0]?.all;
};

test('expired sessions are deleted by both limits, in batches, by an index', async () => {
  const [first, scans] = await database.db.transaction().execute(async (trx) => {
    const deleted = await deleteEndedSessions(trx, ALIVE, 25);
    // the scans of the whole table that this transaction has made
    const { rows } = await sql<{ scans: number }>`
      SELECT pg_stat_get_xact_numscans('sessions'::regclass)::int AS scans`.execute(trx);
    return [deleted, rows[0]?.scans];
  });
  expect(scans).toBe(0);
  expect(first).toBeGreaterThanOrEqual(25);
  while ((await deleteEndedSessions(database.db, ALIVE, 25)) > 0);
  expect(await count()).toBe(20_000);
});

test('the hourly round deletes expired sessions', async () => {
  await clock.stopAt(new Date('2026-11-23T08:00:00Z'));
  const log = pino({ level: 'silent' });
  await applyRetention({ db: database.db, log }, new AbortController().signal);
  expect(await count()).toBe(0);
});

test('a login opens a session, and deletes none', async () => {
  const before = await count();
  const at = new Date('2027-11-21T08:00:00.000Z');
  const opener = await database.db
    .selectFrom('users')
    .select(['id', 'password_hash as passwordHash'])
    .where('mail', '=', mailOf('agent'))
    .executeTakeFirstOrThrow();
  expect(
    await insertSession(database.db, {
      tokenHash: Buffer.alloc(32),
      opener,
      at,
      device: null,
      network: null,
    }),
  ).toEqual(expect.any(Number));
  expect(await count()).toBe((before ?? 0) + 1);
});
