import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NamedObject } from '#domain/objects/object.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type AccountName, addArticle, enter, furnishOffice, type Office } from '../../testing/office.ts';
import { aCompanyRow } from '../../testing/rows.ts';

let database: TestDatabase;
let server: TestApp;
let office: Office;

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  await addArticle(database.db);
  server = await startTestApp(database.url);
  await server.book.loaded;
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const list = async (who: AccountName, query = ''): Promise<NamedObject[]> =>
  (await (await enter(server.app, who)).get(`/api/objects${query}`)).json();
const labels = async (who: AccountName, query: string) => (await list(who, query)).map(({ label }) => label);

test('an agent sees its company, its colleagues, currencies and articles', async () => {
  expect(await list('agent', '?type=company')).toEqual([
    { id: `company-${office.companies.Quais}`, type: 'company', label: 'Quais' },
  ]);
  expect(await labels('agent', '?type=user')).toEqual(['agent Test', 'idle Test', 'nouveau Test']);
  expect(await labels('agent2', '?type=user')).toEqual(['agent2 Test']);
  expect(await labels('agent', '?type=currency')).toHaveLength(4);
  expect(await list('agent', '?type=article')).toEqual([
    { id: 'article-commission-ou-marge', type: 'article', label: 'Commission ou marge' },
  ]);
});

test('a user without a company sees itself; an administrator sees everything', async () => {
  expect(await labels('loner', '?type=company')).toEqual([]);
  expect(await labels('loner', '?type=user')).toEqual(['loner Test']);
  for (const who of ['admin', 'root'] as const) {
    expect(await labels(who, '?type=company')).toEqual(['Quais', 'Zéphyr']);
    expect(await labels(who, '?type=user')).toHaveLength(7);
  }
});

test('a text filters without accents', async () => {
  expect(await labels('admin', '?q=ZEPHYR')).toEqual(['Zéphyr']);
  expect(await labels('admin', '?q=etats&type=currency')).toEqual(['dollar des États-Unis']);
  expect(await labels('admin', '?q=%25')).toEqual([]);
  expect(await labels('agent', '?q=zephyr')).toEqual([]);
});

test('currencies are searched as everywhere, the best match first', async () => {
  expect(await labels('agent', '?type=currency&q=usa')).toEqual(['dollar des États-Unis']);
  expect(await labels('agent', '?type=currency&q=Angleterre')).toEqual(['livre sterling']);
  expect(await labels('admin', '?q=etats')).toEqual(['dollar des États-Unis']);
  expect(await labels('admin', '?type=user&q=agent')).toEqual(['agent Test', 'agent2 Test']);
  // mails are not what a colleague is found by
  expect(await labels('admin', '?type=user&q=parite')).toEqual([]);
});

test('objects come 100 a page, with their total number', async () => {
  const { db } = database;
  await db
    .insertInto('companies')
    .values(
      Array.from({ length: 150 }, (_, i) =>
        aCompanyRow({
          name: `Page ${i}`,
          logo: `p-${i}`,
          site: `https://p-${i}.example`,
        }),
      ),
    )
    .execute();
  const admin = await enter(server.app, 'admin');
  const pages = await Promise.all(
    ['1', '2', '3'].map((page) => admin.get(`/api/objects?type=company&page=${page}`)),
  );
  expect(pages.map((answer) => answer.json().length)).toEqual([100, 52, 0]);
  expect(pages.map(({ headers }) => headers['x-total-count'])).toEqual(['152', '152', '152']);
  const agent = await enter(server.app, 'agent');
  expect((await agent.get('/api/objects?type=company')).headers['x-total-count']).toBe('1');
  await db.deleteFrom('companies').where('name', 'like', 'Page %').execute();
});

test('an object can be read by its id; a forbidden one is a 404', async () => {
  const agent = await enter(server.app, 'agent');
  const status = async (id: string) => (await agent.get(`/api/objects/${id}`)).statusCode;
  expect((await agent.get(`/api/objects/user-${office.users.idle}`)).json()).toEqual({
    id: `user-${office.users.idle}`,
    type: 'user',
    label: 'idle Test',
  });
  expect(await status('currency-USD')).toBe(200);
  expect(await status(`company-${office.companies.Zéphyr}`)).toBe(404);
  expect(await status(`user-${office.users.agent2}`)).toBe(404);
  expect(await status('user-x')).toBe(404);
  expect((await agent.get('/api/objects?type=secret')).statusCode).toBe(400);
});

test('the referentials', async () => {
  const agent = await enter(server.app, 'agent');
  expect((await agent.get('/api/referentials/referentiel_1')).json()[0]).toEqual({
    code: 'EUR',
    label: 'euro',
  });
  expect((await agent.get('/api/referentials/referentiel_2')).json()).toEqual([
    { code: 'awaiting_password', label: 'Mot de passe à créer' },
    { code: 'in_service', label: 'Activité régulière' },
    { code: 'in_interim', label: 'Intérim' },
  ]);
});
