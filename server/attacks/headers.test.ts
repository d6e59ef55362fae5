import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';
import { bodyOf, exchange, listen, statusesIn } from '../testing/wire.ts';

// What a browser is told beside an answer, and what is at addresses that everybody tries.

const HOSTS = ['localhost', 'backoffice.localhost'];
const PUBLISHED = {
  PUBLISHER_NAME: 'Au Juste Taux SAS',
  PUBLISHER_ADDRESS: '3 rue des Quais, 69002 Lyon',
  PUBLISHER_DIRECTOR: 'Zoé Martin',
  PUBLISHER_PHONE: '04 65 71 00 00',
  PUBLISHER_EMAIL: 'zoe+trou@au-juste-taux.example',
  PUBLISHER_HOST: 'Hébergeur, 1 rue du Port, 59000 Lille, 03 00 00 00 00',
  PUBLISHER_TIES: 'Aucun contrat et aucune part de capital ne lient Au Juste Taux SAS à un bureau.',
  PUBLISHER_REVENUE: 'Au Juste Taux SAS ne reçoit rien des bureaux ; son fondateur la finance.',
};
const now = new Date('2026-11-21T08:00:00.123Z');
let office: OpenOffice;
let port: number;

beforeAll(async () => {
  office = await openOffice(PUBLISHED, () => now);
  port = await listen(office.app);
});
afterAll(() => office.close());

const get = (url: string, host: string, headers: Record<string, string> = {}) =>
  office.app.inject({ url, headers: { host, ...headers } });

test.each(HOSTS)('%s: one frame policy, said twice, of pages, pictures, data and errors', async (host) => {
  for (const url of [
    '/',
    '/images/companies/default.png',
    '/api/me',
    '/api/public/currencies',
    '/healthz',
    '/x',
  ]) {
    const { headers } = await get(url, host);
    expect(headers['x-frame-options'], url).toBe('DENY');
    expect(headers['content-security-policy'], url).toMatch(/frame-ancestors 'none'/);
  }
});

test.each(
  HOSTS,
)('%s: a page may use no camera, no payment; the place of who asks, on the site alone', async (host) => {
  const { headers } = await get('/images/companies/default.png', host);
  const policy = headers['permissions-policy'];
  expect(policy).toMatch(/camera=\(\).*payment=\(\)/);
  expect(policy).toMatch(host === 'localhost' ? /geolocation=\(self\)$/ : /geolocation=\(\)$/);
});

test('nothing of the back-office is for a search engine, not its files nor its errors either', async () => {
  for (const url of ['/', '/images/companies/default.png', '/api/me', '/robots.txt', '/x']) {
    expect((await get(url, 'backoffice.localhost')).headers['x-robots-tag'], url).toBe('noindex, nofollow');
    expect((await get(url, 'localhost')).headers, url).not.toHaveProperty('x-robots-tag');
  }
});

test.each(
  HOSTS,
)('%s: security.txt says whom to write to, until when, in the form of RFC 9116', async (host) => {
  const answer = await get('/.well-known/security.txt', host);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.body.split('\n')).toEqual([
    'Contact: mailto:zoe+trou@au-juste-taux.example',
    'Expires: 2027-05-20T00:00:00.000Z',
    'Preferred-Languages: fr, en',
    expect.stringMatching(/^Canonical: http:\/\/localhost(:\d+)?\/\.well-known\/security\.txt$/),
    '',
  ]);
});

test('an instance that nobody publishes names nobody', async () => {
  const other = await openOffice();
  const answer = await other.app.inject({ url: '/.well-known/security.txt', headers: { host: 'localhost' } });
  expect(answer.statusCode).toBe(404);
  await other.close();
});

test('HTTP/1.0 with a transfer coding is refused, and the connection closed with what follows unread', async () => {
  const hidden = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  for (const path of ['/api/public/leads', '/api/public/offers']) {
    const heard = await exchange(
      port,
      `POST ${path} HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n${hidden}`,
    );
    expect(statusesIn(heard), path).toEqual([400]);
    expect(JSON.parse(bodyOf(heard))).toMatchObject({ code: 'bad_request' });
    expect(heard).toMatch(/\r\nconnection: close\r\n/i);
  }
});

test.each(
  HOSTS,
)('%s: a way up out of the files is at no address, as any other that is none', async (host) => {
  for (const path of [
    '/assets/../../package.json',
    '/images/../../package.json',
    '/images/..%2f..%2fpackage.json',
  ]) {
    const heard = await exchange(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(statusesIn(heard), path).toEqual([404]);
    expect(JSON.parse(bodyOf(heard)), path).toEqual({
      message: 'Cette adresse n’existe pas.',
      code: 'not_found',
    });
  }
});
