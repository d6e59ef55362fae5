import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Company } from '#domain/companies/company.ts';
import { aCompany, aCompanyUser } from '#domain/testing/companies.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { Browser, enter, furnishOffice, mailOf, type Office } from '../../testing/office.ts';
import { aCompanyRow, aUserRow } from '../../testing/rows.ts';

let database: TestDatabase;
let server: TestApp;
let office: Office;
const clock = new Date('2026-11-21T08:00:00.123Z');

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  server = await startTestApp(database.url, () => clock, { TRUST_PROXY: 'on' });
  await server.book.loaded;
});
afterAll(async () => {
  await server.close();
  await database.close();
});

test('companies are listed with their users; only users without a password have a link', async () => {
  const admin = await enter(server.app, 'admin');
  const companies: Company[] = (await admin.get('/api/companies')).json();
  expect(companies.map(({ name }) => name)).toEqual(['Quais', 'Zéphyr']);
  expect(companies[1]).toEqual(
    aCompany({
      id: expect.any(Number),
      name: 'Zéphyr',
      site: 'https://bureau-1.example',
      logo: 'logo-1',
      troubles: ['no_rates'],
      users: [
        aCompanyUser({ id: office.users.agent2, mail: mailOf('agent2'), name: 'agent2', surname: 'Test' }),
      ],
    }),
  );
  const { users = [] } = companies[0] ?? {};
  expect(users.map(({ name, status, password_link }) => [name, status, password_link !== null])).toEqual([
    ['agent', 'actif', false],
    ['idle', 'actif', false],
    ['nouveau', 'awaiting_password', true],
  ]);
});

test.each([
  {},
  { host: 'backoffice.localhost' },
  { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'backoffice.localhost:1' },
])('the link’s host comes from the settings, for any address of the administrator: %j', async (headers) => {
  const browser = new Browser(server.app, headers);
  await browser.login('admin');
  const companies: Company[] = (await browser.get('/api/companies')).json();
  const link = companies[0]?.users.find(({ name }) => name === 'nouveau')?.password_link;
  expect(link).toMatch(/^https:\/\/backoffice\.localhost\/#\/password\?token=\d+\.[\w-]{43}$/);
});

describe('many companies', () => {
  const NAMES = ['L’Or du Voyageur', 'Comptoir d’Or', 'Mirador Change', 'Œuvre de Change'];
  const get = async (path: string) => (await enter(server.app, 'admin')).get(encodeURI(path));
  const names = async (path: string) => (await get(path)).json().map(({ name }: Company) => name);
  const total = async (path: string) => Number((await get(path)).headers['x-total-count']);

  beforeAll(async () => {
    const others = Array.from({ length: 250 }, (_, i) => `Guichet ${String(i).padStart(3, '0')}`);
    await database.db
      .insertInto('companies')
      .values(
        [...NAMES, ...others].map((name, i) =>
          aCompanyRow({ name, logo: `many-${i}`, site: `https://m-${i}.example` }),
        ),
      )
      .execute();
    await addAgents();
  });

  test('come 100 a page, by name, with their total number', async () => {
    const pages = await Promise.all(
      ['', '?page=2', '?page=3', '?page=4'].map((page) => names(`/api/companies${page}`)),
    );
    expect(pages.map((page) => page.length)).toEqual([100, 100, 56, 0]);
    expect(new Set(pages.flat()).size).toBe(256);
    expect(pages[0]?.[0]).toBe('Comptoir d’Or');
    expect(pages[2]?.at(-1)).toBe('Zéphyr');
    for (const page of ['', '?page=3', '?page=4']) expect(await total(`/api/companies${page}`)).toBe(256);
  });

  test.each([
    ["l'or", ['L’Or du Voyageur']],
    ['or', ['Comptoir d’Or', 'L’Or du Voyageur']],
    ['mirad', ['Mirador Change']],
    ['ador', []],
    ['oeuvre', ['Œuvre de Change']],
    ['change', ['Mirador Change', 'Œuvre de Change']],
    ['ge 00', []],
    ['guichet 249', ['Guichet 249']],
    ['%', []],
  ])('%s finds %j, in the list and in the picker, with the number of matches', async (q, found) => {
    expect(await names(`/api/companies?q=${q}`)).toEqual(found);
    expect(await total(`/api/companies?q=${q}`)).toBe(found.length);
    expect(await names(`/api/companies/names?q=${q}`)).toEqual(found);
  });

  test('are sorted as requested, across pages', async () => {
    const ids = async (sort: string) =>
      (await get(`/api/companies?sort=${sort}`)).json().map(({ id }: Company) => id);
    const ascending = await ids('id');
    expect(ascending).toEqual(ascending.toSorted((a: number, b: number) => a - b));
    const newest = await ids('-id');
    expect(newest).toEqual(newest.toSorted((a: number, b: number) => b - a));
    expect(newest[0]).toBeGreaterThan(ascending[99]);
    expect((await names('/api/companies?sort=-name'))[0]).toBe('Zéphyr');
    expect(await names('/api/companies?sort=-name&q=or')).toEqual(['L’Or du Voyageur', 'Comptoir d’Or']);
    expect((await get('/api/companies?sort=phone')).statusCode).toBe(400);
  });

  test('come as numbers and names in a picker, the first 20', async () => {
    const picked = (await get('/api/companies/names')).json();
    expect(picked).toHaveLength(20);
    expect(picked[0]).toEqual({ id: expect.any(Number), name: 'Comptoir d’Or' });
    expect(await names('/api/companies/names?q=gui 01')).toEqual(
      Array.from({ length: 10 }, (_, i) => `Guichet 01${i}`),
    );
  });

  test('can be read one by one with the list’s data; an unknown number is a 404', async () => {
    const quais = (await get('/api/companies?q=quais')).json()[0];
    expect((await get(`/api/companies/${quais.id}`)).json()).toEqual(quais);
    expect(quais.users.map(({ name }: { name: string }) => name)).toContain('nouveau');
    for (const id of ['999999', '0']) expect((await get(`/api/companies/${id}`)).statusCode).toBe(404);
    for (const id of ['x', '1.5', '-1', '12345678901']) {
      expect((await get(`/api/companies/${id}`)).statusCode).toBe(400);
    }
  });

  test('have links for the users of the page only', async () => {
    const { db } = database;
    const count = async () => (await db.selectFrom('password_links').selectAll().execute()).length;
    await db.deleteFrom('password_links').execute();
    await get('/api/companies?page=2');
    await get('/api/companies/names');
    expect(await count()).toBe(0);
    await get('/api/companies?q=guichet 240');
    expect(await count()).toBe(1);
    await get(`/api/companies/${office.companies.Quais}`);
    expect(await count()).toBe(2);
    await get('/api/companies?q=guichet');
    expect(await count()).toBe(4);
    await get('/api/companies?q=guichet');
    expect(await count()).toBe(4);
  });

  /** At the last bureau by name, and at two of the first page, somebody who awaits a password. */
  async function addAgents(): Promise<void> {
    const { db } = database;
    const ids = await db
      .selectFrom('companies')
      .where('name', 'in', ['Guichet 240', 'Guichet 001', 'Guichet 002'])
      .select(['id', 'name'])
      .execute();
    await db
      .insertInto('users')
      .values(
        ids.map(({ id, name }) =>
          aUserRow({ company_id: id, mail: `${name.replace(' ', '-')}@guichet.example`, name: 'Agent' }),
        ),
      )
      .execute();
  }
});
