import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_TERMS, type Stock } from '#domain/terms/terms.ts';
import type { Db } from '../../db/open.ts';
import { ASKED_AT } from '../../testing/bookings.ts';
import { emptyJournals } from '../../testing/journals.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { aBranchRow, aFixingRow, aStockRow, aTermsRow } from '../../testing/rows.ts';
import { takeStock } from '../reservations/stocks.queries.ts';

let office: OpenOffice;
let agent: Browser;
let agent2: Browser;
let admin: Browser;
let at = ASKED_AT;

beforeAll(async () => {
  office = await openOffice({}, () => at);
  const { db, users } = office;
  await db.insertInto('user_scopes').values({ user_id: users.agent, scope: 'orders.edit.me' }).execute();
  agent = await enter(office.app, 'agent');
  agent2 = await enter(office.app, 'agent2');
  admin = await enter(office.app, 'admin');
});
beforeEach(async () => {
  at = ASKED_AT;
  await office.db.deleteFrom('stocks').execute();
});
afterAll(() => office.close());

const own = async (who: Browser) => (await who.get('/api/reservations/terms')).json();
type Typed = { branch: number | null; currency: string; day: string | null; ready: number | null };
const save = (who: Browser, { day, ...cell }: Typed) => saveCells(who, day, [cell]);
const saveCells = (who: Browser, day: string | null, cells: readonly Omit<Typed, 'day'>[]) =>
  who.post('/api/reservations/stocks', { day, cells });
const stocks = async (who: Browser, query = '') =>
  (await who.get(`/api/reservations/stocks${query}`)).json().stocks;

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
  // the screen of an administrator who has left changes nothing
  at = new Date(ASKED_AT.getTime() + 10 * 60_000 + 1);
  for (const [is_admitted, expected] of [
    [false, 403],
    [true, 200],
  ] as const) {
    expect((await admit(admin, is_admitted)).statusCode).toBe(expected);
  }
  expect((await admit(admin, false)).json()).toMatchObject({ code: 'verify_again' });
  expect((await own(agent)).is_admitted).toBe(true);
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
  // two saves in one moment are two versions
  expect(quiet.json().updated_at).toBe(new Date(ASKED_AT.getTime() + 1).toISOString());
  expect((await send({ terms, updated_at: saved.updated_at })).json()).toMatchObject({
    code: 'terms_changed',
  });
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
  expect((await save(agent, stock)).json()).toEqual({});
  expect(await stocks(agent)).toEqual([{ ...stock, promised: 0, follows: false }]);
  await db.updateTable('stocks').set({ promised: '400' }).execute();
  expect((await save(agent, { ...stock, ready: 399.99 })).json()).toMatchObject({ code: 'already_promised' });
  expect((await save(agent, { ...stock, ready: 400 })).statusCode).toBe(200);
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

test('a grid is saved whole or not at all, and names the cells that promise more', async () => {
  const { db, companies } = office;
  const company_id = companies.Quais ?? 0;
  const branches = await db
    .insertInto('branches')
    .values(['Grille A', 'Grille B'].map((name) => aBranchRow({ company_id, name })))
    .returning('id')
    .execute();
  const [a = 0, b = 0] = branches.map(({ id }) => id);
  const cells = [
    { branch: a, currency: 'USD', ready: 500 },
    { branch: b, currency: 'USD', ready: 80.5 },
    { branch: a, currency: 'GBP', ready: null },
  ];
  expect((await saveCells(agent, null, cells)).statusCode).toBe(200);
  const figure = { day: null, promised: 0, follows: false };
  expect(await stocks(agent)).toEqual([
    { ...figure, branch: a, currency: 'USD', ready: 500 },
    { ...figure, branch: b, currency: 'USD', ready: 80.5 },
  ]);
  const day = '2026-11-23';
  const key = { companyId: company_id, branch: b, code: 'USD', day };
  await db.transaction().execute((trx) => takeStock(trx, key, '50'));
  const refused = await saveCells(agent, day, [
    { branch: a, currency: 'USD', ready: 900 },
    { branch: b, currency: 'USD', ready: 49.99 },
  ]);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    code: 'already_promised',
    cells: [{ branch: b, currency: 'USD', promised: 50 }],
  });
  expect(await stocks(agent, `?day=${day}`)).toContainEqual(
    expect.objectContaining({ branch: b, day, ready: 80.5, promised: 50, follows: true }),
  );
  expect((await stocks(agent)).filter((stock: Stock) => stock.branch === a)).toHaveLength(1);

  // a day of its own follows the usual figure again, but keeps its promises
  await saveCells(agent, day, [{ branch: b, currency: 'USD', ready: 60 }]);
  await saveCells(agent, null, [{ branch: b, currency: 'USD', ready: 20 }]);
  const ofDay = async () => (await stocks(agent)).find((stock: Stock) => stock.day === day);
  expect(await ofDay()).toMatchObject({ ready: 60, follows: false });
  await saveCells(agent, day, [{ branch: b, currency: 'USD', ready: null }]);
  expect(await ofDay()).toMatchObject({ ready: 50, follows: true });
  await saveCells(agent, null, [{ branch: b, currency: 'USD', ready: 300 }]);
  expect(await ofDay()).toMatchObject({ ready: 300, follows: true });
  for (const ready of [60, null]) await saveCells(agent, day, [{ branch: b, currency: 'USD', ready }]);
  expect(await ofDay()).toMatchObject({ ready: 300, follows: true });

  // an emptied usual figure is nothing, and the same cell twice is a mistake
  await saveCells(agent, null, [{ branch: b, currency: 'USD', ready: null }]);
  expect(await ofDay()).toMatchObject({ ready: 50, follows: true });
  const twice = [cells[0], cells[0]] as typeof cells;
  expect((await saveCells(agent, null, twice)).json()).toMatchObject({ code: 'same_cell' });
  // a cell of another company refuses all
  expect((await saveCells(agent2, null, cells)).statusCode).toBe(404);
  expect(await stocks(agent2)).toEqual([]);
});

test('changed terms and stocks are journal lines, with what changed alone', async () => {
  const { db, companies, users } = office;
  await emptyJournals(db);
  const lines = () =>
    db
      .selectFrom('audit_entries')
      .where('company_id', '=', companies.Quais ?? 0)
      .select(['action', 'user_id', 'changes'])
      .orderBy('id')
      .execute();
  const send = async (terms: typeof DEFAULT_TERMS) =>
    agent.post('/api/reservations/terms', { terms, updated_at: (await own(agent)).updated_at });
  const present = (await own(agent)).terms;
  const terms = { ...present, hold_hours: 24, buy_back: { share: 40, days: 30, percent_off: 0 } };
  for (const _ of ['saved', 'saved again']) expect((await send(terms)).statusCode).toBe(200);
  const day = '2026-11-24';
  const cell = { branch: null, currency: 'USD' };
  await save(agent, { ...cell, day: null, ready: 100 });
  await save(agent, { ...cell, day: null, ready: 100 });
  await save(agent, { ...cell, day, ready: 250.5 });
  await save(agent, { ...cell, day, ready: null });
  const ofStocks = (on: string | null, was: number | null, is: number | null) => ({
    action: 'stocks.edited',
    user_id: users.agent,
    changes: { day: [on, on], count: [1, 1], stocks: [[{ ...cell, ready: was }], [{ ...cell, ready: is }]] },
  });
  expect(await lines()).toEqual([
    {
      action: 'terms.edited',
      user_id: users.agent,
      changes: { hold_hours: ['48', '24'], buys_back: [false, true], share: ['50', '40'] },
    },
    ofStocks(null, null, 100),
    ofStocks(day, null, 250.5),
    ofStocks(day, 250.5, null),
  ]);
});

test('the journal line of a large save holds its count and the first fifty cells', async () => {
  const { db, companies } = office;
  await emptyJournals(db);
  const company_id = companies.Quais ?? 0;
  const rows = Array.from({ length: 60 }, (_, at) => aBranchRow({ company_id, name: `Kiosque ${at}` }));
  const branches = await db.insertInto('branches').values(rows).returning('id').execute();
  const cells = branches.map(({ id }) => ({ branch: id, currency: 'USD', ready: 10 }));
  expect((await saveCells(agent, null, cells)).statusCode).toBe(200);
  const { changes } = await db
    .selectFrom('audit_entries')
    .where('company_id', '=', company_id)
    .select('changes')
    .executeTakeFirstOrThrow();
  const fifty = expect.objectContaining({ length: 50 });
  expect(changes).toEqual({ day: [null, null], count: [60, 60], stocks: [fifty, fifty] });
});

test('no stock is set more than a year ahead, or where the grid shows no counter', async () => {
  const stock = { branch: null, currency: 'USD', day: null, ready: 5 };
  expect((await save(agent, { ...stock, day: '2027-11-21' })).statusCode).toBe(200);
  const far = await save(agent, { ...stock, day: '2027-11-22' });
  expect([far.statusCode, far.json().code]).toEqual([400, 'far_day']);
  const company_id = office.companies.Quais ?? 0;
  const rows = [
    aBranchRow({ company_id, name: 'Agence close', closed_at: ASKED_AT }),
    aBranchRow({ company_id, name: 'Sans comptoir', kind: 'no_counter' }),
  ];
  for (const { id: branch } of await office.db
    .insertInto('branches')
    .values(rows)
    .returning('id')
    .execute()) {
    const refused = await save(agent, { ...stock, branch });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'no_counter']);
  }
});

test('the grid has the open counters of the own bureau, and the currencies that it fixes or has', async () => {
  const { db, companies } = office;
  const company_id = companies.Zéphyr ?? 0;
  const rows = [
    aBranchRow({ company_id, name: 'Port' }),
    aBranchRow({ company_id, name: 'Bureau fermé', closed_at: ASKED_AT }),
    aBranchRow({ company_id, name: 'Siège', kind: 'no_counter' }),
  ];
  await db.insertInto('branches').values(rows).execute();
  const fixing = { currency_code: 'GBP', purchase: null, sale: '0.9', updated_at: at };
  await db
    .insertInto('fixings')
    .values(aFixingRow({ company_id, ...fixing }))
    .execute();
  await save(agent2, { branch: null, currency: 'MAD', day: null, ready: 5 });
  const { branches, currencies } = (await agent2.get('/api/reservations/stocks')).json();
  expect(branches.map(({ name }: { name: string }) => name)).toEqual(['Port']);
  expect(currencies.map(({ code }: { code: string }) => code)).toEqual(['EUR', 'GBP', 'MAD']);
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
