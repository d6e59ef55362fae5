import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { answerBadAddress, registerErrors } from './errors.ts';
import { databaseAway, HttpError } from './http-error.ts';
import { registerNotFound } from './not-found.ts';

const config = readConfig({ DEMO: 'off', STATIC_IMAGES_URL: 'https://images.example/parite' });
const app = Fastify({
  routerOptions: { maxParamLength: 9 },
  frameworkErrors: (error, request, reply) => answerBadAddress(error, request, reply, config),
});
const failures: Record<string, Error> = {
  away: databaseAway(),
  busy: new HttpError(429, 'too_many', 'Trop <b>d’un coup</b> & "vite".', { details: { left: 2 } }),
  files: Object.assign(new Error('up'), { statusCode: 403 }),
  teapot: Object.assign(new Error('brew'), { statusCode: 418 }),
  broken: new Error('select * from secrets'),
};

beforeAll(async () => {
  registerErrors(app, config);
  registerNotFound(app, config);
  app.get<{ Params: { name: string } }>('/fails/:name', async ({ params: { name } }) => {
    throw failures[name];
  });
  await app.ready();
});
afterAll(() => app.close());

const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';
const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  app.inject({ method, url, headers: { host: 'localhost', ...headers } });

test.each([
  ['/fails/away', 503, 'database_away', { 'retry-after': '5' }],
  ['/fails/busy', 429, 'too_many', {}],
  ['/fails/files', 404, 'not_found', {}],
  ['/fails/teapot', 418, 'bad_request', {}],
  ['/fails/broken', 500, 'internal_error', {}],
  ['/fails/a-name-too-long', 404, 'not_found', { 'x-frame-options': 'DENY' }],
  ['/fails/%zz', 400, 'bad_address', { 'x-frame-options': 'DENY' }],
  ['/nothing', 404, 'not_found', {}],
])('%s is told to a program as %d, %s', async (url, status, code, headers) => {
  const answer = await ask(url);
  expect([answer.statusCode, answer.json()]).toEqual([
    status,
    { code, message: expect.stringMatching(/^[A-ZÀ-Ý].*\.$/), ...(code === 'too_many' && { left: 2 }) },
  ]);
  expect(answer.headers).toMatchObject(headers);
  expect(answer.body).not.toMatch(/secrets|brew/);
});

test.each([
  ['/fails/away', 503, 'Revenez dans un instant', { 'retry-after': '5' }],
  ['/fails/busy', 429, 'Beaucoup de demandes à la fois', {}],
  ['/fails/broken', 500, 'Cette page ne peut pas être affichée', {}],
  ['/fails/a-name-too-long', 404, 'Cette page n’existe pas', {}],
  ['/nothing', 404, 'Cette page n’existe pas', {}],
])('%s is a page of %d for a browser', async (url, status, title, headers) => {
  const answer = await ask(url, { accept: HTML });
  expect(answer.statusCode).toBe(status);
  expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', ...headers });
  expect(answer.body).toContain(`<h1>${title}</h1>`);
  expect(answer.body).toContain(`<title>${title}`);
  expect(answer.body).not.toMatch(/<script|secrets|\{(line|title|brand|menu|picture|main|foot)\}/);
});

test('a sentence in a page is text', async () => {
  const { body } = await ask('/fails/busy', { accept: HTML });
  expect(body).toContain('Trop &lt;b>d’un coup&lt;/b> &amp; &quot;vite&quot;.');
});

test('a page shows pictures of this host and of the settings, in its application', async () => {
  const [site, office] = [
    await ask('/nothing', { accept: HTML }),
    await ask('/nothing', { accept: HTML, host: 'backoffice.localhost' }),
  ];
  const policy = site.headers['content-security-policy'];
  expect(policy).toMatch(/^default-src 'none';style-src 'sha256-[\w+/]{43}=';/);
  expect(policy).toContain(";img-src 'self' https://images.example;");
  expect(policy).not.toContain('frame-src');
  expect(site.body).toMatch(/<nav id="menu".*Comparer les bureaux.*<footer>/s);
  expect(office.body).not.toMatch(/<nav|<footer>|Comparer les bureaux/);
  expect(office.body).toContain('Aller à l’accueil');
});

test.each([
  ['/api/nothing', HTML, 'GET'],
  ['/assets/nothing.js', HTML, 'GET'],
  ['/nothing', 'application/json', 'GET'],
  ['/nothing', HTML, 'POST'],
] as const)('%s for %s by %s is no page', async (url, accept, method) => {
  expect((await ask(url, { accept }, method)).json()).toMatchObject({ code: 'not_found' });
});

test.each([
  ['localhost', '/lettre/confirmer?token=a', '/#/lettre/confirmer?token=a'],
  ['localhost', '/login', null],
  ['localhost', '/x/lettre/confirmer', null],
  ['localhost', '/lettre/confirmer/x', null],
  ['backoffice.localhost', '/lettre/confirmer', null],
  ['backoffice.localhost', '/login/', '/#/login'],
  ['backoffice.localhost', '/fixings/2026', '/#/fixings/2026'],
  ['backoffice.localhost', `/fixings/${'1'.repeat(291)}`, `/#/fixings/${'1'.repeat(291)}`],
  ['backoffice.localhost', `/fixings/${'1'.repeat(292)}`, null],
])('%s%s leads to %s', async (host, url, location) => {
  const answer = await ask(url, { accept: HTML, host });
  expect([answer.statusCode, answer.headers.location ?? null]).toEqual([location ? 302 : 404, location]);
});

test.each([
  ['localhost', '/DEVISES?a=b', 'GET', '/devises?a=b'],
  ['localhost', '/Devises', 'HEAD', '/devises'],
  ['localhost', '/devises/nothing', 'GET', null],
  ['localhost', '/DEVISES', 'POST', null],
  ['backoffice.localhost', '/DEVISES', 'GET', null],
] as const)('%s%s by %s is written %s', async (host, url, method, location) => {
  const answer = await ask(url, { host }, method);
  expect([answer.statusCode, answer.headers.location ?? null]).toEqual([location ? 301 : 404, location]);
});
