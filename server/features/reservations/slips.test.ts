import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ASKED_AT, addTravellers, admitBureau, asking, madeBy } from '../../testing/bookings.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { furnishOffice } from '../../testing/office.ts';
import { aBranchRow } from '../../testing/rows.ts';
import { changeState } from './change-state.ts';
import { lockReservation } from './reservations.queries.ts';

let database: TestDatabase;
let companies: Record<string, number>;

beforeEach(async () => {
  database = await createTestDatabase();
  companies = (await furnishOffice(database.db)).companies;
  for (const name of ['Quais', 'Zéphyr']) await admitBureau(database.db, companies[name] ?? 0);
});
afterEach(() => database.close());

async function ready(company: string): Promise<number> {
  const { db } = database;
  const [traveller = 0] = await addTravellers(db, 1);
  const id = await madeBy(db, asking(traveller, companies[company] ?? 0));
  for (const to of ['accepted', 'ready'] as const) await change(id, to);
  return id;
}

function change(id: number, to: 'accepted' | 'ready' | 'collected', fails = false): Promise<void> {
  return database.db.transaction().execute(async (trx) => {
    const held = await lockReservation(trx, id, { anybody: true });
    if (held) await changeState(trx, held, { to, actor: 'bureau', at: ASKED_AT });
    if (fails) throw new Error('what comes after did not go well');
  });
}

const slips = () =>
  database.db
    .selectFrom('slips')
    .innerJoin('companies', 'companies.id', 'slips.company_id')
    .select(['companies.name as company', 'number', 'slips.name', 'address', 'at'])
    .orderBy('number')
    .execute();

test('concurrent hand-overs get consecutive numbers, for each company, without a gap', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => ready('Quais')));
  const other = await ready('Zéphyr');
  const outcomes = await Promise.allSettled([
    ...ids.map((id, i) => change(id, 'collected', i % 3 === 0)),
    change(other, 'collected'),
  ]);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  const given = await slips();
  expect(given.filter(({ company }) => company === 'Quais').map(({ number }) => number)).toEqual([
    ...[1, 2, 3, 4, 5, 6, 7, 8],
  ]);
  expect(given.filter(({ company }) => company === 'Zéphyr')).toMatchObject([{ number: 1, at: ASKED_AT }]);
  // what was not handed over is, and goes on from there
  for (const id of ids.filter((_, i) => i % 3 === 0)) await change(id, 'collected');
  expect((await slips()).map(({ number }) => number).at(-1)).toBe(12);
});

test('a slip keeps the name and the address of its day, and never changes', async () => {
  const { db } = database;
  await change(await ready('Zéphyr'), 'collected');
  const id = await ready('Zéphyr');
  const { id: branch } = await db
    .insertInto('branches')
    .values(
      aBranchRow({
        company_id: companies.Zéphyr ?? 0,
        name: 'Gare',
        kind: 'station',
        address: '1 quai de la Gare',
        postcode: '69002',
        city: 'Lyon',
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`update reservations set branch = ${branch} where id = ${id}`.execute(db);
  await change(id, 'collected');
  await db.updateTable('companies').set({ name: 'Zéphyr Change' }).where('name', '=', 'Zéphyr').execute();
  expect((await slips()).filter(({ company }) => company === 'Zéphyr Change')).toMatchObject([
    { number: 1, name: 'Zéphyr', address: '' },
    { number: 2, name: 'Zéphyr', address: '1 quai de la Gare, 69002 Lyon' },
  ]);
  await expect(sql`update slips set number = 99`.execute(db)).rejects.toThrow();
  await expect(sql`delete from slips`.execute(db)).rejects.toThrow();
});
