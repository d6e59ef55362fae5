import type { Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientAddress } from '../http/network.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { CLOSE, LONG_TYPE, post, TYPE } from '../testing/comparisons.ts';
import type { TestDatabase } from '../testing/database.ts';
import { createSeededDatabase } from '../testing/seeded.ts';
import { exchange, listen, openWire, statusesIn } from '../testing/wire.ts';

// Two ways through the server for one call: what an attacker would try between them.

const ASKED = '{"offer":{"currency":"EUR","amount":500.5},"wish":{"currency":"USD"}}';
const PATIENT = { timeout: 20_000 };

let database: TestDatabase;
let server: TestApp & { port: number };

async function open(settings: Record<string, string> = {}, waits = {}): Promise<typeof server> {
  const opened = await startTestApp(database.url, undefined, { RATE_LIMIT: '1000000', ...settings });
  await opened.book.loaded;
  Object.assign(opened.app.server, waits);
  return { ...opened, port: await listen(opened.app) };
}

beforeAll(async () => {
  database = await createSeededDatabase();
  server = await open();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

function asking(amount: number): string {
  return ASKED.replace('500.5', String(amount));
}

/** What each answer of a connection says was offered, in order. */
function amountsIn(heard: string): number[] {
  const first = /\r\n\r\n\{"offers":\[\{"company":.*?,"ct_offer":\{"currency":"EUR","amount":([\d.]+)\}/g;
  return [...heard.matchAll(first)].map(([, amount]) => Number(amount));
}

const nextTurn = () => new Promise<void>((done) => setImmediate(done));

function openConnections(): Promise<number> {
  return new Promise((done, fail) =>
    server.app.server.getConnections((error, count) => (error ? fail(error) : done(count))),
  );
}

describe('a body is read once, wherever it is cut', () => {
  test.each([
    ['answered', ASKED, 200],
    ['refused', ASKED.replace('USD', 'ZZZ'), 400],
  ])('one that is %s, and what was asked behind it', async (_what, body, status) => {
    const head = post(body).indexOf('{');
    const all = post(body) + post(asking(7)) + post(asking(8), CLOSE + TYPE);
    const cuts = Array.from({ length: body.length + 8 }, (_, i) => head - 4 + i);
    await Promise.all(
      cuts.map(async (cut) => {
        const wire = await openWire(server.port);
        wire.socket.setNoDelay().write(all.slice(0, cut));
        for (let i = 0; i < 3; i++) await nextTurn();
        wire.socket.write(all.slice(cut));
        await wire.closed;
        expect(statusesIn(wire.heard()), `cut at ${cut}`).toEqual([status, 200, 200]);
        expect(amountsIn(wire.heard()).slice(-2)).toEqual([7, 8]);
      }),
    );
  });

  test('of a length that is not its own, the rest is no request', async () => {
    for (const type of [TYPE, LONG_TYPE]) {
      const short = await exchange(server.port, post(ASKED, type, { length: ASKED.length - 1 }));
      expect(statusesIn(short).filter((status) => status !== 400)).toEqual([]);
      const long = await exchange(
        server.port,
        post(ASKED, type, { length: ASKED.length + 4 }) + post(ASKED, type),
      );
      expect(statusesIn(long).filter((status) => status !== 400)).toEqual([]);
    }
  });

  test('asked for with Expect, it comes after the 100, and is answered once', async () => {
    const wire = await openWire(server.port);
    wire.socket.write(post('', `${CLOSE}Expect: 100-continue\r\n${TYPE}`, { length: ASKED.length }));
    await expect.poll(() => statusesIn(wire.heard()), PATIENT).toEqual([100]);
    wire.socket.write(ASKED);
    await wire.closed;
    expect(statusesIn(wire.heard())).toEqual([100, 200]);
  });
});

describe('who leaves', () => {
  const leaves: Record<string, (socket: Socket) => unknown> = {
    'hangs up': (socket) => socket.destroy(),
    resets: (socket) => socket.resetAndDestroy(),
    'closes its half': (socket) => socket.end(),
    'breaks off in the middle of another request': (socket) => socket.write('\0\r\n\r\n'),
  };

  test.each(Object.entries(leaves))('and %s, at any point, stops nobody', async (_what, leave) => {
    const all = post(asking(7)) + post(asking(8)) + post(ASKED.replace('USD', 'ZZZ')) + post(asking(9));
    const cuts = Array.from({ length: Math.ceil(all.length / 9) }, (_, i) => i * 9);
    await Promise.all(
      [...cuts, all.length].map(async (cut) => {
        const wire = await openWire(server.port);
        wire.socket.setNoDelay().write(all.slice(0, cut));
        for (let i = 0; i < cut % 4; i++) await nextTurn();
        leave(wire.socket);
        // cut within a body, what `leave` wrote counts as more of that body: the server waits for the rest of it
        if (!wire.socket.destroyed) setTimeout(() => wire.socket.end(), 100);
        await wire.closed;
        expect(statusesIn(wire.heard()).length).toBeLessThanOrEqual(5);
      }),
    );
    await expect.poll(openConnections, PATIENT).toBe(0);
    expect(statusesIn(await exchange(server.port, post(ASKED, CLOSE + TYPE)))).toEqual([200]);
    expect(server.logged().includes('a request failed')).toBe(false);
  });

  test('right after having asked is answered', async () => {
    for (const type of [TYPE, LONG_TYPE]) {
      const wire = await openWire(server.port);
      wire.socket.end(post(ASKED, type));
      await wire.closed;
      expect(statusesIn(wire.heard())).toEqual([200]);
    }
  });

  test('silently, before the body or in it, is answered 408 and cut off', async () => {
    const waits = { requestTimeout: 400, headersTimeout: 200, connectionsCheckingInterval: 50 };
    const hurried = await open({}, waits);
    for (const begun of ['', ASKED.slice(0, 30)]) {
      const wire = await openWire(hurried.port);
      wire.socket.write(post(asking(7)) + post(begun, TYPE, { length: ASKED.length }));
      await wire.closed;
      expect(statusesIn(wire.heard())).toEqual([200, 408]);
    }
    await hurried.close();
  });

  test('what is broken behind a comparison is answered after it, once', async () => {
    const heard = await exchange(server.port, `${post(ASKED)}no request\r\n\r\n`);
    expect(statusesIn(heard)).toEqual([200, 400]);
  });
});

describe('nobody reads the figures of another', () => {
  test('however late an answer is read, or whoever leaves without having read', {
    timeout: 120_000,
  }, async () => {
    const sockets: Socket[] = [];
    const keep = (socket: Socket) => sockets.push(socket);
    server.app.server.on('connection', keep);
    const told = new Map<number, string>();
    const bodyFor = async (amount: number) => {
      const heard =
        told.get(amount) ?? (await exchange(server.port, post(asking(amount), CLOSE + LONG_TYPE)));
      told.set(amount, heard);
      return heard.slice(heard.indexOf('\r\n\r\n') + 4);
    };
    const slow = await Promise.all(Array.from({ length: 4 }, () => openWire(server.port)));
    for (const [i, { socket }] of slow.entries()) {
      socket.pause();
      socket.write(Array.from({ length: 1_500 }, (_, n) => post(asking(100 * (i + 1) + (n % 9)))).join(''));
    }
    const isHeld = () => sockets.filter((socket) => socket.writableLength > 0).length;
    await expect.poll(isHeld, PATIENT).toBe(slow.length);
    // others meanwhile, also behind an answer that waits for the database
    const ready = 'GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n';
    await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const wire = await openWire(server.port);
        const amounts = [1, 2, 3, 4, 5, 6].map((n) => 1_000 * n + i);
        const asked = amounts.map((amount) => post(asking(amount))).join('');
        wire.socket.write(`${i % 2 ? ready : ''}${asked}${post(asking(7_000 + i), CLOSE + TYPE)}`);
        if (i % 3 === 0) {
          await nextTurn();
          wire.socket.destroy();
        }
        await wire.closed;
        if (i % 3 > 0) expect(amountsIn(wire.heard())).toEqual([...amounts, 7_000 + i]);
      }),
    );
    slow[0]?.socket.destroy();
    for (const [i, { socket, heard, closed }] of slow.entries()) {
      if (i === 0) continue;
      socket.write(post(asking(50), CLOSE + TYPE));
      socket.resume();
      await closed;
      const bodies = heard()
        .split(/HTTP\/1\.1 200 OK\r\n/)
        .slice(1)
        .map((answer) => answer.slice(answer.indexOf('\r\n\r\n') + 4));
      expect(bodies).toHaveLength(1_501);
      for (const [n, body] of bodies.entries()) {
        const amount = n === 1_500 ? 50 : 100 * (i + 1) + (n % 9);
        if (body !== (await bodyFor(amount))) expect.fail(`answer ${n} of reader ${i} is not of ${amount}`);
      }
    }
    server.app.server.off('connection', keep);
  });
});

describe('the limit', () => {
  test('refuses in the middle of a pipeline, whole or in pieces, and loses nothing behind', async () => {
    const limited = await open({ RATE_LIMIT: '1' });
    const wire = await openWire(limited.port);
    wire.socket.write(post(ASKED) + post(ASKED) + post(ASKED.slice(0, 30), TYPE, { length: ASKED.length }));
    await expect.poll(() => statusesIn(wire.heard()), PATIENT).toEqual([200, 429, 429]);
    const health = `GET /healthz HTTP/1.1\r\nHost: localhost\r\n${CLOSE}\r\n`;
    wire.socket.write(ASKED.slice(30) + post(ASKED) + health);
    await wire.closed;
    expect(statusesIn(wire.heard())).toEqual([200, 429, 429, 429, 200]);
    await limited.close();
  });

  test('counts the address that the framework reads, whatever X-Forwarded-For says', async () => {
    const proxied = await startTestApp(database.url, undefined, { TRUST_PROXY: 'on' });
    const read: [string | undefined, string][] = [];
    proxied.app.addHook('onRequest', async (request) => {
      read.push([clientAddress(request.raw, true), request.ip]);
    });
    const port = await listen(proxied.app);
    const letters = fc.constantFrom(...', \t.:;"[]1af-%', '192.0.2.1', '2001:db8::1', ',,');
    const value = fc.array(letters, { maxLength: 8 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(value, { maxLength: 3 }), async (values) => {
        const lines = values.map((forwarded) => `X-Forwarded-For: ${forwarded}\r\n`).join('');
        await exchange(port, `GET /healthz HTTP/1.1\r\nHost: localhost\r\n${CLOSE}${lines}\r\n`);
        const [ours, frameworks] = read.at(-1) ?? [];
        expect(ours).toBe(frameworks);
      }),
      { numRuns: 60 },
    );
    expect(read).toHaveLength(60);
    await proxied.close();
  });
});

describe('any headers are read alike either way', () => {
  const hosts = ['localhost', 'LOCALHOST:80', 'BackOffice.localhost:1', '', 'a, backoffice.localhost', ' , '];
  const lines = [
    ...hosts.flatMap((host) => [`Host: ${host}`, `X-Forwarded-Host: ${host}`]),
    ...['chunked', 'identity', 'gzip'].map((coding) => `Transfer-Encoding: ${coding}`),
    ...['identity', 'gzip', 'Identity', ''].map((coding) => `Content-Encoding: ${coding}`),
    ...['100-continue', 'other'].map((expected) => `Expect: ${expected}`),
    ...['upgrade', 'close, upgrade', 'content-length'].map((kept) => `Connection: ${kept}`),
    'Upgrade: h2c',
    'Accept-Version: 1.0.0',
    'X-HTTP-Method-Override: GET',
    'Origin: null',
    'Cookie: session=a; XSRF-TOKEN=b',
    'Content-Type: text/plain',
    'Content-Length: 1',
    'Trailer: content-length',
  ];
  const length = fc.constantFrom(...['', '0', '+', ' ', '\t', '0x', '-']);

  test.each(['on', 'off'])('TRUST_PROXY=%s', { timeout: 120_000 }, async (trust) => {
    const { port, close } = await open({ TRUST_PROXY: trust });
    const told = (heard: string) => heard.replace(/\r\n(?:date|set-cookie): [^\r]*/gi, '');
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(lines, { maxLength: 4 }),
        fc.boolean(),
        length,
        fc.constantFrom('1.0', '1.1'),
        async (added, isNamed, sign, http) => {
          const ask = (type: string) =>
            exchange(
              port,
              `POST /api/public/offers HTTP/${http}\r\n${isNamed ? 'Host: localhost\r\n' : ''}${CLOSE}${type}` +
                `Content-Length: ${sign}${ASKED.length}\r\n${added.map((line) => `${line}\r\n`).join('')}\r\n${ASKED}`,
            );
          expect(told(await ask(TYPE))).toBe(told(await ask(LONG_TYPE)));
        },
      ),
      { numRuns: 100 },
    );
    await close();
  });

  test('a connection that stays open is kept for as long', async () => {
    const kept = (heard: string) => heard.match(/\r\n(?:connection|keep-alive): [^\r]*/gi);
    const [fast, slow] = await Promise.all(
      [TYPE, LONG_TYPE].map((type) => exchange(server.port, post(ASKED, type) + post(ASKED, CLOSE + type))),
    );
    expect(kept(fast ?? '')).toHaveLength(3);
    expect(kept(fast ?? '')).toEqual(kept(slow ?? ''));
  });
});
