import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type CallName } from '#domain/api.ts';
import { admitBureau } from '../testing/bookings.ts';
import { watchChanges } from '../testing/changes.ts';
import { type Browser, enter } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';
import { signIn } from '../testing/travellers.ts';
import { exchange, listen, statusesIn } from '../testing/wire.ts';

// What a page of another site can make a logged-in browser send: its cookies, and never our header.

const SECRET = 'of-these-tests-and-of-nothing-else-012345';
let office: OpenOffice;
let root: Browser;
let zoe: Browser;
let port: number;
let changed: () => Promise<string[]>;

beforeAll(async () => {
  const now = new Date();
  office = await openOffice({ SECRET }, () => now);
  root = await enter(office.app, 'root');
  await admitBureau(office.db, office.companies.Quais ?? 0);
  zoe = await signIn(office.app, office.db, 'zoe@exemple.fr', SECRET);
  port = await listen(office.app);
  changed = await watchChanges(office.db);
});
afterAll(() => office.close());

const writes = (Object.keys(api) as CallName[]).filter(
  (name) => name.startsWith('POST') && (api[name].host === 'backoffice' || api[name].needs === 'traveller'),
);
const cookies = (browser = root) =>
  [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** The same address, as a router may read it and a check of its text may not. */
const spellings: Record<string, (path: string, host: string) => string> = {
  'as it is': (path) => path,
  'with a query': (path) => `${path}?a=b`,
  'with an encoded letter': (path) => path.replace('/api/', '/%61pi/'),
  'all encoded': (path) =>
    path.replace(/\w/g, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`),
  'in absolute form': (path, host) => `http://${host}${path}`,
  'of another scheme': (path) => `ftp://localhost${path}`,
  'with two slashes': (path) => `/${path}`,
  'in capitals': (path) => path.toUpperCase(),
  'with a dot': (path) => `/.${path}`,
  'up and down': (path) => `/x/..${path}`,
  'with a semicolon': (path) => `${path};a=b`,
  'with a slash at its end': (path) => `${path}/`,
};

test.each(
  writes,
)('%s is refused without the token, however it is spelled, and changes nothing', async (name) => {
  const isOffice = api[name].host === 'backoffice';
  const host = isOffice ? 'backoffice.localhost' : 'localhost';
  for (const [spelling, spell] of Object.entries(spellings)) {
    const path = spell(name.split(' ')[1] ?? '', host);
    const heard = await exchange(
      port,
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookies(isOffice ? root : zoe)}\r\nConnection: close\r\n` +
        'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    );
    // 404: it is the address of nothing
    expect([[403], [404]], spelling).toContainEqual(statusesIn(heard));
    expect(await changed(), spelling).toEqual([]);
  }
});

describe('what a form or a script of another site sends', () => {
  const suspension = () => ({ id: office.users.agent, is_suspended: true });
  const post = (payload: string, headers: Record<string, string>) =>
    office.app.inject({
      method: 'POST',
      url: '/api/iam/users/suspend',
      headers: { host: 'backoffice.localhost', cookie: cookies(), ...headers },
      payload,
    });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
    'application/json',
    'application/csp-report',
    '',
  ])('as %s is refused', async (type) => {
    const headers = {
      ...(type && { 'content-type': type }),
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    };
    expect((await post(JSON.stringify(suspension()), headers)).statusCode).toBe(403);
    expect(await changed()).toEqual([]);
  });

  test('and even with the token is no JSON unless it says so', async () => {
    const token = root.cookies.get('XSRF-TOKEN') ?? '';
    for (const type of ['text/plain', 'text/plain; application/json', 'application/x-www-form-urlencoded']) {
      const answer = await post(JSON.stringify(suspension()), {
        'content-type': type,
        'x-xsrf-token': token,
      });
      expect(answer.statusCode, type).toBe(415);
    }
    expect(await changed()).toEqual([]);
  });

  // calls before a session have no token yet
  test.each([
    'POST /api/traveller/code',
    'POST /api/traveller/session',
  ] as const)('%s before sign-in takes no form', async (name) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await office.app.inject({
        method: 'POST',
        url: name.split(' ')[1] ?? '',
        headers: { host: 'localhost', 'content-type': type, origin: 'https://evil.example' },
        payload: JSON.stringify({ email: 'zoe@exemple.fr', code: '123456' }),
      });
      expect(answer.statusCode, type).toBe(415);
      expect(answer.cookies).toEqual([]);
    }
    expect(await changed()).toEqual([]);
  });

  test.each([
    'x-http-method-override',
    'x-method-override',
    'x-http-method',
  ])('a GET that %s calls a POST is none', async (header) => {
    const answer = await root.get('/api/fixings/update?_method=POST', { [header]: 'POST' });
    expect(answer.statusCode).toBe(404);
  });

  test('no answer lets another origin read it', async () => {
    for (const name of Object.keys(api) as CallName[]) {
      const [method = '', path = ''] = name.split(' ');
      for (const verb of [method, 'OPTIONS'] as ('GET' | 'POST' | 'OPTIONS')[]) {
        const { headers } = await office.app.inject({
          method: verb,
          url: path.replace(/\{\w+\}/, '1'),
          headers: {
            host: api[name].host === 'public' ? 'localhost' : 'backoffice.localhost',
            origin: 'https://evil.example',
            'access-control-request-method': method,
            'access-control-request-headers': 'x-xsrf-token',
          },
        });
        expect(Object.keys(headers).filter((header) => header.startsWith('access-control'))).toEqual([]);
      }
    }
  });

  test('with the token it is done', async () => {
    const done = await root.post('/api/iam/users/suspend', suspension());
    expect(done.statusCode).toBe(200);
    expect(await changed()).toContain('users');
  });
});
