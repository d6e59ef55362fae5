import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api, type CallName } from '#domain/api.ts';
import { tokenOf } from '../features/passwords/password-links.ts';
import { admitBureau } from '../testing/bookings.ts';
import { Browser, enter, PASSWORD } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';
import { mailedDigits, signIn, visit } from '../testing/travellers.ts';

const SECRET = 'of-these-tests-and-of-nothing-else-012345';
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const ZOE = 'zoe@exemple.fr';

let office: OpenOffice;
let clock = new Date('2026-11-21T08:00:00.123Z');
const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};

beforeAll(async () => {
  office = await openOffice({ SECRET }, () => clock);
  await admitBureau(office.db, office.companies.Quais ?? 0);
});
beforeEach(async () => {
  await office.db.deleteFrom('login_failures').execute();
});
afterAll(() => office.close());

const guarded = (Object.keys(api) as CallName[]).filter(
  (name) => api[name].host === 'backoffice' && api[name].needs !== 'nothing',
);

function ask(name: CallName, cookie: string, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = name.split(' ');
  const token = 'A'.repeat(43);
  return office.app.inject({
    method: method as 'GET' | 'POST',
    url: path.replace(/\{\w+\}/, '1'),
    headers: {
      host: api[name].host === 'public' ? 'localhost' : 'backoffice.localhost',
      cookie: `XSRF-TOKEN=${token}; ${cookie}`,
      'x-xsrf-token': token,
      ...headers,
    },
    ...(method === 'POST' && { payload: {} }),
  });
}

const travellerStatusWith = async (token = '') =>
  (await ask('GET /api/traveller/me', `traveller=${token}`)).statusCode;
const statusWith = async (cookie: string) => (await ask('GET /api/me', cookie)).statusCode;
const tokenIn = (browser: Browser) => browser.cookies.get('session') ?? '';

const ofTravellers = (Object.keys(api) as CallName[]).filter((name) => api[name].needs === 'traveller');

describe('a cookie behind HTTPS', () => {
  let proxied: OpenOffice;
  beforeAll(async () => {
    proxied = await openOffice({ SECRET, TRUST_PROXY: 'on' }, () => clock);
    await admitBureau(proxied.db, proxied.companies.Quais ?? 0);
  });
  afterAll(() => proxied.close());

  /** Every cookie that an application sets, from its first answer to the logout. */
  const walks = {
    async office() {
      const browser = new Browser(proxied.app, { 'x-forwarded-proto': 'https' });
      const answers = [await browser.get('/api/logout'), await browser.login('agent')];
      return [...answers, await browser.get('/api/logout')];
    },
    async site() {
      const browser = visit(proxied.app);
      browser.headers['x-forwarded-proto'] = 'https';
      const asked = await browser.post('/api/traveller/code', { email: ZOE });
      const code = await mailedDigits(proxied.db, ZOE, SECRET);
      const opened = await browser.post('/api/traveller/session', { email: ZOE, code });
      return [asked, opened, await browser.post('/api/traveller/logout', {})];
    },
  };

  test.each([
    ['office', ['XSRF-TOKEN', '__Host-device', '__Host-session']],
    ['site', ['XSRF-TOKEN', '__Host-traveller', '__Host-traveller-code']],
  ] as const)('of the %s is of this host and of no other site, and hidden from scripts', async (name, names) => {
    const cookies = (await walks[name]()).flatMap((answer) => answer.cookies);
    expect([...new Set(cookies.map((cookie) => cookie.name))].sort()).toEqual(names);
    for (const cookie of cookies) {
      expect(cookie).toMatchObject({ secure: true, sameSite: 'Lax', path: '/' });
      expect(cookie).not.toHaveProperty('domain');
      // XSRF-TOKEN is read by the page's own script
      expect(cookie.httpOnly ?? false, cookie.name).toBe(cookie.name !== 'XSRF-TOKEN');
      if (cookie.value !== '' && !/device/.test(cookie.name)) {
        expect(Buffer.from(cookie.value, 'base64url')).toHaveLength(32);
      }
    }
  });

  test('of a session or a request is never the same twice', async () => {
    const set: { name: string; value: string }[] = [];
    for (let i = 0; i < 5; i += 1) {
      const answers = [...(await walks.office()), ...(await walks.site())];
      set.push(...answers.flatMap(({ cookies }) => cookies).filter(({ value }) => value !== ''));
    }
    const values = set.map(({ value }) => value);
    expect(values.length).toBeGreaterThan(20);
    expect(new Set(values).size).toBe(values.length);
    const secrets = Map.groupBy(
      set.filter(({ name }) => !/device/.test(name)),
      ({ name }) => name,
    );
    expect([...secrets.keys()].sort()).toEqual([
      'XSRF-TOKEN',
      '__Host-session',
      '__Host-traveller',
      '__Host-traveller-code',
    ]);
    // no byte of any kind of them is fixed
    for (const [name, kind] of secrets) {
      const bytes = kind.map(({ value }) => Buffer.from(value, 'base64url'));
      for (let i = 0; i < 32; i += 1) {
        expect(new Set(bytes.map((one) => one[i])).size, `${name}, ${i}`).toBeGreaterThan(1);
      }
    }
  });
});

describe('a forged session opens no call', () => {
  test('of a traveller, whatever its form', async () => {
    const zoe = await signIn(office.app, office.db, ZOE, SECRET);
    const real = zoe.cookies.get('traveller') ?? '';
    expect((await ask('GET /api/traveller/me', `traveller=${real}`)).statusCode).toBe(200);
    const stored = await office.db.selectFrom('traveller_sessions').selectAll().executeTakeFirstOrThrow();
    const root = await enter(office.app, 'root');
    const forgeries = [
      '',
      'traveller=',
      `traveller=${'A'.repeat(43)}`,
      `traveller=${real.slice(0, -1)}`,
      `traveller=${stored.token_hash.toString('base64url')}`,
      `traveller=${stored.traveller_id}`,
      `session=${real}`,
      // what opens the back-office opens nothing here
      `traveller=${tokenIn(root)}; session=${tokenIn(root)}`,
      // nor does the browser that asked for the digits
      `traveller=${zoe.cookies.get('traveller-code')}`,
    ];
    for (const cookie of forgeries) {
      for (const name of ofTravellers) {
        expect((await ask(name, cookie)).statusCode, `${name} ${cookie}`).toBe(401);
      }
    }
    expect((await ask('GET /api/traveller/me', '')).json()).toEqual({
      code: 'no_session',
      message: expect.stringMatching(/^Vous n’êtes pas connecté/),
    });
  });

  test('whatever its form', async () => {
    const root = await enter(office.app, 'root');
    const real = tokenIn(root);
    expect(await statusWith(`session=${real}`)).toBe(200);
    const stored = await office.db.selectFrom('sessions').select(['id', 'token_hash']).executeTakeFirst();
    const forgeries = [
      '',
      'session=',
      `session=${'A'.repeat(43)}`,
      `session=${'A'.repeat(8_000)}`,
      `session=${real.slice(0, -1)}`,
      `session=${real}A`,
      `session=${real.toLowerCase()}`,
      `session="${real}"`,
      `session=${encodeURIComponent(`' OR '1'='1`)}`,
      `session=${stored?.id}`,
      // whoever reads the database finds this hash, and not the token it was made from
      `session=${stored?.token_hash.toString('base64url')}`,
      `session=${stored?.token_hash.toString('hex')}`,
      `session=${createHash('sha256').update(real).digest('base64url')}`,
      `Session=${real}`,
      `__Host-session=${real}`,
      `session=${'A'.repeat(43)}; session=${real}`,
      `sessionx=${real}`,
      `__proto__=${real}`,
    ];
    for (const cookie of forgeries) {
      for (const name of guarded) expect((await ask(name, cookie)).statusCode, `${name} ${cookie}`).toBe(401);
    }
  });

  test('nor does anything else that says who one is', async () => {
    const claims = {
      user: encodeURIComponent(JSON.stringify({ id: office.users.root, allowed_scope: ['**'] })),
      authorization: `Basic ${Buffer.from(`root@parite.example:${PASSWORD}`).toString('base64')}`,
      'x-user-id': String(office.users.root),
      'x-forwarded-user': 'root@parite.example',
      'x-original-url': '/api/public/currencies',
      'x-rewrite-url': '/api/public/currencies',
    };
    for (const name of guarded) expect((await ask(name, '', claims)).statusCode, name).toBe(401);
  });
});

describe('a session that is over is not to be used again', () => {
  test('after logout, by any of its calls', async () => {
    const browser = await enter(office.app, 'root');
    const token = tokenIn(browser);
    await browser.get('/api/logout');
    for (const name of guarded) expect((await ask(name, `session=${token}`)).statusCode, name).toBe(401);
  });

  test('after logout of a traveller, by any of its calls', async () => {
    const zoe = await signIn(office.app, office.db, ZOE, SECRET);
    const token = zoe.cookies.get('traveller');
    expect(await travellerStatusWith(token)).toBe(200);
    expect((await zoe.post('/api/traveller/logout', {})).statusCode).toBe(204);
    for (const name of ofTravellers)
      expect((await ask(name, `traveller=${token}`)).statusCode, name).toBe(401);
  });

  test('after the password changed, on every device', async () => {
    const devices = [await enter(office.app, 'agent2'), await enter(office.app, 'agent2')];
    const other = await enter(office.app, 'agent');
    const link = await office.db
      .insertInto('password_links')
      .values({ user_id: office.users.agent2, created_at: clock })
      .returning(['id', 'user_id as userId', 'created_at as createdAt'])
      .executeTakeFirstOrThrow();
    const changed = await new Browser(office.app).post('/api/iam/users/new-password', {
      token: tokenOf(SECRET, link),
      password: 'quatre girafes au marché',
    });
    expect(changed.statusCode).toBe(200);
    for (const device of devices) expect(await statusWith(`session=${tokenIn(device)}`)).toBe(401);
    expect(await statusWith(`session=${tokenIn(other)}`)).toBe(200);
  });

  test('after a suspension, at once, and not by coming back', async () => {
    const root = await enter(office.app, 'root');
    const loner = await enter(office.app, 'loner');
    const suspend = (is_suspended: boolean) =>
      root.post('/api/iam/users/suspend', { id: office.users.loner, is_suspended });
    expect((await suspend(true)).statusCode).toBe(200);
    expect((await loner.get('/api/me')).statusCode).toBe(401);
    expect((await new Browser(office.app).login('loner')).statusCode).toBe(401);
    expect((await suspend(false)).statusCode).toBe(200);
    expect((await loner.get('/api/me')).statusCode).toBe(401);
    expect((await new Browser(office.app).login('loner')).statusCode).toBe(200);
  });

  test('a suspension that leaves the session’s row behind still ends it', async () => {
    const idle = await enter(office.app, 'idle');
    const suspend = (suspended_at: Date | null) =>
      office.db.updateTable('users').set({ suspended_at }).where('id', '=', office.users.idle).execute();
    await suspend(clock);
    expect((await idle.get('/api/me')).statusCode).toBe(401);
    await suspend(null);
  });

  test.each([
    ['12 hours without use', [12 * HOUR]],
    ['7 days of use', Array<number>(16).fill(10.5 * HOUR)],
  ])('after %s', async (_what, steps) => {
    const browser = await enter(office.app, 'agent');
    const statuses = [];
    for (const step of steps) {
      pass(step);
      statuses.push(await statusWith(`session=${tokenIn(browser)}`));
    }
    expect(statuses).toEqual([...steps.slice(1).map(() => 200), 401]);
  });

  test.each([
    ['30 days without use', [30 * DAY]],
    ['90 days of use', Array<number>(4).fill(22.5 * DAY)],
  ])('of a traveller after %s', async (_what, steps) => {
    const zoe = await signIn(office.app, office.db, ZOE, SECRET);
    const statuses = [];
    for (const step of steps) {
      pass(step);
      statuses.push(await travellerStatusWith(zoe.cookies.get('traveller')));
    }
    expect(statuses).toEqual([...steps.slice(1).map(() => 200), 401]);
  });
});

describe('a session that somebody planted', () => {
  /** It has an XSRF token already: to get one, the helper would log out, and end the planted session. */
  const newcomer = () => {
    const browser = new Browser(office.app);
    browser.cookies.set('XSRF-TOKEN', 'A'.repeat(43));
    return browser;
  };

  test('does not become the victim’s at login, and ends', async () => {
    const attacker = await enter(office.app, 'idle');
    const planted = tokenIn(attacker);
    const victim = newcomer();
    victim.cookies.set('session', planted);
    expect((await victim.login('root')).statusCode).toBe(200);
    expect(tokenIn(victim)).not.toBe(planted);
    expect(await statusWith(`session=${planted}`)).toBe(401);
    expect((await victim.get('/api/me')).json()).toMatchObject({ id: office.users.root });
  });

  test('of nobody’s own making is neither taken up nor left to be used later', async () => {
    const planted = 'B'.repeat(43);
    const victim = newcomer();
    victim.cookies.set('session', planted);
    await victim.get('/api/me');
    expect((await victim.login('root')).statusCode).toBe(200);
    expect(tokenIn(victim)).not.toBe(planted);
    expect(await statusWith(`session=${planted}`)).toBe(401);
  });

  test('does not become a traveller’s at sign-in, and ends', async () => {
    const attacker = await signIn(office.app, office.db, 'attaque@exemple.fr', SECRET);
    const planted = attacker.cookies.get('traveller') ?? '';
    for (const token of [planted, 'B'.repeat(43)]) {
      const victim = visit(office.app);
      victim.cookies.set('traveller', token);
      await victim.post('/api/traveller/code', { email: ZOE });
      const code = await mailedDigits(office.db, ZOE, SECRET);
      expect((await victim.post('/api/traveller/session', { email: ZOE, code })).statusCode).toBe(200);
      expect(victim.cookies.get('traveller')).not.toBe(token);
      expect(await travellerStatusWith(token)).toBe(401);
      expect((await victim.get('/api/traveller/me')).json()).toMatchObject({ email: ZOE });
    }
  });

  test('is no login on the public host', async () => {
    const root = await enter(office.app, 'root');
    for (const name of guarded) {
      const answer = await ask(name, `session=${tokenIn(root)}`, { host: 'localhost' });
      expect(answer.statusCode, name).toBe(404);
    }
  });
});
