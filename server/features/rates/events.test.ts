import { once } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FixingsEvent } from '#domain/sheets/sheet.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type Browser, enter, furnishOffice, type Office } from '../../testing/office.ts';
import { aMidRateRow } from '../../testing/rows.ts';
import { followStream } from '../../testing/streams.ts';

let database: TestDatabase;
let server: TestApp;
let office: Office;
let agent: Browser;
let agent2: Browser;

beforeEach(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  server = await startTestApp(database.url, undefined, {}, { beatEvery: 50 });
  await server.book.loaded;
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  [agent, agent2] = [await enter(server.app, 'agent'), await enter(server.app, 'agent2')];
});
afterEach(async () => {
  await server.close();
  await database.close();
});

const SOON = { timeout: 30_000, interval: 10 };

const follow = (who: Browser) =>
  followStream<FixingsEvent>(server.app, who, '/api/fixings/events', 'fixings');

const fix = (who: Browser, code: string, sale: number) =>
  who.post('/api/fixings/update', { currency: { code }, base: 'EUR', amounts: { sale } });

test('a stream starts with its version, then has each publication of the company once it is in the book, and no other’s', async () => {
  const mine = await follow(agent);
  const theirs = await follow(agent2);
  expect(mine.response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  });
  await vi.waitFor(() => expect(mine.events()).toHaveLength(1), SOON);
  const [{ version } = { version: 0 }] = mine.events();
  const lines = ['USD', 'MAD'].map((code, i) => ({ currency: { code }, amounts: { sale: i ? 10.4 : 1.1 } }));
  await agent.post('/api/fixings/batch', { base: 'EUR', fixings: lines });
  await vi.waitFor(
    () => expect(mine.events().slice(1)).toEqual([{ version: version + 1, currencies: ['USD', 'MAD'] }]),
    SOON,
  );
  await fix(agent2, 'GBP', 0.85);
  await vi.waitFor(
    () => expect(theirs.events().slice(1)).toEqual([{ version: version + 2, currencies: ['GBP'] }]),
    SOON,
  );
  await fix(agent, 'USD', 1.101);
  await vi.waitFor(
    () => expect(mine.events().slice(2)).toEqual([{ version: version + 3, currencies: ['USD'] }]),
    SOON,
  );
  // a sheet in another order, or the other way round
  const sheet = { currencies: ['MAD', 'USD'], quote_unit: 'base_per_1' };
  expect((await agent.post('/api/fixings/sheet', sheet)).statusCode).toBe(200);
  await vi.waitFor(
    () => expect(mine.events().slice(3)).toEqual([{ version: version + 4, currencies: [] }]),
    SOON,
  );
  // what concerns every sheet names none
  await database.db
    .insertInto('mid_rates')
    .values(aMidRateRow({ at: new Date(), rate: '1.2' }))
    .execute();
  await vi.waitFor(
    () => expect(theirs.events().at(-1)).toEqual({ version: version + 5, currencies: [] }),
    SOON,
  );
  mine.close();
  theirs.close();
});

test('a plain request gets the version; a user without a company gets nothing', async () => {
  const answer = await agent.get('/api/fixings/events');
  expect([answer.statusCode, answer.body]).toEqual([
    200,
    `event: fixings\ndata: {"version":${server.book.version()},"currencies":[]}\n\n`,
  ]);
  const loner = await enter(server.app, 'loner');
  expect((await loner.get('/api/fixings/events')).statusCode).toBe(409);
});

test('a user’s ninth stream is refused, and a closed one makes room; other users have their own', async () => {
  const open = [];
  for (let i = 0; i < 8; i++) open.push(await follow(agent));
  const refused = await follow(agent);
  expect([refused.response.statusCode, refused.response.headers['retry-after']]).toEqual([429, '60']);
  expect((await follow(agent2)).response.statusCode).toBe(200);
  open[0]?.close();
  await vi.waitFor(async () => {
    const again = await follow(agent);
    again.close();
    expect(again.response.statusCode).toBe(200);
  }, SOON);
});

test('a client that left before its admission takes no place', async () => {
  const { port } = server.app.server.address() as AddressInfo;
  const cookie = [...agent.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { host: 'backoffice.localhost', cookie, accept: 'text/event-stream' };
  await database.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE`.execute(trx);
    for (let i = 0; i < 8; i++) {
      const came = once(server.app.server, 'request');
      const request = get({ host: '127.0.0.1', port, path: '/api/fixings/events', headers, agent: false });
      request.on('error', () => undefined);
      const [, reply] = (await came) as [IncomingMessage, ServerResponse];
      const left = once(reply, 'close');
      request.destroy();
      await left;
    }
  });
  // all eight at once: not one place is taken
  const streams = await Promise.all(Array.from({ length: 8 }, () => follow(agent)));
  expect(streams.map(({ response }) => response.statusCode)).toEqual(Array(8).fill(200));
});

test.each<[string, () => Promise<unknown>]>([
  ['its session', () => agent.get('/api/logout')],
  ['the work for the bureau', () => setAgent({ company_id: office.companies.Zéphyr ?? null })],
  ['the account', () => setAgent({ suspended_at: new Date() })],
])('a stream ends with %s', async (_what, change) => {
  const stream = await follow(agent);
  const other = await follow(agent2);
  await change();
  await vi.waitFor(() => expect(stream.isOver()).toBe(true), SOON);
  expect(other.isOver()).toBe(false);
});

function setAgent(fields: { company_id?: number | null; suspended_at?: Date }) {
  return database.db.updateTable('users').set(fields).where('id', '=', office.users.agent).execute();
}

test('a stop ends every stream cleanly, and waits for none', async () => {
  const streams = [await follow(agent), await follow(agent), await follow(agent2)];
  await server.app.close();
  await vi.waitFor(() => expect(streams.map(({ isOver }) => isOver())).toEqual([true, true, true]), SOON);
});
