import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { openRelay, type Relay } from '../../testing/relay.ts';

let database: TestDatabase;
let relay: Relay;
let server: TestApp;

beforeEach(async () => {
  database = await createTestDatabase();
  relay = await openRelay(database.url);
  server = await startTestApp(relay.url);
  await server.book.loaded;
});
afterEach(async () => {
  await server.close();
  await relay.close();
  await database.close();
});

async function ask({ app }: TestApp, url: string): Promise<[code: number, body: unknown]> {
  const answer = await app.inject({ url, headers: { host: 'localhost' } });
  return [answer.statusCode, answer.json()];
}

test('an instance stays ready without the database or its answer: a proxy waits for nothing', async () => {
  relay.freeze();
  expect(await ask(server, '/readyz')).toEqual([200, { status: 'ready' }]);
  await relay.cut();
  await vi.waitFor(() => expect(server.book.isLive()).toBe(false), 30_000);
  expect(await ask(server, '/readyz')).toEqual([200, { status: 'ready' }]);
  await relay.mend();
});

test('an instance without a book is alive and not ready', async () => {
  await relay.cut();
  const early = await startTestApp(relay.url);
  expect(await ask(early, '/readyz')).toEqual([503, { status: 'starting' }]);
  expect(await ask(early, '/healthz')).toEqual([200, { status: 'ok' }]);
  await early.close();
  await relay.mend();
});

test('an instance that stops is not ready', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.setEncoding('utf8');
  socket.write('GET /readyz HTTP/1.1\r\n');
  // the server has taken the connection once it answers on another one
  await fetch(`http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/healthz`);
  const closed = server.app.close();
  socket.write('Host: localhost\r\n\r\n');
  const [answer] = await once(socket, 'data');
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  socket.destroy();
  await closed;
});
