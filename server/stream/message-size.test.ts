import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  MAX_BRANCHES,
  MAX_BRANCHES_WITH_OWN_RATES,
  MAX_MESSAGE_BYTES,
} from '#domain/branches/branch-draft.ts';
import { selectMark } from '../book/log-of-changes.queries.ts';
import { measureBranches } from '../features/branches/branches.queries.ts';
import { insertReference } from '../seed/reference.ts';
import { createTestDatabase } from '../testing/database.ts';
import { aCompanyRow } from '../testing/rows.ts';
import { selectMessage } from './relay.queries.ts';
import { MAX_RELAY_BYTES } from './relay.ts';

/** Texts out of a closed list, or that are weighed as the words that are made of them. */
const BOUNDED = ['kind', 'rates', 'country', 'time_zone', 'holidays_region', 'hours'];

test('the largest bureau that may be fits in one message, whatever its branches say', async () => {
  const { db, close } = await createTestDatabase();
  await insertReference(db);
  const mark = await selectMark(db);
  const { id } = await db
    .insertInto('companies')
    .values(aCompanyRow({ name: 'Géante', logo: 'geante' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    INSERT INTO branches (company_id, name, kind, address, postcode, city, lat, lon, phone, email, access_note, payment_means,
      hours, rates)
    SELECT ${id}, 'Agence "é" ' || n, 'no_counter', repeat('é', 20), '75001', 'Ville', 48.86123456789012 + n / 1e6,
      2.351234567890123, '01 99 00 00 00', 'agence@geante.example', 'Escalier B', '{cash,card,transfer,cheque}',
      'Mo-Fr 09:00-12:00,14:00-18:00; Sa 10:00-16:00', CASE WHEN n <= ${MAX_BRANCHES_WITH_OWN_RATES} THEN 'own' ELSE 'company' END
    FROM generate_series(1, ${MAX_BRANCHES}::int) AS n`.execute(db);
  await sql`
    INSERT INTO fixings (company_id, currency_code, purchase, sale, updated_at)
    SELECT ${id}, code, 1.23456789, 1.12345678, now() FROM currencies WHERE code <> 'EUR'`.execute(db);
  await sql`
    INSERT INTO branch_fixings (company_id, branch, currency_code, purchase, sale, updated_at)
    SELECT company_id, branches.id, code, 1.23456789, 1.12345678, now()
    FROM branches CROSS JOIN currencies WHERE rates = 'own' AND code <> 'EUR'`.execute(db);
  const room = Math.floor((MAX_MESSAGE_BYTES - (await measureBranches(db, id))) / (135 + 2 * 102));
  await sql`
    INSERT INTO branch_closures (branch_id, from_day, to_day, reason)
    SELECT branches.id, '2026-12-24', '2026-12-26', repeat('x', 100)
    FROM branches CROSS JOIN generate_series(1, 50) AS n ORDER BY n, branches.id LIMIT ${room}`.execute(db);
  const bytes = await measureBranches(db, id);
  expect(bytes).toBeGreaterThan(MAX_MESSAGE_BYTES - 500);
  expect(bytes).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
  const message = await selectMessage(db, mark, 100);
  expect(message?.companies[0]?.[0].branches).toHaveLength(MAX_BRANCHES);
  expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(MAX_RELAY_BYTES);
  await close();
});

test('no text of a branch takes more of a message than it is weighed by', async () => {
  const { db, close } = await createTestDatabase();
  await insertReference(db);
  const { id } = await db
    .insertInto('companies')
    .values(aCompanyRow({ name: 'Bavarde', logo: 'bavarde' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`INSERT INTO branches (company_id, name, kind, city) VALUES (${id}, 'Gare', 'station', 'Lyon')`.execute(
    db,
  );
  const mark = await selectMark(db);
  const measure = async () => ({
    said: Buffer.byteLength(JSON.stringify(await selectMessage(db, mark, 100))),
    weighed: await measureBranches(db, id),
  });
  const { rows } = await sql<{ name: string }>`
    SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'branches' AND data_type = 'text'
      AND column_name NOT IN (${sql.join(BOUNDED)})`.execute(db);
  expect(rows.length).toBeGreaterThan(5);
  // a quotation mark is escaped twice in the text of a snapshot, a control character begins a longer escape
  const texts = ['é', '"', '\\', '\n', '\u0001'].map((one) => one.repeat(50));
  const check = async (name: string, write: (text: string) => Promise<unknown>) => {
    await write('x');
    const before = await measure();
    for (const text of texts) {
      await write(text);
      const after = await measure();
      const weighed = after.weighed - before.weighed;
      expect(weighed, `${name} ${text[0]}`).toBeGreaterThanOrEqual(after.said - before.said);
    }
  };
  for (const { name } of rows) {
    await check(name, (text) => sql`UPDATE branches SET ${sql.ref(name)} = ${text}`.execute(db));
  }
  await sql`
    INSERT INTO branch_closures (branch_id, from_day, to_day, reason)
    SELECT id, '2026-12-24', '2026-12-26', 'x' FROM branches`.execute(db);
  const withoutHours = await measure();
  await sql`UPDATE branch_closures SET from_time = '09:00', to_time = '10:00'`.execute(db);
  const withHours = await measure();
  expect(withHours.weighed - withoutHours.weighed).toBeGreaterThanOrEqual(withHours.said - withoutHours.said);
  await check('reason', (text) => sql`UPDATE branch_closures SET reason = ${text}`.execute(db));
  await close();
});
