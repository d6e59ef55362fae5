import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RateRow } from '#domain/rates/fixing.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type Browser, enter, furnishOffice, type Office } from '../../testing/office.ts';

const DAY = 24 * 3_600_000;
let database: TestDatabase;
let server: TestApp;
let office: Office;
let agent: Browser;
let agent2: Browser;
let clock = new Date('2026-11-21T08:00:00.123Z');

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  server = await startTestApp(database.url, () => clock);
  await server.book.loaded;
  [agent, agent2] = [await enter(server.app, 'agent'), await enter(server.app, 'agent2')];
});
beforeEach(async () => {
  clock = new Date(clock.getTime() + 1_000);
  await database.db.deleteFrom('fixings').execute();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const fix = (who: Browser, code: string, amounts: { purchase?: number; sale?: number }) =>
  who.post('/api/fixings/update', { currency: { code }, base: 'EUR', amounts });
const confirm = (who: Browser, currencies: unknown) => who.post('/api/fixings/confirm', { currencies });
const fixings = () => database.db.selectFrom('fixings').selectAll().orderBy('currency_code').execute();
/** A session does not live that long: the fixings were made so long before now. */
const makeOlder = (milliseconds: number) =>
  database.db
    .updateTable('fixings')
    .set((eb) => ({
      updated_at: eb('updated_at', '-', sql<Date>`make_interval(secs => ${milliseconds / 1000})`),
    }))
    .execute();
const rowOf = async (code: string) =>
  (await agent.get('/api/fixings/rates')).json<{ rates: RateRow[] }>().rates.find((row) => row.code === code);

test('confirmed rates stay, and are fresh from now, each with a log line', async () => {
  await fix(agent, 'USD', { purchase: 1.17, sale: 1.105 });
  await fix(agent, 'GBP', { sale: 180 });
  await fix(agent2, 'USD', { sale: 1.1 });
  await makeOlder(DAY);
  expect(await rowOf('USD')).toMatchObject({ freshness: 'to_confirm' });
  const answer = await confirm(agent, ['GBP', 'USD']);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    rates: [
      { code: 'GBP', sale: 180, purchase: null, updated_at: clock.toISOString(), freshness: 'fresh' },
      { code: 'USD', sale: 1.105, purchase: 1.17, updated_at: clock.toISOString(), freshness: 'fresh' },
    ],
  });
  expect(answer.json().rates[0].by).not.toBeNull();
  const logs = (await agent.get('/api/fixings/logs?limit=3')).json();
  expect(logs).toMatchObject([
    {
      at: clock.toISOString(),
      is_confirmation: true,
      params: { currency: { code: 'USD' }, amounts: { purchase: 1.17, sale: 1.105 } },
    },
    {
      at: clock.toISOString(),
      is_confirmation: true,
      params: { currency: { code: 'GBP' }, amounts: { purchase: null, sale: 180 } },
    },
    { is_confirmation: false },
  ]);
  // nobody else's
  const other = (await fixings()).find(({ company_id }) => company_id !== office.companies.Quais);
  expect(other?.updated_at.getTime()).toBe(clock.getTime() - DAY);
});

test('a rate older than a week is stale until its confirmation', async () => {
  await fix(agent, 'USD', { sale: 1.105 });
  await makeOlder(7 * DAY + 1);
  expect(await rowOf('USD')).toMatchObject({ freshness: 'stale' });
  await confirm(agent, ['USD']);
  expect(await rowOf('USD')).toMatchObject({ freshness: 'fresh' });
  expect(await rowOf('GBP')).toMatchObject({ freshness: null });
});

test('one currency without a fixing, and none is confirmed', async () => {
  await fix(agent, 'USD', { sale: 1.105 });
  const before = await fixings();
  const answer = await confirm(agent, ['USD', 'GBP']);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toEqual({
    message: 'Aucun taux à confirmer pour GBP. Fixez d’abord un taux.',
    code: 'never_fixed',
  });
  expect(await fixings()).toEqual(before);
});

test('a row changed since it was seen is not confirmed, nor is any other with it', async () => {
  await fix(agent, 'USD', { sale: 1.105 });
  await fix(agent, 'GBP', { sale: 180 });
  const [usd, gbp] = [(await rowOf('USD'))?.updated_at ?? '', (await rowOf('GBP'))?.updated_at ?? ''];
  clock = new Date(clock.getTime() + 1_000);
  await fix(agent, 'USD', { sale: 1.1 });
  const before = await fixings();
  const body = { currencies: ['USD', 'GBP'], updated_at: { USD: usd, GBP: gbp } };
  const answer = await agent.post('/api/fixings/confirm', body);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    message: 'Confirmation refusée : le taux de la devise USD a changé entre-temps.',
    code: 'fixings_changed',
    conflicts: [{ code: 'USD', sale: 1.1 }],
  });
  expect(await fixings()).toEqual(before);
  const seen = { ...body, updated_at: { USD: (await rowOf('USD'))?.updated_at, GBP: gbp } };
  expect((await agent.post('/api/fixings/confirm', seen)).statusCode).toBe(200);
  const wrong = await agent.post('/api/fixings/confirm', { ...body, updated_at: { USD: 'hier' } });
  expect(wrong.statusCode).toBe(400);
});

test('a confirmation never reuses the former time', async () => {
  await fix(agent, 'USD', { sale: 1.105 });
  const answer = await confirm(agent, ['USD']);
  expect(Date.parse(answer.json().rates[0].updated_at)).toBe(clock.getTime() + 1);
});

test.each([
  [[]],
  [['EUR']],
  [['XXX']],
  ['USD'],
  [Array.from({ length: 201 }, (_, i) => String(i))],
])('an invalid list of currencies is refused in French (%#)', async (currencies) => {
  await fix(agent, 'USD', { sale: 1.105 });
  const before = await fixings();
  const answer = await confirm(agent, currencies);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().message).toMatch(/^(Le champ « [A-Z]|La devise )/);
  expect(await fixings()).toEqual(before);
});

test('a user without a company has nothing to confirm', async () => {
  const loner = await enter(server.app, 'loner');
  const answer = await confirm(loner, ['USD']);
  expect(answer.statusCode).toBe(409);
  expect(answer.json().code).toBe('no_company');
});

test('what a wrong clock dated ahead is to be confirmed, and the next date is the true one', async () => {
  await fix(agent, 'USD', { sale: 1.105 });
  await fix(agent, 'GBP', { sale: 180 });
  await makeOlder(-30 * DAY);
  expect(await rowOf('USD')).toMatchObject({ freshness: 'to_confirm' });
  expect((await confirm(agent, ['USD'])).json()).toMatchObject({
    rates: [{ code: 'USD', updated_at: clock.toISOString(), freshness: 'fresh' }],
  });
  expect((await fix(agent, 'GBP', { sale: 181 })).json()).toMatchObject({
    updated_at: clock.toISOString(),
    freshness: 'fresh',
  });
  const logs = (await agent.get('/api/fixings/logs?limit=2')).json();
  expect(logs).toMatchObject([{ at: clock.toISOString() }, { at: clock.toISOString() }]);
});
