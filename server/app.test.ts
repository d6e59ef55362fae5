import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#domain/api.ts';
import { ConfigError, readConfig } from './config.ts';
import { startTestApp, type TestApp } from './testing/app.ts';
import type { TestDatabase } from './testing/database.ts';
import { createSeededDatabase } from './testing/seeded.ts';

let database: TestDatabase;
let server: TestApp;

beforeAll(async () => {
  database = await createSeededDatabase();
  server = await startTestApp(database.url);
  await server.book.loaded;
});

afterAll(async () => {
  await server.close();
  await database.close();
});

function get(url: string, headers: Record<string, string> = {}) {
  return server.app.inject({ url, headers: { host: 'localhost', ...headers } });
}

describe('hosts', () => {
  test('anything but the back-office is the public site', async () => {
    for (const host of [
      'localhost',
      'localhost:3000',
      'parite.example',
      'evil.test',
      'BACKOFFICE.localhost.evil',
    ]) {
      expect([host, (await get('/api/public/currencies', { host })).statusCode]).toEqual([host, 200]);
    }
    for (const host of ['backoffice.localhost', 'backoffice.localhost:3000', 'BackOffice.LocalHost']) {
      expect([host, (await get('/api/public/currencies', { host })).statusCode]).toEqual([host, 404]);
    }
  });

  test('X-Forwarded-Host is believed behind a trusted proxy alone', async () => {
    const forged = await get('/api/public/currencies', { 'x-forwarded-host': 'backoffice.localhost' });
    expect(forged.statusCode).toBe(200);
  });

  test('what does not exist says so in French', async () => {
    const answer = await get('/api/nothing');
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { message: 'Cette adresse n’existe pas.', code: 'not_found' },
    ]);
  });
});

describe('an address that a browser asks for as a page', () => {
  const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const ask = (url: string, headers: Record<string, string> = {}) => get(url, { accept: HTML, ...headers });
  const office = { host: 'backoffice.localhost' };

  test.each([
    ['/lettre/confirmer?token=a', '/#/lettre/confirmer?token=a'],
  ])('%s leads to %s', async (url, location) => {
    const answer = await ask(url);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, location]);
    expect((await ask(url, office)).statusCode).toBe(404);
  });

  test.each([
    '/login',
    '/password',
    '/fixings',
    '/sittings/bureaux/3',
    '/profil',
  ])('%s leads to its page of the back-office', async (url) => {
    const answer = await ask(url, office);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `/#${url}`]);
    expect((await ask(url)).statusCode).toBe(404);
  });

  test('anything else is a page of the house, without a script', async () => {
    for (const url of ['/tarifs', '//evil.example/login', `/${'/'.repeat(15_000)}x`, '/login.php']) {
      const answer = await ask(url);
      expect([url, answer.statusCode, answer.headers['content-type']]).toEqual([
        url,
        404,
        'text/html; charset=utf-8',
      ]);
      expect(answer.body).toContain('<h1>Cette page n’existe pas</h1>');
      expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none';style-src 'sha256-/);
    }
  });

  test('a program is told as of any call, and so is what is no page', async () => {
    for (const [url, accept] of [
      ['/tarifs', 'application/json'],
      ['/blog/nulle-part', '*/*'],
      ['/api/nothing', HTML],
      ['/images/nothing.png', HTML],
    ] as const) {
      const answer = await get(url, { accept });
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'not_found']);
    }
  });
});

describe('GET /api/public/currencies', () => {
  test('the base, the dollar, then by French label; rates as stored, with their day and source', async () => {
    const answer = await get('/api/public/currencies');
    const list = answer.json<{ code: string; label: string; rate: number }[]>();
    expect(list).toHaveLength(153);
    const dated = { at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/), source: 'données de démonstration' };
    expect(list.slice(0, 2)).toEqual([
      { code: 'EUR', label: 'euro', rate: 1, at: '', source: '' },
      { code: 'USD', label: 'dollar des États-Unis', rate: 1.13912687, ...dated },
    ]);
    const labels = list.slice(2).map(({ label }) => label);
    expect(labels).toEqual(labels.toSorted(new Intl.Collator('fr').compare));
  });

  test('is compressed, and not sent twice to who has it', async () => {
    const first = await get('/api/public/currencies', { 'accept-encoding': 'gzip, br' });
    expect(first.headers['content-encoding']).toBe('br');
    const again = await get('/api/public/currencies', { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

describe('security headers', () => {
  test('the policy allows nothing inline, for pages and for data', async () => {
    for (const url of ['/nothing', '/api/public/currencies', '/images/currencies/USD.png']) {
      const { headers } = await get(url);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*|data:|http/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
      expect(headers['referrer-policy']).toMatch(/^(no-referrer|strict-origin-when-cross-origin)$/);
      expect(headers['content-type']).toMatch(/^(application\/json; charset=utf-8|image\/png)$/);
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  const built = existsSync('dist/office/assets') ? readdirSync('dist/office/assets') : [];
  const script = built.find((name) => name.endsWith('.js'));

  test.skipIf(!script)('a file of the build, named by its content, is kept for a year', async () => {
    const { statusCode, headers } = await get(`/assets/${script}`, { host: 'backoffice.localhost' });
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  });

  test('data is kept by nobody; a picture may be, and shown by the other host', async () => {
    const data = await get('/api/public/nothing');
    expect(data.headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    const picture = await get('/images/currencies/USD.png');
    expect(picture.statusCode).toBe(200);
    expect(picture.headers).toMatchObject({
      'cache-control': 'public, max-age=86400',
      'cross-origin-resource-policy': 'same-site',
      'content-security-policy': expect.stringContaining("script-src 'self'"),
    });
  });
});

describe('limits', () => {
  test('POSTs past RATE_LIMIT a minute from one address, public or before a login, answer 429', async () => {
    let clock = new Date('2026-11-21T08:00:00Z');
    const limited = await startTestApp(database.url, () => clock, { RATE_LIMIT: '3' });
    await limited.book.loaded;
    const post = (url: string, payload: object, remoteAddress = '203.0.113.7') =>
      limited.app.inject({ method: 'POST', url, payload, remoteAddress, headers: { host: 'localhost' } });
    const offers = { offer: { currency: 'EUR', amount: 5 }, wish: { currency: 'USD' } };
    expect((await post('/api/public/offers', offers)).statusCode).toBe(200);
    expect((await post('/api/public/leads', { email: '', site: 'https://nobody.example' })).statusCode).toBe(
      400,
    );
    expect((await post('/api/public/offers', offers)).statusCode).toBe(200);
    const refused = await post('/api/public/offers', offers);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests']);
    expect(refused.headers['retry-after']).toBe('60');
    expect((await post('/api/public/offers', offers, '203.0.113.8')).statusCode).toBe(200);
    // one household of IPv6 is one address
    for (const last of ['1', '2', '3']) await post('/api/public/offers', offers, `2001:db8:1:1::${last}`);
    expect((await post('/api/public/offers', offers, '2001:db8:1:1:ffff::9')).statusCode).toBe(429);
    expect((await post('/api/public/offers', offers, '2001:db8:1:2::1')).statusCode).toBe(200);
    // a traveller's session is not looked for in the database more often either
    const me = () =>
      limited.app.inject({
        url: '/api/traveller/me',
        remoteAddress: '203.0.113.9',
        headers: { host: 'localhost', cookie: `traveller=${'a'.repeat(43)}` },
      });
    for (const status of [401, 401, 401, 429]) expect((await me()).statusCode).toBe(status);
    // nor is a call of the back-office that needs no session, whose outcome is kept
    const XSRF = 'A'.repeat(43);
    const choose = () =>
      limited.app.inject({
        method: 'POST',
        url: '/api/iam/users/new-password',
        payload: { token: `9.${XSRF}`, password: 'girafes au marché' },
        remoteAddress: '203.0.113.10',
        headers: { host: 'backoffice.localhost', cookie: `XSRF-TOKEN=${XSRF}`, 'x-xsrf-token': XSRF },
      });
    for (const status of [410, 410, 410, 429]) expect((await choose()).statusCode).toBe(status);
    clock = new Date('2026-11-21T08:01:00Z');
    expect((await post('/api/public/offers', offers)).statusCode).toBe(200);
    // the clock is set back by a day: nobody waits for a day
    clock = new Date('2026-11-20T08:01:00Z');
    expect((await post('/api/public/offers', offers)).statusCode).toBe(200);
    await limited.close();
  });
});

describe('health', () => {
  test('tells that it lives and that it is ready, and nothing of its parts', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
    const ready = await get('/readyz');
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready' }]);
  });
});

describe('OpenAPI', () => {
  test('describes every call, in development alone', async () => {
    expect((await get('/openapi.json')).statusCode).toBe(404);
    const developing = await startTestApp(database.url, undefined, { NODE_ENV: 'development' });
    const { paths } = (
      await developing.app.inject({ url: '/openapi.json', headers: { host: 'localhost' } })
    ).json();
    const described = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described).toEqual(expect.arrayContaining(Object.keys(api)));
    expect(described).not.toContain('GET /openapi.json');
    await developing.close();
  });
});

describe('logs', () => {
  test('hold the route and the status, and nothing personal', async () => {
    await server.app.inject({
      method: 'POST',
      url: '/api/public/leads?email=query@secret.example',
      payload: { email: 'body@secret.example', site: 'https://nobody.example' },
      remoteAddress: '203.0.113.99',
      headers: { host: 'localhost', user: 'header@secret.example', cookie: 'session=secret-token' },
    });
    const line = server
      .logged()
      .split('\n')
      .find((each) => each.includes('"route":"/api/public/leads"'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      method: 'POST',
      status: 400,
      reqId: expect.any(String),
    });
    expect(server.logged()).not.toMatch(/secret|203\.0\.113\.99/);
  });

  test('of comparisons and probes, hold those that failed', async () => {
    const logged = () =>
      server
        .logged()
        .split('\n')
        .filter((line) => /"route":"(\/api\/public\/offers|\/readyz|\/nowhere|none)"/.test(line))
        .map((line) => JSON.parse(line))
        .map(({ route, status }) => [route, status]);
    const before = logged().length;
    const ask = (amount: number) =>
      server.app.inject({
        method: 'POST',
        url: '/api/public/offers',
        headers: { host: 'localhost' },
        payload: { offer: { currency: 'EUR', amount }, wish: { currency: 'USD' } },
      });
    const answered = [await ask(500), await ask(-500), await get('/readyz'), await get('/nowhere')];
    expect(answered.map(({ statusCode }) => statusCode)).toEqual([200, 400, 200, 404]);
    expect(logged().slice(before)).toEqual([
      ['/api/public/offers', 400],
      ['none', 404],
    ]);
  });
});

describe('settings', () => {
  test('the defaults of the contract', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicHost: 'localhost',
      backofficeHost: 'backoffice.localhost',
      databaseUrl: null,
      role: 'whole',
      natsUrl: null,
      demo: true,
      demoPassword: 'parite-demo-2026',
      staticImagesUrl: '/images',
      trustProxy: false,
      rateLimit: 120,
      signUpLimit: 10,
    });
  });

  test.each([
    [{ PORT: 'http' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ RATE_LIMIT: '0' }, 'RATE_LIMIT'],
    [{ DEMO: 'peut-être' }, 'DEMO'],
    [{ DATABASE_URL: 'mysql://root:hunter2@db/x' }, 'DATABASE_URL'],
    [{ NATS_URL: 'http://parite:hunter2@nats' }, 'NATS_URL'],
    [{ NATS_URL: 'nats://one:4222,two:4222/hunter2' }, 'NATS_URL'],
    [{ ROLE: 'lecteur' }, 'ROLE'],
    [{ ROLE: 'compare', INTERNAL_URL: 'http://whole:3000' }, 'NATS_URL'],
    [{ ROLE: 'compare', NATS_URL: 'nats://nats:4222' }, 'INTERNAL_URL'],
    [{ ROLE: 'compare', NATS_URL: 'nats://nats', INTERNAL_URL: 'http://x', SECRET: 'hunter2' }, 'SECRET'],
    [{ INTERNAL_URL: 'http://parite:hunter2@whole:3000' }, 'INTERNAL_URL'],
    [{ STATIC_IMAGES_URL: "https://x.example'; script-src *" }, 'STATIC_IMAGES_URL'],
    [{ BACKOFFICE_HOST: 'https://x.example' }, 'BACKOFFICE_HOST'],
    [{ BACKOFFICE_HOST: 'localhost' }, 'BACKOFFICE_HOST'],
    [{ DEMO_PASSWORD: 'court' }, 'DEMO_PASSWORD'],
  ])('%o stops the start with a sentence that names %s and no secret', (env, name) => {
    let sentences: readonly string[] = [];
    try {
      readConfig(env);
    } catch (error) {
      if (error instanceof ConfigError) sentences = error.sentences;
    }
    expect(sentences.join(' ')).toContain(name);
    expect(sentences.join(' ')).not.toContain('hunter2');
  });
});
