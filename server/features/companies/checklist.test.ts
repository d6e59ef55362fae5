import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Company } from '#domain/companies/company.ts';
import { aBranchDraft } from '#domain/testing/branches.ts';
import { aCompanyDraft } from '#domain/testing/companies.ts';
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
import { aCompanyRow, aFixingRow } from '../../testing/rows.ts';
import { changeState } from '../reservations/change-state.ts';
import { lockReservation } from '../reservations/reservations.queries.ts';
import { assessCompanies } from './assess-companies.ts';

let office: OpenOffice;
let clock = ASKED_AT;
let agent: Browser;
let admin: Browser;
let quais: number;
let zéphyr: number;

beforeAll(async () => {
  office = await openOffice({}, () => clock);
  quais = office.companies.Quais ?? 0;
  zéphyr = office.companies.Zéphyr ?? 0;
  agent = await enter(office.app, 'agent');
  admin = await enter(office.app, 'admin');
});
beforeEach(async () => {
  clock = ASKED_AT;
  const { db } = office;
  await forgetReservations(db);
  for (const table of [
    'stocks',
    'reservation_terms',
    'fixings',
    'sheet_currencies',
    'sheets',
    'branches',
  ] as const) {
    await db.deleteFrom(table).execute();
  }
  await db.deleteFrom('user_scopes').where('scope', '=', 'orders.edit.me').execute();
});
afterAll(() => office.close());

type Step = { step: string; is_done: boolean; by: { id: number; name: string }[] };
const read = async (who: Browser, query = '') => (await who.get(`/api/companies/checklist${query}`)).json();
const missing = async (who = agent, query = '') =>
  (await read(who, query)).steps.filter(({ is_done }: Step) => !is_done).map(({ step }: Step) => step);
const troublesOf = async (id: number) =>
  ((await admin.get('/api/companies')).json() as Company[]).find((company) => company.id === id)?.troubles;
const listed = async (filter: string) =>
  ((await admin.get(`/api/companies?filter=${filter}`)).json() as Company[]).map(({ name }) => name);

test('the checklist of a new bureau shrinks with each act of its agent, until nothing is left', async () => {
  expect(await missing()).toEqual(['sheet', 'rates', 'branch']);
  await agent.post('/api/fixings/sheet', { currencies: ['USD'] });
  expect(await missing()).toEqual(['rates', 'branch']);
  const fixing = { currency: { code: 'USD' }, base: 'EUR', amounts: { sale: 1.1 } };
  expect((await agent.post('/api/fixings/update', fixing)).statusCode).toBe(200);
  expect(await missing()).toEqual(['branch']);
  await agent.post('/api/branches/save', aBranchDraft({ hours: '' }));
  expect(await missing()).toEqual(['branch']);
  await agent.post('/api/branches/save', aBranchDraft({ name: 'Port', hours: 'Mo-Fr 09:00-18:00' }));
  expect(await missing()).toEqual([]);
  expect(await missing(admin, `?company=${quais}`)).toEqual([]);
});

test('the beta, a demanded factor and fees add their steps', async () => {
  const { db, users } = office;
  const root = await enter(office.app, 'root');
  expect((await root.post('/api/companies/beta', { id: quais, is_admitted: true })).statusCode).toBe(200);
  expect(await missing()).toEqual(['sheet', 'rates', 'branch', 'stocks', 'answers']);
  await db.insertInto('user_scopes').values({ user_id: users.agent, scope: 'orders.edit.me' }).execute();
  await agent.post('/api/reservations/stocks', {
    day: null,
    cells: [{ branch: null, currency: 'USD', ready: 500 }],
  });
  expect(await missing()).toEqual(['sheet', 'rates', 'branch']);
  // the terms of the admission offer the counter alone
  await agent.post('/api/branches/save', aBranchDraft({ kind: 'airport', hours: 'Mo-Su 08:00-20:00' }));
  expect(await missing()).toEqual(['sheet', 'rates', 'terms']);
  await db
    .updateTable('companies')
    .set({ requires_second_factor: true, charges_fees: true, fees: '2 %' })
    .where('id', '=', quais)
    .execute();
  expect(await missing(admin, `?company=${quais}`)).toEqual(['sheet', 'rates', 'factor', 'fees', 'terms']);
  await db
    .updateTable('companies')
    .set({ requires_second_factor: false, charges_fees: false, fees: '' })
    .where('id', '=', quais)
    .execute();
});

test('currencies are proposed by what travellers see, then by what bureaux fix, and never the base', async () => {
  const { db } = office;
  const shown = { company_id: zéphyr, currency_code: 'MAD', day: '2026-11-19', shown: 9, ranks: 9 };
  await db.insertInto('shown_counts').values(shown).execute();
  await db
    .insertInto('fixings')
    .values(aFixingRow({ company_id: zéphyr, currency_code: 'GBP', updated_at: ASKED_AT }))
    .execute();
  expect((await read(agent)).currencies).toEqual(['MAD', 'GBP', 'USD']);
  await agent.post('/api/fixings/sheet', { currencies: ['USD'] });
  expect((await read(agent)).currencies).toEqual([]);
});

test('each step names the users who may do it, and nobody of another bureau', async () => {
  const { steps } = await read(agent);
  expect(steps.find(({ step }: Step) => step === 'rates').by).toEqual([
    { id: office.users.agent, name: 'agent Test' },
  ]);
  expect(steps.find(({ step }: Step) => step === 'fees').by).toEqual([]);
});

test('the company comes from the session; another one needs the right to see all', async () => {
  const refused = await agent.get(`/api/companies/checklist?company=${zéphyr}`);
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden']);
  expect((await agent.get(`/api/companies/checklist?company=${quais}`)).statusCode).toBe(200);
  for (const name of ['admin', 'loner'] as const) {
    const who = await enter(office.app, name);
    expect((await who.get('/api/companies/checklist')).statusCode).toBe(409);
  }
  expect((await admin.get('/api/companies/checklist?company=999999')).statusCode).toBe(404);
});

test('an administrator’s list says which bureaux are in trouble, and each filter finds them', async () => {
  const { db } = office;
  const [{ id: vide } = { id: 0 }] = await db
    .insertInto('companies')
    .values(aCompanyRow({ name: 'Vide', suspended_at: null }))
    .returning('id')
    .execute();
  const [{ id: clos } = { id: 0 }] = await db
    .insertInto('companies')
    .values(aCompanyRow({ name: 'Clos', suspended_at: ASKED_AT }))
    .returning('id')
    .execute();
  await admitBureau(db, quais);
  const old = new Date(ASKED_AT.getTime() - 3 * 86_400_000);
  await db
    .insertInto('fixings')
    .values(aFixingRow({ company_id: zéphyr, updated_at: old }))
    .execute();
  expect([await troublesOf(quais), await troublesOf(zéphyr), await troublesOf(vide)]).toEqual([
    ['nobody_answers'],
    ['stale'],
    ['no_rates', 'nobody_came'],
  ]);
  expect(await troublesOf(clos)).toEqual([]);
  const filters = ['suspended', 'beta', 'no_rates', 'stale', 'nobody_came', 'nobody_answers', 'unanswered'];
  const found: Record<string, string[]> = Object.fromEntries(
    await Promise.all(filters.map(async (filter) => [filter, await listed(filter)] as const)),
  );
  expect(found).toEqual({
    suspended: ['Clos'],
    beta: ['Quais'],
    no_rates: ['Vide'],
    stale: ['Zéphyr'],
    nobody_came: ['Vide'],
    nobody_answers: ['Quais'],
    unanswered: [],
  });
  const { companies } = (await admin.get('/api/dashboard')).json();
  expect(companies).toEqual(
    Object.fromEntries(Object.entries(found).map(([filter, names]) => [filter, names.length])),
  );
  expect((await agent.get('/api/dashboard')).json().companies).toBeNull();
  expect((await admin.get('/api/companies?filter=stale')).headers['x-total-count']).toBe('1');
  expect((await admin.get('/api/companies?filter=late')).statusCode).toBe(400);
  await db.deleteFrom('companies').where('name', 'in', ['Vide', 'Clos']).execute();
});

test('requests are unanswered after half of their time, and for a week once they lapsed', async () => {
  const { db } = office;
  await admitBureau(db, quais, { terms: { answer_minutes: 120 } });
  const [traveller = 0] = await addTravellers(db, 1);
  const id = await madeBy(db, asking(traveller, quais, { amount: 100 }));
  expect(await listed('unanswered')).toEqual([]);
  clock = new Date(ASKED_AT.getTime() + 61 * 60_000);
  expect(await listed('unanswered')).toEqual(['Quais']);
  clock = new Date(ASKED_AT.getTime() + 121 * 60_000);
  await db.transaction().execute(async (trx) => {
    const held = await lockReservation(trx, id, { anybody: true });
    if (held) await changeState(trx, held, { to: 'lapsed', actor: 'clock', at: clock });
  });
  expect(await troublesOf(quais)).toContain('unanswered');
  const inDays = (days: number) => new Date(clock.getTime() + days * 86_400_000);
  const troublesAt = async (at: Date) =>
    (await assessCompanies(db, [quais], { config: { freshHours: 24, staleDays: 30 }, at })).get(quais)
      ?.troubles;
  expect(await troublesAt(inDays(6))).toContain('unanswered');
  expect(await troublesAt(inDays(8))).not.toContain('unanswered');
});

test('an added company is answered as it is listed', async () => {
  const root = await enter(office.app, 'root');
  const draft = aCompanyDraft({ name: 'Neuf', site: 'https://neuf.example' });
  const added = await root.post('/api/companies/add', draft);
  expect(added.statusCode).toBe(201);
  expect(added.json()).toEqual((await root.get(`/api/companies/${added.json().id}`)).json());
  expect(added.json()).toMatchObject({ name: 'Neuf', troubles: ['no_rates', 'nobody_came'], users: [] });
});
