import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../db/open.ts';
import { findFreePort } from '../process/free-port.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { wrongClock } from '../testing/clock/wrong-clock.ts';
import type { TestDatabase } from '../testing/database.ts';
import { hasNatsServer, NatsServer } from '../testing/nats-server.ts';
import { createSeededDatabase } from '../testing/seeded.ts';
import { endServer, type ServerProcess, startServer } from '../testing/server-process.ts';
import { openNats } from './nats.ts';
import { startRelay } from './relay.ts';

const SOON = { timeout: 30_000, interval: 20 };
const JSON_TYPE = { 'content-type': 'application/json' };

describe.skipIf(!hasNatsServer)('a comparing instance', () => {
  let database: TestDatabase;
  let nats: NatsServer;
  let whole: TestApp;
  let wholePort: number;
  let compare: ServerProcess;
  let metricsPort: number;
  let seeded: number;
  const closers: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    [database, nats] = await Promise.all([createSeededDatabase(), NatsServer.open()]);
    seeded = await countComparisons();
    whole = await startTestApp(database.url, () => new Date(), { TRUST_PROXY: 'on' });
    await whole.book.loaded;
    wholePort = await findFreePort();
    await whole.app.listen({ port: wholePort, host: '127.0.0.1' });
    const log = pino({ level: 'silent' });
    const connection = openNats(nats.url, log);
    const { db, close } = openDatabase(database.url, { maxConnections: 2 });
    const relay = startRelay({
      db,
      url: database.url,
      nats: connection,
      now: () => new Date(),
      clock: () => 'ok',
      log,
    });
    closers.push(connection.close, close, relay.close);
    metricsPort = await findFreePort();
    // neither an address of a database nor a secret
    compare = await startServer({
      ROLE: 'compare',
      NATS_URL: nats.url,
      INTERNAL_URL: `http://127.0.0.1:${wholePort}`,
      METRICS_PORT: String(metricsPort),
    });
  });
  afterAll(async () => {
    await endServer(compare.child);
    for (const close of closers.reverse()) await close();
    await whole.close();
    await Promise.all([nats.close(), database.close()]);
  });

  async function countComparisons(): Promise<number> {
    const { sum } = await database.db
      .selectFrom('comparison_counts')
      .select(({ fn }) => fn.sum<number>('count').as('sum'))
      .executeTakeFirstOrThrow();
    return Number(sum);
  }

  const post = (url: string, path: string, body: object) =>
    fetch(url + path, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) });
  const wholeUrl = () => `http://127.0.0.1:${wholePort}`;

  test('answers public reads in the bytes of a whole one, hands the rest on word for word, is right at a wrong clock, and compares on alone, refusing what it cannot hand on', async () => {
    await answerPublicReads();
    await handOnWrites();
    await tellState();
    await compareAtWrongClock();
    await compareAlone();
  });

  async function answerPublicReads(): Promise<void> {
    const asked = { offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' } };
    const answers = [compare.url, wholeUrl()].map(async (url) => {
      const reads = ['/api/public/currencies', '/api/public/blog/articles', '/api/public/places?q=paris'];
      const [offers, ...others] = await Promise.all([
        post(url, '/api/public/offers', asked),
        ...reads.map((path) => fetch(url + path)),
      ]);
      return [await offers.text(), ...(await Promise.all(others.map((answer) => answer.text())))];
    });
    const [ours, theirs] = await Promise.all(answers);
    expect(ours).toEqual(theirs);
    expect(JSON.parse(ours?.[0] ?? '').total).toBeGreaterThan(5);
  }

  async function handOnWrites(): Promise<void> {
    const site = whole.book.current()?.companies[0]?.site;
    const lead = await post(compare.url, '/api/public/leads', { email: 'zoe@exemple.fr', site });
    expect([lead.status, await lead.json()]).toEqual([201, {}]);
    const { count } = await database.db
      .selectFrom('leads')
      .where('email', '=', 'zoe@exemple.fr')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1);
    for (const path of ['/api/traveller/me', '/api/public/newsletter/none']) {
      const [ours, theirs] = await Promise.all([fetch(compare.url + path), fetch(wholeUrl() + path)]);
      expect([ours.status, await ours.text()]).toEqual([theirs.status, await theirs.text()]);
    }
    const wrong = await post(compare.url, '/api/public/leads', {
      email: 'zoe',
      site: 'https://ailleurs.example',
    });
    expect(wrong.status).toBe(400);
    // the comparison of the public reads, beside those that the demonstration counts
    await vi.waitFor(async () => expect(await countComparisons()).toBe(seeded + 1), SOON);
  }

  /** Knows no back-office. */
  async function tellState(): Promise<void> {
    await vi.waitFor(async () => {
      const told = await fetch(`http://127.0.0.1:${metricsPort}/readyz`);
      expect(await told.json()).toMatchObject({
        status: 'ready',
        parts: { database: 'none', writing: 'none', rate_book: 'live', stream: 'ok', mail: 'none' },
      });
    }, SOON);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toMatch(/^parite_stream_followed 1$/m);
    expect(metrics).toMatch(/^parite_rate_book_lag_seconds 0(\.\d+)?$/m);
    // by the host alone: the client of the standard library cannot name another one
    const socket = connect(compare.port, '127.0.0.1');
    socket.write('GET /api/me HTTP/1.1\r\nHost: backoffice.localhost\r\nConnection: close\r\n\r\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /);
  }

  // the time of the relay, of another clock than its own
  async function compareAtWrongClock(): Promise<void> {
    const { child, url } = await startServer({
      ROLE: 'compare',
      NATS_URL: nats.url,
      INTERNAL_URL: wholeUrl(),
      ...wrongClock(30),
    });
    await vi.waitFor(async () => {
      const told = await fetch(`${url}/readyz`);
      expect([told.status, await told.json()]).toEqual([503, { status: 'wrong_clock' }]);
    }, SOON);
    const asked = { offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' } };
    const answers = [url, wholeUrl()].map((from) => post(from, '/api/public/offers', asked));
    const [ours, theirs] = await Promise.all(answers.map(async (answer) => (await answer).json()));
    expect(ours).toEqual(theirs);
    expect((ours as { total: number }).total).toBeGreaterThan(5);
    await endServer(child);
  }

  /** Sends once at most what it cannot hand on. */
  async function compareAlone(): Promise<void> {
    await whole.app.close();
    await nats.kill();
    const asked = { offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' } };
    expect((await post(compare.url, '/api/public/offers', asked)).status).toBe(200);
    const refused = await post(compare.url, '/api/public/leads', { email: 'zoe@exemple.fr', site: 'x' });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('2');
    // one that takes what it is sent, and dies of it
    let sent = 0;
    const deaf = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        sent += 1;
        socket.destroy();
      });
    });
    deaf.listen(wholePort, '127.0.0.1');
    await once(deaf, 'listening');
    expect((deaf.address() as AddressInfo).port).toBe(wholePort);
    expect((await post(compare.url, '/api/public/leads', { email: 'a@b.fr', site: 'x' })).status).toBe(503);
    expect(sent).toBe(1);
    deaf.close();
    await vi.waitFor(async () => {
      const told = await fetch(`http://127.0.0.1:${metricsPort}/readyz`);
      expect(await told.json()).toMatchObject({ status: 'degraded', parts: { stream: 'away' } });
    }, SOON);
  }
});
