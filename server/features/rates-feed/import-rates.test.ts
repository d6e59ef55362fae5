import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { ecbXml, FIRST_RATES, heldRates, holdRates, ratesJson } from '../../testing/feed.ts';
import { aMidRateRow } from '../../testing/rows.ts';
import { FeedFailure } from './feed-failure.ts';
import { importRates } from './import-rates.ts';
import { selectFeed } from './rates-feed.queries.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => holdRates(database.db));

/** Each text is read on the afternoon of its day. */
const read = (text: string, day = '2026-09-29') =>
  importRates(database.db, text, { source: 'taux.json', now: new Date(`${day}T16:00:00Z`) });
const held = () => heldRates(database.db);

describe('an accepted feed', () => {
  test('replaces the rates of the demonstration, of any day', async () => {
    const days = ['2026-09-28', '2026-10-20'].map((day) => new Date(`${day}T00:00:00Z`));
    await database.db.deleteFrom('mid_rates').execute();
    await database.db
      .insertInto('mid_rates')
      .values(
        days.flatMap((at) =>
          ['USD', 'GBP'].map((currency_code) => {
            return aMidRateRow({ currency_code, at, rate: '1.1', source: 'données de démonstration' });
          }),
        ),
      )
      .execute();
    expect(await read(ecbXml('2026-09-29', { USD: '1.136' }))).toMatchObject({ accepted: 1, refusals: [] });
    expect(await held()).toEqual({
      USD: '1.136 2026-09-29 Banque centrale européenne',
      // of which the feed says nothing
      GBP: '1.1 2026-10-20 données de démonstration',
    });
    expect(await read(ecbXml('2026-09-30', { USD: '1.14' }))).toMatchObject({ accepted: 1 });
    expect(await held()).toMatchObject({ USD: '1.14 2026-09-30 Banque centrale européenne' });
  });

  test('of ECB XML has its day and its name; unknown currencies are left out', async () => {
    const rates = { USD: '1.136', GBP: '0.8754', JPY: '170.5', BGN: '1.9558' };
    expect(await read(ecbXml('2026-09-29', rates))).toEqual({
      day: '2026-09-29',
      source: 'Banque centrale européenne',
      accepted: 3,
      added: 3,
      refusals: [],
    });
    expect(await held()).toEqual({
      USD: '1.136 2026-09-29 Banque centrale européenne',
      GBP: '0.8754 2026-09-29 Banque centrale européenne',
      JPY: '170.5 2026-09-29 Banque centrale européenne',
    });
    // the days before stay: mid rates are a history
    expect(await database.db.selectFrom('mid_rates').selectAll().execute()).toHaveLength(5);
    // a file is no check of the feed
    expect(await selectFeed(database.db)).toBeUndefined();
  });

  test('of JSON has the given name; the base is left out', async () => {
    await read(ratesJson('2026-09-29', { usd: 1.136, gbp: 0.8754, eur: 1, btc: 0.00001077 }));
    expect(await held()).toEqual({
      USD: '1.136 2026-09-29 taux.json',
      GBP: '0.8754 2026-09-29 taux.json',
    });
  });

  test('of the same day writes no equal figures, and corrects others', async () => {
    await read(ecbXml('2026-09-29', { USD: '1.136', GBP: '0.8754' }));
    const count = () => database.db.selectFrom('mid_rates').selectAll().execute();
    const before = await count();
    expect(await read(ecbXml('2026-09-29', { USD: '1.1360', GBP: '0.8754' }))).toMatchObject({
      accepted: 2,
      added: 0,
    });
    expect(await count()).toEqual(before);
    expect(await read(ratesJson('2026-09-29', { usd: 1.137, gbp: 0.8754 }))).toMatchObject({ added: 1 });
    expect(await held()).toMatchObject({
      USD: '1.137 2026-09-29 taux.json',
      GBP: '0.8754 2026-09-29 Banque centrale européenne',
    });
    expect(await count()).toHaveLength(before.length);
  });

  test('saves any rate where none is stored', async () => {
    await database.db.deleteFrom('mid_rates').execute();
    expect(await read(ratesJson('2020-01-01', { usd: 9, gbp: 0.1, jpy: 1e6 }))).toMatchObject({
      accepted: 3,
    });
  });
});

describe('a refused rate keeps the last good one, and accepts the others', () => {
  test('negative, zero, unreadable', async () => {
    const { accepted, refusals } = await read(ecbXml('2026-09-29', { USD: '-1.136', GBP: '0', JPY: 'N/A' }));
    expect(accepted).toBe(0);
    expect(refusals).toEqual([
      { code: 'USD', rate: '-1.136', held: '1.13', reason: 'not_positive' },
      { code: 'GBP', rate: '0', held: '0.87', reason: 'not_positive' },
      { code: 'JPY', rate: 'N/A', held: null, reason: 'unreadable' },
    ]);
    expect(await held()).toEqual(FIRST_RATES);
    await read(ecbXml('2026-09-29', { USD: '-1.136', GBP: '0.8754' }));
    expect(await held()).toEqual({
      USD: FIRST_RATES.USD,
      GBP: '0.8754 2026-09-29 Banque centrale européenne',
    });
  });

  test('older than the stored one', async () => {
    const { refusals } = await read(ecbXml('2026-09-27', { USD: '1.12', GBP: '0.86', JPY: '170.5' }));
    expect(refusals.map(({ code, reason }) => `${code} ${reason}`)).toEqual(['USD older', 'GBP older']);
    // the yen had no rate at all
    expect(await held()).toEqual({ ...FIRST_RATES, JPY: '170.5 2026-09-27 Banque centrale européenne' });
  });

  test('a jump is refused, on the same day again and again; another day confirms it', async () => {
    for (let i = 0; i < 3; i++) await read(ecbXml('2026-09-29', { USD: '1.5', GBP: '0.8754' }));
    expect(await held()).toEqual({
      USD: FIRST_RATES.USD,
      GBP: '0.8754 2026-09-29 Banque centrale européenne',
    });
    await read(ecbXml('2026-09-30', { USD: '1.52' }), '2026-09-30');
    expect(await held()).toMatchObject({ USD: '1.52 2026-09-30 Banque centrale européenne' });
    expect(await database.db.selectFrom('rate_jumps').selectAll().execute()).toEqual([]);
  });

  test('a jump that disappears is forgotten: a later one counts as the first', async () => {
    await read(ecbXml('2026-09-29', { USD: '1.5' }), '2026-09-29');
    await read(ecbXml('2026-09-30', { USD: '1.14' }), '2026-09-30');
    await read(ecbXml('2026-10-01', { USD: '1.5' }), '2026-10-01');
    expect(await held()).toMatchObject({ USD: '1.14 2026-09-30 Banque centrale européenne' });
  });
});

test.each([
  ['no rates at all', 'usd;1.136', /^Le contenu reçu est abîmé, ou diffère du XML/],
  ['another base', '{"date":"2026-09-30","usd":{"eur":0.88}}', /pour 1 euro/],
  ['no known currency', ecbXml('2026-09-30', { BGN: '1.9558', EUR: '1' }), /d’aucune devise connue/],
  ['a day that is none', ecbXml('2026-02-30', { USD: '1.14' }), /« 2026-02-30 », n’est pas une date/],
  ['a day to come', ecbXml('2026-10-01', { USD: '1.14' }), /datés du 2026-10-01, qui n’est pas encore venu/],
  ['a null character', ratesJson('2026-09-30\0', { usd: 1.14 }), /« 2026-09-30\? », n’est pas une date/],
])('refused entirely, with a sentence: %s', async (_what, text, sentence) => {
  await expect(read(text)).rejects.toThrow(sentence);
  await expect(read(text)).rejects.toBeInstanceOf(FeedFailure);
  expect(await held()).toEqual(FIRST_RATES);
});

test('texts that cannot be stored as written are stored as far as possible', async () => {
  const { refusals } = await read('{"date":"2026-09-29","eur":{"usd":"\\u0000é","gbp":0.8754}}');
  expect(refusals).toMatchObject([{ code: 'USD', reason: 'unreadable' }]);
  expect(refusals[0]?.rate).toMatch(/^[\x20-\x7e]+$/);
});

test('two concurrent feeds are judged one after the other: one jump of two days is confirmed once', async () => {
  await Promise.all([
    read(ecbXml('2026-09-29', { USD: '1.5' }), '2026-09-30'),
    read(ecbXml('2026-09-30', { USD: '1.5' }), '2026-09-30'),
  ]);
  const rows = await database.db
    .selectFrom('mid_rates')
    .where('currency_code', '=', 'USD')
    .selectAll()
    .execute();
  expect(rows).toHaveLength(2);
});
