import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type Browser, enter, furnishOffice, type Office } from '../../testing/office.ts';

let database: TestDatabase;
let server: TestApp;
let office: Office;
let admin: Browser;
let clock: Date;

beforeEach(async () => {
  clock = new Date('2026-11-21T23:59:59.900Z');
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  server = await startTestApp(database.url, () => clock);
  await server.book.loaded;
  admin = await enter(server.app, 'admin');
});
afterEach(async () => {
  await server.close();
  await database.close();
});

const compare = (amount: number) =>
  server.app.inject({
    method: 'POST',
    url: '/api/public/offers',
    payload: { offer: { currency: 'EUR', amount }, wish: { currency: 'USD' } },
  });
const kpis = async () => (await admin.get('/api/kpis')).json();

test('30 days of UTC are counted, today included', async () => {
  const { db } = database;
  const first = new Date('2026-10-23T00:00:00Z');
  const before = new Date(first.getTime() - 1);
  const { Quais = 0, Zéphyr = 0 } = office.companies;
  await db
    .insertInto('leads')
    .values([
      { at: first, company_id: Quais },
      { at: clock, company_id: Zéphyr },
      { at: clock, company_id: Zéphyr },
      { at: before, company_id: Quais },
    ])
    .execute();
  const agent = await enter(server.app, 'agent');
  await agent.post('/api/fixings/update', { currency: { code: 'USD' }, base: 'EUR', amounts: { sale: 1.1 } });
  await db
    .insertInto('comparison_counts')
    .values([
      { day: '2026-10-22', count: 1000 },
      { day: '2026-10-23', count: 40 },
    ])
    .execute();
  await db
    .insertInto('subscriptions')
    .values([
      {
        at: first,
        email: 'a@voyageur.example',
        type: 'newsletter',
        consent_text: 'oui',
        confirmed_at: clock,
      },
      { at: clock, email: 'b@voyageur.example', type: 'newsletter', consent_text: 'oui' },
      {
        at: before,
        email: 'c@voyageur.example',
        type: 'newsletter',
        consent_text: 'oui',
        confirmed_at: clock,
      },
    ])
    .execute();
  expect(await kpis()).toEqual({
    since: first.toISOString(),
    comparisons: 40,
    leads: [
      { company: { name: 'Zéphyr' }, count: 2 },
      { company: { name: 'Quais' }, count: 1 },
    ],
    subscriptions: 2,
    confirmed_subscriptions: 1,
    fixings: 1,
    before: { comparisons: 1000, leads: 1, subscriptions: 1, confirmed_subscriptions: 1, fixings: 0 },
  });
});

test('every answered comparison is counted, refused ones are not, and a stop loses none', async () => {
  await database.db.insertInto('comparison_counts').values({ day: '2026-10-23', count: 40 }).execute();
  for (let i = 1; i <= 5; i++) expect((await compare(i)).statusCode).toBe(200);
  expect((await compare(0)).statusCode).toBe(400);
  expect((await kpis()).comparisons).toBe(45);
  clock = new Date('2026-11-22T00:00:00.100Z');
  await compare(1);
  // the first of the 30 days has gone by, with its 40
  expect((await kpis()).comparisons).toBe(6);
  const other = await startTestApp(database.url, () => clock);
  await other.book.loaded;
  await other.app.inject({
    method: 'POST',
    url: '/api/public/offers',
    payload: { offer: { currency: 'EUR', amount: 5 }, wish: { currency: 'USD' } },
  });
  await other.close();
  const days = await database.db.selectFrom('comparison_counts').selectAll().orderBy('day', 'desc').execute();
  expect(days.slice(0, 2)).toEqual([
    { day: '2026-11-22', count: 2 },
    { day: '2026-11-21', count: 5 },
  ]);
});
