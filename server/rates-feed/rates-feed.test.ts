import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { checkFeed, type FeedSource } from './check-feed.ts';
import { followRatesFeed } from './follow.ts';
import { selectFeed } from './rates-feed.queries.ts';
import { importRates } from './take-over.ts';

let database: TestDatabase;
let publisher: Server;
let answer: RequestListener;
let asked: { url: string | undefined; authorization: string | undefined }[];
let source: FeedSource;
let logged: string;
let clock: Date;

const never = new AbortController().signal;
const check = (freshMs = 0) => checkFeed(source, freshMs, never);

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db
    .insertInto('currencies')
    .values([
      { code: 'EUR', label: 'euro', position: 1 },
      { code: 'USD', label: 'dollar des États-Unis', position: 2 },
      { code: 'GBP', label: 'livre sterling' },
      { code: 'JPY', label: 'yen' },
    ])
    .execute();
});
afterAll(() => database.close());

beforeEach(async () => {
  const { db } = database;
  for (const table of ['mid_rates', 'rate_jumps', 'rates_feed'] as const)
    await db.deleteFrom(table).execute();
  const at = new Date('2026-09-28T00:00:00Z');
  await db
    .insertInto('mid_rates')
    .values([
      { currency_code: 'USD', at, rate: '1.13', source: 'currency-api' },
      { currency_code: 'GBP', at, rate: '0.87', source: 'currency-api' },
    ])
    .execute();
  asked = [];
  publisher = createServer((request, response) => {
    asked.push({ url: request.url, authorization: request.headers.authorization });
    answer(request, response);
  });
  publisher.listen(0, '127.0.0.1');
  await once(publisher, 'listening');
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
  source = { db, url: addressOf('/eurofxref-daily.xml'), now: () => clock, log };
});

afterEach(() => {
  publisher.closeAllConnections();
  publisher.close();
});

function addressOf(path: string, credentials = ''): string {
  return `http://${credentials}127.0.0.1:${(publisher.address() as AddressInfo).port}${path}`;
}

function says(text: string | Buffer, status = 200, headers: Record<string, string> = {}): void {
  answer = (_request, response) => response.writeHead(status, headers).end(text);
}

const xml = (day: string, rates: Record<string, string>) =>
  `<Envelope><Cube><Cube time="${day}">${Object.entries(rates)
    .map(([code, rate]) => `<Cube currency="${code}" rate="${rate}"/>`)
    .join('')}</Cube></Cube></Envelope>`;
const json = (date: string, rates: Record<string, number>) => JSON.stringify({ date, eur: rates });

/** The newest rate of each currency: rate, day and source. */
async function held(): Promise<Record<string, string>> {
  const rows = await database.db
    .selectFrom('mid_rates')
    .distinctOn('currency_code')
    .selectAll()
    .orderBy('currency_code')
    .orderBy('at', 'desc')
    .execute();
  return Object.fromEntries(
    rows.map((row) => [
      row.currency_code,
      `${Number(row.rate)} ${row.at.toISOString().slice(0, 10)} ${row.source}`,
    ]),
  );
}
const UNTOUCHED = { USD: '1.13 2026-09-28 currency-api', GBP: '0.87 2026-09-28 currency-api' };

describe('what is taken over', () => {
  test('the ECB’s XML, with its day and its name; unknown currencies are left out', async () => {
    says(xml('2026-09-29', { USD: '1.136', GBP: '0.8754', JPY: '170.5', BGN: '1.9558' }));
    await check();
    expect(await held()).toEqual({
      USD: '1.136 2026-09-29 Banque centrale européenne',
      GBP: '0.8754 2026-09-29 Banque centrale européenne',
      JPY: '170.5 2026-09-29 Banque centrale européenne',
    });
    expect(await selectFeed(database.db)).toMatchObject({
      checked_at: clock,
      succeeded_at: clock,
      day: '2026-09-29',
      source: 'Banque centrale européenne',
      error: null,
      accepted: 3,
      refusals: [],
    });
    // the days before stay: mid rates are a history
    expect(await database.db.selectFrom('mid_rates').selectAll().execute()).toHaveLength(5);
  });

  test('the JSON, under the name of its host; the base is not in it', async () => {
    says(json('2026-09-29', { usd: 1.136, gbp: 0.8754, eur: 1, btc: 0.00001077 }));
    await check();
    expect(await held()).toMatchObject({
      USD: '1.136 2026-09-29 127.0.0.1',
      GBP: '0.8754 2026-09-29 127.0.0.1',
    });
  });

  test('the same day again: the same figures write nothing, another one is corrected', async () => {
    says(xml('2026-09-29', { USD: '1.136', GBP: '0.8754' }));
    await check();
    const stamps = () =>
      database.db.selectFrom('mid_rates').select(['currency_code', 'at', 'rate']).orderBy('at').execute();
    const before = await stamps();
    const { written } = await importRates(database.db, xml('2026-09-29', { USD: '1.1360', GBP: '0.8754' }), {
      source: 'fichier',
      now: clock,
    });
    expect([written, await stamps()]).toEqual([0, before]);
    says(xml('2026-09-29', { USD: '1.137', GBP: '0.8754' }));
    await check();
    expect(await held()).toMatchObject({ USD: '1.137 2026-09-29 Banque centrale européenne' });
    expect(await stamps()).toHaveLength(before.length);
  });

  test('from behind a redirection, a name and a password, none of which is logged', async () => {
    source = { ...source, url: addressOf('/old?key=s3cret', 'robot:p%40ss@') };
    answer = (request, response) => {
      if (request.url?.startsWith('/old')) response.writeHead(302, { location: '/new' }).end();
      else response.end(xml('2026-09-29', { USD: '1.136' }));
    };
    await check();
    expect(asked).toEqual([
      { url: '/old?key=s3cret', authorization: `Basic ${Buffer.from('robot:p@ss').toString('base64')}` },
      { url: '/new', authorization: undefined },
    ]);
    expect(await held()).toMatchObject({ USD: '1.136 2026-09-29 Banque centrale européenne' });
    says('', 500);
    await check();
    expect(logged).toContain('(500)');
    expect(logged).not.toMatch(/s3cret|robot|p@ss|p%40ss/);
  });
});

describe('what is refused for one currency leaves its last good rate, and takes the others', () => {
  test('negative, zero, unreadable', async () => {
    says(xml('2026-09-29', { USD: '-1.136', GBP: '0', JPY: 'N/A' }));
    await check();
    expect(await held()).toEqual(UNTOUCHED);
    says(xml('2026-09-29', { USD: '-1.136', GBP: '0.8754', JPY: '170.5' }));
    await check();
    expect(await held()).toEqual({
      USD: UNTOUCHED.USD,
      GBP: '0.8754 2026-09-29 Banque centrale européenne',
      JPY: '170.5 2026-09-29 Banque centrale européenne',
    });
    expect(await selectFeed(database.db)).toMatchObject({
      error: null,
      accepted: 2,
      refusals: [{ code: 'USD', rate: '-1.136', held: '1.13', reason: 'not_positive' }],
    });
    expect(logged).toContain('"reason":"not_positive"');
  });

  test('older than what is held', async () => {
    says(xml('2026-09-27', { USD: '1.12', GBP: '0.86', JPY: '170.5' }));
    await check();
    // the yen had no rate at all
    expect(await held()).toEqual({ ...UNTOUCHED, JPY: '170.5 2026-09-27 Banque centrale européenne' });
    const { refusals } = (await selectFeed(database.db)) ?? {};
    expect(refusals?.map(({ code, reason }) => `${code} ${reason}`).sort()).toEqual([
      'GBP older',
      'USD older',
    ]);
  });

  test('a jump is refused, on the same day again and again; on another day it is believed', async () => {
    says(xml('2026-09-29', { USD: '1.5', GBP: '0.8754' }));
    await check();
    await check();
    await check();
    expect(await held()).toEqual({
      USD: UNTOUCHED.USD,
      GBP: '0.8754 2026-09-29 Banque centrale européenne',
    });
    clock = new Date('2026-09-30T16:00:00Z');
    says(xml('2026-09-30', { USD: '1.52', GBP: '0.8754' }));
    await check();
    expect(await held()).toMatchObject({ USD: '1.52 2026-09-30 Banque centrale européenne' });
    expect(await database.db.selectFrom('rate_jumps').selectAll().execute()).toEqual([]);
  });

  test('a jump that goes away is forgotten: a later one is seen for the first time', async () => {
    const days = { '2026-09-29': '1.5', '2026-09-30': '1.14', '2026-10-01': '1.5' };
    for (const [day, rate] of Object.entries(days)) {
      clock = new Date(`${day}T16:00:00Z`);
      says(xml(day, { USD: rate }));
      await check();
    }
    expect(await held()).toMatchObject({ USD: '1.14 2026-09-30 Banque centrale européenne' });
  });
});

describe('a feed that fails is logged, said in French, and changes no rate', () => {
  const later = new Date('2026-09-29T17:00:00Z');

  async function expectFailure(sentence: RegExp): Promise<void> {
    const before = await held();
    clock = later;
    await check();
    expect(await held()).toEqual(before);
    const feed = await selectFeed(database.db);
    expect(feed).toMatchObject({ checked_at: later, error: expect.stringMatching(sentence) });
    expect(logged).toContain('the rates feed failed');
    // the last good check is still told
    expect(feed).toMatchObject({ succeeded_at: new Date('2026-09-29T16:00:00Z'), accepted: 2 });
  }

  beforeEach(async () => {
    says(xml('2026-09-29', { USD: '1.136', GBP: '0.8754' }));
    await check();
  });

  test('away', async () => {
    publisher.closeAllConnections();
    publisher.close();
    await expectFailure(/^La source des taux ne répond pas\.$/);
    expect(logged).toContain('ECONNREFUSED');
  });

  test.each([
    ['an error', '', 500, /par une erreur \(500\)/],
    ['a page that is not there', xml('2026-09-30', { USD: '1.14' }), 404, /par une erreur \(404\)/],
    ['nothing', '', 200, /est vide/],
    ['a page', '<!doctype html><p>Bonjour', 200, /ni le XML/],
    ['half of it', xml('2026-09-30', { USD: '1.14' }).slice(0, 60), 200, /ni le XML/],
    ['another base', '{"date":"2026-09-30","usd":{"eur":0.88}}', 200, /pour 1 euro/],
    ['no known currency', xml('2026-09-30', { BGN: '1.9558', EUR: '1' }), 200, /d’aucune devise connue/],
    ['a day that is none', xml('2026-02-30', { USD: '1.14' }), 200, /« 2026-02-30 », n’est pas une date/],
    ['a day to come', xml('2026-10-01', { USD: '1.14' }), 200, /2026-10-01, qui n’est pas encore venu/],
    ['a null character', xml('2026-09-30\0', { USD: '1.14' }), 200, /n’est pas une date|ni le XML/],
  ])('%s', async (_what, text, status, sentence) => {
    says(text, status);
    await expectFailure(sentence);
  });

  test('an answer without end is cut, packed or not', async () => {
    const huge = ' '.repeat(300_000);
    says(huge);
    await expectFailure(/dépasse 256 Kio/);
    says(gzipSync(huge), 200, { 'content-encoding': 'gzip' });
    await expectFailure(/dépasse 256 Kio/);
  });

  test('an answer that comes too slowly is given up', async () => {
    source = { ...source, withinMs: 300 };
    answer = (_request, response) => {
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    };
    await expectFailure(/n’a pas répondu en 1 secondes? au plus/);
    answer = () => undefined;
    await expectFailure(/n’a pas répondu/);
  });

  test('redirections without end, or to a file', async () => {
    says('', 302, { location: '/again' });
    await expectFailure(/renvoie trop de fois ailleurs/);
    says('', 302, { location: 'file:///etc/passwd' });
    await expectFailure(/renvoie trop de fois ailleurs/);
  });
});

describe('instances', () => {
  test('two at once read the feed once', async () => {
    const arrived = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    answer = async (_request, response) => {
      arrived.resolve();
      await go.promise;
      response.end(xml('2026-09-29', { USD: '1.136' }));
    };
    const first = check();
    await arrived.promise;
    // the other one is at it
    expect(await check()).toBeNull();
    go.resolve();
    expect(await first).toEqual({ at: clock, byThis: true });
    expect(asked).toHaveLength(1);
    // and right after, somebody was
    expect(await check(60_000)).toEqual({ at: clock, byThis: false });
    expect(asked).toHaveLength(1);
    clock = new Date(clock.getTime() + 60_000);
    expect(await check(60_000)).toEqual({ at: clock, byThis: true });
    expect(asked).toHaveLength(2);
  });

  test('one that follows the feed reads it at start and every interval, and stops when it is closed', async () => {
    says(xml('2026-09-29', { USD: '1.136' }));
    clock = new Date();
    const followed = followRatesFeed({ ...source, now: () => new Date(), intervalSeconds: 1 });
    await vi.waitFor(async () => expect((await selectFeed(database.db))?.accepted).toBe(1), 5_000);
    says(xml('2026-09-30', { USD: '1.137' }));
    await vi.waitFor(async () => expect((await held()).USD).toContain('1.137 2026-09-30'), 5_000);
    await followed.close();
    const { length } = asked;
    await setImmediate();
    expect(asked).toHaveLength(length);
  });

  test('closing gives up a read under way at once, and writes nothing down', async () => {
    const arrived = Promise.withResolvers<void>();
    answer = () => arrived.resolve();
    const followed = followRatesFeed({ ...source, intervalSeconds: 3600 });
    await arrived.promise;
    await followed.close();
    expect(await selectFeed(database.db)).toBeUndefined();
    expect(logged).toBe('');
  });
});

describe('a file', () => {
  const options = { source: 'taux.json', now: new Date('2026-09-29T16:00:00Z') };

  test('is taken over by the same rules, and says what came of it', async () => {
    const text = json('2026-09-29', { usd: 1.136, gbp: 2, jpy: -1 });
    expect(await importRates(database.db, text, options)).toEqual({
      day: '2026-09-29',
      source: 'taux.json',
      accepted: 1,
      written: 1,
      refusals: [
        { code: 'GBP', rate: '2', held: '0.87', reason: 'jump' },
        { code: 'JPY', rate: '-1', held: null, reason: 'not_positive' },
      ],
    });
    expect(await held()).toEqual({ ...UNTOUCHED, USD: '1.136 2026-09-29 taux.json' });
    // it is no check of the feed
    expect(await selectFeed(database.db)).toBeUndefined();
  });

  test('into an empty table brings all that is a rate', async () => {
    await database.db.deleteFrom('mid_rates').execute();
    const { accepted } = await importRates(
      database.db,
      json('2020-01-01', { usd: 9, gbp: 0.1, jpy: 1e6 }),
      options,
    );
    expect(accepted).toBe(3);
  });

  test('that cannot be read is refused with a sentence', async () => {
    await expect(importRates(database.db, 'usd;1.136', options)).rejects.toThrow(/^Le contenu reçu n’est ni/);
    expect(await held()).toEqual(UNTOUCHED);
  });
});
