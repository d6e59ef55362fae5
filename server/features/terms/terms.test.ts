import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_TERMS, type Stock } from '#domain/terms/terms.ts';
import type { Db } from '../../db/open.ts';
import { ASKED_AT } from '../../testing/bookings.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { aBranchRow, aStockRow, aTermsRow } from '../../testing/rows.ts';
import { takeStock } from '../reservations/stocks.queries.ts';

let office: OpenOffice;
let agent: Browser;
let agent2: Browser;
let admin: Browser;

beforeAll(async () => {
  office = await openOffice({}, () => ASKED_AT);
  const { db, users } = office;
  await db.insertInto('user_scopes').values({ user_id: users.agent, scope: 'orders.edit.me' }).execute();
  agent = await enter(office.app, 'agent');
  agent2 = await enter(office.app, 'agent2');
  admin = await enter(office.app, 'admin');
});
beforeEach(() => office.db.deleteFrom('stocks').execute());
afterAll(() => office.close());

const own = async (who: Browser) => (await who.get('/api/reservations/terms')).json();
const save = (who: Browser, body: object) => who.post('/api/reservations/stocks', body);
const stocks = async (who: Browser) => (await who.get('/api/reservations/stocks')).json();

test('an administrator admits a company to the beta, and removes it: each is a journal line', async () => {
  const id = office.companies.Quais ?? 0;
  const admit = (who: Browser, is_admitted: boolean, company = id) =>
    who.post('/api/companies/beta', { id: company, is_admitted });
  expect(await own(agent)).toEqual({ is_admitted: false, terms: DEFAULT_TERMS, updated_at: null });
  expect((await admit(agent, true)).statusCode).toBe(403);
  expect((await admit(admin, true, 4711)).statusCode).toBe(404);
  for (const is_admitted of [true, true, false, true]) {
    expect((await admit(admin, is_admitted)).statusCode).toBe(200);
    expect((await own(agent)).is_admitted).toBe(is_admitted);
  }
  expect((await own(agent2)).is_admitted).toBe(false);
  const lines = await office.db
    .selectFrom('audit_entries')
    .where('action', '=', 'company.beta')
    .select(['company_id', 'user_id', 'changes'])
    .orderBy('id')
    .execute();
  const line = { company_id: id, user_id: office.users.admin };
  expect(lines).toEqual([
    { ...line, changes: { is_admitted: [false, true] } },
    { ...line, changes: { is_admitted: [true, false] } },
    { ...line, changes: { is_admitted: [false, true] } },
  ]);
});

test('a company sets its terms, on the version seen, and cannot admit itself', async () => {
  const before = await own(agent2);
  const terms = { ...DEFAULT_TERMS, maximum: 2_000, accepts_up_to: 300 };
  const send = (body: object) => agent2.post('/api/reservations/terms', body);
  const saved = (await send({ terms, updated_at: before.updated_at })).json();
  expect(saved).toEqual({ is_admitted: false, terms, updated_at: ASKED_AT.toISOString() });
  expect((await send({ terms, updated_at: null })).json()).toMatchObject({ code: 'terms_changed' });
  expect(
    (await send({ terms: { ...terms, minimum: 3_000 }, updated_at: saved.updated_at })).json(),
  ).toMatchObject({
    code: 'invalid_minimum',
  });
  // its notes, whether or not travellers choose among them; a choice is of notes that it has said
  const denominations = [{ currency: 'USD', values: [20, 50] }];
  const ofNotes = (notes: 'choice'[]) => ({ terms: { ...terms, notes }, updated_at: saved.updated_at });
  expect((await send(ofNotes(['choice']))).json()).toMatchObject({ code: 'no_denominations' });
  const quiet = await send({ terms: { ...terms, denominations }, updated_at: saved.updated_at });
  expect(quiet.json().terms).toMatchObject({ notes: [], denominations });
  // what is none of them is not kept
  const more = { ...terms, more: 1, modes: { ...terms.modes, constructor: null } };
  expect((await send({ terms: more, updated_at: quiet.json().updated_at })).statusCode).toBe(200);
  const kept = office.db
    .selectFrom('reservation_terms')
    .where('company_id', '=', office.companies.Zéphyr ?? 0);
  expect((await kept.select('terms').executeTakeFirstOrThrow()).terms).toEqual(terms);
  expect((await own(agent)).terms).toEqual(DEFAULT_TERMS);
});

test('stock is set for one’s own branches only, and never below the promised amounts', async () => {
  const { db, companies } = office;
  const stock = { branch: null, currency: 'USD', day: '2026-11-21', ready: 500 };
  expect((await save(agent, stock)).json()).toEqual({ ...stock, promised: 0, follows: false });
  await db.updateTable('stocks').set({ promised: '400' }).execute();
  expect((await save(agent, { ...stock, ready: 399.99 })).json()).toMatchObject({ code: 'already_promised' });
  expect((await save(agent, { ...stock, ready: 400 })).json()).toEqual({
    ...stock,
    ready: 400,
    promised: 400,
    follows: false,
  });
  expect((await save(agent, { ...stock, day: null })).statusCode).toBe(200);
  expect((await save(agent, { ...stock, day: '2026-11-01' })).json()).toMatchObject({ code: 'past_day' });
  const past = aStockRow({ company_id: companies.Quais ?? 0, day: '2026-11-01', ready: '500' });
  await db.insertInto('stocks').values(past).execute();
  expect((await save(agent, { ...stock, currency: 'XXX' })).json()).toMatchObject({
    code: 'unknown_currency',
  });
  expect((await save(agent, { ...stock, ready: 1.001 })).json()).toMatchObject({ code: 'invalid_amount' });
  expect((await save(agent, { ...stock, day: '2026-02-30' })).statusCode).toBe(400);
  // what is past is not listed
  expect(await stocks(agent)).toEqual([
    { ...stock, day: null, promised: 0, follows: false },
    { ...stock, ready: 400, promised: 400, follows: false },
  ]);
  const { id: branch } = await db
    .insertInto('branches')
    .values(aBranchRow({ company_id: companies.Quais ?? 0, name: 'Gare', kind: 'station' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await save(agent2, { ...stock, branch })).statusCode).toBe(404);
  expect((await save(agent, { ...stock, branch })).statusCode).toBe(200);
  expect(await stocks(agent2)).toEqual([]);
});

test('the figure for every day reaches the days without their own, and breaks no promise', async () => {
  const { db, companies } = office;
  const of = { branch: null, currency: 'GBP' };
  await save(agent2, { ...of, day: null, ready: 100 });
  await save(agent2, { ...of, day: '2026-11-25', ready: 70 });
  const key = { companyId: companies.Zéphyr ?? 0, branch: null, code: 'GBP' };
  const take = (day: string, amount: string) =>
    db.transaction().execute((trx) => takeStock(trx, { ...key, day }, amount));
  const ready = async () =>
    Object.fromEntries((await stocks(agent2)).map((stock: Stock) => [stock.day ?? 'daily', stock.ready]));
  expect(await take('2026-11-23', '80')).not.toBeNull();
  expect(await take('2026-11-24', '10')).not.toBeNull();
  expect(await take('2026-11-24', '100')).toBeNull();
  // raised
  await save(agent2, { ...of, day: null, ready: 120 });
  expect(await ready()).toEqual({ daily: 120, '2026-11-23': 120, '2026-11-24': 120, '2026-11-25': 70 });
  expect(await take('2026-11-24', '100')).not.toBeNull();
  // lowered: what is promised stays promised, and nothing more is
  await save(agent2, { ...of, day: null, ready: 90 });
  expect(await ready()).toEqual({ daily: 90, '2026-11-23': 90, '2026-11-24': 110, '2026-11-25': 70 });
  expect(await take('2026-11-24', '0.01')).toBeNull();
  // what is said of a day is that day's own from then on
  await save(agent2, { ...of, day: '2026-11-24', ready: 115 });
  await save(agent2, { ...of, day: null, ready: 200 });
  expect(await ready()).toEqual({ daily: 200, '2026-11-23': 200, '2026-11-24': 115, '2026-11-25': 70 });
});

test('a day opened during a change of its figure has the remaining figure', async () => {
  const { db, companies } = office;
  const of = { branch: null, currency: 'MAD' };
  await save(agent2, { ...of, day: null, ready: 100 });
  const key = { companyId: companies.Zéphyr ?? 0, branch: null, code: 'MAD', day: '2026-11-23' };
  let changing: ReturnType<typeof save> | undefined;
  await db.transaction().execute(async (trx) => {
    await takeStock(trx, key, '60');
    changing = save(agent2, { ...of, day: null, ready: 500 });
    // it waits for this transaction
    await vi.waitFor(async () => expect(await countWaiting(db)).toBe(1), { timeout: 30_000, interval: 20 });
  });
  expect((await changing)?.statusCode).toBe(200);
  const [, day] = (await stocks(agent2)).filter((stock: Stock) => stock.currency === 'MAD');
  expect(day).toEqual({ ...of, day: '2026-11-23', ready: 500, promised: 60, follows: true });
});

test('of two concurrent first terms, the second gets the first', async () => {
  const { db, companies } = office;
  const company_id = companies.Zéphyr ?? 0;
  await db.deleteFrom('reservation_terms').where('company_id', '=', company_id).execute();
  const row = {
    company_id,
    terms: JSON.stringify({ ...DEFAULT_TERMS, maximum: 900 }),
    updated_at: new Date(),
  };
  let saved: ReturnType<Browser['post']> | undefined;
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('reservation_terms')
      .values(aTermsRow({ ...row, admitted_at: null }))
      .execute();
    saved = agent2.post('/api/reservations/terms', { terms: DEFAULT_TERMS, updated_at: null });
    await vi.waitFor(async () => expect(await countWaiting(db)).toBe(1), { timeout: 30_000, interval: 20 });
  });
  const refused = await saved;
  expect([refused?.statusCode, refused?.json().code]).toEqual([409, 'terms_changed']);
  expect((await agent2.get('/api/reservations/terms')).json().terms.maximum).toBe(900);
});

async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}
