import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FollowedBook } from '../book/follow.ts';
import { readConfig } from '../config.ts';
import type { BlogCache } from '../features/articles/blog-cache.ts';
import { exchange, listen, openWire, statusesIn } from '../testing/wire.ts';
import { CompanySnapshots } from './company-snapshots.ts';
import { buildCompareApp } from './compare-app.ts';

// Requests as they arrive behind a comparing instance, whatever is sent to it.

const nothing = {
  current: () => null,
  onChange: () => () => undefined,
  loaded: Promise.resolve(),
  close: async () => undefined,
};
const closers: (() => unknown)[] = [];

/** It keeps what it was asked, and says that it was; what is asked of `/held` is never answered. */
async function openListener() {
  const asked: IncomingMessage[] = [];
  const open = new Set<IncomingMessage>();
  const server = createServer((request, response) => {
    asked.push(request);
    open.add(request);
    response.once('close', () => open.delete(request));
    request.resume();
    if (!request.url?.endsWith('/held')) response.end('heard');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, open, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function openCompare(internal: string, settings: Record<string, string> = {}): Promise<number> {
  const internalUrl = `http://${internal}`;
  const read = readConfig({
    ROLE: 'compare',
    NATS_URL: 'nats://127.0.0.1:1',
    INTERNAL_URL: internalUrl,
    ...settings,
  });
  const app = await buildCompareApp({
    book: nothing as Partial<FollowedBook> as FollowedBook,
    blog: nothing as BlogCache,
    config: { ...read, internalUrl },
    sources: {
      companySnapshots: () => new CompanySnapshots(),
      sums: { addComparisons: async () => undefined, addShown: async () => undefined },
    },
    now: () => new Date(),
    log: pino({ level: 'silent' }),
  });
  closers.push(() => app.close());
  return listen(app);
}

let internal: Awaited<ReturnType<typeof openListener>>;
beforeEach(async () => {
  internal = await openListener();
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const get = (port: number, target: string, lines = 'Host: localhost\r\n') =>
  exchange(port, `GET ${target} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`);

describe('an address', () => {
  test('leads to the instances behind alone, whatever host it names', async () => {
    const [elsewhere, port] = [await openListener(), await openCompare(internal.host)];
    for (const target of [
      `http://${elsewhere.host}/api/public/newsletter`,
      `http://${elsewhere.host}/api/public/../../varz`,
      `HTTP://${elsewhere.host}/api/traveller/me`,
      `http://x@${elsewhere.host}/api/traveller/me`,
      `//${elsewhere.host}/api/traveller/me`,
    ]) {
      expect([[400], [404]], target).toContainEqual(statusesIn(await get(port, target)));
    }
    expect([elsewhere.asked.length, internal.asked.length]).toEqual([0, 0]);
    // the name of a logo alone goes on
    await get(port, `https://${elsewhere.host}/images/companies/a-00000000.png?b=c`);
    const [logo] = internal.asked;
    expect([logo?.url, logo?.headers.host]).toEqual(['/images/companies/a-00000000.png', 'localhost']);
    expect(elsewhere.asked).toEqual([]);
  });

  test.each([
    ...['/api/public/../me', '/api/public/..', '/api/public/./board', '/api/public/a/../../me'],
    ...['/api/public//me', '/api/public/%2E%2e/me', '/api/public/.%2e/me', '/api/public/%2e/me'],
    ...['/api/public/..%2fme', '/api/public/%2f%2fme', '/api/public/%2F../me', '/api/public/..%5cme'],
    ...['/api/public/..\\me', '/api/public/%252e%252e/me', '/api/public/%', '/api/public/%ff'],
    ...['/api/public/../me?a=b', '/api/public/..#', '/api/public/%00'],
  ])('that may be read as another one is refused: %s', async (target) => {
    const heard = await get(await openCompare(internal.host), target);
    expect(statusesIn(heard)).toEqual([400]);
    expect(internal.asked).toEqual([]);
  });

  test('of the public site goes on as it came', async () => {
    const port = await openCompare(internal.host);
    for (const target of ['/api/public/newsletter/caf%C3%A9?next=//a/../b%2F..', '/api/traveller/me']) {
      expect(statusesIn(await get(port, target))).toEqual([200]);
      expect(internal.asked.at(-1)?.url).toBe(target);
    }
  });
});

describe('the host that is named behind', () => {
  test.each([
    { forwarded: '', host: 'backoffice.localhost' },
    { forwarded: 'backoffice.localhost,', host: 'backoffice.localhost' },
    { forwarded: 'backoffice.localhost, localhost', host: 'backoffice.localhost' },
    { forwarded: 'elsewhere.example', host: 'backoffice.localhost' },
  ])('is the public one for what was taken as of it: %o', async ({ forwarded, host }) => {
    const port = await openCompare(internal.host, { TRUST_PROXY: 'on' });
    const lines = `Host: ${host}\r\nX-Forwarded-Host: ${forwarded}\r\n`;
    expect(statusesIn(await get(port, '/api/traveller/me', lines))).toEqual([200]);
    expect(internal.asked.at(-1)?.headers).toMatchObject({
      host: 'localhost',
      'x-forwarded-host': 'localhost',
    });
  });

  test('is nobody’s for what was taken as the back-office’s', async () => {
    const [direct, proxied] = [
      await openCompare(internal.host),
      await openCompare(internal.host, { TRUST_PROXY: 'on' }),
    ];
    const [office, forwarded] = ['Host: backoffice.localhost\r\n', 'X-Forwarded-Host: localhost\r\n'];
    for (const target of [
      '/api/public/../me',
      '/api/traveller/me',
      '/api/me',
      '/images/companies/a-00000000.png',
    ]) {
      for (const heard of [
        await get(direct, target, office + forwarded),
        await get(proxied, target, office),
        await get(
          proxied,
          target,
          'Host: localhost\r\nX-Forwarded-Host: localhost, Backoffice.localhost:80\r\n',
        ),
      ]) {
        expect([[400], [404]], target).toContainEqual(statusesIn(heard));
      }
    }
    expect(internal.asked).toEqual([]);
  });
});

test('who asks cannot write an address of their own: the one of the connection, or the one that the proxy saw, is told', async () => {
  const [direct, proxied] = [
    await openCompare(internal.host),
    await openCompare(internal.host, { TRUST_PROXY: 'on' }),
  ];
  const forged = [
    ...['Host: localhost', 'X-Forwarded-For: 203.0.113.7', 'x-forwarded-for: 203.0.113.8, 203.0.113.9'],
    ...['Forwarded: for=203.0.113.7;host=backoffice.localhost', 'Connection: X-Forwarded-For'],
    'X-Forwarded-Proto: https, http',
  ];
  const lines = `${forged.join('\r\n')}\r\n`;
  for (const [port, address] of [
    [direct, '127.0.0.1'],
    [proxied, '203.0.113.9'],
  ] as const) {
    expect(statusesIn(await get(port, '/api/traveller/me', lines))).toEqual([200]);
    const { headers, rawHeaders = [] } = internal.asked.at(-1) ?? {};
    expect(headers).toMatchObject({ 'x-forwarded-for': address, 'x-forwarded-proto': 'http' });
    expect(rawHeaders.filter((name) => /^(x-forwarded-for|forwarded)$/i.test(name))).toHaveLength(1);
  }
});

describe('what is handed on at once', () => {
  const SOON = { timeout: 30_000, interval: 20 };
  const times = (count: number, text: string) => text.repeat(count);
  const from = (address: string) => `Host: localhost\r\nX-Forwarded-For: ${address}\r\n`;
  const held = (address: string) => `GET /api/traveller/held HTTP/1.1\r\n${from(address)}\r\n`;
  const lead = (port: number, address: string) =>
    exchange(
      port,
      `POST /api/public/leads HTTP/1.1\r\n${from(address)}Content-Length: 2\r\nConnection: close\r\n\r\n{}`,
    );
  const write = async (port: number, bytes: string) => {
    const wire = await openWire(port);
    closers.push(() => wire.socket.destroy());
    wire.socket.write(bytes);
    return wire;
  };
  const behind = (count: number) => vi.waitFor(() => expect(internal.open.size).toBe(count), SOON);
  let port: number;
  beforeEach(async () => {
    port = await openCompare(internal.host, { TRUST_PROXY: 'on' });
  });

  test('is no body that comes slowly, nor one of more than 64 kB', async () => {
    const slow = `POST /api/public/leads HTTP/1.1\r\n${from('203.0.113.1')}Content-Length: 9\r\n\r\n{`;
    const wires = await Promise.all(Array.from({ length: 257 }, () => write(port, slow)));
    expect(statusesIn(await lead(port, '203.0.113.1'))).toEqual([200]);
    expect(internal.asked).toHaveLength(1);
    const [first] = wires;
    first?.socket.write('"a": 12}');
    await vi.waitFor(() => expect(statusesIn(first?.heard() ?? '')).toEqual([200]), SOON);
    expect(internal.asked.at(-1)?.headers['content-length']).toBe('9');
    const large = times(64 * 1024 + 1, ' ');
    const head = `POST /api/public/leads HTTP/1.1\r\n${from('203.0.113.1')}`;
    for (const body of [
      `Content-Length: ${large.length}\r\n\r\n${large}`,
      `Transfer-Encoding: chunked\r\n\r\n${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`,
    ]) {
      const wire = await write(port, head + body);
      await vi.waitFor(() => expect(statusesIn(wire.heard())).toEqual([413]), SOON);
    }
    expect(internal.asked).toHaveLength(2);
  });

  test('is 32 of a network, 256 in all, and ends with who asked', async () => {
    // all of them on one connection: whoever ends it is never told of the answers that wait behind the first
    const wires = [await write(port, times(300, held('2001:db8::1')))];
    await behind(32);
    expect(statusesIn(await lead(port, '2001:db8::ffff:1'))).toEqual([503]);
    expect(statusesIn(await lead(port, '2001:db8:0:1::1'))).toEqual([200]);
    for (let network = 1; network < 8; network += 1) {
      wires.push(await write(port, times(32, held(`203.0.113.${network}`))));
    }
    await behind(256);
    const refused = await lead(port, '203.0.113.99');
    expect(statusesIn(refused)).toEqual([503]);
    expect(refused).toMatch(/^retry-after: 2\r$/m);
    for (const { socket } of wires) socket.destroy();
    await behind(0);
    expect(statusesIn(await lead(port, '2001:db8::1'))).toEqual([200]);
    await write(port, times(33, held('2001:db8::1')));
    await behind(32);
  });

  test('is no body of a GET, nor a wait for leave to send one', async () => {
    const body = `${from('203.0.113.1')}Content-Length: 9\r\nConnection: close\r\n`;
    const heard = await exchange(port, `GET /api/traveller/me HTTP/1.1\r\n${body}\r\n{"a": 12}`);
    expect(statusesIn(heard)).toEqual([200]);
    expect(internal.asked.at(-1)?.headers['content-length']).toBeUndefined();
    const waited = await exchange(
      port,
      `POST /api/public/leads HTTP/1.1\r\nExpect: 100-continue\r\n${body}\r\n{"a": 12}`,
    );
    expect(statusesIn(waited)).toEqual([100, 200]);
    expect(internal.asked.at(-1)?.headers.expect).toBeUndefined();
  });
});
