import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListedUser } from '#domain/users/directory.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type Browser, enter, furnishOffice, mailOf, type Office } from '../../testing/office.ts';
import { aUserRow } from '../../testing/rows.ts';

let database: TestDatabase;
let server: TestApp;
let office: Office;
let admin: Browser;

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  server = await startTestApp(database.url);
  await server.book.loaded;
  admin = await enter(server.app, 'admin');
  await database.db
    .insertInto('users')
    .values([
      person('Zoé', 'Bœuf', 'z.boeuf@example.org'),
      person('Aïcha', 'L’Hermitte', 'aicha@example.org'),
      person('Théo', 'Martin', 'theo.martin@example.org'),
      person('Martine', 'Roux', 'mroux@example.org'),
      ...Array.from({ length: 220 }, (_, i) => person('Foule', String(i), `foule-${i}@example.net`)),
    ])
    .execute();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const person = (name: string, surname: string, mail: string) => aUserRow({ name, surname, mail });
const list = async (query = '') => {
  const answer = await admin.get(encodeURI(`/api/iam/users${query}`));
  const users: ListedUser[] = answer.json();
  return { users, total: Number(answer.headers['x-total-count']) };
};

test('users come 100 a page, by mail, with their total number', async () => {
  const pages = await Promise.all(['', '?page=2', '?page=3', '?page=4'].map(list));
  expect(pages.map(({ users, total }) => [users.length, total])).toEqual([
    [100, 231],
    [100, 231],
    [31, 231],
    [0, 231],
  ]);
  const mails = pages.flatMap(({ users }) => users.map(({ mail }) => mail));
  expect(new Set(mails).size).toBe(231);
  expect(mails[0]).toBe(mailOf('admin'));
  expect(pages[0]?.users).toContainEqual({
    id: office.users.agent,
    mail: mailOf('agent'),
    phone: '',
    name: 'agent',
    surname: 'Test',
    role: 'agent',
    status: 'in_service',
    is_suspended: false,
    company: { id: office.companies.Quais, name: 'Quais' },
  });
});

test.each([
  ['boeuf zoe', ['z.boeuf@example.org']],
  ["l'hermitte", ['aicha@example.org']],
  // whose name begins so, before whose name holds it further on
  ['martin', ['mroux@example.org', 'theo.martin@example.org']],
  ['theo.martin@example.org', ['theo.martin@example.org']],
  [
    'foule 21',
    ['foule-210', 'foule-211', 'foule-212', 'foule-213', 'foule-214'].map((one) => `${one}@example.net`),
  ],
  ['personne de ce nom', []],
])('%s finds %j', async (q, mails) => {
  const { users, total } = await list(`?q=${q}`);
  expect(users.slice(0, 5).map(({ mail }) => mail)).toEqual(mails);
  expect(total).toBe(q === 'foule 21' ? 11 : mails.length);
});

test('users are filtered by one company, or by none', async () => {
  const { Quais = 0 } = office.companies;
  const of = async (query: string) => (await list(query)).users.map(({ name }) => name);
  expect(await of(`?company=${Quais}`)).toEqual(['agent', 'idle', 'nouveau']);
  expect(await of(`?company=${Quais}&q=idle`)).toEqual(['idle']);
  expect((await list('?company=none')).total).toBe(227);
  expect(await of('?company=none&q=loner')).toEqual(['loner']);
  expect(await of('?company=none&q=idle')).toEqual([]);
  for (const company of ['x', '0', '1.5', 'none,1']) {
    expect((await admin.get(`/api/iam/users?company=${company}`)).statusCode).toBe(400);
  }
});
