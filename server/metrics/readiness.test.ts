import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../db/open.ts';
import { HttpMetrics } from '../http/http-metrics.ts';
import type { ClockState } from '../process/measured-time.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { timeAt } from '../testing/clock/time-at.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openRelay, type Relay } from '../testing/relay.ts';
import { type ServedMetrics, serveMetrics } from './serve.ts';

const MINUTE = 60_000;

let database: TestDatabase;
let relay: Relay;
let server: TestApp;
let pool: Database;
let metrics: ServedMetrics;
let ownClock: ClockState = 'ok';
const clock = new Date('2026-09-29T16:00:00Z');

beforeEach(async () => {
  database = await createTestDatabase();
  relay = await openRelay(database.url);
  server = await startTestApp(relay.url, () => clock);
  await server.book.loaded;
  pool = openDatabase(relay.url);
  metrics = await serve(server);
});
afterEach(async () => {
  await metrics.close();
  await pool.close();
  await server.close();
  await relay.close();
  await database.close();
});

function serve(
  { book }: TestApp,
  ratesFeedUrl: string | null = 'http://127.0.0.1:1/',
): Promise<ServedMetrics> {
  const time = timeAt(
    () => clock,
    () => ownClock,
  );
  const feed = { ratesFeedUrl, ratesFeedInterval: 3600 };
  const parts = { http: new HttpMetrics(), ...pool, book, feed, version: '1.2.3', time, readEvery: 300 };
  return serveMetrics(parts, { port: 0, host: '127.0.0.1' });
}

type Told = { code: number; status: string; parts: Record<string, string> };

async function ready({ port } = metrics): Promise<Told> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
  // the shape of the test's own assertions
  return { code: answer.status, ...((await answer.json()) as Omit<Told, 'code'>) };
}

/** What was read lately is told again for a moment. */
const soon = { timeout: 20_000, interval: 50 };

test('each part is well, or is told: the feed', async () => {
  await vi.waitFor(
    async () =>
      expect(await ready()).toMatchObject({
        code: 200,
        status: 'ready',
        parts: { database: 'ok', writing: 'ok', rate_book: 'live', mail: 'ok', rates_feed: 'waiting' },
      }),
    soon,
  );
  const good = { checked_at: clock, succeeded_at: clock, error: null };
  await database.db.insertInto('rates_feed').values(good).execute();
  await vi.waitFor(async () => expect((await ready()).parts.rates_feed).toBe('ok'), soon);
  await database.db.updateTable('rates_feed').set({ error: 'La source des taux ne répond pas.' }).execute();
  await vi.waitFor(
    async () =>
      expect(await ready()).toMatchObject({
        code: 200,
        status: 'degraded',
        parts: { rates_feed: 'failing' },
      }),
    soon,
  );
  const longAgo = new Date(clock.getTime() - 181 * MINUTE);
  await database.db.updateTable('rates_feed').set({ error: null, checked_at: longAgo }).execute();
  await vi.waitFor(
    async () =>
      expect(await ready()).toMatchObject({ code: 200, status: 'degraded', parts: { rates_feed: 'stale' } }),
    soon,
  );
});

test('a mail that waits for more than a quarter of an hour is told', async () => {
  const write = (minutes: number) => {
    const created_at = new Date(clock.getTime() - minutes * MINUTE);
    return database.db
      .insertInto('mails')
      .values({ kind: 'password', recipient: 'x@parite.example', params: '{}', created_at, due_at: clock })
      .execute();
  };
  await write(14);
  expect((await ready()).parts.mail).toBe('ok');
  await write(16);
  await vi.waitFor(
    async () =>
      expect(await ready()).toMatchObject({ code: 200, status: 'degraded', parts: { mail: 'late' } }),
    soon,
  );
});

test('what writes and cannot is told, while all that is read is there', async () => {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  // a change of the schema that stands behind a long reader, and everybody behind it, comes to the same
  await other.query('BEGIN; LOCK TABLE fixing_logs IN SHARE MODE');
  const blocked = { code: 200, status: 'degraded', parts: { database: 'ok', writing: 'blocked' } };
  await vi.waitFor(async () => expect(await ready()).toMatchObject(blocked), soon);
  await other.query('ROLLBACK');
  await vi.waitFor(async () => expect((await ready()).parts.writing).toBe('ok'), soon);
  // as a server's owner does when its disk is nearly full
  await other.query(
    `ALTER ROLE CURRENT_USER IN DATABASE ${other.database} SET default_transaction_read_only = on`,
  );
  await other.end();
  await relay.cut();
  await relay.mend();
  const refused = { code: 200, status: 'degraded', parts: { database: 'ok', writing: 'refused' } };
  await vi.waitFor(async () => expect(await ready()).toMatchObject(refused), soon);
});

test('an instance with a wrong clock leaves, and one of many whose clocks all disagree stays', async () => {
  ownClock = 'wrong';
  expect(await ready()).toMatchObject({ code: 503, status: 'wrong_clock', parts: { clock: 'wrong' } });
  ownClock = 'disputed';
  expect(await ready()).toMatchObject({ code: 200, status: 'degraded', parts: { clock: 'disputed' } });
  ownClock = 'ok';
  expect((await ready()).parts.clock).toBe('ok');
});

test('with the database away it is ready still, as long as it holds a book', async () => {
  await relay.cut();
  await vi.waitFor(
    async () =>
      expect(await ready()).toMatchObject({
        code: 200,
        status: 'degraded',
        parts: {
          database: 'away',
          writing: 'unknown',
          rate_book: 'stale',
          mail: 'unknown',
          rates_feed: 'unknown',
        },
      }),
    soon,
  );
  await relay.mend();
  await vi.waitFor(async () => expect((await ready()).status).toBe('ready'), soon);
});

test('without a book it is starting, and says of the rest what it knows', async () => {
  await relay.cut();
  const early = await startTestApp(relay.url, () => clock);
  const told = await serve(early, null);
  expect(await ready(told)).toMatchObject({
    code: 503,
    status: 'starting',
    parts: { database: 'away', rate_book: 'loading', rates_feed: 'none' },
  });
  await told.close();
  await early.close();
  await relay.mend();
});
