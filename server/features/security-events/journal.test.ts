import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aUserDraft } from '#domain/testing/users.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { admitBureau } from '../../testing/bookings.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { Browser, enter, furnishOffice, mailOf, type Office, PASSWORD } from '../../testing/office.ts';
import { mailedDigits, visit } from '../../testing/travellers.ts';
import { tokenOf } from '../passwords/password-links.ts';
import { hashAccount } from './origin.ts';

// What the product itself writes into the journal of security, and into the log.

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0';

let database: TestDatabase;
let server: TestApp;
let office: Office;

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  server = await startTestApp(database.url);
  await server.book.loaded;
});
beforeEach(async () => {
  await server.app.securityTally.flush();
  await sql`alter table security_events disable trigger user; delete from security_events;
    alter table security_events enable trigger user; delete from login_failures`.execute(database.db);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const lines = async () => {
  await server.app.securityTally.flush();
  return database.db.selectFrom('security_events').selectAll().orderBy('id').execute();
};
const told = async () =>
  (await lines()).map(({ kind, outcome, subject_user_id }) => [kind, outcome, subject_user_id]);

test('a reader of the counted failures waits for the write in progress', async () => {
  const from = { userId: null, sessionId: null, network: null, device: null };
  server.app.securityTally.add({ kind: 'forbidden', outcome: 'refused', at: new Date(), from });
  void server.app.securityTally.flush();
  await server.app.securityTally.flush();
  const rows = await database.db.selectFrom('security_events').select('kind').execute();
  expect(rows).toEqual([{ kind: 'forbidden' }]);
});

test('a login is a line with its session; a new login ends the former session; a logout is a line', async () => {
  const { agent } = office.users;
  const browser = new Browser(server.app, { 'user-agent': FIREFOX });
  await browser.login('agent');
  await browser.login('agent');
  await browser.get('/api/logout');
  // without a session nothing ends
  await browser.get('/api/logout');
  expect(await told()).toEqual([
    ['login', 'success', agent],
    ['session_ended', 'success', agent],
    ['login', 'success', agent],
    ['logout', 'success', agent],
  ]);
  const [first, ended, second, out] = await lines();
  expect(first).toMatchObject({ user_id: agent, device: 'Firefox sur Windows', network: expect.any(Buffer) });
  expect(ended).toMatchObject({ session_id: first?.session_id, details: { reason: 'replaced' } });
  expect(out?.session_id).toBe(second?.session_id);
});

test('a session has its browser in words and its network without the last part', async () => {
  const browser = new Browser(server.app, { 'user-agent': FIREFOX }, '2001:db8:85a3:8d3:1319:8a2e:370:7348');
  await browser.login('agent');
  const session = await database.db
    .selectFrom('sessions')
    .select(['device', 'network'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(session).toEqual({ device: 'Firefox sur Windows', network: '2001:db8:85a3::' });
});

test('an act on a user has its actor and network', async () => {
  const root = new Browser(server.app, { 'user-agent': FIREFOX }, '198.51.100.4');
  await root.login('root');
  const id = office.users.idle;
  await enter(server.app, 'idle');
  await root.post('/api/iam/users/end-sessions', { id });
  await root.post('/api/iam/users/suspend', { id, is_suspended: true });
  await root.post('/api/iam/users/suspend', { id, is_suspended: false });
  const [login, , ...acts] = await lines();
  expect(acts.map(({ kind }) => kind)).toEqual(['session_ended', 'user_suspended', 'user_resumed']);
  for (const act of acts) {
    expect(act).toMatchObject({
      user_id: office.users.root,
      subject_user_id: id,
      session_id: login?.session_id,
      network: login?.network,
      device: 'Firefox sur Windows',
    });
  }
});

test('a failure names its account, or an HMAC of the typed name, and the reason', async () => {
  const browser = new Browser(server.app);
  await browser.login('agent', 'trois girafes au cirque');
  await browser.post('/api/login', { username: ' Personne@Parite.example', password: PASSWORD });
  await browser.login('nouveau');
  await database.db
    .updateTable('users')
    .set({ suspended_at: new Date() })
    .where('id', '=', office.users.agent2)
    .execute();
  await browser.login('agent2');
  expect(
    (await lines()).map(({ subject_user_id, user_id, details }) => [subject_user_id, user_id, details]),
  ).toEqual([
    [office.users.agent, null, { reason: 'wrong_password' }],
    [null, null, { reason: 'unknown' }],
    [office.users.nouveau, null, { reason: 'awaiting_password' }],
    [office.users.agent2, null, { reason: 'suspended' }],
  ]);
  expect((await lines())[1]?.account).toEqual(hashAccount(SECRET, 'personne@parite.example'));
  for (let i = 0; i < 12; i += 1) await browser.login('agent', 'trois girafes au cirque');
  const refused = (await lines()).filter(({ outcome }) => outcome === 'refused');
  // two minutes may have seen them
  expect(refused.length).toBeGreaterThan(0);
  for (const line of refused) {
    expect(line).toMatchObject({ subject_user_id: office.users.agent, details: { reason: 'too_many' } });
  }
  // who guesses in a browser where somebody is logged in is not that person
  const shared = await enter(server.app, 'admin');
  await shared.login('root', 'trois girafes au cirque');
  expect((await lines()).at(-1)).toMatchObject({ subject_user_id: office.users.root, user_id: null });
});

test('a login’s log line has the user’s number and the outcome, and no address', async () => {
  const browser = new Browser(server.app, {}, '198.51.100.23');
  await browser.login('root');
  await browser.login('root', 'trois girafes au cirque');
  await browser.post('/api/login', { username: 'personne@parite.example', password: PASSWORD });
  const logged = server
    .logged()
    .split('\n')
    .filter((line) => line.includes('"msg":"login"'));
  const { root } = office.users;
  expect(logged.slice(-3).map((line) => JSON.parse(line))).toMatchObject([
    { actor: root, outcome: 'success' },
    { actor: root, outcome: 'failure' },
    { actor: null, outcome: 'failure' },
  ]);
  expect(server.logged()).not.toMatch(/198\.51\.100|personne|root@/);
});

test('a requested password, and one set by a link, which ends open sessions, are lines', async () => {
  const browser = await enter(server.app, 'admin');
  await browser.post('/api/iam/users/forgotten-password', { username: mailOf('idle') });
  await browser.post('/api/iam/users/forgotten-password', { username: 'personne@parite.example' });
  const asked = (await lines()).filter(({ kind }) => kind === 'password_asked');
  expect(asked.map(({ subject_user_id }) => subject_user_id)).toEqual([office.users.idle, null]);
  expect(asked[1]?.account).toHaveLength(32);

  await enter(server.app, 'idle');
  const { token } = await newLink(office.users.idle);
  await new Browser(server.app).post('/api/iam/users/new-password', {
    token,
    password: 'cinq zèbres au port',
  });
  expect((await lines()).at(-1)).toMatchObject({
    kind: 'password_set',
    user_id: office.users.idle,
    subject_user_id: office.users.idle,
    details: { sessions_ended: 1, link: expect.any(Number) },
  });
});

test('refusals for missing rights or tokens are counted, without a line each', async () => {
  const agent = await enter(server.app, 'agent');
  await Promise.all(Array.from({ length: 50 }, () => agent.get('/api/iam/users')));
  await Promise.all(
    Array.from({ length: 40 }, () =>
      agent.post('/api/fixings/confirm', { currencies: [] }, { 'x-xsrf-token': 'none' }),
    ),
  );
  const refusals = async () => (await lines()).filter(({ outcome }) => outcome === 'refused');
  // two minutes may have seen them
  const sum = async (kind: string) =>
    (await refusals()).filter((line) => line.kind === kind).reduce((total, { count }) => total + count, 0);
  expect(await sum('forbidden')).toBe(50);
  expect(await sum('xsrf')).toBe(40);
  const [forbidden] = await refusals();
  expect(forbidden).toMatchObject({
    user_id: office.users.agent,
    details: { route: '/api/iam/users', code: 'forbidden' },
  });
  expect((await refusals()).length).toBeLessThanOrEqual(8);
});

test('a traveller’s wrong digits, login, other sessions and erased account are lines, by number alone', async () => {
  await admitBureau(database.db, office.companies.Quais ?? 0);
  const email = 'lea@exemple.fr';
  const signIn = async (guesses: number) => {
    const browser = visit(server.app);
    await browser.post('/api/traveller/code', { email });
    const code = await mailedDigits(database.db, email, SECRET);
    const guess = (typed: string) => browser.post('/api/traveller/session', { email, code: typed });
    for (let i = 0; i < guesses; i += 1) await guess(code === '000000' ? '000001' : '000000');
    expect((await guess(code)).statusCode).toBe(200);
    return browser;
  };
  await signIn(2);
  const lea = await signIn(0);
  await lea.post('/api/traveller/sessions/end', {});
  // a browser, until it may guess no more
  const guesser = visit(server.app, '198.51.100.9');
  const statuses: number[] = [];
  for (let i = 0; i < 7; i += 1) {
    const other = `autre-${i}@exemple.fr`;
    await guesser.post('/api/traveller/code', { email: other });
    const digits = await mailedDigits(database.db, other, SECRET);
    const code = digits === '000000' ? '000001' : '000000';
    for (let k = 0; k < 5; k += 1)
      statuses.push((await guesser.post('/api/traveller/session', { email: other, code })).statusCode);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  await lea.post('/api/traveller/delete', { email });
  const sums = new Map<string, number>();
  for (const { kind, outcome, account, user_id, details, count } of await lines()) {
    expect([account, user_id]).toEqual([null, null]);
    const { traveller, ...others } = details as Record<string, unknown>;
    if (outcome === 'success') expect(traveller).toEqual(expect.any(Number));
    const what = `${kind} ${outcome} ${Object.values(others).join(' ')}`.trim();
    sums.set(what, (sums.get(what) ?? 0) + count);
  }
  expect(Object.fromEntries(sums)).toEqual({
    'traveller_login failure wrong_code': 32,
    'traveller_login refused too_many': 5,
    'traveller_login success': 2,
    'traveller_sessions_ended success 1': 1,
    'traveller_erased success': 1,
  });
});

test('changed rights, and a suspended or reactivated account, are lines', async () => {
  const root = await enter(server.app, 'root');
  const { loner } = office.users;
  const edit = { id: loner, ...aUserDraft({ name: 'loner', surname: 'Test' }) };
  expect((await root.post('/api/iam/users/edit', { ...edit, scopes: ['audit.list.all'] })).statusCode).toBe(
    200,
  );
  await enter(server.app, 'loner');
  await root.post('/api/iam/users/suspend', { id: loner, is_suspended: true });
  await root.post('/api/iam/users/suspend', { id: loner, is_suspended: false });
  const upon = (await lines()).filter(({ user_id }) => user_id === office.users.root).slice(1);
  expect(upon.map(({ kind, subject_user_id }) => [kind, subject_user_id])).toEqual([
    ['rights_changed', loner],
    ['user_suspended', loner],
    ['user_resumed', loner],
  ]);
  expect(upon[0]?.details).toMatchObject({
    given: ['audit.list.all'],
    taken: expect.arrayContaining(['fixings.list.me']),
  });
  expect(upon[1]?.details).toEqual({ sessions_ended: 1 });
});

async function newLink(userId: number): Promise<{ token: string }> {
  const link = await database.db
    .insertInto('password_links')
    .values({ user_id: userId, created_at: new Date() })
    .returning(['id', 'user_id as userId', 'created_at as createdAt'])
    .executeTakeFirstOrThrow();
  return { token: tokenOf(SECRET, link) };
}
