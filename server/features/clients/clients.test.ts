import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from '#domain/clients/client.ts';
import {
  ASKED_AT,
  addTravellers,
  admitBureau,
  asking,
  forgetReservations,
  madeBy,
} from '../../testing/bookings.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { readEverything } from '../../testing/person.ts';
import { deleteClientNotes, eraseInactiveTravellers } from '../privacy/retention.queries.ts';

const DAY = 86_400_000;
let office: OpenOffice;
let quais: number;
let zephyr: number;
let agent: Browser;
let agent2: Browser;
let admin: Browser;
let loner: Browser;
let clock = ASKED_AT;
/** at Quais alone, at both, at Zéphyr alone */
let ids: [zoe: number, paul: number, ana: number];

beforeAll(async () => {
  office = await openOffice({}, () => clock);
  const { db, users, companies } = office;
  [quais, zephyr] = [companies.Quais ?? 0, companies.Zéphyr ?? 0];
  await admitBureau(db, quais);
  await admitBureau(db, zephyr);
  const editors = [users.agent ?? 0, users.agent2 ?? 0, users.loner ?? 0];
  await db
    .insertInto('user_scopes')
    .values(editors.map((user_id) => ({ user_id, scope: 'clients.edit.me' })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
});
beforeEach(async () => {
  const { db } = office;
  clock = ASKED_AT;
  await forgetReservations(db);
  await db.deleteFrom('client_notes').execute();
  await db.deleteFrom('travellers').execute();
  [agent, agent2, admin, loner] = await Promise.all([
    ...(['agent', 'agent2', 'admin', 'loner'] as const).map((name) => enter(office.app, name)),
  ] as [Promise<Browser>, Promise<Browser>, Promise<Browser>, Promise<Browser>]);
  ids = (await addTravellers(db, 3)) as typeof ids;
  for (const [id, name] of [
    [ids[0], 'Zoé'],
    [ids[1], 'Paul'],
    [ids[2], 'Ana'],
  ] as const) {
    const email = `${name.toLowerCase()}@exemple.fr`;
    await sql`update travellers set first_name = ${name}, email = ${email}, phone = ${`01 99 00 00 0${id % 10}`} where id = ${id}`.execute(
      db,
    );
  }
  await collect(ids[0], quais, 100);
  await collect(ids[0], quais, 205);
  await request(ids[1], quais, 300);
  await collect(ids[1], zephyr, 400);
  await request(ids[2], zephyr, 500);
});
afterAll(() => office.close());

async function request(traveller: number, company: number, amount: number): Promise<number> {
  return madeBy(office.db, asking(traveller, company, { amount }));
}

async function collect(traveller: number, company: number, amount: number): Promise<void> {
  const id = await request(traveller, company, amount);
  await sql`alter table reservations disable trigger reservations_in_order`.execute(office.db);
  await office.db
    .updateTable('reservations')
    .set({ state: 'collected', ended_at: ASKED_AT })
    .where('id', '=', id)
    .execute();
  await sql`alter table reservations enable trigger reservations_in_order`.execute(office.db);
}

const list = async (who: Browser, query = ''): Promise<Client[]> =>
  (await who.get(`/api/clients${query}`)).json();
const names = async (who: Browser, query = '') =>
  (await list(who, query)).map(({ first_name, company }) => `${first_name} ${company.name}`);
const write = (who: Browser, company_id: number, id: number, note: string) =>
  who.post('/api/clients/note', { company_id, id, note });

test('a company sees the travellers who reserved with it, and nothing of their other reservations', async () => {
  const rows = await list(agent);
  expect(rows).toMatchObject([
    {
      first_name: 'Paul',
      reservations: 1,
      collected: 0,
      totals: [],
      history: [{ received: 300, slip: null }],
    },
    {
      first_name: 'Zoé',
      email: 'zoé@exemple.fr',
      phone: expect.stringMatching(/^01 99 00 00 0\d$/),
      note: '',
      reservations: 2,
      collected: 2,
      last_at: ASKED_AT.toISOString(),
      totals: [{ currency: 'USD', side: 'sale', amount: 305 }],
      history: [{ received: 205, state: 'collected' }, { received: 100 }],
    },
  ]);
  expect((await agent.get('/api/clients')).headers['x-total-count']).toBe('2');
  expect(await names(agent2)).toEqual(['Ana Zéphyr', 'Paul Zéphyr']);
  expect(await names(agent, '?q=zo')).toEqual(['Zoé Quais']);
  expect(await names(agent, '?q=ana')).toEqual([]);
  expect((await names(admin)).toSorted()).toEqual(['Ana Zéphyr', 'Paul Quais', 'Paul Zéphyr', 'Zoé Quais']);
  expect(await list(loner)).toEqual([]);
});

test('a note belongs to one company; other companies’ clients can be neither seen nor annotated', async () => {
  const [zoe, paul, ana] = ids;
  expect((await write(agent, quais, paul, '  Préfère les petites coupures ')).json()).toMatchObject({
    note: 'Préfère les petites coupures',
  });
  expect((await list(agent2, '?q=paul'))[0]?.note).toBe('');
  const tries: [Browser, number, number, number][] = [
    [agent, quais, ana, 404],
    [agent, zephyr, ana, 404],
    [agent, zephyr, paul, 404],
    [agent2, zephyr, zoe, 404],
    [loner, quais, zoe, 404],
    // who sees all may not write of all
    [admin, quais, zoe, 403],
  ];
  for (const [who, company, id, status] of tries) {
    expect((await write(who, company, id, 'Vu')).statusCode).toBe(status);
  }
  const passport = await write(agent, quais, zoe, 'Passeport 12 AB 3456 7890 1234');
  expect([passport.statusCode, passport.json().code]).toEqual([400, 'identity_in_note']);
  expect(await office.db.selectFrom('client_notes').select('note').execute()).toHaveLength(1);
  expect((await write(agent, quais, paul, '')).json()).toMatchObject({ note: '' });
  expect(await office.db.selectFrom('client_notes').select('note').execute()).toEqual([]);
});

test('30 days after collection a client is anonymous, unless the account is kept; the amounts stay', async () => {
  const { db } = office;
  const [zoe, paul, ana] = ids;
  await write(agent, quais, zoe, 'Vient le matin');
  await write(agent2, zephyr, paul, 'Vient le soir');
  await db.updateTable('travellers').set({ keeps_account: true }).where('id', '=', paul).execute();
  clock = new Date(ASKED_AT.getTime() + 30 * DAY - 1);
  // sessions are over by then
  [agent, agent2] = [await enter(office.app, 'agent'), await enter(office.app, 'agent2')];
  expect(await names(agent, '?q=zo')).toEqual(['Zoé Quais']);
  clock = new Date(ASKED_AT.getTime() + 30 * DAY);
  expect(await names(agent)).toEqual(['Paul Quais']);
  expect((await write(agent, quais, zoe, 'Encore')).statusCode).toBe(404);
  // known on, for what she reserves elsewhere
  await request(zoe, zephyr, 60);
  const until = { withAccount: new Date(clock.getTime() - 1000 * DAY), withoutAccount: ASKED_AT };
  const erase = () => db.transaction().execute((trx) => eraseInactiveTravellers(trx, until, clock, 100));
  expect(await erase()).toBe(0);
  // a batch of them at most
  const eraseNotes = (batch: number) => deleteClientNotes(db, until, batch);
  expect([await eraseNotes(0), await eraseNotes(100), await eraseNotes(100)]).toEqual([0, 1, 0]);
  expect(await db.selectFrom('client_notes').select('note').execute()).toEqual([{ note: 'Vient le soir' }]);
  await sql`alter table reservations disable trigger reservations_in_order`.execute(db);
  await db
    .updateTable('reservations')
    .set({ state: 'declined', ended_at: ASKED_AT })
    .where('ended_at', 'is', null)
    .execute();
  expect(await erase()).toBe(2);
  expect(await names(agent2)).toEqual(['Paul Zéphyr']);
  const everything = await readEverything(db);
  for (const word of ['Zoé', 'zoé@exemple.fr', 'Ana']) expect(everything).not.toContain(word);
  const { sum } = await db
    .selectFrom('reservations')
    .where('traveller_id', 'is', null)
    .where('state', '=', 'collected')
    .select((eb) => eb.fn.sum('received').as('sum'))
    .executeTakeFirstOrThrow();
  expect(Number(sum)).toBe(305);
  expect([zoe, ana]).not.toContain(paul);
});

test('a client with many reservations is on one page, at the latest pickup', async () => {
  const { db } = office;
  admin = await enter(office.app, 'admin');
  const before = Number((await admin.get('/api/clients')).headers['x-total-count']);
  const many = await addTravellers(db, 105);
  for (const id of [...many, many[0] ?? 0, many[50] ?? 0]) await request(id, quais, 60);
  const listed = [...(await list(agent)), ...(await list(agent, '?page=2'))].map(({ id }) => id);
  const newestFirst = [many[50], many[0], ...many.filter((_, i) => i !== 0 && i !== 50).toReversed()];
  expect(listed.slice(0, 105)).toEqual(newestFirst);
  expect(new Set(listed).size).toBe(listed.length);
  expect(await list(agent, '?page=3')).toEqual([]);
  const all = await admin.get('/api/clients?page=2');
  expect(Number(all.headers['x-total-count'])).toBe(before + 105);
  expect(all.json()).toHaveLength(before + 5);
});

test('a client with thousands of reservations does not slow the page', async () => {
  const { db } = office;
  const [often = 0] = await addTravellers(db, 1);
  const id = await request(often, quais, 60);
  await sql`
    insert into reservations (company_id, traveller_id, reference, year, number, code, request_key, request_hash, state, side, base, currency_code, rate,
      fixed_at, offered, received, fee, handed_over, mode, payment, pickup_at, held_until, due_at, requested_at, updated_at, ended_at)
    select company_id, traveller_id, md5(n::text), 2025, n, lpad(upper(to_hex(n)), 6, '0'), 'again ' || n, request_hash, 'cancelled', side, base,
      currency_code, rate, fixed_at, offered, received, fee, handed_over, mode, payment, pickup_at, held_until, due_at,
      requested_at, updated_at, updated_at
    from reservations, generate_series(1, 8000) as n where id = ${id}`.execute(db);
  // longer than a statement may last, where each is held against all others
  const [first] = await list(agent);
  expect(first).toMatchObject({ id: often, reservations: 8_001 });
  expect(first?.history).toHaveLength(50);
});

test('no name, address or note is logged', () => {
  for (const word of ['zoé@exemple.fr', 'petites coupures', '01 99 00']) {
    expect(office.logged()).not.toContain(word);
  }
});
