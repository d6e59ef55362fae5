import { inspect } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openRelay } from '../testing/relay.ts';
import { DatabaseAwayError, isDatabaseAway } from './away.ts';
import { type Db, openDatabase } from './open.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('numeric is text to the last decimal, int8 a number, a date its text, a time a Date', async () => {
  const { rows } = await sql`
    SELECT 1234567.12345678::exchange_rate AS rate, 42::int8 AS id, date '2026-03-29' AS day,
      timestamptz '2026-03-29 01:30:00.123+00' AS at, ARRAY['a', 'b'] AS lines`.execute(database.db);
  expect(rows).toEqual([
    {
      rate: '1234567.12345678',
      id: 42,
      day: '2026-03-29',
      at: new Date('2026-03-29T01:30:00.123Z'),
      lines: ['a', 'b'],
    },
  ]);
});

test('an int8 beyond numbers is an error, not another number', async () => {
  await expect(sql`SELECT 9007199254740993::int8`.execute(database.db)).rejects.toThrow(RangeError);
});

test('the server stops a query that takes too long', async () => {
  const hasty = openDatabase(database.url, { maxConnections: 1, statementTimeoutMs: 50 });
  await expect(sql`SELECT pg_sleep(30)`.execute(hasty.db)).rejects.toThrow(/statement timeout/);
  await hasty.close();
});

test('a broken idle connection is logged, and the next query gets another', async () => {
  const { promise: broken, resolve } = Promise.withResolvers<Error>();
  const other = openDatabase(database.url, { maxConnections: 1, onIdleError: resolve });
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(other.db);
  await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`.execute(database.db);
  expect((await broken).message).toMatch(/terminating connection/);
  // the key of the connection, with which anyone could cancel its queries
  expect(inspect(await broken, { depth: 9 })).not.toContain('secretKey');
  expect((await sql`SELECT 1 AS one`.execute(other.db)).rows).toEqual([{ one: 1 }]);
  await other.close();
});

test('an address without a server fails instead of hanging', async () => {
  const nowhere = openDatabase('postgres://parite:x@127.0.0.1:1/parite');
  await expect(sql`SELECT 1`.execute(nowhere.db)).rejects.toThrow(/ECONNREFUSED/);
  await nowhere.close();
});

test('a connection that breaks in use fails only its own query', async () => {
  const relay = await openRelay(database.url);
  const other = openDatabase(relay.url, { maxConnections: 1 });
  const asleep = sql`SELECT pg_sleep(30)`.execute(other.db);
  await expect.poll(countSleepers, { timeout: 30_000 }).toBe(1);
  await Promise.all([expect(asleep).rejects.toSatisfy(isDatabaseAway), relay.cut()]);
  await relay.mend();
  expect((await sql`SELECT 1 AS one`.execute(other.db)).rows).toEqual([{ one: 1 }]);
  await other.close();
  await relay.close();
});

describe('a database that goes silent', () => {
  const answer = (db: Db) => sql<{ one: number }>`SELECT 1 AS one`.execute(db);

  // how soon: `npm run proof -- outage`
  test('fails waiting queries before their time is over and later ones at once, and serves again afterwards', async () => {
    const relay = await openRelay(database.url);
    const other = openDatabase(relay.url, { maxConnections: 2 });
    await answer(other.db);
    relay.freeze();
    // on the open connection, on one that is being opened, and waiting for either
    const asked = [answer(other.db), answer(other.db), answer(other.db)];
    const results = await Promise.allSettled(asked);
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: expect.toSatisfy(isDatabaseAway) });
    }
    expect(results[0]).not.toMatchObject({ reason: { message: expect.stringContaining('timeout') } });
    await expect(answer(other.db)).rejects.toSatisfy(isDatabaseAway);
    await expect(answer(other.db)).rejects.toThrow(DatabaseAwayError);
    relay.thaw();
    const isBack = () =>
      answer(other.db).then(
        () => true,
        () => false,
      );
    await expect.poll(isBack, { timeout: 20_000, interval: 20 }).toBe(true);
    await other.close();
    await relay.close();
  });

  test('is waited for at a start until it answers', async () => {
    const relay = await openRelay(database.url);
    const [usual, patient] = [false, true].map((isPatient) => openDatabase(relay.url, { isPatient }));
    await Promise.all([usual, patient].map((one) => one && answer(one.db)));
    relay.freeze();
    const waiting = patient && answer(patient.db);
    await expect(usual && answer(usual.db)).rejects.toSatisfy(isDatabaseAway);
    relay.thaw();
    expect((await waiting)?.rows).toEqual([{ one: 1 }]);
    await Promise.all([usual?.close(), patient?.close()]);
    await relay.close();
  });

  test('lets its connections be closed', async () => {
    const relay = await openRelay(database.url);
    const other = openDatabase(relay.url, { maxConnections: 1 });
    await answer(other.db);
    relay.freeze();
    await other.close();
    await relay.close();
  });

  test('and returns after a second fails the queries that waited as long, and nothing else', async () => {
    const relay = await openRelay(database.url);
    const other = openDatabase(relay.url, { maxConnections: 3 });
    const pidOf = async () => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(other.db);
      return rows[0]?.pid;
    };
    const pids = new Set(await Promise.all([pidOf(), pidOf(), pidOf()]));
    const known = relay.asked();
    relay.freeze();
    const old = expect(answer(other.db)).rejects.toSatisfy(isDatabaseAway);
    // it is asked whether it is there
    await expect.poll(relay.asked, { interval: 5 }).toBeGreaterThan(known);
    const young = pidOf();
    await old;
    relay.thaw();
    expect(pids).toContain(await young);
    expect(pids).toContain(await pidOf());
    await other.close();
    await relay.close();
  });

  test('differs from a database that accepts no new connection: the open ones still answer', async () => {
    const relay = await openRelay(database.url);
    const other = openDatabase(relay.url, { maxConnections: 2 });
    await Promise.all([answer(other.db), answer(other.db)]);
    relay.deafen();
    let isOver = false;
    const slow = sql`SELECT 1 AS one FROM pg_sleep(3)`.execute(other.db).finally(() => {
      isOver = true;
    });
    while (!isOver) expect((await answer(other.db)).rows).toEqual([{ one: 1 }]);
    expect((await slow).rows).toEqual([{ one: 1 }]);
    await other.close();
    await relay.close();
  });

  test('differs from a slow one', async () => {
    const { rows } = await sql`SELECT 1 AS one FROM pg_sleep(1.5)`.execute(database.db);
    expect(rows).toEqual([{ one: 1 }]);
  });
});

async function countSleepers(): Promise<number> {
  const { rows } = await sql`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND query = 'SELECT pg_sleep(30)'`.execute(database.db);
  return rows.length;
}
