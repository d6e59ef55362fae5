import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';
import { bodyOf, listen, openWire, statusesIn, type Wire } from '../testing/wire.ts';

// Slow requests against a real port. The product's own times (20 s, looked at every 5) are shortened once they
// have been read: what ends a slow request is the same.

const SHORT_MS = 500;
const SLOW = 400;

let office: OpenOffice;
let port: number;
let settings: Record<string, number>;

beforeAll(async () => {
  office = await openOffice();
  const { server } = office.app;
  // node keeps it, its types do not say so
  const checked = server as typeof server & { connectionsCheckingInterval: number };
  settings = {
    request: server.requestTimeout,
    headers: server.headersTimeout,
    idle: server.timeout,
    keptAlive: server.keepAliveTimeout,
    checkedEvery: checked.connectionsCheckingInterval,
  };
  checked.connectionsCheckingInterval = SHORT_MS / 5;
  server.requestTimeout = SHORT_MS * 2;
  server.headersTimeout = SHORT_MS;
  port = await listen(office.app);
});
afterAll(() => office.close());

const HOST = 'Host: localhost\r\n';
const POST = `POST /api/public/leads HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;
const starts: Record<string, string> = {
  'says nothing': '',
  'has not said the address yet': 'GET /heal',
  'has not ended its headers': `GET /healthz HTTP/1.1\r\n${HOST}X: `,
  'has not ended its body': `${POST}Content-Length: 1000\r\n\r\n{`,
  'has not ended its piece': `${POST}Transfer-Encoding: chunked\r\n\r\n3e8\r\n{`,
};

test('nothing is waited for longer than a minute', () => {
  for (const [what, ms] of Object.entries(settings)) {
    expect(ms, what).toBeGreaterThan(0);
    expect(ms, what).toBeLessThanOrEqual(what === 'keptAlive' ? 75_000 : 60_000);
  }
  const { request = 0, checkedEvery = 0 } = settings;
  expect(request + checkedEvery).toBeLessThanOrEqual(30_000);
});

describe.each(Object.entries(starts))('who %s', (_what, start) => {
  test('and goes on byte by byte is answered 408 and cut off', async () => {
    const wire = await openWire(port);
    wire.socket.write(start);
    const trickle = setInterval(() => start && wire.socket.write('x'), SHORT_MS / 10);
    await wire.closed;
    clearInterval(trickle);
    expect(statusesIn(wire.heard())).toEqual([408]);
    expect(JSON.parse(bodyOf(wire.heard()))).toEqual({
      message: 'La requête a mis trop de temps à arriver. Réessayez.',
      code: 'request_timeout',
    });
  });
});

test(`${SLOW} slow connections at once stop nobody, and all end`, { timeout: 120_000 }, async () => {
  const kinds = Object.values(starts);
  const wires: Wire[] = [];
  for (let i = 0; i < SLOW; i++) {
    const wire = await openWire(port);
    wire.socket.write(kinds[i % kinds.length] ?? '');
    wires.push(wire);
  }
  const answer = await fetch(`http://127.0.0.1:${port}/api/public/currencies`, {
    signal: AbortSignal.timeout(60_000),
  });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toHaveLength(4);
  await Promise.all(wires.map(({ closed }) => closed));
  const open = await new Promise((done, fail) =>
    office.app.server.getConnections((error, count) => (error ? fail(error) : done(count))),
  );
  // the connection of the fetch may be kept for another request
  expect(open).toBeLessThanOrEqual(1);
});

test('who never reads the answers is cut off', { timeout: 120_000 }, async () => {
  const { server } = office.app;
  onTestFinished(() => {
    server.timeout = settings.idle ?? 0;
  });
  server.timeout = SHORT_MS;
  const wire = await openWire(port);
  wire.socket.pause();
  const asked = `GET /api/public/currencies HTTP/1.1\r\n${HOST}\r\n`.repeat(200);
  // until no more goes in: the answers wait for who does not read them
  while (wire.socket.write(asked)) await new Promise<void>((done) => setImmediate(done));
  const others = () =>
    new Promise<number>((done, fail) =>
      server.getConnections((error, count) => (error ? fail(error) : done(count))),
    );
  await expect.poll(others, { timeout: 30_000 }).toBeLessThanOrEqual(1);
  wire.socket.destroy();
  await wire.closed;
});
