import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OwnSecurityEvent, OwnSession } from '#domain/profile/profile.ts';
import { removeFactorsOf } from '../features/factors/remove-all-factors.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { addTotp } from '../testing/factors.ts';
import {
  type AccountName,
  Browser,
  enter,
  furnishOffice,
  mailOf,
  type Office,
  PASSWORD,
} from '../testing/office.ts';

// What users do to their own account, and what they try upon others’.

const NEW = 'sept zèbres au marché de Lille';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0';

let database: TestDatabase;
let server: TestApp;
let office: Office;

beforeEach(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  server = await startTestApp(database.url);
  await server.book.loaded;
});
afterEach(async () => {
  await server.close();
  await database.close();
});

const sessionsOf = async (browser: Browser) =>
  (await browser.get('/api/profile/sessions')).json<OwnSession[]>();
const eventsOf = async (browser: Browser) =>
  (await browser.get('/api/profile/security-events')).json<OwnSecurityEvent[]>();
const currentOf = async (browser: Browser) =>
  (await sessionsOf(browser)).find(({ is_current }) => is_current)?.id;
const isIn = async (browser: Browser) => (await browser.get('/api/me')).statusCode === 200;
const userRow = (name: AccountName) =>
  database.db.selectFrom('users').selectAll().where('mail', '=', mailOf(name)).executeTakeFirstOrThrow();

test('one sees one’s own sessions alone, and ends one, or all the others', async () => {
  const here = new Browser(server.app, { 'user-agent': FIREFOX });
  await here.login('agent');
  const there = await enter(server.app, 'agent');
  const third = await enter(server.app, 'agent');
  const stranger = await enter(server.app, 'agent2');
  const own = await sessionsOf(here);
  expect(own).toHaveLength(3);
  expect(own.find(({ is_current }) => is_current)).toMatchObject({
    device: 'Firefox sur Windows',
    network: '203.0.113.x',
  });
  const end = (id: unknown, browser = here) =>
    browser.post('/api/profile/sessions/end', { id: id as number });
  // of another it is as if it were not there
  expect((await end(await currentOf(stranger))).statusCode).toBe(404);
  expect(await isIn(stranger)).toBe(true);
  expect((await end(await currentOf(there))).json()).toEqual({ ended: 1 });
  expect([await isIn(here), await isIn(there), await isIn(third)]).toEqual([true, false, true]);
  expect((await end('others')).json()).toEqual({ ended: 1 });
  expect([await isIn(here), await isIn(third), await isIn(stranger)]).toEqual([true, false, true]);
  expect((await end('others')).json()).toEqual({ ended: 0 });
  for (const wrong of [0, -1, '1', 'all', null, { gt: 0 }]) {
    expect((await end(wrong)).statusCode, String(wrong)).toBe(400);
  }
  expect((await eventsOf(here)).slice(0, 2)).toMatchObject([
    { kind: 'session_ended', by: 'me' },
    { kind: 'session_ended', by: 'me' },
  ]);
});

test('an edit changes a name and a phone, and nothing that was slipped in beside them', async () => {
  const agent = await enter(server.app, 'agent');
  const before = await userRow('agent');
  const slipped = {
    id: office.users.root,
    mail: 'pirate@parite.example',
    role: 'root',
    company_id: office.companies.Zéphyr,
    scopes: ['**'],
    status: 'in_interim',
    img: 'root',
    password_hash: 'x',
    user_id: office.users.root,
  };
  const sent = { name: ' Aïcha ', surname: 'Bel', phone: '01 99 00 00 01', ...slipped };
  const answer = await agent.post('/api/profile/edit', sent);
  expect(answer.json()).toEqual({
    mail: mailOf('agent'),
    name: 'Aïcha',
    surname: 'Bel',
    phone: '01 99 00 00 01',
    awaited_mail: null,
  });
  const { search: _s, ...after } = await userRow('agent');
  const { search: _b, ...was } = before;
  expect(after).toEqual({ ...was, name: 'Aïcha', surname: 'Bel', phone: '01 99 00 00 01' });
  expect((await userRow('root')).name).toBe('root');
  expect((await agent.get('/api/me')).json().allowed_scope).not.toContain('**');
  for (const wrong of [{ name: ' ' }, { phone: 'abc' }, { name: 'a\u0000b' }, { surname: 'x'.repeat(101) }]) {
    expect((await agent.post('/api/profile/edit', { ...sent, ...wrong })).statusCode).toBe(400);
  }
  const lines = await database.db.selectFrom('audit_entries').selectAll().execute();
  expect(lines).toMatchObject([{ action: 'user.edited', user_id: office.users.agent }]);
});

test('a new password wants the present one, ends every other session, and is good enough', async () => {
  const here = await enter(server.app, 'idle');
  const there = await enter(server.app, 'idle');
  const change = (present: string, password = NEW) =>
    here.post('/api/profile/password', { present, password });
  const wrong = await change('trois girafes au cirque');
  expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'wrong_password']);
  expect((await change(PASSWORD, 'court')).json().code).toBe('weak_password');
  expect((await change(PASSWORD, 'Motdepasse2026!')).json().code).toBe('weak_password');
  expect((await change(PASSWORD, ` ${PASSWORD} `)).json().code).toBe('same_password');
  expect(await isIn(there)).toBe(true);
  expect((await change(PASSWORD)).statusCode).toBe(200);
  expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
  expect((await new Browser(server.app).login('idle')).statusCode).toBe(401);
  expect((await new Browser(server.app).login('idle', NEW)).statusCode).toBe(200);
  const changes = (await eventsOf(here)).filter(({ kind }) => kind === 'password_changed');
  expect(changes.map(({ outcome, by }) => [outcome, by]).sort()).toEqual([
    ['failure', 'me'],
    ['success', 'me'],
  ]);
  expect((await change(NEW, PASSWORD)).statusCode).toBe(200);
});

test('a stolen session does not serve to guess the password: ten tries, then it waits', async () => {
  const stolen = await enter(server.app, 'loner');
  const tries = [];
  for (let i = 0; i < 14; i += 1) {
    const present = `trois girafes au cirque ${i}`;
    tries.push((await stolen.post('/api/profile/password', { present, password: NEW })).statusCode);
  }
  expect(tries.filter((status) => status === 400)).toHaveLength(10);
  expect(tries.slice(10)).toEqual([429, 429, 429, 429]);
  expect((await stolen.post('/api/profile/password', { present: PASSWORD, password: NEW })).statusCode).toBe(
    429,
  );
});

test('two changes at once from one password: one of them is told that it came late', async () => {
  const browser = await enter(server.app, 'admin');
  const statuses = await Promise.all(
    ['huit zèbres au port de Brest', 'neuf zèbres au port de Brest'].map(
      async (password) =>
        (await browser.post('/api/profile/password', { present: PASSWORD, password })).statusCode,
    ),
  );
  // 400: the other one was done before this one's password was looked at
  expect([
    [200, 409],
    [200, 400],
  ]).toContainEqual(statuses.sort());
});

test('one is shown what happened to one’s own account, and of an administrator neither name nor browser', async () => {
  const agent = await enter(server.app, 'agent2');
  const root = new Browser(server.app, { 'user-agent': FIREFOX });
  await root.login('root');
  const ended = await root.post('/api/iam/users/end-sessions', { id: office.users.agent2 });
  expect(ended.json().ended).toBeGreaterThan(0);
  expect(await isIn(agent)).toBe(false);
  await new Browser(server.app, { 'user-agent': FIREFOX }).login('agent2', 'trois girafes au cirque');
  const again = await enter(server.app, 'agent2');
  const events = await eventsOf(again);
  expect(events[0]).toMatchObject({
    kind: 'login',
    outcome: 'failure',
    by: 'unknown',
    device: 'Firefox sur Windows',
  });
  expect(events.find(({ kind }) => kind === 'session_ended')).toMatchObject({
    by: 'administrator',
    device: null,
  });
  expect(JSON.stringify(events)).not.toMatch(/root|203\.0/);
  // nothing of anybody else
  const ids = events.map(({ id }) => id);
  const foreign = await database.db
    .selectFrom('security_events')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('subject_user_id', '<>', office.users.agent2)
    .selectAll()
    .execute();
  expect(foreign).toEqual([]);
});

test('who gave the password and came no further is not told to be oneself; the command line is named', async () => {
  const owner = await enter(server.app, 'agent2');
  await addTotp(owner, new Date());
  const intruder = new Browser(server.app, { 'user-agent': FIREFOX });
  expect((await intruder.login('agent2')).json()).toEqual({ next: 'second_factor' });
  expect((await intruder.post('/api/login/second', { code: '000000' })).statusCode).toBe(401);
  const by = async (browser: Browser, ...told: string[]) =>
    (await eventsOf(browser)).filter(({ kind }) => told.includes(kind)).map((event) => event.by);
  expect(await by(owner, 'password_accepted', 'factor_used')).toEqual(['unknown', 'password']);
  expect(await by(owner, 'factor_added')).toEqual(['me']);
  expect(await removeFactorsOf(database.db, mailOf('agent2'), new Date())).toBe(true);
  const again = await enter(server.app, 'agent2');
  expect(await by(again, 'factor_removed')).toEqual(['command_line']);
});

test('the sessions of who holds more are not an administrator’s to end', async () => {
  const root = await enter(server.app, 'root');
  const { users } = office;
  await database.db
    .insertInto('user_scopes')
    .values([{ user_id: users.loner, scope: 'iam.users.edit.all' }])
    .execute();
  const minor = await enter(server.app, 'loner');
  expect((await minor.post('/api/iam/users/end-sessions', { id: users.root })).statusCode).toBe(403);
  expect((await minor.post('/api/iam/users/end-sessions', { id: 999_999 })).statusCode).toBe(404);
  expect(await isIn(root)).toBe(true);
});
