import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { openRelay, type Relay } from '../../testing/relay.ts';

const MINUTE = 60_000;

let database: TestDatabase;
let relay: Relay;
let server: TestApp;
const clock = new Date('2026-09-29T16:00:00Z');

beforeEach(async () => {
  database = await createTestDatabase();
  relay = await openRelay(database.url);
  server = await startTestApp(relay.url, () => clock, { RATES_FEED_URL: 'http://127.0.0.1:1/' });
  await server.book.loaded;
});
afterEach(async () => {
  await server.close();
  await relay.close();
  await database.close();
});

async function ready(): Promise<{ code: number; status: string; parts: Record<string, string> }> {
  const answer = await server.app.inject({ url: '/readyz', headers: { host: 'localhost' } });
  return { code: answer.statusCode, ...answer.json() };
}

/** What was read lately is told again for a moment. */
const soon = { timeout: 5_000, interval: 50 };

test('each part is well, or is told: the feed', async () => {
  await vi.waitFor(
    async () =>
      expect(await ready()).toMatchObject({
        code: 200,
        status: 'ready',
        parts: { database: 'ok', rate_book: 'live', mail: 'ok', rates_feed: 'waiting' },
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

test('with the database away it is ready still, as long as it holds a book', async () => {
  await relay.cut();
  await vi.waitFor(
    async () =>
      expect(await ready()).toMatchObject({
        code: 200,
        status: 'degraded',
        parts: { database: 'away', rate_book: 'stale', mail: 'unknown', rates_feed: 'unknown' },
      }),
    soon,
  );
  await relay.mend();
  const atOnce = { timeout: 1_000, interval: 20 };
  await vi.waitFor(async () => expect((await ready()).status).toBe('ready'), atOnce);
});

test('without a book it is not ready, and lives', async () => {
  await relay.cut();
  const early = await startTestApp(relay.url, () => clock);
  const get = (url: string) => early.app.inject({ url, headers: { host: 'localhost' } });
  const answer = await get('/readyz');
  expect([answer.statusCode, answer.json()]).toMatchObject([
    503,
    { status: 'starting', parts: { rate_book: 'loading', rates_feed: 'none' } },
  ]);
  expect((await get('/healthz')).statusCode).toBe(200);
  await early.close();
  await relay.mend();
});

test('while it stops it is not ready', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.setEncoding('utf8');
  socket.write('GET /readyz HTTP/1.1\r\n');
  // the server has taken the connection once it answers on another one
  await fetch(`http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/healthz`);
  const closed = server.app.close();
  socket.write('Host: localhost\r\n\r\n');
  const [answer] = await once(socket, 'data');
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  socket.destroy();
  await closed;
});
