// Duration: every call by every kind of account.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type CallName } from '#domain/api.ts';
import { isAnyAllowed } from '#domain/iam/scopes.ts';
import { aBranchDraft } from '#domain/testing/branches.ts';
import { administratorScopes, agentScopes, bookingScopes, rootScopes } from '../seed/scopes.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import {
  addArticle,
  Browser,
  enter,
  furnishOffice,
  mailOf,
  type Office,
  PASSWORD,
} from '../testing/office.ts';

// The table of calls, tried by everybody on both hosts. A call that is added is tried too.

const actors = {
  nobody: null,
  agent: agentScopes,
  agent2: [...agentScopes, ...bookingScopes],
  admin: administratorScopes,
  root: rootScopes,
  // an agent's rights, and no bureau
  loner: agentScopes,
  // a session, and no right
  idle: [],
  // shut out after logging in
  suspended: null,
} as const;
type Actor = keyof typeof actors;
const hosts = { public: 'localhost:4500', backoffice: 'backoffice.localhost:4500' } as const;
type Host = keyof typeof hosts;

// spec 6: the client says who it is; nothing of this may be believed
const FORGED = encodeURIComponent(
  JSON.stringify({ id: 4, role: 'root', company_id: 2, allowed_scope: ['**'], is_admin: true }),
);
const SCREEN = 'S'.repeat(43);
const IDS: Partial<Record<CallName, string>> = {
  'GET /api/objects/{id}': 'currency-USD',
  'GET /api/fixings/curve/{code}': 'USD',
  'GET /api/iam/users/{id}': '1',
  'GET /api/companies/{id}': '1',
  'GET /api/branches/{id}': '1',
  'GET /api/public/blog/articles/view/{id}': 'commission-ou-marge',
};

let database: TestDatabase;
let server: TestApp;
let office: Office;
const browsers = {} as Record<Actor, Browser>;

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  await addArticle(database.db);
  server = await startTestApp(database.url, undefined, { RATE_LIMIT: '100000' });
  await Promise.all([server.book.loaded, server.blog.loaded]);
  browsers.nobody = new Browser(server.app);
  for (const name of ['agent', 'agent2', 'admin', 'root', 'loner', 'idle'] as const) {
    browsers[name] = await enter(server.app, name);
  }
  await suspendOne();
  await browsers.agent2.post('/api/fixings/update', {
    currency: { code: 'USD' },
    base: 'EUR',
    amounts: { sale: 1.23456, purchase: 1.34567 },
  });
  await browsers.agent.post('/api/branches/save', aBranchDraft());
  await database.db
    .insertInto('boards')
    .values({
      company_id: office.companies.Quais ?? 0,
      secret_hash: createHash('sha256').update(SCREEN).digest(),
      screen_made_at: new Date(),
    })
    .execute();
  // so that it holds a token to send
  await browsers.nobody.get('/api/logout');
});
afterAll(async () => {
  await server.close();
  await database.close();
});

/** An account of its own with root's rights, suspended while its session is open. */
async function suspendOne(): Promise<void> {
  const { db } = database;
  const mail = 'suspendu@parite.example';
  const { id } = await db
    .insertInto('users')
    .columns(['mail', 'name', 'role', 'status', 'password_hash'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .where('id', '=', office.users.root)
        .select([eb.val(mail).as('mail'), 'name', 'role', 'status', 'password_hash']),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('user_scopes').values({ user_id: id, scope: '**' }).execute();
  browsers.suspended = new Browser(server.app);
  await browsers.suspended.post('/api/login', { username: mail, password: PASSWORD });
  expect((await browsers.suspended.get('/api/me')).statusCode).toBe(200);
  await db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', id).execute();
}

const names = Object.keys(api) as CallName[];
const needsOf = (name: CallName) =>
  api[name].needs as 'nothing' | 'session' | 'traveller' | readonly string[];

/** With the actor's own cookies; without a body a POST is wrong in itself, which comes after permissions. */
function attempt(
  name: CallName,
  actor: Actor,
  host: Host,
  headers: Record<string, string> = {},
  payload: object | Buffer = {},
) {
  const [method = '', path = ''] = name.split(' ');
  const { cookies } = browsers[actor];
  return server.app.inject({
    method: method as 'GET' | 'POST',
    url: path.replace(/\{\w+\}/, IDS[name] ?? 'x'),
    headers: {
      host: hosts[host],
      user: FORGED,
      // logout would end the sessions that the other attempts need
      cookie: [...cookies]
        .filter(([cookie]) => cookie !== 'session' || name !== 'GET /api/logout')
        .map(([cookie, value]) => `${cookie}=${value}`)
        .join('; '),
      'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
      // of a screen: nothing else reads it
      authorization: `Bearer ${SCREEN}`,
      ...headers,
    },
    ...(method === 'POST' && { payload }),
  });
}

/** What is a bureau's own: who works for none is told so. */
const OF_A_BUREAU: readonly CallName[] = [
  'GET /api/fixings/events',
  'GET /api/fixings/margins',
  'GET /api/fixings/board',
  'GET /api/reservations/terms',
  'GET /api/reservations/stocks',
];

function expected(name: CallName, actor: Actor, host: Host): number {
  const needs = needsOf(name);
  if (host !== api[name].host) return 404;
  // no account of the back-office is a traveller: server/features/travellers
  if (needs === 'traveller') return 401;
  if (needs !== 'nothing') {
    const scopes = actors[actor];
    if (!scopes) return 401;
    if (needs !== 'session' && !isAnyAllowed(needs, scopes.join(','))) return 403;
  }
  if (name.startsWith('GET /api/branches') && actor === 'loner') return 409;
  // the first one is of the agent’s bureau
  if (name === 'GET /api/branches/{id}' && actor === 'agent2') return 404;
  if (name === 'GET /api/companies/checklist' && ['root', 'loner', 'admin'].includes(actor)) return 409;
  if (OF_A_BUREAU.includes(name) && (actor === 'root' || actor === 'loner')) return 409;
  // no day is named
  if (name === 'GET /api/reservations/register') return 400;
  // x is no reference
  if (name === 'GET /api/reservations/{id}/hours') return 400;
  // JSON is no picture
  if ('upload' in api[name]) return 415;
  return name.startsWith('POST') ? 400 : api[name].status;
}

/** Every actor on every host. */
const cases = (Object.keys(actors) as Actor[]).flatMap((actor) =>
  (Object.keys(hosts) as Host[]).map((host) => [actor, host] as const),
);
const REFUSAL = { message: expect.any(String), code: expect.any(String) };

test.each(names)('%s answers each actor on each host as the table of calls says', async (name) => {
  for (const [actor, host] of cases) {
    const by = `by ${actor} on the ${host} host`;
    const answer = await attempt(name, actor, host);
    const status = expected(name, actor, host);
    expect(answer.statusCode, by).toBe(status);
    if (status >= 400) expect(answer.json(), by).toEqual(REFUSAL);
  }
});

test.each(names.filter((name) => 'upload' in api[name]))('%s with a file', async (name) => {
  const { upload } = api[name] as { upload?: { types: readonly string[]; maxBytes: number } };
  const { types = [], maxBytes = 0 } = upload ?? {};
  for (const [actor, host] of cases) {
    const status = expected(name, actor, host);
    for (const type of [...types, 'image/gif', 'application/octet-stream']) {
      const by = `${type} by ${actor} on the ${host} host`;
      const headers = { 'content-type': type };
      const small = await attempt(name, actor, host, headers, Buffer.from('no picture'));
      const large = await attempt(name, actor, host, headers, Buffer.alloc(maxBytes + 1));
      // who may not ask is not told what would be wrong with the file
      const mayAsk = status === 415;
      const isKnown = types.includes(type);
      expect(small.statusCode, by).toBe(mayAsk ? (isKnown ? 400 : 415) : status);
      expect([status, ...(mayAsk ? [413] : [])], by).toContain(large.statusCode);
      for (const answer of [small, large]) expect(answer.json(), by).toEqual(REFUSAL);
    }
  }
});

const WRONG_TOKENS: Record<string, Record<string, string>> = {
  missing: { 'x-xsrf-token': '' },
  'of another browser': { 'x-xsrf-token': 'A'.repeat(43) },
  'of another length': { 'x-xsrf-token': 'A' },
  'without its cookie': { cookie: '' },
  'with an empty cookie': { cookie: 'XSRF-TOKEN=', 'x-xsrf-token': '' },
  'with a cookie of our own making': { cookie: 'XSRF-TOKEN=a', 'x-xsrf-token': 'a' },
};

test.each(
  names.filter((name) => name.startsWith('POST') && api[name].host === 'backoffice'),
)('%s is refused to everybody whose XSRF token is wrong', async (name) => {
  for (const [token, headers] of Object.entries(WRONG_TOKENS)) {
    for (const actor of Object.keys(actors) as Actor[]) {
      const answer = await attempt(name, actor, 'backoffice', headers);
      const by = `by ${actor}, the token ${token}`;
      expect(answer.statusCode, by).toBe(403);
      expect(answer.json(), by).toEqual({ ...REFUSAL, code: 'xsrf' });
    }
  }
});

test('what another company has or is never reaches an agent', async () => {
  const { Zéphyr } = office.companies;
  const { agent2 } = office.users;
  const queries = ['', `?company=${Zéphyr}`, `?q=agent2`, `?user_id=${agent2}&company_id=${Zéphyr}`];
  const secrets = ['Zéphyr', 'agent2', mailOf('agent2'), '1.23456', '1.34567'];
  for (const name of names.filter((call) => call.startsWith('GET') && api[call].host === 'backoffice')) {
    if (name === 'GET /api/logout') continue;
    for (const query of queries) {
      for (const id of ['x', `company-${Zéphyr}`, `user-${agent2}`]) {
        const url = (name.split(' ')[1] ?? '').replace(/\{\w+\}/, id) + query;
        const { body } = await browsers.agent.get(url, { user: FORGED });
        for (const secret of secrets) expect(body, url).not.toContain(secret);
      }
    }
  }
  // the words are there for who may read them
  expect((await browsers.agent2.get('/api/fixings/rates')).body).toContain('1.23456');
});

test('a null character is a 400 wherever a text may go, not a failure', async () => {
  const { admin, nobody } = browsers;
  const answers = [
    await nobody.post('/api/login', { username: 'a\u0000b', password: 'x' }),
    await admin.get('/api/fixings/rates?q=%00'),
    await admin.get('/api/fixings/rates?company=%00'),
    await admin.get('/api/objects?q=%00'),
    await admin.get('/api/objects/%00'),
  ];
  for (const answer of answers) expect(answer.statusCode).toBe(400);
  const token = await nobody.post('/api/iam/users/new-password', { token: '\u0000', password: 'x' });
  expect(token.statusCode).toBe(410);
});

describe('the XSRF cookie', () => {
  const get = (url: string, headers: Record<string, string> = {}) =>
    server.app.inject({ url, headers: { host: hosts.backoffice, ...headers } });
  const tokens = (answer: Awaited<ReturnType<typeof get>>) =>
    answer.cookies.filter(({ name }) => name === 'XSRF-TOKEN');

  test.each([
    '/',
    '/api/me',
    '/api/logout',
    '/api/nothing',
    '/?x=1',
  ])('is set by %s when none is found', async (url) => {
    const [cookie, ...others] = tokens(await get(url));
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax' });
    expect(cookie?.value).toMatch(/^[\w-]{43}$/);
    // the page's script reads it
    expect(cookie).not.toHaveProperty('httpOnly');
    expect(tokens(await get(url, { cookie: `a=b; XSRF-TOKEN=${cookie?.value}` }))).toEqual([]);
  });

  test('is set again over one that is none of ours', async () => {
    expect(tokens(await get('/api/me', { cookie: 'XSRF-TOKEN=short' }))).toHaveLength(1);
  });

  test('is not set by files that caches keep, nor on the public host', async () => {
    expect(tokens(await get('/assets/x.js'))).toEqual([]);
    expect(tokens(await get('/images/companies/default.png'))).toEqual([]);
    expect(tokens(await get('/', { host: hosts.public }))).toEqual([]);
    expect(tokens(await get('/api/public/currencies', { host: hosts.public }))).toEqual([]);
  });

  test('guards a write to the back-office whatever its method and path; public ones need none', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const answer = await server.app.inject({
        method,
        url: '/api/login',
        headers: { host: hosts.backoffice },
      });
      expect([403, 404]).toContain(answer.statusCode);
    }
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/public/leads',
      headers: { host: hosts.public },
      payload: {},
    });
    expect(answer.statusCode).toBe(400);
  });
});
