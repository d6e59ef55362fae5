import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, type CallName } from '#domain/api.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { admitBureau } from '../testing/bookings.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { Browser, enter, furnishOffice } from '../testing/office.ts';
import { signIn } from '../testing/travellers.ts';
import { nameOfField } from './field-names.ts';

const SECRET = 'of-these-tests-and-of-nothing-else-012345';
let database: TestDatabase;
let server: TestApp;
let root: Browser;
let traveller: Browser;

beforeAll(async () => {
  database = await createTestDatabase();
  const { companies } = await furnishOffice(database.db);
  server = await startTestApp(database.url, () => new Date(), { SECRET });
  await server.book.loaded;
  root = await enter(server.app, 'root');
  const [company] = Object.values(companies);
  await admitBureau(database.db, company ?? 0);
  traveller = await signIn(server.app, database.db, 'zoe@exemple.fr', SECRET);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

/** On the host of a call, signed in where it needs that, with every right on the back-office. */
function browserOf(name: CallName): Browser {
  if (api[name].needs === 'traveller') return traveller;
  return api[name].host === 'public' ? new Browser(server.app, { host: 'localhost' }) : root;
}

/** Every whole number that an address may hold, by call. */
const numbers = (Object.keys(api) as CallName[]).flatMap((name) => {
  const call = api[name];
  const properties = 'query' in call ? (call.query.properties as Record<string, { type?: string }>) : {};
  return Object.entries(properties)
    .filter(([, { type }]) => type === 'integer')
    .map(([field]) => [name, field] as const);
});

test.each(numbers)('%s: %s is a whole number in digits, or a 400', async (name, field) => {
  const [method = '', path = ''] = name.split(' ');
  const browser = browserOf(name);
  const ask = async (text: string) => {
    const url = `${path.replace('{code}', 'USD').replace('{id}', '1')}?${field}=${encodeURIComponent(text)}`;
    const sent = { 'content-type': 'image/png' };
    return method === 'GET' ? browser.get(url) : browser.post(url, Buffer.alloc(1), sent);
  };
  for (const wrong of ['1.5', '1.0', '1e2', '0x1', '+1', ' 1', '-1', '', 'NaN', 'true', '9'.repeat(17)]) {
    expect((await ask(wrong)).json(), wrong).toEqual({
      code: 'invalid_body',
      message: `Le champ « ${nameOfField([field])} » n’a pas la forme attendue.`,
    });
  }
  expect((await ask('1')).body).not.toContain('invalid_body');
});

/** Every field that a body may hold, by call. */
const fields = (Object.keys(api) as CallName[]).flatMap((name) => {
  const call = api[name];
  return 'body' in call ? waysOf(call.body as Shape).map((way) => [name, way] as const) : [];
});

/** as far as it is walked through here */
type Shape = { properties?: Record<string, Shape> };

function waysOf({ properties = {} }: Shape): string[][] {
  return Object.entries(properties).flatMap(([field, shape]) => [
    [field],
    ...waysOf(shape).map((way) => [field, ...way]),
  ]);
}

test.each(fields)('%s: for %j no sentence has a wire name', async (name, way) => {
  const wrong = way.reduceRight<object>((value, field) => ({ [field]: value }), { not: 'a value' });
  const { message } = (await browserOf(name).post(name.split(' ')[1] ?? '', wrong)).json();
  expect(message).toMatch(/\.$/);
  expect(message).not.toMatch(/« [a-z_.]+ »/);
});

test('numeric parameters exist: pages, limits, cursors, a company, a branch, events, days', () => {
  const asked = new Set(numbers.map(([, field]) => field));
  expect(asked).toEqual(new Set(['page', 'limit', 'before', 'id', 'user', 'company', 'branch', 'days']));
});

test('nested lists, whose entries are compared with each other, are refused like any invalid value', async () => {
  const list = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  const deep = `{"kinds":[${list},${list}]}`;
  const sent = { host: 'localhost', 'content-type': 'application/json' };
  const url = '/api/public/offers';
  const answer = await server.app.inject({ method: 'POST', url, headers: sent, payload: deep });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_body']);
});
