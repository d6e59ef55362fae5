import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decimalOf } from '#domain/money/decimal.ts';
import { createTemplate, createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import {
  aBranchFixingRow,
  aBranchRow,
  aCompanyRow,
  aCurrencyRow,
  aFixingLogRow,
  aFixingRow,
  aMidRateRow,
} from '../../testing/rows.ts';
import { applyRetention } from '../privacy/retention.ts';
import { selectAreaOffers, selectHistory } from './history.queries.ts';
import { takeDueOffers } from './take-offers.ts';

const MOMENT = new Date('2026-11-20T17:00:00.000Z');
const HOUR = 3_600_000;
const hoursBefore = (hours: number) => new Date(MOMENT.getTime() - hours * HOUR);
const hoursAfter = (hours: number) => hoursBefore(-hours);
const LYON = { country: 'FR', commune: '69382', lat: 45.757, lon: 4.838 };
const SAINT_EXUPERY = {
  country: 'FR',
  commune: '69299',
  lat: 45.7209,
  lon: 5.0797,
  kind: 'airport' as const,
};
const AJACCIO = { country: 'FR', commune: '2A004', lat: 41.92, lon: 8.73 };

let filled: Awaited<ReturnType<typeof createTemplate>>;
let database: TestDatabase;
const ids = new Map<string, number>();
const idOf = (name: string) => ids.get(name) ?? 0;

beforeAll(async () => {
  filled = await createTemplate(async (db) => {
    await db
      .insertInto('currencies')
      .values(['EUR', 'USD', 'GBP'].map((code) => aCurrencyRow({ code })))
      .execute();
    await db
      .insertInto('mid_rates')
      .values(aMidRateRow({ at: new Date('2026-11-20T00:00:00Z') }))
      .execute();
    const names = ['Quai', 'Gare', 'Port', 'Old', 'Held'];
    const rows = await db
      .insertInto('companies')
      .values(names.map((name) => aCompanyRow({ name, logo: name.toLowerCase() })))
      .returning(['id', 'name'])
      .execute();
    for (const { id, name } of rows) ids.set(name, id);
    await db
      .insertInto('branches')
      .values([
        aBranchRow({ company_id: idOf('Quai'), name: 'Bellecour', ...LYON }),
        aBranchRow({
          company_id: idOf('Quai'),
          name: 'Aéroport',
          ...SAINT_EXUPERY,
          rates: 'percent',
          percent: '-10',
        }),
        aBranchRow({ company_id: idOf('Gare'), name: 'Ajaccio', ...AJACCIO, rates: 'own' }),
      ])
      .execute();
    const { id: own } = await db
      .selectFrom('branches')
      .where('name', '=', 'Ajaccio')
      .select('id')
      .executeTakeFirstOrThrow();
    const fixed = (name: string, sale: string, purchase: string, updated_at: Date) =>
      aFixingRow({ company_id: idOf(name), sale, purchase, updated_at });
    await db
      .insertInto('fixings')
      .values([
        fixed('Quai', '1.1', '1.2', hoursBefore(2)),
        fixed('Gare', '1.3', '1.1', hoursBefore(2)),
        fixed('Port', '1.08', '1.16', hoursBefore(23)),
        fixed('Old', '1.5', '1.01', hoursBefore(25)),
        { ...fixed('Held', '1.6', '1.01', hoursBefore(1)), held_at: hoursBefore(1) },
      ])
      .execute();
    await db
      .insertInto('branch_fixings')
      .values(
        aBranchFixingRow({
          company_id: idOf('Gare'),
          branch: own,
          sale: '1.09',
          purchase: '1.18',
          updated_at: hoursBefore(3),
        }),
      )
      .execute();
  });
});
beforeEach(async () => {
  database = await createTestDatabase(filled.url);
});
afterEach(() => database.close());
afterAll(() => filled.drop());

const take = (now: Date) =>
  takeDueOffers({ db: database.db, freshHours: 24 }, now, new AbortController().signal);

async function listOffers(day = '2026-11-20') {
  const rows = await database.db
    .selectFrom('daily_offers')
    .where('day', '=', day)
    .selectAll()
    .orderBy('currency_code')
    .orderBy('area')
    .execute();
  return rows.map(
    ({ currency_code, area, best_sale, median_sale, sales, best_purchase, median_purchase, purchases }) =>
      `${currency_code} ${area || 'all'}: ${Number(best_sale)} ${Number(median_sale)} of ${sales}, ${Number(best_purchase)} ${Number(median_purchase)} of ${purchases}`,
  );
}

// own rates of Ajaccio alone, since every branch of Gare has them
const OFFERS = [
  'USD all: 1.1 1.09 of 3, 1.16 1.18 of 3',
  'USD 2A: 1.09 1.09 of 1, 1.18 1.18 of 1',
  'USD 69: 1.1 1.1 of 1, 1.2 1.2 of 1',
  'USD LYS: 0.99 0.99 of 1, 1.33333334 1.33333334 of 1',
];

describe('offers of a day', () => {
  test('the best and the median of fresh fixings that are not held, by area', async () => {
    expect(await take(hoursAfter(0))).toBe(24 * HOUR);
    expect(await listOffers()).toEqual(OFFERS);
  });

  test('before 18 h the day of yesterday is due, and at 18 h that of today', async () => {
    expect(await take(hoursBefore(1))).toBe(HOUR);
    expect(await listOffers()).toEqual([]);
    expect(await listDays()).toEqual(['2026-11-19']);
    await take(hoursAfter(1));
    expect(await listDays()).toEqual(['2026-11-19', '2026-11-20']);
    expect(await listOffers()).toEqual(OFFERS);
  });

  test('taken again nothing changes, whatever the fixings became', async () => {
    await take(hoursAfter(0));
    await database.db.updateTable('fixings').set({ sale: '2' }).execute();
    await take(hoursAfter(2));
    expect(await listOffers()).toEqual(OFFERS);
  });

  test('several instances at once take a day once', async () => {
    await Promise.all([take(hoursAfter(0)), take(hoursAfter(0)), take(hoursAfter(0))]);
    expect(await listOffers()).toEqual(OFFERS);
    expect(await listDays()).toEqual(['2026-11-20']);
  });

  test('a run that broke off is finished', async () => {
    const gone = AbortSignal.abort(new Error('stopped'));
    await expect(takeDueOffers({ db: database.db, freshHours: 24 }, hoursAfter(0), gone)).rejects.toThrow(
      'stopped',
    );
    expect(await listDays()).toEqual([]);
    await take(hoursAfter(3));
    expect(await listOffers()).toEqual(OFFERS);
  });

  test('after a stop, a day is taken as it was from the log', async () => {
    const { db } = database;
    const usual = { company_id: idOf('Quai'), sale: '1.1', purchase: '1.2' };
    await db
      .insertInto('fixing_logs')
      .values([
        aFixingLogRow({ ...usual, at: hoursBefore(2) }),
        aFixingLogRow({ ...usual, sale: '1.4', at: hoursAfter(1) }),
        aFixingLogRow({ company_id: idOf('Held'), sale: '1.6', at: hoursBefore(1), is_held: true }),
        aFixingLogRow({ company_id: idOf('Held'), sale: '1.6', at: hoursAfter(20) }),
      ])
      .execute();
    await db
      .updateTable('fixings')
      .set({ sale: '1.4', updated_at: hoursAfter(1) })
      .where('company_id', '=', idOf('Quai'))
      .execute();
    await db
      .updateTable('fixings')
      .set({ held_at: null, updated_at: hoursAfter(20) })
      .where('company_id', '=', idOf('Held'))
      .execute();
    await take(hoursBefore(24));
    await take(hoursAfter(49));
    expect(await listDays()).toEqual(['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']);
    expect(await listOffers()).toEqual(OFFERS);
    expect((await listOffers('2026-11-21'))[0]).toBe('USD all: 1.6 1.4 of 2, 1.01 1.2 of 2');
  });

  test('after a stop, a rate accepted after 18 h takes no part', async () => {
    const of = database.db.updateTable('fixings').where('company_id', '=', idOf('Held'));
    await of.set({ held_at: null, accepted_at: hoursAfter(1) }).execute();
    await take(hoursAfter(2));
    expect(await listOffers()).toEqual(OFFERS);
  });

  test('a rate accepted before 18 h takes part', async () => {
    const of = database.db.updateTable('fixings').where('company_id', '=', idOf('Held'));
    await of.set({ held_at: null, accepted_at: hoursBefore(0.5) }).execute();
    await take(hoursAfter(2));
    expect((await listOffers())[0]).toBe('USD all: 1.6 1.09 of 4, 1.01 1.18 of 4');
  });

  test('no more than a month is caught up', async () => {
    await take(hoursBefore(24 * 60));
    await take(hoursAfter(0));
    const days = await listDays();
    expect(days).toHaveLength(32);
    expect(days[1]).toBe('2026-10-21');
  });

  test('companies that nobody is shown, closed branches and suspended sides take no part', async () => {
    const { db } = database;
    await db.updateTable('companies').set({ charges_fees: true }).where('name', '=', 'Port').execute();
    await db
      .updateTable('branches')
      .set({ closed_at: hoursBefore(5) })
      .where('name', '=', 'Aéroport')
      .execute();
    await db.updateTable('branches').set({ buys_back: false }).where('name', '=', 'Ajaccio').execute();
    await db
      .updateTable('fixings')
      .set({ is_sale_suspended: true })
      .where('company_id', '=', idOf('Quai'))
      .execute();
    await take(hoursAfter(0));
    expect(await listOffers()).toEqual([
      'USD all: 1.09 1.09 of 1, 1.2 1.2 of 1',
      'USD 2A: 1.09 1.09 of 1, 0 0 of 0',
      'USD 69: 0 0 of 0, 1.2 1.2 of 1',
    ]);
  });
});

test('the history of a currency is read with its offers, a rate a day, and no retention ends it', async () => {
  const { db } = database;
  await db
    .insertInto('mid_rates')
    .values([
      aMidRateRow({ at: new Date('2026-11-18T00:00:00Z'), rate: '1.12', published_on: '2026-09-24' }),
      aMidRateRow({ at: new Date('2026-11-18T09:00:00Z'), rate: '1.13' }),
    ])
    .execute();
  await take(hoursAfter(0));
  const days = await selectHistory(db, 'USD', { from: '2026-01-01', most: 10 });
  expect(days).toMatchObject([
    { day: '2026-11-18', publishedOn: '2026-11-18', mid: { units: 113, scale: 2 }, sale: null },
    { day: '2026-11-20', mid: { units: 11361, scale: 4 }, sale: { best: { units: 11, scale: 1 }, count: 3 } },
  ]);
  expect(await selectHistory(db, 'USD', { from: '2026-01-01', most: 1 })).toEqual(days.slice(1));
  expect(await selectHistory(db, 'USD', { from: '2026-11-19', most: 10 })).toEqual(days.slice(1));
  await applyRetention({ db, log: pino({ level: 'silent' }) }, new AbortController().signal);
  expect(await selectHistory(db, 'USD', { from: '2026-01-01', most: 10 })).toEqual(days);
  expect(await selectHistory(db, 'GBP', { from: '2026-01-01', most: 10 })).toEqual([]);
});

test('a new day tells every instance of it', async () => {
  const { rows: earlier } = await sql`SELECT version FROM changes`.execute(database.db);
  await take(hoursAfter(0));
  const { rows } = await sql`SELECT version FROM changes`.execute(database.db);
  expect(rows.length).toBe(earlier.length + 1);
});

async function listDays(): Promise<string[]> {
  const rows = await database.db.selectFrom('offer_days').select('day').orderBy('day').execute();
  return rows.map(({ day }) => day);
}

test('averages of an area are beside those of everywhere, of the days that have both', async () => {
  const { db } = database;
  await take(hoursAfter(0));
  const of = (area: string, from = '2026-10-22', codes = ['USD', 'GBP']) =>
    selectAreaOffers(db, area, { codes, from });
  const lyon = { code: 'USD', best: decimalOf(1.1), median: decimalOf(1.1), everywhere: decimalOf(1.1) };
  expect(await of('69')).toEqual([lyon]);
  await db
    .insertInto('daily_offers')
    .values(
      [
        { area: '69', day: '2026-11-19', best_sale: '1.05', median_sale: '1.03', sales: 2, purchases: 0 },
        { area: '', day: '2026-11-19', best_sale: '1.2', median_sale: '1.1', sales: 5, purchases: 0 },
        // a day of the area alone
        { area: '69', day: '2026-11-18', best_sale: '9', median_sale: '9', sales: 1, purchases: 0 },
        // before the days that are asked for
        { area: '69', day: '2026-10-01', best_sale: '9', median_sale: '9', sales: 1, purchases: 0 },
        { area: '', day: '2026-10-01', best_sale: '9', median_sale: '9', sales: 1, purchases: 0 },
      ].map((row) => ({ currency_code: 'USD', ...row })),
    )
    .execute();
  expect(await of('69')).toEqual([
    { code: 'USD', best: decimalOf(1.075), median: decimalOf(1.065), everywhere: decimalOf(1.15) },
  ]);
  expect(await of('69', '2026-11-20')).toEqual([lyon]);
  expect(await of('13')).toEqual([]);
  expect(await of('69', '2026-10-22', ['GBP'])).toEqual([]);
});
