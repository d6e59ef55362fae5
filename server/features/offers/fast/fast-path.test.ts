import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bookOf } from '../../../book/follow.ts';
import { HttpMetrics } from '../../../http/http-metrics.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { CLOSE, LONG_TYPE, post, TYPE } from '../../../testing/comparisons.ts';
import type { TestDatabase } from '../../../testing/database.ts';
import { createSeededDatabase } from '../../../testing/seeded.ts';
import { bodyOf, exchange, listen, openWire, statusesIn } from '../../../testing/wire.ts';

type Server = TestApp & {
  port: number;
  /** how many requests the framework saw */
  framework: number;
  beforeClose(): Promise<void>;
};

/** As the site writes it. */
const ASKED = '{"offer":{"currency":"EUR","amount":500.5},"wish":{"currency":"USD","amount":570.13}}';

let database: TestDatabase;
let server: Server;

async function open(
  settings: Record<string, string> = {},
  { url } = database,
  httpMetrics?: HttpMetrics,
): Promise<Server> {
  const app = await startTestApp(url, undefined, { RATE_LIMIT: '100000', ...settings }, { httpMetrics });
  await app.book.loaded;
  const opened = { ...app, port: 0, framework: 0, beforeClose: async () => {} };
  app.app.addHook('onRequest', (_request, _reply, done) => {
    opened.framework += 1;
    done();
  });
  app.app.addHook('preClose', () => opened.beforeClose());
  opened.port = await listen(app.app);
  return opened;
}

beforeAll(async () => {
  database = await createSeededDatabase();
  server = await open();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const last = (body: string, headers = TYPE, rest = {}) => post(body, CLOSE + headers, rest);

/** An answer but for the moment it was given at. */
function told(heard: string) {
  const [head = ''] = heard.split('\r\n\r\n');
  const [status, ...headers] = head.split('\r\n').filter((line) => !/^date:/i.test(line));
  return { status, headers: headers.map((line) => line.toLowerCase()).sort(), body: bodyOf(heard) };
}

/** What is answered, and whether the framework was needed for it. */
async function ask(bytes: string, { port } = server) {
  const before = server.framework;
  const heard = await exchange(port, bytes);
  return { ...told(heard), byFramework: server.framework > before };
}

describe('a comparison as the site writes it is answered before the framework, and in the same words', () => {
  test.each([
    ASKED,
    '{"offer":{"currency":"EUR","amount":500},"wish":{"currency":"USD"}}',
    '{"offer":{"currency":"USD","amount":0.01},"wish":{"currency":"EUR","amount":0}}',
    '{"offer":{"currency":"EUR","amount":10000000},"wish":{"currency":"JPY","amount":999999999999.99}}',
    '{"offer":{"currency":"EUR","amount":0.1},"wish":{"currency":"MGA","amount":1}}',
    ASKED.replace(/}$/, ',"near":{"lat":48.8566,"lon":2.3522,"radius_km":20}}'),
    ASKED.replace(
      /}$/,
      `,"near":{"lat":-0.5,"lon":4.85,"radius_km":5},"kinds":["airport"],"buys_back":true,"sort":"distance","open_at":"${new Date().toISOString()}"}`,
    ),
  ])('%s', async (body) => {
    const fast = await ask(last(body));
    const slow = await ask(last(body, LONG_TYPE));
    expect([fast.byFramework, slow.byFramework]).toEqual([false, true]);
    expect(fast).toEqual({ ...slow, byFramework: false });
    expect(fast.status).toBe('HTTP/1.1 200 OK');
  });

  test('on a connection that stays open, also in pieces and several at once', async () => {
    const wire = await openWire(server.port);
    const before = server.framework;
    for (const piece of [post(ASKED).slice(0, 40), post(ASKED).slice(40)]) {
      wire.socket.write(piece);
      await new Promise((done) => setImmediate(done));
    }
    const another = ASKED.replace('500.5', '73');
    wire.socket.write(post(ASKED) + post(another) + last(ASKED));
    await wire.closed;
    expect(statusesIn(wire.heard())).toEqual([200, 200, 200, 200]);
    const amounts = [...wire.heard().matchAll(/"ct_offer":\{"currency":"EUR","amount":([\d.]+)\}/g)];
    expect([...new Set(amounts.map(([, amount]) => amount))]).toEqual(['500.5', '73']);
    expect(server.framework).toBe(before);
  });
});

describe('what is not so plain is left to the framework, whole', () => {
  test('any body is answered alike either way', async () => {
    const currency = fc.constantFrom('EUR', 'USD', 'JPY', 'ZZZ', 'eur', 'EURO', '');
    const amount = fc.oneof(
      fc.integer({ min: 0, max: 1_100_000_000 }).map((cents) => String(cents / 100)),
      fc.constantFrom('0', '-1', '1.005', '007', '1.', '.5', '1e3', '1E400', '"5"', 'null', '00.10', '+1'),
      fc.double().map(String),
    );
    const plain = fc
      .tuple(currency, amount, currency, fc.option(amount))
      .map(
        ([given, offered, wished, rest]) =>
          `{"offer":{"currency":"${given}","amount":${offered}},"wish":{"currency":"${wished}"${rest === null ? '' : `,"amount":${rest}`}}}`,
      );
    const changed = fc
      .tuple(fc.constant(ASKED), fc.nat(ASKED.length), fc.nat(3), fc.string({ maxLength: 3 }))
      .map(([text, at, removed, added]) => text.slice(0, at) + added + text.slice(at + removed));
    const at = Date.now();
    // values on each side of the schema's bounds, and in other spellings
    const near = fc
      .record({
        lat: fc.constantFrom('45.76', '-0', '90', '-90', '90.000000001', '91', '-100'),
        lon: fc.constantFrom('4.85', '180', '-180', '180.5', '-181', '04'),
        radius: fc.constantFrom('1', '20', '200', '0', '201', '999', '020', '2.5', '-1'),
        more: fc.constantFrom('', ',"kinds":["airport"]', ',"sort":"distance"', ',"buys_back":false'),
        openAt: fc.constantFrom(
          '',
          ...[0, -23, -25, 167, 169].map((hours) => new Date(at + hours * 3_600_000).toISOString()),
          '2026-02-30T10:00:00.000Z',
          '2026-12-31T23:59:60.000Z',
        ),
      })
      .map(
        ({ lat, lon, radius, more, openAt }) =>
          `${ASKED.slice(0, -1)},"near":{"lat":${lat},"lon":${lon},"radius_km":${radius}}${more}${openAt && `,"open_at":"${openAt}"`}}`,
      );
    await fc.assert(
      fc.asyncProperty(fc.oneof(plain, changed, near), async (body) => {
        const fast = await ask(last(body));
        expect(fast).toEqual({ ...(await ask(last(body, LONG_TYPE))), byFramework: fast.byFramework });
        // it answers nothing but a success
        if (!fast.byFramework) expect(fast.status).toBe('HTTP/1.1 200 OK');
      }),
      { numRuns: 250 },
    );
  });

  test.each<[what: string, bytes: string, status: number]>([
    ['an unknown currency', last(ASKED.replace('USD', 'ZZZ')), 400],
    ['nothing', last(''), 400],
    ['spaces', last(ASKED.replace(',', ', ')), 200],
    ['a key more', last(ASKED.replace('}}', '},"__proto__":{}}')), 400],
    ['a long body', last(ASKED + ' '.repeat(1_000)), 200],
    ['letters beyond ASCII', last(ASKED.replace('USD', 'ÜSD')), 400],
    ['no media type', last(ASKED, ''), 415],
    ['another media type', last(ASKED, 'Content-Type: text/plain\r\n'), 415],
    ['a packed body', last(ASKED, `${TYPE}Content-Encoding: gzip\r\n`), 415],
    ['two hosts', last(ASKED, `${TYPE}Host: localhost\r\n`), 400],
    ['the back-office', last(ASKED, TYPE, { host: 'backoffice.localhost' }), 404],
    ['another method', last(ASKED, TYPE, { line: 'PUT /api/public/offers HTTP/1.1' }), 404],
    ['another address', last(ASKED, TYPE, { line: 'POST /api/public/offers/ HTTP/1.1' }), 404],
    ['a query', last(ASKED, TYPE, { line: 'POST /api/public/offers?a HTTP/1.1' }), 200],
    [
      'a body in chunks',
      `POST /api/public/offers HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${TYPE}Transfer-Encoding: chunked\r\n\r\n${ASKED.length.toString(16)}\r\n${ASKED}\r\n0\r\n\r\n`,
      200,
    ],
  ])('%s', async (_what, bytes, status) => {
    const answer = await ask(bytes);
    expect(Number(answer.status?.split(' ')[1])).toBe(status);
    if (status === 200) expect(answer.byFramework).toBe(true);
  });

  test('a body that comes in pieces, and what follows it on the connection', async () => {
    const wire = await openWire(server.port);
    const before = server.framework;
    const all = post(ASKED) + last(ASKED);
    const cut = all.indexOf('"wish"');
    wire.socket.write(all.slice(0, cut));
    await expect.poll(() => server.framework).toBe(before + 1);
    wire.socket.write(all.slice(cut));
    await wire.closed;
    expect(statusesIn(wire.heard())).toEqual([200, 200]);
    expect(server.framework).toBe(before + 1);
  });

  test('refused ones between others on one connection, each answered in its turn', async () => {
    const refused = post(ASKED.replace('USD', 'ZZZ'));
    const wire = await openWire(server.port);
    wire.socket.write(post(ASKED) + refused + post(ASKED) + refused + last(ASKED));
    await wire.closed;
    expect(statusesIn(wire.heard())).toEqual([200, 400, 200, 400, 200]);
  });
});

describe('the same protections', () => {
  test('both ways share one limit, and what is refused is counted once', async () => {
    const limited = await open({ RATE_LIMIT: '4' });
    const refused = last(ASKED.replace('USD', 'ZZZ'));
    const statuses: number[] = [];
    for (const bytes of [last(ASKED), refused, last(ASKED, LONG_TYPE), last(ASKED), last(ASKED), refused]) {
      statuses.push(...statusesIn(await exchange(limited.port, bytes)));
    }
    expect(statuses).toEqual([200, 400, 200, 200, 429, 429]);
    expect(await exchange(limited.port, last(ASKED))).toMatch(/\r\nretry-after: \d+\r\n/i);
    await limited.close();
  });

  test('nothing is compared for one too many', async () => {
    const limited = await open({ RATE_LIMIT: '1' });
    const served = vi.spyOn(bookOf(limited.book), 'sideOffers');
    expect(statusesIn(await exchange(limited.port, last(ASKED)))).toEqual([200]);
    expect(served).toHaveBeenCalledTimes(1);
    expect(statusesIn(await exchange(limited.port, last(ASKED)))).toEqual([429]);
    expect(served).toHaveBeenCalledTimes(1);
    await limited.close();
  });

  test('behind a proxy the address that it names is counted, and no other', async () => {
    const proxied = await open({ RATE_LIMIT: '1', TRUST_PROXY: 'on' });
    const from = async (forwarded: string, type: string) =>
      statusesIn(await exchange(proxied.port, last(ASKED, `${type}X-Forwarded-For: ${forwarded}\r\n`)));
    expect(await from('192.0.2.1', TYPE)).toEqual([200]);
    expect(await from('192.0.2.2, 192.0.2.1', TYPE)).toEqual([429]);
    expect(await from('192.0.2.3,192.0.2.1 ', LONG_TYPE)).toEqual([429]);
    expect(await from('192.0.2.1, 192.0.2.4', LONG_TYPE)).toEqual([200]);
    expect(await from('192.0.2.4', TYPE)).toEqual([429]);
    await proxied.close();
  });

  test('each is counted, in the metrics and among the comparisons', async () => {
    const metrics = new HttpMetrics();
    // of its own: the other server writes its counts when its time has come
    const own = await createSeededDatabase();
    const counted = await open({}, own, metrics);
    const before = await comparisons(own);
    await exchange(counted.port, post(ASKED) + post(ASKED, LONG_TYPE) + last(ASKED));
    const labels = { route: '/api/public/offers', method: 'POST', status: 200 };
    await expect
      .poll(async () => (await metrics.get()).values)
      .toContainEqual({ metricName: `${metrics.name}_count`, labels, value: 3 });
    await counted.close();
    expect((await comparisons(own)) - before).toBe(3);
    await own.close();
  });

  test('nothing is logged of one that was answered, either way', async () => {
    const silent = await open();
    await exchange(silent.port, post(ASKED) + post(ASKED, LONG_TYPE) + last(ASKED));
    expect(silent.logged()).not.toContain('"msg":"request"');
    await silent.close();
  });

  test('a server that closes says so, of what had begun to come before too', async () => {
    const closing = await open();
    const wire = await openWire(closing.port);
    const cut = post(ASKED).indexOf('{');
    wire.socket.write(post(ASKED).slice(0, cut));
    // its headers have been read once an answer to what came later is there
    await exchange(closing.port, last(ASKED));
    closing.beforeClose = async () => {
      wire.socket.write(post(ASKED).slice(cut));
      await wire.closed;
    };
    await closing.close();
    expect(statusesIn(wire.heard())).toEqual([200]);
    expect(wire.heard()).toMatch(/\r\nconnection: close\r\n/i);
  });
});

async function comparisons({ db }: TestDatabase): Promise<number> {
  const rows = await db.selectFrom('comparison_counts').select('count').execute();
  return rows.reduce((sum, { count }) => sum + Number(count), 0);
}
