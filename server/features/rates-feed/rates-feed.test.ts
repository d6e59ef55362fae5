import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { ecbXml, openPublisher, type Publisher, ratesJson } from '../../testing/feed.ts';
import { type Browser, enter, furnishOffice } from '../../testing/office.ts';
import { checkFeed } from './check-feed.ts';

let database: TestDatabase;
let publisher: Publisher;
/** Two instances on one database. */
let servers: [TestApp, TestApp];
let admin: Browser;
let clock: Date;

beforeEach(async () => {
  clock = new Date('2026-11-20T16:00:00Z');
  database = await createTestDatabase();
  await furnishOffice(database.db);
  publisher = await openPublisher();
  const start = () => startTestApp(database.url, () => clock, { RATES_FEED_URL: publisher.url() });
  servers = [await start(), await start()];
  await Promise.all(servers.map(({ book }) => book.loaded));
  admin = await enter(servers[0].app, 'admin');
});
afterEach(async () => {
  for (const server of servers) await server.close();
  await publisher.close();
  await database.close();
});

const check = () =>
  checkFeed(
    { db: database.db, url: publisher.url(), now: () => clock, log: pino({ level: 'silent' }) },
    0,
    new AbortController().signal,
  );
const health = async () => (await admin.get('/api/feeds/rates')).json();

async function midRate(server: TestApp): Promise<unknown> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/public/offers',
    headers: { host: 'localhost' },
    payload: { offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' } },
  });
  return answer.json().currency_rate;
}

test('an administrator sees the state of the feed: never read, read, refused in part, failing', async () => {
  expect(await health()).toEqual({
    is_configured: true,
    checked_at: null,
    succeeded_at: null,
    day: null,
    source: null,
    error: null,
    accepted: 0,
    refusals: [],
  });
  publisher.publish(ratesJson('2026-11-21', { usd: 1.1444, gbp: 1.7, mad: 10.7 }));
  await check();
  const read = {
    is_configured: true,
    checked_at: '2026-11-20T16:00:00.000Z',
    succeeded_at: '2026-11-20T16:00:00.000Z',
    day: '2026-11-21',
    source: '127.0.0.1',
    error: null,
    accepted: 2,
    refusals: [{ code: 'GBP', rate: '1.7', held: '0.8754', reason: 'jump' }],
  };
  expect(await health()).toEqual(read);
  publisher.publish('Service indisponible');
  clock = new Date('2026-11-20T17:00:00Z');
  await check();
  expect(await health()).toEqual({
    ...read,
    checked_at: '2026-11-20T17:00:00.000Z',
    error: expect.stringMatching(/^Le contenu reçu est abîmé, ou .*\.$/),
  });
});

test('an agent does not', async () => {
  const agent = await enter(servers[0].app, 'agent');
  expect((await agent.get('/api/feeds/rates')).statusCode).toBe(403);
});

test('who may imports a file of rates, which the journal names; one that gives none says so', async () => {
  const file = { name: 'taux.json', text: ratesJson('2026-11-21', { usd: 1.1444, gbp: 1.7 }) };
  expect((await admin.post('/api/feeds/rates', file)).statusCode).toBe(403);
  const root = await enter(servers[0].app, 'root');
  const refused = await root.post('/api/feeds/rates', { ...file, text: 'Service indisponible' });
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'unusable_rates']);
  const imported = await root.post('/api/feeds/rates', file);
  expect([imported.statusCode, imported.json()]).toMatchObject([
    200,
    { day: '2026-11-21', source: 'taux.json', accepted: 1, refusals: [{ code: 'GBP', reason: 'jump' }] },
  ]);
  for (const server of servers) {
    await vi.waitFor(async () => expect(await midRate(server)).toMatchObject({ rate: 1.1444 }), {
      timeout: 20_000,
      interval: 20,
    });
  }
  const acts = await database.db.selectFrom('audit_entries').select(['action', 'changes']).execute();
  expect(acts).toEqual([
    {
      action: 'feed.imported',
      changes: { day: [null, '2026-11-21'], source: [null, 'taux.json'], accepted: [null, 1] },
    },
  ]);
  clock = new Date(clock.getTime() + 11 * 60_000);
  expect((await root.post('/api/feeds/rates', file)).json().code).toBe('verify_again');
});

test('the comparator of every instance names the rate, its day and its publisher', async () => {
  clock = new Date('2026-11-22T16:00:00Z');
  publisher.publish(ecbXml('2026-11-22', { USD: '1.15' }));
  await check();
  for (const server of servers) {
    await vi.waitFor(
      async () =>
        expect(await midRate(server)).toEqual({
          rate: 1.15,
          at: '2026-11-22T00:00:00.000Z',
          source: 'Banque centrale européenne',
        }),
      { timeout: 20_000, interval: 20 },
    );
  }
  publisher.publish(ecbXml('2026-11-23', { USD: '-1' }));
  await check();
  expect(await midRate(servers[1])).toMatchObject({ rate: 1.15, at: '2026-11-22T00:00:00.000Z' });
});
