import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTemplate, createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { seedDemo } from './seed.ts';
import { indexAfter, updateDemo } from './update-demo.ts';

// a Friday
const seededAt = new Date('2026-11-20T10:15:00Z');
const at = (time: string) => new Date(`2026-11-${time}:00Z`);
let seeded: Awaited<ReturnType<typeof createTemplate>>;
let database: TestDatabase;

beforeAll(async () => {
  seeded = await createTemplate((db) => seedDemo(db, { now: seededAt, demoPassword: 'parite-demo-2026' }));
});
beforeEach(async () => {
  database = await createTestDatabase(seeded.url);
});
afterEach(() => database.close());
afterAll(() => seeded.drop());

const moveOn = (now: Date, hasFeed = false) => updateDemo(database.db, { now, hasFeed });
async function find<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
  return (await query.execute(database.db)).rows;
}
const dollars = () =>
  find(sql<{ day: string; rate: string; source: string }>`
    SELECT to_char(at AT TIME ZONE 'UTC', 'MM-DD') AS day, rate::text, source FROM mid_rates
    WHERE currency_code = 'USD' ORDER BY at DESC LIMIT 4`);
const ages = async (now: Date) => {
  const rows = await find(sql<{ logo: string; oldest: Date; newest: Date }>`
    SELECT logo, min(updated_at) AS oldest, max(updated_at) AS newest
    FROM fixings JOIN companies ON companies.id = company_id GROUP BY logo`);
  return rows.map(({ logo, oldest }) => ({ logo, hours: (now.getTime() - oldest.getTime()) / 3_600_000 }));
};
const picture = () =>
  find(sql`SELECT company_id, currency_code, purchase, sale, updated_at FROM fixings ORDER BY 1, 2`);

test('the days of the file go backwards, then forwards', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7].map((days) => indexAfter(days, 4))).toEqual([3, 2, 1, 0, 1, 2, 3, 2]);
});

test('at the moment of the seeding there is nothing to do', async () => {
  const before = await picture();
  await moveOn(seededAt);
  expect(await picture()).toEqual(before);
  expect((await dollars())[0]?.day).toBe('11-20');
});

test('several instances at once do it once', async () => {
  const now = at('21T15:00');
  await Promise.all([moveOn(now), moveOn(now), moveOn(now)]);
  const days = await find(sql`SELECT at FROM mid_rates WHERE currency_code = 'USD' AND at > ${seededAt}`);
  expect(days).toEqual([{ at: at('21T00:00') }]);
  const doubled = await find(sql`
    SELECT 1 FROM fixing_logs WHERE at > ${seededAt} GROUP BY company_id, currency_code, at HAVING count(*) > 1`);
  expect(doubled).toEqual([]);
});

test('three days later, each day has its mid rate, and each open bureau has looked at its board', async () => {
  // the seeding's day and the one before it
  const [newest, dayBefore] = await dollars();
  // a Monday afternoon
  const now = at('23T15:00');
  await moveOn(now);
  const [third, , first, ownDay] = await dollars();
  expect([third?.day, first?.day]).toEqual(['11-23', '11-21']);
  expect(ownDay).toEqual(newest);
  expect(first).toMatchObject({ rate: dayBefore?.rate, source: 'données de démonstration' });
  for (const { logo, hours } of await ages(now)) {
    // a day is the turn of one of its currencies
    if (logo === 'guichet-du-parvis') expect(hours).toBeGreaterThan(7 * 24);
    else expect(hours, logo).toBeLessThan(12);
  }
  const moved = await find(sql<{ count: number }>`
    SELECT count(*)::int AS count FROM fixing_logs WHERE at > ${seededAt} AND user_id IS NULL`);
  expect(moved[0]?.count).toBeGreaterThan(50);
  // a rate that hands over more than the mid rate is one that was meant to
  const amiss = await find(sql`
    SELECT f.currency_code FROM fixings f JOIN mid_rates m USING (currency_code)
    WHERE m.at = '2026-11-23T00:00:00Z' AND (f.sale >= m.rate OR f.purchase <= m.rate)`);
  expect(amiss).toEqual([{ currency_code: 'MGA' }]);
});

test('all three ages of rates are there on the days that follow', async () => {
  for (const day of ['22', '25']) {
    const now = at(`${day}T15:00`);
    await moveOn(now);
    const [counts] = await find(sql<Record<'fresh' | 'to_confirm' | 'stale', number>>`
      SELECT count(*) FILTER (WHERE age < interval '24 hours')::int AS fresh,
        count(*) FILTER (WHERE age >= interval '24 hours' AND age < interval '7 days')::int AS to_confirm,
        count(*) FILTER (WHERE age >= interval '7 days')::int AS stale
      FROM (SELECT ${now}::timestamptz - updated_at AS age FROM fixings) AS ages`);
    for (const [age, count] of Object.entries(counts ?? {}))
      expect(count, `${day} ${age}`).toBeGreaterThan(0);
  }
});

test('the same moment again, or on another instance, changes nothing', async () => {
  await moveOn(at('23T15:00'));
  const before = await picture();
  await moveOn(at('23T15:00'));
  await moveOn(at('23T14:59'));
  expect(await picture()).toEqual(before);
});

test('what a person fixed stays as it is, what a person confirmed does not', async () => {
  await moveOn(at('23T15:00'));
  const agent = sql`(SELECT id FROM users WHERE mail = 'agent@parite.example')`;
  await sql`UPDATE fixings SET sale = 1.0123, updated_at = '2026-11-23T15:30:00Z'
    WHERE company_id = 1 AND currency_code = 'USD'`.execute(database.db);
  await sql`INSERT INTO fixing_logs (at, company_id, user_id, base, currency_code, rate, sale, is_confirmation)
    VALUES ('2026-11-23T15:30:00Z', 1, ${agent}, 'EUR', 'USD', 1.1, 1.0123, false),
      ('2026-11-23T15:30:00Z', 1, ${agent}, 'EUR', 'JPY', 160, 150, true)`.execute(database.db);
  await moveOn(at('25T15:00'));
  const [dollar, yen] = await find(sql<{ sale: number; updated_at: Date }>`
    SELECT sale::float8, updated_at FROM fixings
    WHERE company_id = 1 AND currency_code IN ('USD', 'JPY') ORDER BY currency_code DESC`);
  expect(dollar).toEqual({ sale: 1.0123, updated_at: at('23T15:30') });
  expect(yen?.updated_at.getTime()).toBeGreaterThan(at('25T00:00').getTime());
});

test('what waits for a second person waits on, whoever confirmed it', async () => {
  await moveOn(at('25T15:00'));
  await sql`UPDATE fixings SET sale = 9.99, held_at = '2026-11-25T16:00:00Z', updated_at = '2026-11-25T16:00:00Z'
    WHERE company_id = 1 AND currency_code = 'JPY'`.execute(database.db);
  await moveOn(at('26T15:00'), true);
  const [yen] = await find(sql<{ sale: number; held_at: Date; updated_at: Date }>`
    SELECT sale::float8, held_at, updated_at FROM fixings WHERE company_id = 1 AND currency_code = 'JPY'`);
  expect(yen).toEqual({ sale: 9.99, held_at: at('25T16:00'), updated_at: at('25T16:00') });
});

test('with a feed, or after a file, the mid rates are theirs', async () => {
  const before = await dollars();
  await moveOn(at('26T15:00'), true);
  expect(await dollars()).toEqual(before);
  await sql`INSERT INTO mid_rates (currency_code, at, rate, source)
    VALUES ('USD', '2026-11-26T00:00:00Z', 1.2, 'taux.json')`.execute(database.db);
  await moveOn(at('27T15:00'));
  expect((await dollars())[0]).toMatchObject({ day: '11-26', source: 'taux.json' });
  const [pound] = await find(sql`SELECT max(at) AS at FROM mid_rates WHERE currency_code = 'GBP'`);
  expect(pound).toEqual({ at: at('27T00:00') });
});

test('a demonstration that slept for a year wakes with the days of its file', async () => {
  await moveOn(new Date('2027-11-25T15:00:00Z'));
  const [days] = await find(sql`
    SELECT max(at) AS newest, (count(*) FILTER (WHERE at > '2026-11-28'))::int AS count
    FROM mid_rates WHERE currency_code = 'GBP'`);
  expect(days).toEqual({ newest: new Date('2027-11-25T00:00:00Z'), count: 28 });
});
