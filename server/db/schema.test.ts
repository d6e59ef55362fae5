import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import {
  aCompanyRow,
  aCurrencyRow,
  aFixingLogRow,
  aFixingRow,
  aMidRateRow,
  aUserRow,
} from '../testing/rows.ts';

let database: TestDatabase;
let companyId: number;
const at = new Date('2026-03-29T01:30:00.123Z');

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db
    .insertInto('currencies')
    .values([
      aCurrencyRow({ code: 'EUR', label: 'Euro', position: 1 }),
      aCurrencyRow({ code: 'USD', label: 'Dollar des États-Unis', position: 2 }),
    ])
    .execute();
});
afterAll(() => database.close());

beforeEach(async () => {
  const unique = crypto.randomUUID();
  const company = await database.db
    .insertInto('companies')
    .values(aCompanyRow({ name: unique, logo: unique, site: `https://${unique}.example/` }))
    .returning('id')
    .executeTakeFirstOrThrow();
  companyId = company.id;
});

test('a fixing line can be neither changed, deleted nor truncated', async () => {
  const { db } = database;
  await db
    .insertInto('fixing_logs')
    .values(
      aFixingLogRow({
        at,
        company_id: companyId,
      }),
    )
    .execute();
  const refusal = /fixing_logs is append-only/;
  await expect(sql`UPDATE fixing_logs SET sale = 9`.execute(db)).rejects.toThrow(refusal);
  await expect(sql`DELETE FROM fixing_logs`.execute(db)).rejects.toThrow(refusal);
  await expect(sql`TRUNCATE fixing_logs`.execute(db)).rejects.toThrow(refusal);
  await expect(sql`TRUNCATE companies CASCADE`.execute(db)).rejects.toThrow(refusal);
  const lines = await db
    .selectFrom('fixing_logs')
    .select(['sale', 'at'])
    .where('company_id', '=', companyId)
    .execute();
  expect(lines).toEqual([{ sale: '1.10500000', at }]);
});

test.each(['0', '-1', '0.000000004'])('a rate of %s is refused', async (rate) => {
  await expect(
    database.db
      .insertInto('mid_rates')
      .values(aMidRateRow({ currency_code: 'USD', at, rate, source: 'test' }))
      .execute(),
  ).rejects.toThrow(/exchange_rate/);
});

test('a fixing needs a known company, a known currency and one amount', async () => {
  const fixing = {
    company_id: companyId,
    currency_code: 'USD',
    purchase: '1.17',
    sale: null,
    updated_at: at,
  };
  const insert = (changed: Partial<typeof fixing>) =>
    database.db
      .insertInto('fixings')
      .values(aFixingRow({ ...fixing, ...changed }))
      .execute();
  await expect(insert({ company_id: -1 })).rejects.toThrow(/foreign key/);
  await expect(insert({ currency_code: 'XXX' })).rejects.toThrow(/foreign key/);
  await expect(
    sql`INSERT INTO fixings VALUES (${companyId}, 'USD', NULL, NULL, now())`.execute(database.db),
  ).rejects.toThrow(/check constraint/);
  await insert({});
  await expect(insert({})).rejects.toThrow(/fixings_pkey/);
});

test('two companies never share a name, nor two users an address, in any case', async () => {
  const { db } = database;
  const { name } = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  await expect(
    db
      .insertInto('companies')
      .values(aCompanyRow({ name, logo: 'other', site: 'https://other.example/' }))
      .execute(),
  ).rejects.toThrow(/companies_name_key/);
  const user = { name: 'Martin' };
  await db
    .insertInto('users')
    .values(aUserRow({ ...user, mail: 'Élise@parite.example' }))
    .execute();
  await expect(
    db
      .insertInto('users')
      .values(aUserRow({ ...user, mail: 'éLISE@PARITE.example' }))
      .execute(),
  ).rejects.toThrow(/users_mail_key/);
});

test.each([
  'http://bureau.example',
  'javascript:alert(1)//https://bureau.example',
  ' https://bureau.example',
  'https://bureau.example/ onclick=hit()',
])('a company’s site «%s» is refused', async (site) => {
  await expect(
    database.db
      .insertInto('companies')
      .values(aCompanyRow({ name: 'Autre', logo: 'autre', site }))
      .execute(),
  ).rejects.toThrow(/companies_site_check/);
});

test('a user has a password exactly if none is awaited', async () => {
  const user = { name: 'Martin', mail: `${crypto.randomUUID()}@parite.example` };
  const insert = (status: 'in_service' | 'awaiting_password', password_hash: string | null) =>
    database.db
      .insertInto('users')
      .values(aUserRow({ ...user, status, password_hash }))
      .execute();
  await expect(insert('in_service', null)).rejects.toThrow(/check constraint/);
  await expect(insert('awaiting_password', 'hash')).rejects.toThrow(/check constraint/);
});
