import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

// The mails of a demonstration hold links that open accounts: who reads them sits at the machine, or nobody does.

const NAME = '2026-11-22T05-03-07-123Z-mail-1';
const PAGES = ['/demonstration/mails', `/demonstration/mails/${NAME}`];
const LETTER = `/demonstration/mails/${NAME}/lettre`;
const MAIL = [
  'From: Parite <no-reply@parite.example>',
  'To: "<script>hit()</script>" <victime@parite.example>',
  'Subject: <script>hit()</script>{main}',
  'Date: Sun, 22 Nov 2026 05:03:07 +0000',
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  '<img src=x onerror=hit()> http://backoffice.localhost:3000/#/password?token=abc',
  'http://localhost:3000/#/lettre/confirmer?token=d"onmouseover=hit()',
  'http://localhost:3000.evil.example/ http://localhost:30001/ javascript:hit() https://evil.example/',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<head></head><p>only in the markup, token=abc</p><script>hit()</script>',
  '--b--',
  '',
].join('\r\n');

let dataDir: string;
let database: TestDatabase;
let demo: TestApp;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parite-mails-'));
  await mkdir(join(dataDir, 'outbox'));
  await writeFile(join(dataDir, 'outbox', `${NAME}.eml`), MAIL);
  await writeFile(join(dataDir, 'secret'), 'the secret of the instance');
  await symlink(join(dataDir, 'secret'), join(dataDir, 'outbox', 'secret.eml'));
  database = await createTestDatabase();
  demo = await start();
});
afterAll(async () => {
  await demo.close();
  await database.close();
  await rm(dataDir, { recursive: true });
});

async function start(settings: Record<string, string> = {}): Promise<TestApp> {
  const all = { DEMO: 'on', DATA_DIR: dataDir, ...settings };
  const server = await startTestApp(database.url, undefined, all);
  await server.book.loaded;
  return server;
}
const ask = ({ app }: TestApp, url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'localhost:3000', accept: 'text/html', ...headers } });

test.each([
  'localhost',
  'localhost:3000',
  'backoffice.localhost:3000',
  'LOCALHOST:3000',
])('they are read at %s, by nothing that keeps them', async (host) => {
  const [list, mail] = await Promise.all(PAGES.map((url) => ask(demo, url, { host })));
  expect(list?.body).toContain('victime@parite.example');
  expect(mail?.body).toContain('password?token=abc');
  for (const answer of [list, mail]) {
    expect(answer?.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringMatching(/^default-src 'none';style-src 'sha256-\S+';/),
    });
  }
});

test('their texts are shown as text, and the links of this instance alone are links', async () => {
  for (const url of PAGES) {
    const { body } = await ask(demo, url);
    expect(body).not.toMatch(/<script|<img/);
    expect(body).toContain('&lt;script>hit()&lt;/script>{main}');
  }
  const { body } = await ask(demo, PAGES[1] ?? '');
  expect(body).not.toContain('only in the markup');
  const [main = ''] = /<main[\s\S]*<\/main>/.exec(body) ?? [];
  expect([...main.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    'http://backoffice.localhost:3000/#/password?token=abc',
    'http://localhost:3000/#/lettre/confirmer?token=d',
    '/demonstration/mails',
  ]);
});

test('a letter is in a frame of its page, where it runs no script, asks for nothing and is of no origin', async () => {
  const { headers } = await ask(demo, PAGES[1] ?? '');
  expect(headers['content-security-policy']).toMatch(/;frame-src 'self'$/);
  const letter = await ask(demo, LETTER);
  expect(letter.body).toContain('only in the markup');
  expect(letter.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-frame-options': 'SAMEORIGIN',
    'content-security-policy': expect.stringMatching(
      /^sandbox allow-top-navigation-by-user-activation;default-src 'none';.*frame-ancestors 'self'$/,
    ),
  });
});

describe('nobody else has them', () => {
  test.each([
    { host: 'evil.example' },
    { host: '127.0.0.1:3000' },
    { host: '[::1]:3000' },
    { host: 'localhost.evil.example' },
    { host: 'evil.example:localhost' },
    { host: 'localhost@evil.example' },
    { host: 'localhost:3000, evil.example' },
    { host: 'localhost.' },
    { host: 'localhost:' },
    { host: 'x.localhost' },
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-host': 'localhost' },
    { 'x-forwarded-proto': 'https' },
    { 'x-real-ip': '203.0.113.7' },
    { forwarded: 'for=203.0.113.7' },
    { via: '1.1 proxy' },
  ])('%j', async (headers) => {
    for (const url of [...PAGES, LETTER]) {
      const answer = await ask(demo, url, headers as Record<string, string>);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).not.toMatch(/victime|token=/);
    }
  });

  test.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.0.2.1' },
    { TRUST_PROXY: 'on' },
    { DEMO: 'off' },
    { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@parite.example' },
  ])('with %j', async (settings) => {
    const server = await start(settings as unknown as Record<string, string>);
    try {
      for (const url of [...PAGES, LETTER]) expect((await ask(server, url)).statusCode).toBe(404);
    } finally {
      await server.close();
    }
  });
});

test.each([
  'secret',
  '..%2fsecret',
  '%2e%2e%2fsecret',
  `..%2foutbox%2f${NAME}`,
  `${NAME}.eml`,
  `${NAME}%00`,
  '2026-11-22T05-03-07-123Z-mail-2',
  '__proto__',
  'a'.repeat(190),
])('there is no mail «%s»', async (name) => {
  const answer = await ask(demo, `/demonstration/mails/${name}`);
  expect(answer.statusCode).toBe(404);
  expect(answer.body).not.toMatch(/secret of|token=/);
  expect((await ask(demo, `/demonstration/mails/${name}/lettre`)).statusCode).toBe(404);
  expect((await ask(demo, '/demonstration/mails')).body).not.toContain('secret');
});
