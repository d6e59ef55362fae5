import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { tryLockTransaction } from '../../db/locks.ts';
import { openDatabase } from '../../db/open.ts';
import { openQueue } from '../../jobs/queue.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import {
  ecbXml,
  FIRST_RATES,
  heldRates,
  holdRates,
  openPublisher,
  type Publisher,
  ratesJson,
} from '../../testing/feed.ts';
import { openRelay } from '../../testing/relay.ts';
import { checkFeed, type FeedSource } from './check-feed.ts';
import { selectFeed } from './rates-feed.queries.ts';
import { readFeedJob } from './read-feed.job.ts';

let database: TestDatabase;
let publisher: Publisher;
let source: FeedSource;
let logged: string;
let clock: Date;

const never = new AbortController().signal;
const check = (freshMs = 0) => checkFeed(source, freshMs, never);
/** As an instance does that follows the feed. */
const follow = (followed: FeedSource & { intervalSeconds: number }, url = database.url) =>
  openQueue({
    db: followed.db,
    url,
    log: followed.log,
    recurring: [readFeedJob(followed)],
    times: { poll: 50, close: 100 },
  });
const held = () => heldRates(database.db);
const feed = () => selectFeed(database.db);

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  await holdRates(database.db);
  publisher = await openPublisher();
  clock = new Date('2026-09-29T16:00:00Z');
  logged = '';
  const log = pino(
    new Writable({
      write(line, _encoding, done) {
        logged += line;
        done();
      },
    }),
  );
  source = { db: database.db, url: publisher.url('/?key=s3cret', 'robot:s3cret'), now: () => clock, log };
});
afterEach(async () => {
  await publisher.close();
  // an address may hold a name and a password
  expect(logged).not.toMatch(/s3cret|robot/);
});

describe('a check of the feed', () => {
  test('saves the accepted rates, and reports the outcome and the refusals', async () => {
    publisher.publish(ecbXml('2026-09-29', { USD: '1.136', GBP: '-1' }));
    await check();
    expect(await held()).toEqual({ ...FIRST_RATES, USD: '1.136 2026-09-29 Banque centrale européenne' });
    expect(await feed()).toEqual({
      is_only: true,
      checked_at: clock,
      succeeded_at: clock,
      day: '2026-09-29',
      source: 'Banque centrale européenne',
      error: null,
      accepted: 1,
      refusals: [{ code: 'GBP', rate: '-1', held: '0.87', reason: 'not_positive' }],
    });
    expect(logged).toContain('"reason":"not_positive"');
  });

  test('names the host if the JSON has no publisher', async () => {
    publisher.publish(ratesJson('2026-09-29', { usd: 1.136 }));
    await check();
    expect(await held()).toMatchObject({ USD: '1.136 2026-09-29 127.0.0.1' });
  });

  const later = new Date('2026-09-29T17:00:00Z');
  test.each<[string, string | null, number, RegExp]>([
    ['is away', null, 0, /^La source des taux ne répond pas\.$/],
    ['answers by an error', ecbXml('2026-09-30', { USD: '1.14' }), 500, /par une erreur \(500\)\.$/],
    ['says nothing', '', 200, /^Le contenu reçu est vide\.$/],
    [
      'is garbled',
      ecbXml('2026-09-30', { USD: '1.14' }).slice(0, 300),
      200,
      /^Le contenu reçu est abîmé, ou /,
    ],
    ['is huge', ' '.repeat(300_000), 200, /dépasse 256 Kio\.$/],
    ['is of a day to come', ecbXml('2026-10-02', { USD: '1.14' }), 200, /pas encore venu\.$/],
  ])('of a feed that %s is logged, reported in French, and changes no rate', async (_what, text, status, sentence) => {
    publisher.publish(ecbXml('2026-09-29', { USD: '1.136', GBP: '0.8754' }));
    await check();
    const before = await held();
    clock = later;
    if (text === null) await publisher.close();
    else publisher.publish(text, status);
    await check();
    expect(await held()).toEqual(before);
    expect(await feed()).toMatchObject({
      checked_at: later,
      error: expect.stringMatching(sentence),
      // the last good check is still told
      succeeded_at: new Date('2026-09-29T16:00:00Z'),
      accepted: 2,
    });
    expect(logged).toContain('the rates feed failed; the last rates stay');
    if (text === null) return;
    publisher.publish(ecbXml('2026-09-29', { USD: '1.137' }));
    await check();
    expect(await feed()).toMatchObject({ error: null, succeeded_at: later, accepted: 1 });
  });

  test('of a slow feed is abandoned', async () => {
    publisher.publish(() => undefined);
    source = { ...source, timeoutMs: 100 };
    await check();
    expect((await feed())?.error).toMatch(/^La source des taux n’a pas répondu/);
  });
});

describe('instances', () => {
  test('read the feed once when two check at once', async () => {
    const arrived = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    publisher.publish(async (_request, response) => {
      arrived.resolve();
      await go.promise;
      response.end(ecbXml('2026-09-29', { USD: '1.136' }));
    });
    const first = check();
    await arrived.promise;
    // the other instance is reading the feed
    expect(await check()).toBeNull();
    go.resolve();
    expect(await first).toEqual({ at: clock, isOwn: true });
    expect(publisher.asked).toHaveLength(1);
    // and right after, the other one has just read it
    expect(await check(60_000)).toEqual({ at: clock, isOwn: false });
    expect(publisher.asked).toHaveLength(1);
    clock = new Date(clock.getTime() + 60_000);
    expect(await check(60_000)).toEqual({ at: clock, isOwn: true });
    expect(publisher.asked).toHaveLength(2);
  });

  test('read the feed once when they start together', async () => {
    publisher.publish(ecbXml('2026-09-29', { USD: '1.136' }));
    const all = await Promise.all([check(5_000), check(5_000), check(5_000)]);
    expect(all.filter((checked) => checked?.isOwn)).toHaveLength(1);
    expect(publisher.asked).toHaveLength(1);
  });

  test('read the feed by the queue at start and every interval, until they close', async () => {
    publisher.publish(ecbXml('2026-09-29', { USD: '1.136' }));
    const started = Date.now();
    const now = () => new Date(clock.getTime() + Date.now() - started);
    const queue = follow({ ...source, now, intervalSeconds: 1 });
    await vi.waitFor(async () => expect((await feed())?.accepted).toBe(1), 30_000);
    publisher.publish(ecbXml('2026-09-30', { USD: '1.137' }));
    await vi.waitFor(async () => expect((await held()).USD).toContain('1.137 2026-09-30'), 30_000);
    await queue.close();
    const { length } = publisher.asked;
    await setImmediate();
    expect(publisher.asked).toHaveLength(length);
  });

  test('without the database log it, and read again once it is back', async () => {
    publisher.publish(ecbXml('2026-09-29', { USD: '1.136' }));
    const relay = await openRelay(database.url);
    const { db, close } = openDatabase(relay.url);
    await relay.cut();
    const queue = follow({ ...source, db, intervalSeconds: 1 }, relay.url);
    await vi.waitFor(() => expect(logged).toContain('the queue cannot run'), 30_000);
    expect(publisher.asked).toEqual([]);
    await relay.mend();
    await vi.waitFor(async () => expect((await held()).USD).toContain('1.136 2026-09-29'), 30_000);
    await queue.close();
    await close();
    await relay.close();
  });

  test('that close abandon the read at once, and write nothing', async () => {
    const arrived = Promise.withResolvers<void>();
    publisher.publish(() => arrived.resolve());
    const queue = follow({ ...source, intervalSeconds: 3600 });
    await arrived.promise;
    await queue.close();
    expect(await feed()).toBeUndefined();
    expect(logged).toBe('');
  });

  test('retry an unreachable feed soon, not at the next interval', async () => {
    const { run } = readFeedJob({ ...source, intervalSeconds: 3600 });
    publisher.publish(ecbXml('2026-09-29', { USD: '1.136' }));
    await database.db.transaction().execute(async (other) => {
      await tryLockTransaction(other, 'midRateFeed');
      expect(await run(never)).toBe(15_000);
    });
    expect(publisher.asked).toEqual([]);
    const wait = await run(never);
    expect(publisher.asked).toHaveLength(1);
    expect(wait).toBeGreaterThanOrEqual(0.9 * 3_600_000);
    expect(wait).toBeLessThanOrEqual(1.1 * 3_600_000);
  });
});
