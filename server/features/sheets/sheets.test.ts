import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Sheet, SheetRow } from '#domain/sheets/sheet.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type Browser, enter, furnishOffice, type Office } from '../../testing/office.ts';
import { aCompanyRow } from '../../testing/rows.ts';
import { lockCompanyFixings } from '../rates/fixings.queries.ts';
import { resumeDue } from '../rates/resume-due.ts';

let database: TestDatabase;
let server: TestApp;
let office: Office;
let agent: Browser;
let agent2: Browser;
// 7 in the morning in Paris: the day before ended 7 hours ago
const MORNING = new Date('2026-11-21T06:00:00.123Z');
let clock = MORNING;

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  server = await startTestApp(database.url, () => clock);
  await server.book.loaded;
  [agent, agent2] = [await enter(server.app, 'agent'), await enter(server.app, 'agent2')];
});
beforeEach(async () => {
  clock = new Date(clock.getTime() + 1_000);
  for (const table of ['fixings', 'sheets', 'sheet_currencies'] as const) {
    await database.db.deleteFrom(table).execute();
  }
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const SOON = { timeout: 20_000, interval: 10 };
const fix = (who: Browser, code: string, amounts: { purchase?: number; sale?: number }) =>
  who.post('/api/fixings/update', { currency: { code }, base: 'EUR', amounts });
const sheetOf = async (who: Browser) => (await who.get('/api/fixings/sheet')).json<Sheet>();
const codesOf = ({ rows }: Sheet) => rows.map(({ code }) => code);
const suspend = (who: Browser, code: string, sides: object) =>
  who.post('/api/fixings/suspend', { currency: { code }, ...sides });
/** The bureaux that a traveller with euros, or with that currency, is shown. */
const shown = async (code: string, offerIsBase = true) => {
  const [offer, wish] = [
    { currency: offerIsBase ? 'EUR' : code, amount: 500 },
    { currency: offerIsBase ? code : 'EUR' },
  ];
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/public/offers',
    headers: { host: 'localhost' },
    payload: { offer, wish },
  });
  return answer.json().offers.map((one: { company: { name: string } }) => one.company.name);
};
const caughtUp = async () => {
  const { rows } = await sql<{ last: number }>`SELECT max(version) AS last FROM changes`.execute(database.db);
  await vi.waitFor(() => expect(server.book.version()).toBe(rows[0]?.last), SOON);
};

test('a sheet changed by a colleague since it was seen is not overwritten', async () => {
  const save = (currencies: string[], seen?: string[] | null) =>
    agent.post('/api/fixings/sheet', { currencies, seen });
  expect((await save(['USD', 'GBP'], null)).statusCode).toBe(200);
  // made meanwhile, in another order, or with one more
  for (const seen of [null, ['GBP', 'USD'], ['USD']]) {
    const late = await save(['MAD'], seen);
    expect([late.statusCode, late.json().code]).toEqual([409, 'sheet_changed']);
  }
  expect(codesOf(await sheetOf(agent))).toEqual(['USD', 'GBP']);
  // what is served and has no place stands behind the others where it is seen
  await fix(agent, 'MAD', { sale: 10.4 });
  expect((await save(['MAD', 'USD', 'GBP'], ['USD', 'GBP', 'MAD'])).statusCode).toBe(200);
  expect((await save(['MAD'])).statusCode).toBe(200);
});

test('a company without a sheet gets its served currencies in the order of the grid; then its own order', async () => {
  await fix(agent, 'GBP', { sale: 0.85 });
  await fix(agent, 'USD', { sale: 1.1 });
  await fix(agent2, 'MAD', { sale: 10.4 });
  const first = await sheetOf(agent);
  expect(first).toMatchObject({
    base: 'EUR',
    is_made: false,
    quote_unit: 'per_base',
    at: clock.toISOString(),
  });
  expect(codesOf(first)).toEqual(['USD', 'GBP']);
  const made = await agent.post('/api/fixings/sheet', {
    currencies: ['MAD', 'GBP'],
    quote_unit: 'base_per_100',
  });
  expect(made.statusCode).toBe(200);
  expect(made.json()).toMatchObject({ is_made: true, quote_unit: 'base_per_100' });
  // what is served and was not placed comes last; what was placed is there before its first rate
  expect(codesOf(made.json())).toEqual(['MAD', 'GBP', 'USD']);
  expect(made.json().rows[0]).toMatchObject({
    sale: null,
    updated_at: null,
    yesterday: null,
    rank: null,
    suspended: null,
  });
  const moved = await agent.post('/api/fixings/sheet', { currencies: ['USD', 'MAD', 'GBP'] });
  expect([codesOf(moved.json()), moved.json().quote_unit]).toEqual([['USD', 'MAD', 'GBP'], 'base_per_100']);
  expect(await sheetOf(agent)).toEqual(moved.json());
  // the other bureau has its own
  expect(await sheetOf(agent2)).toMatchObject({ is_made: false, rows: [{ code: 'MAD' }] });
});

test.each([
  [['USD', 'USD']],
  [['EUR']],
  [['XXX']],
  ['USD'],
  [Array(201).fill('USD')],
])('a sheet of %j is a 400 in French, and changes nothing', async (currencies) => {
  const answer = await agent.post('/api/fixings/sheet', { currencies });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().message).toMatch(/^(Le champ « [A-Z]|La devise )/);
  expect((await sheetOf(agent)).is_made).toBe(false);
});

test('a row has its mid rate with its day, and the company’s rates at the end of the day before in Paris', async () => {
  const rowOf = async (code: string) =>
    (await sheetOf(agent)).rows.find((row) => row.code === code) as SheetRow;
  const today = clock;
  // 23:59 in Paris, and a minute after midnight
  clock = new Date('2026-11-20T22:59:00Z');
  await fix(agent, 'USD', { purchase: 1.17, sale: 1.101 });
  clock = new Date('2026-11-20T23:01:00Z');
  await fix(agent, 'USD', { sale: 1.102 });
  await fix(agent, 'GBP', { sale: 0.85 });
  clock = today;
  await fix(agent, 'USD', { sale: 1.103 });
  expect(await rowOf('USD')).toMatchObject({
    sale: 1.103,
    mid_at: '2026-11-20T15:00:00.000Z',
    mid_source: 'test',
    yesterday: { purchase: 1.17, sale: 1.101 },
  });
  expect(await rowOf('GBP')).toMatchObject({ sale: 0.85, yesterday: null });
});

test('a rank is that of a comparison of 500 €: by amount handed over, fresh first, none for rates not compared', async () => {
  const rank = async (who: Browser) => (await sheetOf(who)).rows[0]?.rank;
  await fix(agent, 'USD', { sale: 1.1 });
  await caughtUp();
  expect(await rank(agent)).toEqual({ place: 1, of: 1, best: 1.1 });
  await fix(agent2, 'USD', { sale: 1.105 });
  await caughtUp();
  expect(await rank(agent)).toEqual({ place: 2, of: 2, best: 1.105 });
  expect(await rank(agent2)).toEqual({ place: 1, of: 2, best: 1.105 });
  expect(await shown('USD')).toEqual(['Zéphyr', 'Quais']);
  // the same cents for 500 €: by name
  await fix(agent, 'USD', { sale: 1.104999 });
  await fix(agent2, 'USD', { sale: 1.105 - 0.000002 });
  await caughtUp();
  expect([await rank(agent), await shown('USD')]).toEqual([
    { place: 1, of: 2, best: 1.104999 },
    ['Quais', 'Zéphyr'],
  ]);
  // held: not compared
  await fix(agent, 'USD', { sale: 1.5 });
  await caughtUp();
  expect(await rank(agent)).toBeNull();
  expect(await rank(agent2)).toMatchObject({ place: 1, of: 1 });
});

test('a suspended side leaves comparisons at once, keeps its rate and its age, and returns', async () => {
  await fix(agent, 'USD', { purchase: 1.17, sale: 1.1 });
  const fixedAt = clock.toISOString();
  const { last } = await database.db
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  await caughtUp();
  expect([await shown('USD'), await shown('USD', false)]).toEqual([['Quais'], ['Quais']]);
  clock = new Date(clock.getTime() + 1_000);
  const until = new Date(clock.getTime() + 3_600_000).toISOString();
  const answer = await suspend(agent, 'USD', { sale: true, until });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    sale: 1.1,
    purchase: 1.17,
    updated_at: fixedAt,
    suspended: { purchase: false, sale: true, until },
    by: { name: 'agent' },
  });
  await caughtUp();
  expect([await shown('USD'), await shown('USD', false)]).toEqual([[], ['Quais']]);
  expect((await sheetOf(agent)).rows[0]).toMatchObject({ rank: null, suspended: { sale: true, until } });
  // both sides, without end; a rate that is set meanwhile stays out
  await suspend(agent, 'USD', { purchase: true });
  await fix(agent, 'USD', { sale: 1.101 });
  await caughtUp();
  expect([await shown('USD'), await shown('USD', false)]).toEqual([[], []]);
  expect((await sheetOf(agent)).rows[0]?.suspended).toEqual({ purchase: true, sale: true, until: null });
  const back = await suspend(agent, 'USD', { purchase: false, sale: false });
  expect(back.json().suspended).toEqual({ purchase: false, sale: false, until: null });
  await caughtUp();
  expect([await shown('USD'), await shown('USD', false)]).toEqual([['Quais'], ['Quais']]);
  const acts = await database.db
    .selectFrom('audit_entries')
    .where('action', '=', 'fixing.suspended')
    .where('id', '>', last ?? 0)
    .select(['user_id', 'changes'])
    .orderBy('id')
    .execute();
  expect(acts).toMatchObject([
    { user_id: office.users.agent, changes: { currency: [null, 'USD'], is_sale_suspended: [false, true] } },
    { changes: { currency: [null, 'USD'], is_purchase_suspended: [false, true] } },
    { changes: { is_purchase_suspended: [true, false], is_sale_suspended: [true, false] } },
  ]);
});

test('a side suspended until a moment is resumed then, by any instance, and nothing else is', async () => {
  await fix(agent, 'USD', { sale: 1.1 });
  await fix(agent, 'GBP', { sale: 0.85 });
  await fix(agent, 'MAD', { sale: 10.4 });
  for (const code of ['USD', 'GBP']) {
    await suspend(agent, code, { sale: true, until: new Date(clock.getTime() + 60_000).toISOString() });
  }
  await suspend(agent, 'MAD', { sale: true });
  // whoever resumes looks at once when the next end is, though it is to look later
  const { rows: jobs } = await sql`
    SELECT FROM graphile_worker.jobs WHERE key = 'resume-fixings' AND run_at <= now()`.execute(database.db);
  expect(jobs).toHaveLength(1);
  // by the clock of the database
  await sql`UPDATE fixings SET sale_suspended_until = now() + CASE currency_code WHEN 'USD' THEN interval '-1 second'
    ELSE interval '1 hour' END WHERE sale_suspended_until IS NOT NULL`.execute(database.db);
  const waits = await Promise.all([resumeDue(database.db), resumeDue(database.db)]);
  for (const wait of waits) expect(wait).toBeGreaterThan(3_500_000);
  const suspendedNow = (await sheetOf(agent)).rows.map(({ code, suspended }) => [code, suspended?.sale]);
  expect(suspendedNow).toEqual([
    ['USD', false],
    ['MAD', true],
    ['GBP', true],
  ]);
  await caughtUp();
  expect(await shown('USD')).toEqual(['Quais']);
});

/** By the clock of the database, which is what counts. */
const endPurchases = () =>
  sql`UPDATE fixings SET purchase_suspended_until = now() - interval '1 second'
    WHERE purchase_suspended_until IS NOT NULL`.execute(database.db);
const stateOf = async (code: string) =>
  (await sheetOf(agent)).rows.find((row) => row.code === code)?.suspended;

test('each side has its own end: the sale without end stays when the purchase returns', async () => {
  const until = new Date(clock.getTime() + 3_600_000).toISOString();
  for (const code of ['USD', 'GBP'])
    await fix(agent, code, { purchase: code === 'USD' ? 1.17 : 0.87, sale: code === 'USD' ? 1.1 : 0.85 });
  await suspend(agent, 'USD', { sale: true });
  const answer = await suspend(agent, 'USD', { purchase: true, until });
  // nobody knows when all of it is over
  expect(answer.json().suspended).toEqual({ purchase: true, sale: true, until: null });
  await suspend(agent, 'GBP', { purchase: true, until });
  await suspend(agent, 'GBP', { sale: true });
  await endPurchases();
  expect(await resumeDue(database.db)).toBeNull();
  const left = { purchase: false, sale: true, until: null };
  expect([await stateOf('USD'), await stateOf('GBP')]).toEqual([left, left]);
  await caughtUp();
  expect([await shown('USD'), await shown('USD', false)]).toEqual([[], ['Quais']]);
  const told = await database.db
    .selectFrom('audit_entries')
    .where('action', '=', 'fixing.resumed')
    .where('company_id', '=', office.companies.Quais ?? 0)
    .where(sql<boolean>`changes -> 'currency' ->> 1 = 'USD'`)
    .where(sql<boolean>`changes ? 'is_purchase_suspended'`)
    .select(['user_id', 'changes'])
    .execute();
  expect(told).toMatchObject([{ user_id: null, changes: { is_purchase_suspended: [true, false] } }]);
});

test('of two ends the later one is reported, and a side resumed by hand leaves the other’s end', async () => {
  const [soon, late] = [1, 2].map((hours) => new Date(clock.getTime() + hours * 3_600_000).toISOString());
  await fix(agent, 'USD', { purchase: 1.17, sale: 1.1 });
  await suspend(agent, 'USD', { sale: true, until: late });
  await suspend(agent, 'USD', { purchase: true, until: soon });
  expect(await stateOf('USD')).toEqual({ purchase: true, sale: true, until: late });
  await suspend(agent, 'USD', { sale: false });
  expect(await stateOf('USD')).toEqual({ purchase: true, sale: false, until: soon });
});

test('a resumption waits for a publication, and uses the end that this one sets', async () => {
  await fix(agent, 'USD', { purchase: 1.17, sale: 1.1 });
  await suspend(agent, 'USD', { purchase: true, until: new Date(clock.getTime() + 60_000).toISOString() });
  await endPurchases();
  const trx = await database.db.startTransaction().execute();
  await lockCompanyFixings(trx, office.companies.Quais ?? 0);
  const resumed = resumeDue(database.db);
  await vi.waitFor(async () => {
    const { rows } = await sql`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(database.db);
    expect(rows).toHaveLength(1);
  }, SOON);
  await sql`UPDATE fixings SET purchase_suspended_until = now() + interval '1 hour'`.execute(trx);
  await trx.commit().execute();
  expect(await resumed).toBeGreaterThan(3_500_000);
  expect(await stateOf('USD')).toMatchObject({ purchase: true });
});

test('an older instance sets one end for both sides, and resumes none of ours', async () => {
  await fix(agent, 'USD', { purchase: 1.17, sale: 1.1 });
  const until = new Date(clock.getTime() + 60_000).toISOString();
  await sql`UPDATE fixings SET is_sale_suspended = true, suspended_until = ${until}`.execute(database.db);
  expect(await stateOf('USD')).toEqual({ purchase: false, sale: true, until });
  const { rows } = await sql`SELECT FROM fixings WHERE suspended_until IS NOT NULL`.execute(database.db);
  expect(rows).toHaveLength(0);
});

test.each([
  ['neither side', {}, 400],
  ['an end that is over', { sale: true, until: '2026-11-20T00:00:00Z' }, 400],
  ['an end in ten years', { sale: true, until: '2036-11-20T00:00:00Z' }, 400],
  ['no instant', { sale: true, until: 'demain' }, 400],
  ['a side without a rate', { purchase: true }, 409],
])('%s is refused, and changes nothing', async (_what, sides, status) => {
  await fix(agent, 'USD', { sale: 1.1 });
  const answer = await suspend(agent, 'USD', sides);
  expect(answer.statusCode).toBe(status);
  expect((await sheetOf(agent)).rows[0]?.suspended).toEqual({ purchase: false, sale: false, until: null });
  expect((await suspend(agent, 'MAD', { sale: true })).json().code).toBe('never_fixed');
});

test('a removed currency is no longer served, its log line says so, and other companies keep it', async () => {
  await fix(agent, 'USD', { sale: 1.1 });
  await fix(agent, 'GBP', { sale: 0.85 });
  await fix(agent2, 'USD', { sale: 1.105 });
  await agent.post('/api/fixings/sheet', { currencies: ['USD', 'GBP'] });
  const seen = (await sheetOf(agent)).rows[0]?.updated_at;
  const leave = (updated_at: string | null | undefined) =>
    agent.post('/api/fixings/leave', { currency: { code: 'USD' }, updated_at });
  clock = new Date(clock.getTime() + 1_000);
  await fix(agent, 'USD', { sale: 1.11 });
  const late = await leave(seen);
  expect([late.statusCode, late.json().current.sale]).toEqual([409, 1.11]);
  expect(codesOf(await sheetOf(agent))).toEqual(['USD', 'GBP']);
  clock = new Date(clock.getTime() + 1_000);
  const answer = await leave(late.json().current.updated_at);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    code: 'USD',
    sale: null,
    purchase: null,
    updated_at: null,
    suspended: null,
  });
  expect(codesOf(await sheetOf(agent))).toEqual(['GBP']);
  const [line] = (await agent.get('/api/fixings/logs?limit=1')).json();
  expect(line).toMatchObject({
    at: clock.toISOString(),
    params: { currency: { code: 'USD' }, amounts: { purchase: null, sale: null } },
    is_refusal: false,
  });
  await caughtUp();
  expect(await shown('USD')).toEqual(['Zéphyr']);
  // and comes back
  expect((await fix(agent, 'USD', { sale: 1.1 })).statusCode).toBe(200);
  // one that was never served leaves without a line
  const { length } = (await agent.get('/api/fixings/logs')).json();
  await agent.post('/api/fixings/sheet', { currencies: ['MAD'] });
  expect(
    (await agent.post('/api/fixings/leave', { currency: { code: 'MAD' }, updated_at: null })).statusCode,
  ).toBe(200);
  expect((await agent.get('/api/fixings/logs')).json()).toHaveLength(length);
  expect(codesOf(await sheetOf(agent))).toEqual(['USD', 'GBP']);
});

const IN_EUROS = { unit: 'base_per_100', decimals: 'comma', purchase: 2, sale: 3, quantity: null };

test('the form of a table is remembered for the company, and for no other one', async () => {
  const formOf = async (who: Browser) => (await who.get('/api/fixings/table-form')).json();
  expect(await formOf(agent)).toBe(null);
  for (const form of [IN_EUROS, { ...IN_EUROS, unit: 'base_per_quantity', quantity: 1, sale: null }]) {
    const answer = await agent.post('/api/fixings/table-form', form);
    expect([answer.statusCode, answer.json()]).toEqual([200, form]);
    expect(await formOf(agent)).toEqual(form);
  }
  expect(await formOf(agent2)).toBe(null);
});

test.each([
  { unit: 'per_hundred' },
  { purchase: -1 },
  { sale: 100 },
  { quantity: 1.5 },
  { decimals: undefined },
])('a form of a table with %j is a 400 in French', async (wrong) => {
  const answer = await agent.post('/api/fixings/table-form', { ...IN_EUROS, ...wrong });
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    expect.stringMatching(/^Le champ « [A-Z]/),
  ]);
});

test('the form of a table goes with its company, where an older instance removes it', async () => {
  const { db } = database;
  const { id } = await db
    .insertInto('companies')
    .values(aCompanyRow({ name: 'Comptoir', logo: 'comptoir', site: 'https://comptoir.example' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    INSERT INTO table_forms (company_id, unit, decimals, taken_at)
    VALUES (${id}, 'units', 'comma', now())`.execute(db);
  await db.deleteFrom('companies').where('id', '=', id).execute();
  const forms = db.selectFrom('table_forms').where('company_id', '=', id);
  expect(await forms.selectAll().execute()).toEqual([]);
});

test('a user without a company has an empty sheet, and creates none', async () => {
  const loner = await enter(server.app, 'loner');
  expect(await sheetOf(loner)).toMatchObject({ is_made: false, rows: [] });
  for (const [url, body] of [
    ['/api/fixings/sheet', { currencies: [] }],
    ['/api/fixings/suspend', { currency: { code: 'USD' }, sale: true }],
    ['/api/fixings/table-form', IN_EUROS],
    ['/api/fixings/leave', { currency: { code: 'USD' }, updated_at: null }],
  ] as const) {
    const answer = await loner.post(url, body);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'no_company']);
  }
});
