import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { readMidRates, seedMidRates, shiftToToday } from './mid-rates.ts';
import { seedPast } from './past-rates.ts';
import { insertReference } from './reference.ts';
import { updateDemo } from './update-demo.ts';

const now = new Date('2026-11-21T10:00:00Z');
let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
  await insertReference(database.db);
});
afterEach(() => database.close());

async function find(query: ReturnType<typeof sql<Record<string, unknown>>>) {
  return (await query.execute(database.db)).rows;
}
const seedRecent = async () => seedMidRates(database.db, shiftToToday(await readMidRates(), now));
const countDays = () =>
  find(
    sql`SELECT count(*)::int AS days, min(at) AS first, max(at) AS last FROM mid_rates WHERE currency_code = 'USD'`,
  );

test('76 days before those of the seeding, shifted as they are, once from several instances', async () => {
  await seedRecent();
  await Promise.all([seedPast(database.db, now), seedPast(database.db, now)]);
  await seedPast(database.db, now);
  expect(await countDays()).toEqual([
    { days: 104, first: new Date('2024-04-27T00:00:00Z'), last: new Date('2026-11-21T00:00:00Z') },
  ]);
  const shifts = await find(sql`SELECT DISTINCT at::date - published_on AS days FROM mid_rates`);
  expect(shifts).toEqual([{ days: 56 }]);
  expect(await find(sql`SELECT FROM mid_rates`)).toHaveLength(28 * 152 - 1 + 11_497);
});

test('a year of plausible offers, none of today and none of a wrong mid rate', async () => {
  await seedRecent();
  await seedPast(database.db, now);
  expect(
    await find(sql`
      SELECT min(day) AS first, max(day) AS last, count(DISTINCT currency_code)::int AS codes, bool_and(is_demonstration) AS made
      FROM daily_offers`),
  ).toEqual([{ first: '2025-11-29', last: '2026-11-20', codes: 152, made: true }]);
  const odd = await find(sql`
    SELECT currency_code, day, rate, best_sale, median_sale, best_purchase, median_purchase
    FROM daily_offers JOIN mid_rates USING (currency_code) WHERE mid_rates.at::date = day AND area = '' AND (
      best_sale < median_sale OR best_purchase > median_purchase OR best_sale > rate * 1.02 OR best_sale < rate * 0.8
      OR best_purchase < rate * 0.99 OR best_purchase > rate * 1.25)`);
  expect(odd).toEqual([]);
  // the tugrik at 0.8 and the rial at 42,000 for a dollar
  expect(await find(sql`SELECT FROM daily_offers WHERE currency_code = 'MNT' AND best_sale < 1000`)).toEqual(
    [],
  );
  expect(
    await find(sql`SELECT FROM daily_offers WHERE currency_code = 'IRR' AND best_sale < 500000`),
  ).toEqual([]);
  expect(await find(sql`SELECT FROM offer_days`)).toHaveLength(366);
});

test('sixty days by department and airport, of the currencies most asked for, none better than everywhere', async () => {
  await seedRecent();
  await seedPast(database.db, now);
  const [areas] = await find(sql`
    SELECT array_agg(DISTINCT area ORDER BY area) AS areas, min(day) AS first, count(DISTINCT currency_code)::int AS codes
    FROM daily_offers WHERE area <> ''`);
  expect(areas).toEqual({
    areas: [
      '06',
      '13',
      '31',
      '33',
      '44',
      '59',
      '67',
      '69',
      '75',
      '91',
      '95',
      '972',
      'CDG',
      'LYS',
      'MRS',
      'NCE',
      'ORY',
    ],
    first: '2026-09-26',
    codes: 8,
  });
  const better = await find(sql`
    SELECT FROM daily_offers AS there JOIN daily_offers AS everywhere USING (currency_code, day)
    WHERE everywhere.area = '' AND (there.best_sale > everywhere.best_sale OR there.best_purchase < everywhere.best_purchase)`);
  expect(better).toEqual([]);
});

test('a demonstration of before there was a past gets it, and another database nothing', async () => {
  await seedPast(database.db, now);
  expect(await countDays()).toEqual([{ days: 0, first: null, last: null }]);
  await seedRecent();
  await sql`UPDATE mid_rates SET published_on = NULL`.execute(database.db);
  await seedPast(database.db, now);
  expect((await countDays())[0]).toMatchObject({ days: 104, first: new Date('2024-04-27T00:00:00Z') });
});

test('later days follow those of the seeding, past or not', async () => {
  await seedRecent();
  await seedPast(database.db, now);
  await updateDemo(database.db, { now: new Date('2026-11-22T10:00:00Z'), hasFeed: false });
  const days = await find(
    sql`SELECT rate, published_on FROM mid_rates WHERE currency_code = 'USD' ORDER BY at DESC LIMIT 3`,
  );
  expect(days[0]).toEqual(days[2]);
  expect(days.map((day) => day.published_on)).toEqual(['2026-09-25', '2026-09-26', '2026-09-25']);
});
