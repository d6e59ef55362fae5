import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { TestDatabase } from '../../testing/database.ts';
import { createSeededDatabase } from '../../testing/seeded.ts';

const PATH = '/devises/dollar-americain';
let database: TestDatabase;
let server: TestApp;
let port: number;
let framework = 0;
let clock = Date.now();

beforeAll(async () => {
  database = await createSeededDatabase();
  server = await startTestApp(database.url, () => new Date(clock));
  server.app.addHook('onRequest', async () => {
    framework += 1;
  });
  await Promise.all([server.book.loaded, server.blog.loaded]);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  // a server that listens on a port
  ({ port } = server.app.server.address() as AddressInfo);
});

afterAll(async () => {
  await server.close();
  await database.close();
});

// Answer to a request as it is written, without its date, and whether the framework gave it.
async function ask(
  head: string,
): Promise<{ status: string; headers: string[]; body: string; isFast: boolean }> {
  const before = framework;
  const socket = connect(port, '127.0.0.1');
  socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  const text = Buffer.concat(await socket.toArray()).toString('latin1');
  const [top = '', body = ''] = [
    text.slice(0, text.indexOf('\r\n\r\n')),
    text.slice(text.indexOf('\r\n\r\n') + 4),
  ];
  const [status = '', ...headers] = top.split('\r\n');
  return {
    status,
    headers: headers
      .map((each) => each.toLowerCase())
      .filter((each) => !each.startsWith('date:'))
      .sort(),
    body,
    isFast: framework === before,
  };
}

const get = (path = PATH, headers = '') => ask(`GET ${path} HTTP/1.1\r\nHost: localhost${headers}`);

test.each([
  '',
  '\r\nAccept-Encoding: gzip, deflate, br',
  '\r\nAccept-Encoding: gzip',
  '\r\nAccept: application/json',
])('a kept page is the same before the framework and from it, with %j', async (headers) => {
  await get();
  const fast = await get(PATH, headers);
  const slow = await get(`${PATH}?`, headers);
  expect([fast.isFast, slow.isFast]).toEqual([true, false]);
  expect({ ...fast, isFast: false }).toEqual(slow);
  expect(fast.status).toBe('HTTP/1.1 200 OK');
});

test.each([
  ['a known tag', '\r\nIf-None-Match: "x"'],
  ['another host', null],
  ['two hosts', '\r\nHost: localhost'],
  ['a body', '\r\nContent-Length: 0'],
  ['a proxy that is not trusted', '\r\nX-Forwarded-For: 203.0.113.7'],
])('%s is left to the framework', async (_what, headers) => {
  await get();
  const answer =
    headers === null
      ? await ask(`GET ${PATH} HTTP/1.1\r\nHost: backoffice.localhost`)
      : await get(PATH, headers);
  // two hosts are refused before any hook that counts
  expect([answer.isFast, answer.status]).not.toEqual([true, 'HTTP/1.1 200 OK']);
});

test('a page that has expired is made again', async () => {
  await get();
  expect((await get()).isFast).toBe(true);
  clock += 25 * 3_600_000;
  const next = await get();
  expect([next.isFast, next.status]).toEqual([false, 'HTTP/1.1 200 OK']);
  clock -= 25 * 3_600_000;
  await get();
  expect((await get()).isFast).toBe(true);
});

test('a page that nobody has asked for is left to the framework', async () => {
  expect((await get('/devises/yen-japonais')).isFast).toBe(false);
  expect((await get('/devises/yen-japonais')).isFast).toBe(true);
});
