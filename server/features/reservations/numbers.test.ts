import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { openDatabase } from '../../db/open.ts';
import { ASKED_AT, addTravellers, admitBureau, asking, madeBy, WANTED } from '../../testing/bookings.ts';
import { createBareDatabase } from '../../testing/database.ts';
import { enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { signIn } from '../../testing/travellers.ts';

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
const MIGRATIONS = join(import.meta.dirname, '../../db/migrations');
/** More reservations than one bureau makes. */
const PLATFORM = 987_654;

async function open(): Promise<OpenOffice> {
  const office = await openOffice({ SECRET }, () => ASKED_AT);
  onTestFinished(() => office.close());
  await sql`alter table reservations alter column id restart with ${sql.lit(PLATFORM)}`.execute(office.db);
  for (const name of ['Quais', 'Zéphyr']) await admitBureau(office.db, office.companies[name] ?? 0);
  return office;
}

const numbersOf = async ({ db }: Pick<OpenOffice, 'db'>, company = 'Quais') =>
  (
    await db
      .selectFrom('reservations')
      .innerJoin('companies', 'companies.id', 'company_id')
      .where('companies.name', '=', company)
      .select(sql<string>`concat(year, '-', number)`.as('number'))
      .orderBy('reservations.id')
      .execute()
  ).map(({ number }) => number);

const upgradeAt = ({ db }: OpenOffice, at: Date) =>
  sql`update migrations set applied_at = ${at} where name = '0054_reservation_numbers.sql'`.execute(db);

test('reservations made at once are numbered by company and year, and a failed one leaves a gap at most', async () => {
  const office = await open();
  const { db, companies } = office;
  const travellers = await addTravellers(db, 4);
  const { Quais = 0, Zéphyr = 0 } = companies;
  await Promise.all(travellers.map((one) => madeBy(db, asking(one, Quais))));
  await madeBy(db, asking(travellers[0] ?? 0, Zéphyr));
  expect((await numbersOf(office)).toSorted()).toEqual(['2026-1', '2026-2', '2026-3', '2026-4']);
  expect(await numbersOf(office, 'Zéphyr')).toEqual(['2026-1']);
  const newYear = new Date('2026-12-31T23:30:00Z');
  await db.updateTable('fixings').set({ updated_at: newYear }).execute();
  const next = { pickup_at: '2027-01-02T10:00:00.000Z', updated_at: newYear.toISOString() };
  await madeBy(db, asking(travellers[1] ?? 0, Quais, next, { at: newYear }));
  expect((await numbersOf(office)).at(-1)).toBe('2027-1');
});

test('neither a traveller nor a bureau is ever told the platform’s count', async () => {
  const office = await open();
  const zoe = await signIn(office.app, office.db, 'zoe@exemple.fr', SECRET);
  await office.db
    .insertInto('user_scopes')
    .values({ user_id: office.users.agent, scope: 'orders.edit.me' })
    .execute();
  const agent = await enter(office.app, 'agent');
  const made = await zoe.post('/api/traveller/reservations', WANTED, { 'idempotency-key': 'one' });
  const { id, number } = made.json();
  expect({ id, number }).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/), number: '2026-1' });
  const same = { ...WANTED, is_meant_again: undefined };
  const again = await zoe.post('/api/traveller/reservations', same, { 'idempotency-key': 'two' });
  expect(again.json()).toMatchObject({ code: 'same_reservation', reservation: id });
  const bodies = [
    made.body,
    again.body,
    (await zoe.get('/api/traveller/reservations')).body,
    (await zoe.get(`/api/traveller/reservations/${id}`)).body,
    (await zoe.get('/api/traveller/export')).body,
    (await agent.get('/api/reservations')).body,
    (await agent.post('/api/reservations/accept', { id })).body,
    (await agent.get('/api/clients')).body,
  ];
  for (const body of bodies) {
    expect(body).toContain(body.includes('"year":2026') ? '"number":1' : body === again.body ? id : number);
    expect(body).not.toContain(String(PLATFORM));
  }
});

test('a bureau finds a reservation by its number, and none of another one', async () => {
  const office = await open();
  const { db, companies } = office;
  const travellers = await addTravellers(db, 2);
  for (const one of travellers) await madeBy(db, asking(one, companies.Quais ?? 0));
  const agent = await enter(office.app, 'agent');
  const other = await enter(office.app, 'agent2');
  const found = async (q: string, who = agent) =>
    (await who.get(`/api/reservations?q=${encodeURIComponent(q)}`))
      .json<{ number: string }[]>()
      .map(({ number }) => number);
  expect(await found('2026-2')).toEqual(['2026-2']);
  expect(await found('n° 2026-1')).toEqual(['2026-1']);
  expect(await found('2026-3')).toEqual([]);
  expect(await found('2025-1')).toEqual([]);
  expect(await found('2026-1', other)).toEqual([]);
});

test('the number in a link of an older letter leads its owner on, and tells nobody else anything', async () => {
  const office = await open();
  await upgradeAt(office, ASKED_AT);
  const zoe = await signIn(office.app, office.db, 'zoe@exemple.fr', SECRET);
  const eve = await signIn(office.app, office.db, 'eve@exemple.fr', SECRET);
  const made = await zoe.post('/api/traveller/reservations', WANTED, { 'idempotency-key': 'one' });
  const link = `/api/traveller/reservations/${PLATFORM}`;
  expect((await zoe.get(link)).json()).toEqual(made.json());
  const [theirs, nobodys] = [await eve.get(link), await eve.get(`/api/traveller/reservations/1`)];
  expect([theirs.statusCode, theirs.body]).toEqual([404, nobodys.body]);
  expect((await zoe.post('/api/traveller/reservations/cancel', { id: PLATFORM })).statusCode).toBe(400);
  await upgradeAt(office, new Date(ASKED_AT.getTime() - 3_600_000));
  // no letter with that number was ever sent
  expect((await zoe.get(link)).statusCode).toBe(404);
  expect((await zoe.get(`/api/traveller/reservations/${made.json().id}`)).statusCode).toBe(200);
});

test('rows of before the upgrade, and those of an older instance beside it, have a reference and a number of their own', async () => {
  const { url, drop } = await createBareDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'parite-numbers-'));
  onTestFinished(async () => {
    await drop();
    await rm(folder, { recursive: true });
  });
  const copyUntil = async (last: string) => {
    for (const name of (await readdir(MIGRATIONS)).filter((name) => name < last))
      await cp(join(MIGRATIONS, name), join(folder, name));
    await migrate(url, { folder });
  };
  await copyUntil('0054');
  const { db, close } = openDatabase(url, { maxConnections: 1 });
  onTestFinished(close);
  await sql`insert into currencies (code, label, position) values ('EUR', 'Euro', 1), ('USD', 'Dollar', 2)`.execute(
    db,
  );
  await sql`insert into companies (name, logo, site) values ('A', 'a', 'https://a.example'), ('B', 'b', 'https://b.example')`.execute(
    db,
  );
  await sql`insert into stocks (company_id, currency_code, day, ready) values (1, 'USD', '2026-11-21', 1000)`.execute(
    db,
  );
  let count = 0;
  const insert = (company: number, at: string) => {
    count += 1;
    return sql`insert into reservations (code, company_id, request_key, request_hash, side, base, currency_code, rate, fixed_at,
        offered, received, fee, handed_over, stock_id, mode, payment, pickup_at, held_until, due_at, requested_at, updated_at)
      values (${`ACDE${String(count).padStart(2, '0')}`}, ${company}, ${`key-${count}`}, sha256('a'), 'sale', 'EUR', 'USD', 1.1, now(),
        10, 11, 0, 11, 1, 'counter', 'cash', ${at}, ${at}, ${at}, ${at}, ${at})`.execute(db);
  };
  for (const at of ['2025-06-01T10:00Z', '2025-12-31T23:30Z', '2026-03-01T10:00Z']) await insert(1, at);
  await insert(2, '2026-03-01T10:00Z');
  await copyUntil('0055');
  await insert(1, '2026-11-20T10:00Z');
  await copyUntil('9999');
  await insert(1, '2026-11-20T10:00Z');
  await insert(2, '2027-11-20T10:00Z');
  const rows = await db
    .selectFrom('reservations')
    .select(['company_id', 'reference', sql<string>`concat(year, '-', number)`.as('number')])
    .orderBy('id')
    .execute();
  expect(rows.map(({ company_id, number }) => [company_id, number])).toEqual([
    [1, '2025-1'],
    [1, '2026-1'],
    [1, '2026-2'],
    [2, '2026-1'],
    [1, '2026-3'],
    [1, '2026-4'],
    [2, '2027-1'],
  ]);
  expect(new Set(rows.map(({ reference }) => reference)).size).toBe(rows.length);
});
