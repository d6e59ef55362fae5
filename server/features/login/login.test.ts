import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { Browser, enter, furnishOffice, mailOf, type Office, PASSWORD } from '../../testing/office.ts';
import { createWatchedHasher } from '../../testing/watched-hasher.ts';
import { tokenOf } from '../passwords/password-links.ts';
import { setPassword } from '../passwords/set-password.ts';
import { FROM_COMMAND_LINE } from '../security-events/origin.ts';

const SECRET = 'of-these-tests-and-of-nothing-else-012345';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let database: TestDatabase;
let server: TestApp;
let office: Office;
let clock = new Date('2026-11-21T08:00:00.123Z');
const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};

const { passwords, verified } = createWatchedHasher();

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  server = await startTestApp(database.url, () => clock, { TRUST_PROXY: 'on', SECRET }, { passwords });
  await server.book.loaded;
});
beforeEach(async () => {
  verified.length = 0;
  await database.db.deleteFrom('login_failures').execute();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const sessions = () => database.db.selectFrom('sessions').selectAll().orderBy('id').execute();

describe('login', () => {
  test('accepts the mail in any case, with outer spaces', async () => {
    const browser = new Browser(server.app);
    const answer = await browser.post('/api/login', {
      username: '  Agent@PARITE.example ',
      password: PASSWORD,
    });
    expect(answer.statusCode).toBe(200);
    const me = {
      id: office.users.agent,
      name: 'agent',
      surname: 'Test',
      img: '',
      role: 'agent',
      company_id: office.companies.Quais,
      allowed_scope: [
        'branches.edit.me',
        'branches.list.me',
        'clients.list.me',
        'dashbord.list.me',
        'fixings.list.me',
        'identity.photo',
        'orders.list.me',
        'reservations.list.me',
        'sittings.list.me',
      ],
    };
    expect(answer.json()).toEqual(me);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await browser.get('/api/me')).json()).toEqual(me);
  });

  test('sets an HttpOnly cookie of this host, and stores no token in the database', async () => {
    const browser = new Browser(server.app);
    const answer = await browser.login('agent');
    const cookie = answer.cookies.find(({ name }) => name === 'session');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie).not.toHaveProperty('secure');
    expect(cookie).not.toHaveProperty('domain');
    expect(Buffer.from(cookie?.value ?? '', 'base64url')).toHaveLength(32);
    const stored = (await sessions()).at(-1);
    expect(stored?.token_hash).toHaveLength(32);
    expect(stored?.token_hash.toString('base64url')).not.toBe(cookie?.value);
  });

  test('sets a Secure cookie with the prefix behind HTTPS', async () => {
    const browser = new Browser(server.app, { 'x-forwarded-proto': 'https' });
    const answer = await browser.login('agent');
    expect(answer.cookies.find(({ name }) => name === '__Host-session')).toMatchObject({
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    });
    expect(browser.cookies.has('session')).toBe(false);
    expect((await browser.get('/api/me')).statusCode).toBe(200);
    // the same token without the prefix, which anybody on the network could have planted
    const planted = new Browser(server.app, { 'x-forwarded-proto': 'https' });
    planted.cookies.set('session', browser.cookies.get('__Host-session') ?? '');
    expect((await planted.get('/api/me')).statusCode).toBe(401);
  });

  test('issues a new token each time and ends the former one', async () => {
    const browser = await enter(server.app, 'agent');
    const former = browser.cookies.get('session') ?? '';
    await browser.login('agent2');
    expect(browser.cookies.get('session')).not.toBe(former);
    const thief = new Browser(server.app);
    thief.cookies.set('session', former);
    expect((await thief.get('/api/me')).statusCode).toBe(401);
    expect((await browser.get('/api/me')).json()).toMatchObject({ name: 'agent2' });
  });

  test('never adopts a planted token', async () => {
    const browser = new Browser(server.app);
    browser.cookies.set('session', 'A'.repeat(43));
    await browser.login('agent');
    expect(browser.cookies.get('session')).not.toBe('A'.repeat(43));
  });

  test('answers alike to a wrong name, a wrong password and an account without one, after the same work', async () => {
    const answers = [];
    for (const [username, password] of [
      ['personne@parite.example', PASSWORD],
      [mailOf('agent'), 'trois girafes au marche'],
      [mailOf('nouveau'), PASSWORD],
    ]) {
      answers.push(await new Browser(server.app).post('/api/login', { username, password } as object));
    }
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({
        message: 'Nom d"utilisateur ou mot de passe incorrect.',
        code: 'wrong_credentials',
      });
      expect(answer.cookies.some(({ name }) => name === 'session')).toBe(false);
    }
    expect(verified).toEqual([null, expect.stringMatching(/^\$argon2id\$/), null]);
  });

  test('gets a refusal from the hasher for an account without a hash', async () => {
    expect(await passwords.verify(null, '')).toBe(false);
    expect(
      await passwords.verify(await passwords.hash('cafe\u0301 cre\u0300me noir'), 'café crème noir'),
    ).toBe(true);
  });

  test.each([
    [{ username: 'agent@parite.example' }, '« Mot de passe »'],
    [{ username: '', password: PASSWORD }, '« Nom d’utilisateur »'],
    [{ username: { $ne: null }, password: PASSWORD }, '« Nom d’utilisateur »'],
    [{ username: 'a'.repeat(257), password: PASSWORD }, '« Nom d’utilisateur »'],
    [{ username: 'a@exemple.fr', password: 'a'.repeat(257) }, '« Mot de passe »'],
  ])('%j is a 400 that names the field', async (body, field) => {
    const answer = await new Browser(server.app).post('/api/login', body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain(field);
    expect(verified).toEqual([]);
  });
});

describe('failed logins', () => {
  const guess = (username: string, address: string, password = 'faux et archifaux') =>
    new Browser(server.app, {}, address).post('/api/login', { username, password });

  test.each([
    'agent@parite.example',
    'personne@parite.example',
  ])('ten of %s from one network lead to a wait of a quarter of an hour there', async (mail) => {
    for (let i = 0; i < 10; i++) expect((await guess(mail, '198.51.100.1')).statusCode).toBe(401);
    pass(5 * MINUTE);
    const refused = await guess(mail.toUpperCase(), '198.51.100.1', PASSWORD);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('600');
    expect(refused.json()).toEqual({
      message: 'Trop de tentatives de connexion. Réessayez dans 10 minutes.',
      code: 'too_many_logins',
    });
    expect(verified).toHaveLength(10);
    // elsewhere it is looked at
    expect((await guess(mail, '198.51.100.2')).statusCode).toBe(401);
    pass(10 * MINUTE);
    expect((await guess(mail, '198.51.100.1')).statusCode).toBe(401);
  });

  test('stand in the journal with their reason, which the answer does not tell', async () => {
    const { db } = database;
    const suspend = (suspended_at: Date | null) =>
      db.updateTable('users').set({ suspended_at }).where('id', '=', office.users.idle).execute();
    await server.app.securityTally.flush();
    const events = db
      .selectFrom('security_events')
      .where('kind', '=', 'login')
      .select(['id', 'outcome', 'details', 'subject_user_id as user'])
      .orderBy('id', 'desc');
    const newest = (await events.limit(1).executeTakeFirst())?.id ?? 0;
    await suspend(clock);
    const tried = ['personne@parite.example', mailOf('agent'), mailOf('nouveau'), mailOf('idle')];
    for (const mail of tried)
      expect((await guess(mail, '198.51.100.1')).json().code).toBe('wrong_credentials');
    await suspend(null);
    for (let i = 0; i < 10; i++) await guess(mailOf('agent2'), '198.51.100.3');
    expect((await guess(mailOf('agent2'), '198.51.100.3')).statusCode).toBe(429);
    const { agent, nouveau, idle, agent2 } = office.users;
    const failure = (user: number | null, reason: string, outcome = 'failure') => ({
      id: expect.any(Number),
      outcome,
      details: { reason },
      user,
    });
    const journaled = async () => {
      await server.app.securityTally.flush();
      return events.where('id', '>', newest).execute();
    };
    await expect
      .poll(journaled)
      .toEqual(
        expect.arrayContaining([
          failure(null, 'unknown'),
          failure(agent, 'wrong_password'),
          failure(nouveau, 'awaiting_password'),
          failure(idle, 'suspended'),
          failure(agent2, 'wrong_password'),
          failure(agent2, 'too_many', 'refused'),
        ]),
      );
  });

  test('concurrent guesses are all counted', async () => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => guess(mailOf('agent'), '198.51.100.1')),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15);
    expect(verified).toHaveLength(10);
  });

  test('fifty of one address, an IPv6 /64 counting as one', async () => {
    const address = (i: number) => `2001:db8:0:1::${(i + 1).toString(16)}`;
    for (let i = 0; i < 50; i++) {
      expect((await guess(`compte-${i}@parite.example`, address(i))).statusCode).toBe(401);
    }
    expect((await guess('autre@parite.example', address(50))).statusCode).toBe(429);
    expect((await guess('autre@parite.example', '2001:db8:0:2::1')).statusCode).toBe(401);
  });

  test('a success deletes the failures of its account there, and its own', async () => {
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 9; i++) await guess(mailOf('agent'), '198.51.100.1');
      expect((await guess(mailOf('agent'), '198.51.100.1', PASSWORD)).statusCode).toBe(200);
    }
    const counts = await database.db.selectFrom('login_failures').select('count').execute();
    // of the network, and of the account's day
    expect(counts).toEqual([{ count: 18 }, { count: 18 }]);
  });

  test('a count identifies nobody, and expires with its window', async () => {
    for (let i = 0; i < 5; i++) await guess(`compte-${i}@parite.example`, '198.51.100.1');
    const kept = await database.db.selectFrom('login_failures').selectAll().execute();
    expect(kept).toHaveLength(11);
    pass(DAY);
    await guess('autre@parite.example', '198.51.100.2');
    expect(await database.db.selectFrom('login_failures').selectAll().execute()).toHaveLength(3);
  });
});

describe('a session', () => {
  test('expires after 12 hours without use, and each use extends it', async () => {
    const browser = await enter(server.app, 'agent');
    pass(11 * HOUR);
    expect((await browser.get('/api/me')).statusCode).toBe(200);
    pass(11 * HOUR);
    expect((await browser.get('/api/me')).statusCode).toBe(200);
    pass(12 * HOUR);
    const ended = await browser.get('/api/me');
    expect(ended.statusCode).toBe(401);
    expect(ended.json()).toMatchObject({ code: 'no_session' });
  });

  test('is not extended by a page’s automatic calls', async () => {
    const browser = await enter(server.app, 'agent');
    pass(11 * HOUR);
    expect((await browser.get('/api/fixings/sheet', { 'x-background': '1' })).statusCode).toBe(200);
    expect((await browser.get('/api/fixings/events')).statusCode).toBe(200);
    pass(HOUR);
    expect((await browser.get('/api/me')).statusCode).toBe(401);
  });

  test('stores its use once a minute at most', async () => {
    const browser = await enter(server.app, 'agent');
    const used = async () => (await sessions()).at(-1)?.last_used_at.getTime();
    const start = clock.getTime();
    pass(MINUTE - 1);
    await browser.get('/api/me');
    expect(await used()).toBe(start);
    pass(1);
    await browser.get('/api/me');
    expect(await used()).toBe(start + MINUTE);
  });

  test('expires after 7 days, used or not', async () => {
    const browser = await enter(server.app, 'agent');
    for (let i = 0; i < 15; i++) {
      pass(11 * HOUR);
      expect((await browser.get('/api/me')).statusCode).toBe(200);
    }
    pass(7 * DAY - 15 * 11 * HOUR);
    expect((await browser.get('/api/me')).statusCode).toBe(401);
  });

  test('ends at logout, which never fails', async () => {
    const browser = await enter(server.app, 'agent');
    const token = browser.cookies.get('session') ?? '';
    const answer = await browser.get('/api/logout');
    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe('');
    expect(browser.cookies.has('session')).toBe(false);
    // counted failures of other tests are written a moment later, without a user
    const events = database.db.selectFrom('security_events').select('kind');
    const [last] = await events
      .where('subject_user_id', '=', office.users.agent)
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(last).toEqual({ kind: 'logout' });
    browser.cookies.set('session', token);
    expect((await browser.get('/api/me')).statusCode).toBe(401);
    expect((await browser.get('/api/logout')).statusCode).toBe(204);
  });

  test('gains and loses rights as they are granted and revoked', async () => {
    const browser = await enter(server.app, 'idle');
    expect((await browser.get('/api/fixings/rates')).statusCode).toBe(403);
    await database.db
      .insertInto('user_scopes')
      .values({ user_id: office.users.idle, scope: 'fixings.list.me' })
      .execute();
    expect((await browser.get('/api/fixings/rates')).statusCode).toBe(200);
    await database.db.deleteFrom('user_scopes').where('user_id', '=', office.users.idle).execute();
    expect((await browser.get('/api/fixings/rates')).statusCode).toBe(403);
  });
});

describe('a new password', () => {
  const NEW = 'quatre girafes au marché';
  const set = (token: string, password = NEW) =>
    new Browser(server.app).post('/api/iam/users/new-password', { token, password });
  const linkOf = async () => {
    const admin = await enter(server.app, 'admin');
    const companies = (await admin.get('/api/companies')).json();
    const users = companies.flatMap(
      (company: { users: { mail: string; password_link: string }[] }) => company.users,
    );
    const link = users.find((user: { mail: string }) => user.mail === mailOf('nouveau')).password_link;
    return new URLSearchParams(link.split('?')[1]).get('token') ?? '';
  };

  beforeEach(async () => {
    await database.db.deleteFrom('password_links').execute();
    await database.db
      .updateTable('users')
      .set({ status: 'awaiting_password', password_hash: null })
      .where('mail', '=', mailOf('nouveau'))
      .execute();
  });

  test('has a link that is valid until its use, and a forged one never is', async () => {
    const check = async (token: unknown) =>
      (await new Browser(server.app).post('/api/iam/users/password-link', { token })).statusCode;
    const token = await linkOf();
    expect([await check(token), await check(token)]).toEqual([200, 200]);
    expect([await check(''), await check('x'), await check(`${token.slice(0, -1)}_`)]).toEqual([
      410, 410, 410,
    ]);
    expect(await check(1)).toBe(400);
    await set(token);
    expect(await check(token)).toBe(410);
  });

  test('opens the account, once', async () => {
    const token = await linkOf();
    const answer = await set(token);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({});
    expect((await new Browser(server.app).login('nouveau', NEW)).statusCode).toBe(200);
    const again = await set(token, 'cinq girafes au marché');
    expect(again.statusCode).toBe(410);
    expect(again.json()).toMatchObject({ code: 'link_gone' });
    expect((await new Browser(server.app).login('nouveau', NEW)).statusCode).toBe(200);
  });

  test('set twice at once is set by one', async () => {
    const token = await linkOf();
    const answers = await Promise.all([
      set(token, NEW),
      set(token, 'cinq girafes au marché'),
      set(token, NEW),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410]);
  });

  test('link is used under a lock', async () => {
    const linkId = Number((await linkOf()).split('.')[0]);
    const userId = office.users.nouveau;
    const passwordHash = await passwords.hash(NEW);
    const { db } = database;
    const waiting = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows[0]?.n;
    };
    const set = () =>
      setPassword(db, { linkId, userId, passwordHash, at: clock, from: FROM_COMMAND_LINE, failures: [] });
    const done = await db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
      const both = [set(), set()];
      // they have come as far as they can, both at once
      await expect.poll(waiting).toBe(2);
      return both;
    });
    expect((await Promise.all(done)).sort()).toEqual([false, true]);
  });

  test.each([
    ['court', 'de 12 à 256 caractères'],
    ['x'.repeat(257), 'de 12 à 256 caractères'],
    ['Motdepasse2026!', 'trop courant'],
    ['Parite-2026-nouveau', 'se réduit à votre nom'],
  ])('«%s» is refused, and leaves the link valid', async (password, why) => {
    const token = await linkOf();
    const refused = await set(token, password);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ code: 'weak_password' });
    expect(refused.json().message).toContain(why);
    expect((await set(token)).statusCode).toBe(200);
  });

  test('link expires after 7 days or by a replacement', async () => {
    const old = await linkOf();
    pass(7 * DAY - 1);
    // shown again, the very same
    expect(await linkOf()).toBe(old);
    pass(1);
    expect((await set(old)).statusCode).toBe(410);
    const fresh = await linkOf();
    expect(fresh).not.toBe(old);
    await database.db
      .insertInto('password_links')
      .values({ user_id: office.users.nouveau, created_at: clock })
      .execute();
    expect((await set(fresh)).statusCode).toBe(410);
    expect((await set(await linkOf())).statusCode).toBe(200);
  });

  test('link is the same for two administrators who look at once', async () => {
    const admin = await enter(server.app, 'admin');
    const root = await enter(server.app, 'root');
    const answers = await Promise.all([admin, root, admin].map((browser) => browser.get('/api/companies')));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers[0]?.body).toContain('/#/password?token=');
  });

  test('link with a forged token opens nothing', async () => {
    const [id = ''] = (await linkOf()).split('.');
    const other = await linkOf();
    for (const token of [
      `${id}.${'A'.repeat(43)}`,
      `999.${other.split('.')[1]}`,
      `${id}.`,
      '',
      'x',
      `-${other}`,
    ]) {
      expect((await set(token)).statusCode, token).toBe(410);
    }
  });

  test('of an active account ends its sessions, no others, and keeps its status', async () => {
    await set(await linkOf());
    const { db } = database;
    const id = office.users.nouveau;
    await db.updateTable('users').set({ status: 'in_interim' }).where('id', '=', id).execute();
    const nouveau = new Browser(server.app);
    expect((await nouveau.login('nouveau', NEW)).statusCode).toBe(200);
    const agent = await enter(server.app, 'agent');
    const link = await db
      .insertInto('password_links')
      .values({ user_id: id, created_at: clock })
      .returning(['id', 'user_id as userId', 'created_at as createdAt'])
      .executeTakeFirstOrThrow();
    expect((await set(tokenOf(SECRET, link), 'six girafes au marché')).statusCode).toBe(200);
    expect((await nouveau.get('/api/me')).statusCode).toBe(401);
    expect((await agent.get('/api/me')).statusCode).toBe(200);
    const user = await db.selectFrom('users').select('status').where('id', '=', id).executeTakeFirst();
    expect(user?.status).toBe('in_interim');
  });
});

type Scope = { scope: string };

describe('the directory', () => {
  test('shows open sessions and scopes with the right to see them', async () => {
    await database.db.deleteFrom('sessions').execute();
    const admin = await enter(server.app, 'admin');
    pass(MINUTE);
    await enter(server.app, 'agent');
    const sessions = await admin.get('/api/iam/sessions');
    expect(sessions.headers['x-total-count']).toBe('2');
    const open = sessions.json();
    expect(open).toHaveLength(2);
    const none = await admin.get('/api/iam/sessions?page=2');
    expect([none.json(), none.headers['x-total-count']]).toEqual([[], '2']);
    expect(open[0]).toEqual({
      id: expect.any(Number),
      user: { id: office.users.agent, mail: mailOf('agent'), name: 'agent', surname: 'Test' },
      created_at: clock.toISOString(),
      last_used_at: clock.toISOString(),
      is_current: false,
    });
    expect(open[1]).toMatchObject({ user: { name: 'admin' }, is_current: true });
    const scopes = (await admin.get('/api/iam/scopes')).json();
    expect(scopes).toContainEqual({ scope: '**', label: 'Tous les droits sur l’application' });
    expect(scopes).toEqual(scopes.toSorted((one: Scope, other: Scope) => (one.scope < other.scope ? -1 : 1)));
  });
});

test('no name, address, password or token is ever logged', async () => {
  const browser = new Browser(server.app, { user: encodeURIComponent('{"name":"agent"}') }, '198.51.100.77');
  await browser.post('/api/login', { username: mailOf('agent'), password: 'faux et archifaux' });
  await browser.login('agent');
  await browser.get('/api/me');
  const log = server.logged();
  expect(log).toContain('/api/login');
  for (const secret of [
    'parite.example',
    PASSWORD,
    'archifaux',
    '198.51.100',
    browser.cookies.get('session') ?? '?',
  ]) {
    expect(log).not.toContain(secret);
  }
});
