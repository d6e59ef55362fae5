import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';
import { bodyOf, exchange, listen, statusesIn } from '../testing/wire.ts';

// The bytes go out as they are: a client library would tidy the address up before it is sent.

let office: OpenOffice;
let port: number;

beforeAll(async () => {
  office = await openOffice();
  port = await listen(office.app);
});
afterAll(() => office.close());

const ROOT = join(import.meta.dirname, '../..');
/** Words that stand in files which must not be served, and nowhere else. */
const TARGETS = [
  { path: 'package.json', start: readFileSync(join(ROOT, 'package.json'), 'utf8').slice(0, 40) },
  { path: 'server/main.ts', start: 'import type { FastifyInstance }' },
  { path: 'dist/office/index.html', start: '<!doctype html>' },
  { path: 'etc/passwd', start: 'root:' },
  { path: 'proc/self/environ', start: 'PATH=' },
];

const UPS = [
  '..',
  '%2e%2e',
  '.%2e',
  '%2E.',
  '%252e%252e',
  '%25252e%25252e',
  '..%00',
  '..;',
  '.. ',
  '...',
  '....',
  '%c0%ae%c0%ae',
  '%e0%80%ae%e0%80%ae',
  '%u002e%u002e',
  '\uff0e\uff0e',
  '..%0d%0a',
];
const SEPARATORS = ['/', '%2f', '%252f', '\\', '%5c', '%255c', '//', '/./', '%c0%af', '%2f%2f'];
const PLACES = [
  '/',
  '/images/',
  '/images/companies/',
  '/images/articles/',
  '/assets/',
  '/api/public/blog/articles/view/',
];

const paths = PLACES.flatMap((place) =>
  UPS.flatMap((up, i) =>
    SEPARATORS.map((separator, j) => {
      const target = TARGETS[(i + j) % TARGETS.length]?.path ?? '';
      return place + `${up}${separator}`.repeat(6) + target.replaceAll('/', separator);
    }),
  ),
);

test('no way up leads out of the public files', { timeout: 120_000 }, async () => {
  expect(paths.length).toBeGreaterThan(900);
  for (const [i, path] of paths.entries()) {
    const { status, body } = await onTheWire(path, i % 2 === 0 ? 'localhost' : 'backoffice.localhost');
    expect([400, 403, 404], path).toContain(status);
    expect(JSON.parse(body), path).toEqual({ message: expect.any(String), code: expect.any(String) });
    for (const { start } of TARGETS) expect(body, path).not.toContain(start);
  }
});

async function onTheWire(path: string, host: string): Promise<{ status: number; body: string }> {
  const target = Buffer.from(path).toString('latin1');
  const heard = await exchange(port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return { status: statusesIn(heard)[0] ?? 0, body: bodyOf(heard) };
}

test.each([
  ['/etc/passwd'],
  ['//etc/passwd'],
  ['/images//etc/passwd'],
  ['/images/%2fetc%2fpasswd'],
  ['/images/companies/%00.png'],
  ['/images/companies/default.png%00.html'],
  ['/images/companies/default.png/'],
  ['/images/companies/'],
  ['/images/companies'],
  ['/images'],
  ['/images/'],
  ['/assets/'],
  ['/index.html.br'],
  ['/.git/config'],
  ['/.env'],
  ['/package.json'],
  ['/images/.'],
  ['/images/companies/x-00000000.png'],
  ["/images/companies/x'%20or%20'1'='1-00000000.png"],
  ['file:///etc/passwd'],
])('%s is nothing', async (path) => {
  const { status, body } = await onTheWire(path, 'localhost');
  expect([400, 403, 404]).toContain(status);
  expect(JSON.parse(body)).toEqual({ message: expect.any(String), code: expect.any(String) });
});

test('what is public is there, so that the rest is not refused for want of files', async () => {
  const heard = await exchange(
    port,
    'GET /images/companies/default.png HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  );
  expect(statusesIn(heard)).toEqual([200]);
  expect(heard).toMatch(/content-type: image\/png\r\n/i);
  expect(heard).toMatch(/x-content-type-options: nosniff\r\n/i);
});
