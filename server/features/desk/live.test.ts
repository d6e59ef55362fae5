import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { ASKED_AT, addTravellers, admitBureau, asking, madeBy } from '../../testing/bookings.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type Browser, enter, furnishOffice, type Office } from '../../testing/office.ts';
import { aCompanyRow } from '../../testing/rows.ts';
import { followStream } from '../../testing/streams.ts';

let database: TestDatabase;
let server: TestApp;
let office: Office;
let agent: Browser;
let agent2: Browser;
let admin: Browser;

beforeEach(async () => {
  database = await createTestDatabase();
  const { db } = database;
  office = await furnishOffice(db);
  for (const id of [office.companies.Quais, office.companies.Zéphyr]) await admitBureau(db, id ?? 0);
  const scope = { user_id: office.users.agent ?? 0, scope: 'orders.edit.me' };
  await db.insertInto('user_scopes').values(scope).execute();
  server = await startTestApp(database.url, () => ASKED_AT, {}, { beatEvery: 50 });
  await server.book.loaded;
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  agent = await enter(server.app, 'agent');
  agent2 = await enter(server.app, 'agent2');
  admin = await enter(server.app, 'admin');
});
afterEach(async () => {
  await server.close();
  await database.close();
});

const SOON = { timeout: 30_000, interval: 10 };
const follow = (who: Browser) =>
  followStream<{ version: number }>(server.app, who, '/api/reservations/events', 'orders');
const waiting = async (who: Browser) => (await who.get('/api/reservations/waiting')).json();
const isInBeta = async (who: Browser) => (await who.get('/api/me')).json().takes_reservations;

async function ask(company: 'Quais' | 'Zéphyr'): Promise<string> {
  const [traveller = 0] = await addTravellers(database.db, 1);
  const id = await madeBy(database.db, asking(traveller, office.companies[company] ?? 0));
  const row = await database.db
    .selectFrom('reservations')
    .where('id', '=', id)
    .select('reference')
    .executeTakeFirstOrThrow();
  return row.reference;
}

test('a company’s stream has its own reservations only, an administrator’s has all; the rate book stays unchanged', async () => {
  const [mine, theirs, all] = [await follow(agent), await follow(agent2), await follow(admin)];
  const streams = [mine, theirs, all];
  await vi.waitFor(() => expect(streams.map(({ events }) => events().length)).toEqual([1, 1, 1]), SOON);
  const book = server.book.current();
  const id = await ask('Quais');
  await vi.waitFor(() => expect([mine, all].map(({ events }) => events().length)).toEqual([2, 2]), SOON);
  expect(await waiting(agent)).toEqual({
    takes_reservations: true,
    to_accept: 1,
    to_prepare: 0,
    to_hand_over: 0,
  });
  expect(await waiting(agent2)).toMatchObject({ to_accept: 0 });
  await agent.post('/api/reservations/accept', { id });
  await vi.waitFor(() => expect(mine.events()).toHaveLength(3), SOON);
  await agent.post('/api/reservations/ready', { id });
  await vi.waitFor(() => expect(mine.events()).toHaveLength(4), SOON);
  expect(await waiting(agent)).toMatchObject({ to_accept: 0, to_prepare: 0, to_hand_over: 1 });
  await ask('Zéphyr');
  await vi.waitFor(() => expect([theirs, all].map(({ events }) => events().length)).toEqual([2, 5]), SOON);
  expect(mine.events()).toHaveLength(4);
  // root may act on all of them; the administrator only looks, and is told of nothing
  const root = await enter(server.app, 'root');
  expect(await waiting(root)).toMatchObject({ takes_reservations: true, to_accept: 1, to_hand_over: 1 });
  expect(await waiting(admin)).toEqual({
    takes_reservations: true,
    to_accept: 0,
    to_prepare: 0,
    to_hand_over: 0,
  });
  expect(server.book.current()).toBe(book);
  for (const stream of streams) stream.close();
});

test('a company outside the beta gets no stream, and one that left gets its remaining reservations', async () => {
  const { db } = database;
  const id = await ask('Quais');
  await agent.post('/api/reservations/accept', { id });
  await agent.post('/api/reservations/ready', { id });
  await db.updateTable('reservation_terms').set({ admitted_at: null }).execute();
  expect(await waiting(agent)).toMatchObject({ takes_reservations: true, to_hand_over: 1 });
  expect([await isInBeta(agent), await isInBeta(agent2)]).toEqual([true, undefined]);
  await db.deleteFrom('reservation_terms').execute();
  const [other] = await db
    .insertInto('companies')
    .values(aCompanyRow({ name: 'Ailleurs' }))
    .returning('id')
    .execute();
  await db
    .updateTable('users')
    .set({ company_id: other?.id ?? 0 })
    .where('id', '=', office.users.agent2 ?? 0)
    .execute();
  expect(await waiting(agent2)).toEqual({
    takes_reservations: false,
    to_accept: 0,
    to_prepare: 0,
    to_hand_over: 0,
  });
  expect([await isInBeta(agent), await isInBeta(agent2)]).toEqual([true, undefined]);
});

test('a stream ends with the right to list', async () => {
  const stream = await follow(agent);
  await database.db
    .deleteFrom('user_scopes')
    .where('user_id', '=', office.users.agent ?? 0)
    .where('scope', 'in', ['orders.list.me', 'reservations.list.me'])
    .execute();
  await vi.waitFor(() => expect(stream.isOver()).toBe(true), SOON);
});
