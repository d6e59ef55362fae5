import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser, enter } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';
import { bodyOf, exchange, listen, statusesIn } from '../testing/wire.ts';

let direct: OpenOffice;
let proxied: OpenOffice;
let port: number;

beforeAll(async () => {
  [direct, proxied] = await Promise.all([openOffice(), openOffice({ TRUST_PROXY: 'on' })]);
  port = await listen(direct.app);
});
afterAll(() => Promise.all([direct.close(), proxied.close()]));

const ask = (hostLines: string, target = '/api/me') =>
  exchange(port, `GET ${target} HTTP/1.1\r\n${hostLines}Connection: close\r\n\r\n`);

describe('a host that is not the back-office’s has none of its calls', () => {
  test.each([
    '',
    ' ',
    'evil.example',
    'backoffice.localhost.evil.example',
    'evil.example:backoffice.localhost',
    'x@backoffice.localhost',
    'backoffice.localhost@evil.example',
    'backoffice.localhost.',
    'backoffice.localhost/',
    'backoffice.localhost#',
    'backoffice.localhost?',
    'backoffice.localhost, localhost',
    'localhost, backoffice.localhos',
    'http://backoffice.localhost',
    '[backoffice.localhost]',
    '[::1]',
    '127.0.0.1',
    'b\u0430ckoffice.localhost',
    'backoffice%2elocalhost',
    'backoffice_localhost',
    `${'a'.repeat(4_000)}.example`,
    '__proto__',
  ])('%s', async (host) => {
    const heard = await ask(`Host: ${Buffer.from(host).toString('latin1')}\r\n`);
    expect([[404], [400]]).toContainEqual(statusesIn(heard));
    // the public site answers to any name, and links to no other host
    const home = await ask(`Host: ${Buffer.from(host).toString('latin1')}\r\n`, '/api/public/currencies');
    expect([[200], [400]]).toContainEqual(statusesIn(home));
    expect(home).not.toMatch(/^location:/im);
    expect(home).not.toContain('evil');
  });

  test('without any host, nothing is served', async () => {
    expect(statusesIn(await ask(''))).toEqual([400]);
  });

  test('of two hosts none is taken', async () => {
    for (const lines of [
      'Host: localhost\r\nHost: backoffice.localhost\r\n',
      'Host: backoffice.localhost\r\nhOST: localhost\r\n',
      'Host: localhost\r\nHost: localhost\r\n',
    ]) {
      const heard = await ask(lines);
      expect(statusesIn(heard)).toEqual([400]);
      expect(JSON.parse(bodyOf(heard))).toEqual({ message: expect.any(String), code: 'bad_request' });
    }
  });

  test('nor does the address itself name another one', async () => {
    for (const target of ['http://backoffice.localhost/api/me', '//backoffice.localhost/api/me']) {
      expect([[404], [400]]).toContainEqual(statusesIn(await ask('Host: localhost\r\n', target)));
    }
  });
});

describe('X-Forwarded-Host', () => {
  const me = (office: OpenOffice, headers: Record<string, string>) =>
    office.app.inject({ url: '/api/me', headers });

  test.each([
    'x-forwarded-host',
    'forwarded',
    'x-host',
    'x-original-host',
    'x-forwarded-server',
    'x-http-host-override',
  ])('%s is not believed without a trusted proxy', async (header) => {
    const value = header === 'forwarded' ? 'host=backoffice.localhost' : 'backoffice.localhost';
    const answer = await me(direct, { host: 'localhost', [header]: value });
    expect(answer.statusCode).toBe(404);
  });

  test('is the proxy’s own entry alone, behind one', async () => {
    expect((await me(proxied, { host: 'app', 'x-forwarded-host': 'backoffice.localhost' })).statusCode).toBe(
      401,
    );
    for (const forwarded of [
      'localhost',
      'backoffice.localhost, localhost',
      'backoffice.localhost,evil.example',
    ]) {
      const answer = await me(proxied, { host: 'backoffice.localhost', 'x-forwarded-host': forwarded });
      expect(answer.statusCode, forwarded).toBe(404);
    }
  });
});

test('X-Forwarded-For is believed behind a trusted proxy alone, and there its own entry', async () => {
  const networkIn = async (office: OpenOffice) => {
    const forged = { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' };
    const browser = new Browser(office.app, forged, '192.0.2.1');
    expect((await browser.login('agent')).statusCode).toBe(200);
    const sessions = (await browser.get('/api/profile/sessions')).json();
    return sessions.find(({ is_current }: { is_current: boolean }) => is_current).network;
  };
  expect(await networkIn(direct)).toBe('192.0.2.x');
  expect(await networkIn(proxied)).toBe('203.0.113.x');
});

describe('the links that are given out', () => {
  const linksBy = async (browser: Browser, headers: Record<string, string>) => {
    const { body } = await browser.get('/api/companies', headers);
    return [...body.matchAll(/"password_link":"([^"]+)"/g)].map(([, link]) => new URL(link ?? ''));
  };

  test.each([
    { host: 'backoffice.localhost:8' },
    { host: 'backoffice.localhost:99999' },
    { host: 'backoffice.localhost:evil.example' },
    { host: 'backoffice.localhost:80@evil.example' },
    { host: 'backoffice.localhost', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp' },
    {
      host: 'backoffice.localhost',
      forwarded: 'host=evil.example;proto=https',
      origin: 'https://evil.example',
    },
  ])('never follow %o', async (headers) => {
    const links = await linksBy(await enter(direct.app, 'root'), headers);
    expect(links).toHaveLength(1);
    expect(links.map(({ origin }) => origin)).toEqual(['http://backoffice.localhost:3000']);
  });

  test('are of the set host over HTTPS behind a proxy', async () => {
    const root = await enter(proxied.app, 'root');
    const links = await linksBy(root, {
      host: 'evil.example',
      'x-forwarded-host': 'backoffice.localhost:4',
      'x-forwarded-proto': 'http',
    });
    expect(links.map(({ origin }) => origin)).toEqual(['https://backoffice.localhost']);
  });
});
