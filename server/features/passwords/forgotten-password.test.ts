import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { Browser, enter, furnishOffice, mailOf, type Office } from '../../testing/office.ts';

const MINUTE = 60_000;

let database: TestDatabase;
let server: TestApp;
let office: Office;
let clock = new Date('2026-11-21T08:00:00.123Z');
const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  server = await startTestApp(database.url, () => clock);
  await server.book.loaded;
});
beforeEach(async () => {
  await database.db.deleteFrom('login_failures').execute();
  await database.db.deleteFrom('mails').execute();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const ask = (username: unknown, address = '198.51.100.1') =>
  new Browser(server.app, {}, address).post('/api/iam/users/forgotten-password', { username });
const mails = () =>
  database.db
    .selectFrom('mails')
    // its owner is written to of new browsers too
    .where('kind', '=', 'password')
    .select(['kind', 'recipient', 'params', 'created_at'])
    .orderBy('id')
    .execute();

test('known, unknown, suspended and unopened accounts get one answer, after the same work', async () => {
  await database.db
    .updateTable('users')
    .set({ suspended_at: clock })
    .where('id', '=', office.users.agent2)
    .execute();
  const links = () => database.db.selectFrom('password_links').selectAll().execute();
  const before = await links();
  const asked = [mailOf('agent'), 'personne@parite.example', mailOf('agent2'), mailOf('nouveau')];
  const answers = await Promise.all(asked.map((mail) => ask(mail)));
  for (const { statusCode, headers, body } of answers) {
    expect([statusCode, body]).toEqual([200, '{}']);
    expect(Object.keys(headers).sort()).toEqual(Object.keys(answers[0]?.headers ?? {}).sort());
  }
  expect((await mails()).toSorted((a, b) => a.recipient.localeCompare(b.recipient))).toEqual(
    asked
      .toSorted((a, b) => a.localeCompare(b))
      .map((recipient) => ({ kind: 'password', recipient, params: {}, created_at: clock })),
  );
  // whether there is such a user is found out where the mail is sent
  expect(await links()).toEqual(before);
});

test('the mail is accepted in any case, with outer spaces', async () => {
  expect((await ask('  AGENT@parite.Example ')).statusCode).toBe(200);
  expect((await mails())[0]?.recipient).toBe(mailOf('agent'));
});

test.each<[unknown, string]>([
  ['agent', 'invalid_email'],
  [' ', 'invalid_email'],
  ['', 'invalid_body'],
  [undefined, 'invalid_body'],
  ['agent@parite.example\r\nBcc: x@y.example', 'control_character'],
  ['agent@parite.example\u0000', 'control_character'],
  [`${'a'.repeat(250)}@x.example`, 'invalid_body'],
])('%j is an invalid address', async (username, code) => {
  const answer = await ask(username);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({ message: expect.any(String), code });
  expect(await mails()).toEqual([]);
});

test.each([
  'agent@parite.example',
  'personne@parite.example',
])('%s gets at most five mails an hour, with an account or not; one request more gets the same answer', async (mail) => {
  for (let i = 0; i < 5; i++) expect((await ask(mail, `198.51.100.${i}`)).statusCode).toBe(200);
  pass(20 * MINUTE);
  const sixth = await ask(mail.toUpperCase(), '198.51.100.9');
  expect([sixth.statusCode, sixth.json()]).toEqual([200, {}]);
  expect(await mails()).toHaveLength(5);
  // logging in is counted apart, and clears nothing away
  expect((await enter(server.app, 'agent')).cookies.has('session')).toBe(true);
  await ask(mail, '198.51.100.9');
  expect(await mails()).toHaveLength(5);
  pass(40 * MINUTE);
  await ask(mail, '198.51.100.9');
  expect(await mails()).toHaveLength(6);
});

test('a network gets at most thirty mails an hour', async () => {
  const address = (i: number) => `2001:db8:0:1::${(i + 1).toString(16)}`;
  for (let i = 0; i < 30; i++) {
    expect((await ask(`compte-${i}@parite.example`, address(i))).statusCode).toBe(200);
  }
  expect((await ask('autre@parite.example', address(30))).statusCode).toBe(429);
  expect((await ask('autre@parite.example', '2001:db8:0:2::1')).statusCode).toBe(200);
});

test('concurrent requests are all counted', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => ask(mailOf('agent'), `198.51.100.${i}`)),
  );
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(await mails()).toHaveLength(5);
});

test('log lines identify nobody', async () => {
  await ask(mailOf('agent'));
  expect(server.logged()).toContain('forgotten-password');
  expect(server.logged()).not.toContain('parite.example');
});
