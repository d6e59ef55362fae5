import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { enter, furnishOffice } from '../testing/office.ts';
import { openRelay, type Relay } from '../testing/relay.ts';

let database: TestDatabase;
let relay: Relay;
let server: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  await furnishOffice(database.db);
  relay = await openRelay(database.url);
  server = await startTestApp(relay.url, undefined, { DEMO: 'off' });
  await server.book.loaded;
});
afterAll(async () => {
  await server.close();
  await relay.close();
  await database.close();
});

test('who must have a second factor and has none sees nothing but the way to one', async () => {
  const root = await enter(server.app, 'root');
  expect((await root.get('/api/companies')).json()).toMatchObject({ code: 'second_factor_required' });
  expect((await root.get('/api/iam/factors')).statusCode).toBe(200);
});

test('without the database nobody is logged out, and no act is acknowledged', async () => {
  const agent = await enter(server.app, 'agent');
  await relay.cut();
  const fixing = { currency: { code: 'USD' }, base: 'EUR', amounts: { sale: 1.1 } };
  for (const answer of [
    await agent.get('/api/me'),
    await agent.get('/api/fixings/rates'),
    await agent.post('/api/fixings/update', fixing),
    await agent.login('agent2'),
  ]) {
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'database_away' });
    expect(answer.headers['retry-after']).toBeDefined();
  }
  await relay.mend();
  await expect.poll(async () => (await agent.get('/api/me')).statusCode, { timeout: 30_000 }).toBe(200);
  expect((await agent.post('/api/fixings/update', fixing)).statusCode).toBe(200);
});
