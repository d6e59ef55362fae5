import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Branch } from '#domain/branches/branch-draft.ts';
import type { OffersAnswer } from '#domain/offers/offer.ts';
import type { FixingLog, RateRow } from '#domain/rates/fixing.ts';
import type { Sheet } from '#domain/sheets/sheet.ts';
import { aBranchDraft } from '#domain/testing/branches.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type Browser, enter, furnishOffice, type Office } from '../../testing/office.ts';
import { aBranchFixingRow } from '../../testing/rows.ts';
import { lockCompanyFixings } from '../rates/fixings.queries.ts';
import { resumeDue } from '../rates/resume-due.ts';

const ORLY = { lat: 48.7262, lon: 2.3652 };
const SOON = { timeout: 20_000, interval: 10 };

let database: TestDatabase;
let server: TestApp;
let office: Office;
let agent: Browser;
let colleague: Browser;
let agent2: Browser;
/** The branch that has a sheet of its own. */
let airport: number;
let clock: Date;

beforeEach(async () => {
  clock = new Date();
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  // without a mid rate of these days a jump is held
  await sql`UPDATE mid_rates SET at = at + (${clock} - (SELECT max(at) FROM mid_rates))`.execute(database.db);
  await database.db
    .updateTable('users')
    .set({ company_id: office.companies.Quais ?? 0 })
    .where('id', '=', office.users.loner)
    .execute();
  server = await startTestApp(database.url, () => clock);
  await server.book.loaded;
  [agent, colleague, agent2] = await Promise.all([
    enter(server.app, 'agent'),
    enter(server.app, 'loner'),
    enter(server.app, 'agent2'),
  ]);
  const draft = aBranchDraft({ name: 'Orly 4', city: 'Orly', kind: 'airport', rates: 'own' });
  const added = await agent.post('/api/branches/save', {
    ...draft,
    lat: String(ORLY.lat),
    lon: String(ORLY.lon),
  });
  expect(added.statusCode, added.body).toBe(200);
  airport = added.json().id;
  await fix({ purchase: 1.17, sale: 1.1 });
  await fix({ purchase: 1.25, sale: 1.02 }, airport);
});
afterEach(async () => {
  await server.close();
  await database.close();
});

const fix = (amounts: object, branch?: number, who = agent) =>
  who.post('/api/fixings/update', { currency: { code: 'USD' }, base: 'EUR', amounts, branch });
const publish = (sale: number, headers = {}) => {
  const fixings = ['USD', 'GBP'].map((code) => ({
    currency: { code },
    amounts: { sale: code === 'USD' ? sale : 0.8 },
  }));
  return agent.post('/api/fixings/batch', { base: 'EUR', fixings, branch: airport }, headers);
};
const sheetOf = async (branch?: number): Promise<Sheet> =>
  (await agent.get(`/api/fixings/sheet${branch === undefined ? '' : `?branch=${branch}`}`)).json();
const rowOf = async (branch?: number): Promise<RateRow | undefined> =>
  (await sheetOf(branch)).rows.find(({ code }) => code === 'USD');
async function offered(wishes: object = {}): Promise<[number, string | undefined][]> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/public/offers',
    headers: { host: 'localhost' },
    payload: { offer: { currency: 'EUR', amount: 100 }, wish: { currency: 'USD' }, ...wishes },
  });
  const { offers }: OffersAnswer = answer.json();
  return offers.map(({ rate, branch }) => [rate, branch?.name]);
}
const asSeen = ({ id, updated_at }: Branch) => ({ id, updated_at });
const audit = () => database.db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').execute();

test('a branch has its own sheet beside the company’s, which stays unchanged', async () => {
  expect((await fix({ purchase: 1.17, sale: 1.1 })).statusCode).toBe(200);
  const fixed = await fix({ purchase: 1.25, sale: 1.02 }, airport);
  expect(fixed.json()).toMatchObject({ code: 'USD', purchase: 1.25, sale: 1.02 });
  expect(await rowOf()).toMatchObject({ purchase: 1.17, sale: 1.1 });
  expect(await rowOf(airport)).toMatchObject({ purchase: 1.25, sale: 1.02, rank: null, rule: null });
  expect((await sheetOf()).counters).toEqual([{ id: airport, name: 'Orly 4' }]);

  const made = await agent.post('/api/fixings/sheet', { currencies: ['GBP', 'USD'], branch: airport });
  expect(made.json()).toMatchObject({ is_made: true, rows: [{ code: 'GBP' }, { code: 'USD' }] });
  expect(await sheetOf()).toMatchObject({ is_made: false, rows: [{ code: 'USD' }] });
});

test('travellers get the branch’s rate there, and the name of the best branch', async () => {
  // all of the bureau's counters have sheets of their own: its rates are paid nowhere
  await expect.poll(() => offered(), SOON).toEqual([[1.02, 'Orly 4']]);
  expect(await offered({ near: ORLY })).toEqual([[1.02, 'Orly 4']]);
  const street = aBranchDraft({ name: 'Quai', lat: '45.76', lon: '4.85' });
  await agent.post('/api/branches/save', { ...street });
  await expect.poll(() => offered(), SOON).toEqual([[1.1, undefined]]);
  expect(await offered({ near: ORLY })).toEqual([[1.02, 'Orly 4']]);
  expect(await offered({ near: { lat: 45.76, lon: 4.85 } })).toEqual([[1.1, 'Quai']]);
  expect((await fix({ sale: 1.12 }, airport)).statusCode).toBe(200);
  await expect.poll(() => offered(), SOON).toEqual([[1.12, 'Orly 4']]);
});

test('a batch is published, repeated by its key, and undone, for that branch only', async () => {
  const key = { 'idempotency-key': 'orly-1' };
  const answer = await publish(1.05, key);
  expect(answer.json().rates).toMatchObject([
    { code: 'USD', sale: 1.05 },
    { code: 'GBP', sale: 0.8 },
  ]);
  expect((await publish(1.05, key)).body).toBe(answer.body);
  const last = async (branch = '') => (await agent.get(`/api/fixings/batch/last${branch}`)).json();
  expect(await last(`?branch=${airport}`)).toMatchObject({ batch_id: answer.json().batch_id, count: 2 });
  expect(await last()).toBeNull();
  expect((await rowOf())?.sale).toBe(1.1);
  const back = await agent.post('/api/fixings/batch/take-back', { batch_id: answer.json().batch_id });
  expect(back.json().rates).toMatchObject([
    { code: 'USD', sale: 1.02 },
    { code: 'GBP', sale: null },
  ]);
  expect((await rowOf())?.sale).toBe(1.1);
});

test('a row changed at the branch is refused, and one changed at the company is not', async () => {
  const seen = (await rowOf(airport))?.updated_at;
  await fix({ sale: 1.09 });
  const asked = { currency: { code: 'USD' }, base: 'EUR', branch: airport, updated_at: seen };
  const first = await agent.post('/api/fixings/update', { ...asked, amounts: { sale: 1.06 } });
  expect(first.statusCode).toBe(200);
  const second = await colleague.post('/api/fixings/update', { ...asked, amounts: { sale: 1.07 } });
  expect([second.statusCode, second.json().current.sale]).toEqual([409, 1.06]);
});

test('the history names the branch, apart from the company’s', async () => {
  await fix({ sale: 1.09 });
  await fix({ sale: 1.06 }, airport);
  const logs: FixingLog[] = (await agent.get('/api/fixings/logs')).json();
  expect(logs[0]).toMatchObject({
    branch: { id: airport, name: 'Orly 4' },
    params: { amounts: { sale: 1.06 } },
    former: { sale: 1.02 },
  });
  expect(logs[1]).toMatchObject({ params: { amounts: { sale: 1.09 } }, former: { sale: 1.1 } });
  expect(logs[1]).not.toHaveProperty('branch');
  const there: FixingLog[] = (await agent.get(`/api/fixings/logs?branch=${airport}`)).json();
  expect(new Set(there.map(({ branch }) => branch?.id))).toEqual(new Set([airport]));
  const curve = async (query: string) =>
    (await agent.get(`/api/fixings/curve/USD${query}`)).json().steps.at(-1).sale;
  expect(await curve(`?branch=${airport}`)).toBe(1.06);
  expect(await curve('')).toBe(1.09);
});

test('branch rates are confirmed, suspended and resumed without the company’s', async () => {
  clock = new Date(clock.getTime() + 3_600_000);
  const confirmed = await agent.post('/api/fixings/confirm', { currencies: ['USD'], branch: airport });
  expect(confirmed.json().rates).toMatchObject([{ sale: 1.02, updated_at: clock.toISOString() }]);
  expect((await rowOf())?.updated_at).not.toBe(clock.toISOString());

  const asked = { currency: { code: 'USD' }, branch: airport };
  const until = new Date(clock.getTime() + 60_000).toISOString();
  const suspended = await agent.post('/api/fixings/suspend', { ...asked, sale: true, until });
  expect(suspended.json().suspended).toEqual({ purchase: false, sale: true, until });
  expect((await rowOf())?.suspended).toMatchObject({ sale: false });
  await expect.poll(() => offered({ near: ORLY }), SOON).toEqual([]);
  expect((await audit())[0]).toMatchObject({
    action: 'fixing.suspended',
    changes: { branch: [null, 'Orly 4'], currency: [null, 'USD'] },
  });
  await database.db
    .updateTable('branch_fixings')
    .set({ sale_suspended_until: new Date(0) })
    .where('branch', '=', airport)
    .execute();
  await resumeDue(database.db);
  await expect.poll(() => offered({ near: ORLY }), SOON).toEqual([[1.02, 'Orly 4']]);
});

test('an implausible branch rate is held until a second person of the company accepts it', async () => {
  const fixed = await fix({ sale: 1.4 }, airport);
  expect(fixed.json()).toMatchObject({ sale: 1.4, held: true });
  const held = async (who: Browser) => (await who.get('/api/fixings/held')).json().held;
  expect(await held(colleague)).toMatchObject([
    { branch: { id: airport, name: 'Orly 4' }, row: { sale: 1.4 }, former: { sale: 1.02 }, may_review: true },
  ]);
  expect(await held(agent2)).toEqual([]);
  const { updated_at } = fixed.json();
  const review = {
    company_id: office.companies.Quais,
    currency: { code: 'USD' },
    updated_at,
    branch: airport,
  };
  expect((await agent.post('/api/fixings/review', { ...review, accept: true })).statusCode).toBe(403);
  const refused = await colleague.post('/api/fixings/review', { ...review, accept: false });
  expect([refused.statusCode, refused.json().sale]).toEqual([200, 1.02]);
  expect((await audit())[0]).toMatchObject({
    action: 'fixing.refused',
    changes: { branch: [null, 'Orly 4'] },
  });
  await expect.poll(() => offered({ near: ORLY }), SOON).toEqual([[1.02, 'Orly 4']]);
});

test('a currency leaves the branch’s sheet and stays on the company’s', async () => {
  const { updated_at } = (await rowOf(airport)) ?? {};
  const left = await agent.post('/api/fixings/leave', {
    currency: { code: 'USD' },
    updated_at,
    branch: airport,
  });
  expect(left.json()).toMatchObject({ sale: null });
  expect((await rowOf())?.sale).toBe(1.1);
  expect((await fix({ sale: 1.06 }, airport)).statusCode).toBe(200);
});

test.each([
  [
    'is closed',
    (row: Branch) => agent.post('/api/branches/close', { ...asSeen(row), is_closed: !row.is_closed }),
  ],
  [
    'follows its bureau',
    ({ is_closed, company_id, ...row }: Branch) =>
      agent.post('/api/branches/save', { ...row, rates: row.rates === 'own' ? 'company' : 'own' }),
  ],
])('a branch’s rates are deleted when it %s: no old rate is compared when it returns', async (_, turn) => {
  const branchNow = async (): Promise<Branch> => (await agent.get(`/api/branches/${airport}`)).json();
  const kept = () =>
    database.db.selectFrom('branch_fixings').where('branch', '=', airport).select('sale').execute();
  await fix({ sale: 1.06 }, airport);
  await expect.poll(() => offered({ near: ORLY }), SOON).toEqual([[1.06, 'Orly 4']]);
  expect((await fix({ sale: 1.4 }, airport)).json()).toMatchObject({ held: true });
  const before = await kept();
  expect(before).toHaveLength(1);

  expect((await turn(await branchNow())).statusCode).toBe(200);
  expect(await kept()).toEqual([]);
  const [line]: FixingLog[] = (await agent.get(`/api/fixings/logs?branch=${airport}`)).json();
  expect(line).toMatchObject({ params: { amounts: {} }, former: { sale: 1.4 } });
  expect(line?.params.amounts.sale ?? null).toBeNull();

  // as it would stand there had somebody fixed it while the branch left, or before this was so
  await database.db
    .insertInto('branch_fixings')
    .values(
      aBranchFixingRow({
        company_id: office.companies.Quais ?? 0,
        branch: airport,
        currency_code: 'USD',
        sale: '1.4',
        updated_at: clock,
        held_at: clock,
        held_by: [office.users.agent],
      }),
    )
    .execute();
  expect((await colleague.get('/api/fixings/held')).json()).toEqual({ held: [], total: 0 });
  expect((await turn(await branchNow())).statusCode).toBe(200);
  expect(await kept()).toEqual([]);
  expect((await fix({ sale: 1.06 }, airport)).statusCode).toBe(200);
  await expect.poll(() => offered({ near: ORLY }), SOON).toEqual([[1.06, 'Orly 4']]);
});

test('a reservation at a branch during its closure is waited for, and waits for nobody', async () => {
  const seen: Branch = (await agent.get(`/api/branches/${airport}`)).json();
  const closing = await database.db.transaction().execute(async (trx) => {
    // locks in the order of a reservation request: the fixing, then the rows of the branch
    await trx.selectFrom('branch_fixings').where('branch', '=', airport).select('sale').forShare().execute();
    const answer = agent.post('/api/branches/close', { ...asSeen(seen), is_closed: true });
    const waiting = sql<{ count: number }>`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE 'delete from "branch_fixings"%'`;
    await expect.poll(async () => (await waiting.execute(database.db)).rows[0]?.count, SOON).toBe(1);
    await trx.selectFrom('branches').where('id', '=', airport).select('id').forKeyShare().execute();
    return { answer };
  });
  const closed = await closing.answer;
  expect(closed.statusCode, closed.body).toBe(200);
  const back = await agent.post('/api/branches/close', { ...asSeen(closed.json()), is_closed: false });
  expect(back.statusCode).toBe(200);
  expect((await fix({ sale: 1.06 }, airport)).statusCode).toBe(200);
});

test('a publication at a branch during its closure is refused, and leaves nothing', async () => {
  const published = await database.db.transaction().execute(async (trx) => {
    await lockCompanyFixings(trx, office.companies.Quais ?? 0);
    const answer = publish(1.07);
    const waiting = sql`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(database.db)).rows.length, SOON).toBe(1);
    await trx.deleteFrom('branch_fixings').where('branch', '=', airport).execute();
    await trx.updateTable('branches').set({ closed_at: clock }).where('id', '=', airport).execute();
    return { answer };
  });
  const refused = await published.answer;
  expect([refused.statusCode, refused.json().code]).toEqual([404, 'unknown_branch']);
  expect(await database.db.selectFrom('branch_fixings').where('branch', '=', airport).execute()).toEqual([]);
  await database.db.updateTable('branches').set({ closed_at: null }).where('id', '=', airport).execute();
  expect((await fix({ sale: 1.06 }, airport)).statusCode).toBe(200);
});

test('a branch of another company, or one that follows its company’s rates, cannot be named', async () => {
  await agent.post('/api/branches/save', aBranchDraft({ name: 'Quai', lat: '45.76', lon: '4.85' }));
  const followers = await database.db
    .selectFrom('branches')
    .where('rates', '<>', 'own')
    .select('id')
    .execute();
  const before = await database.db.selectFrom('branch_fixings').selectAll().execute();
  const usd = { currency: { code: 'USD' } };
  const attempts: [Browser, number][] = [
    [agent2, airport],
    [agent, followers[0]?.id ?? 0],
    [agent, 999_999],
  ];
  for (const [who, branch] of attempts) {
    const answers = await Promise.all([
      fix({ sale: 1.01 }, branch, who),
      who.post('/api/fixings/batch', { base: 'EUR', fixings: [{ ...usd, amounts: { sale: 1.01 } }], branch }),
      who.post('/api/fixings/confirm', { currencies: ['USD'], branch }),
      who.post('/api/fixings/suspend', { ...usd, sale: true, branch }),
      who.post('/api/fixings/leave', { ...usd, updated_at: null, branch }),
      who.post('/api/fixings/sheet', { currencies: ['USD'], branch }),
      who.get(`/api/fixings/sheet?branch=${branch}`),
      who.get(`/api/fixings/batch/last?branch=${branch}`),
    ]);
    expect(answers.map(({ statusCode, json }) => [statusCode, json().code])).toEqual(
      answers.map(() => [404, 'unknown_branch']),
    );
  }
  const stolen = (await agent2.get(`/api/fixings/logs?branch=${airport}`)).json();
  expect(stolen).toEqual([]);
  expect((await agent2.get(`/api/fixings/curve/USD?branch=${airport}`)).json().steps).toEqual([]);
  expect(await database.db.selectFrom('branch_fixings').selectAll().execute()).toEqual(before);
});
