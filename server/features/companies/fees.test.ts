import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AuditEntry } from '#domain/audit/audit.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type Browser, enter, furnishOffice, type Office } from '../../testing/office.ts';

let database: TestDatabase;
let server: TestApp;
let office: Office;
let admin: Browser;
let agent: Browser;
const clock = new Date('2026-11-21T08:00:00.123Z');

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  server = await startTestApp(database.url, () => clock);
  await server.book.loaded;
  admin = await enter(server.app, 'admin');
  agent = await enter(server.app, 'agent');
  await agent.post('/api/fixings/update', {
    currency: { code: 'USD' },
    base: 'EUR',
    amounts: { purchase: 1.17, sale: 1.105 },
  });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const SOON = { timeout: 20_000, interval: 10 };
const setFees = (fees: string, charges_fees: boolean) =>
  admin.post('/api/companies/fees', { id: office.companies.Quais, fees, charges_fees });

async function compared(): Promise<string[]> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/public/offers',
    headers: { host: 'localhost' },
    payload: { offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' } },
  });
  return answer.json().offers.map(({ company }: { company: { name: string } }) => company.name);
}

test('a company with fees beside its rate is no longer compared, is notified, and returns without fees', async () => {
  await vi.waitFor(async () => expect(await compared()).toEqual(['Quais']), SOON);
  expect((await agent.get('/api/fixings/rates')).json()).not.toHaveProperty('charges_fees');

  expect((await setFees(' 4 € par opération ', true)).statusCode).toBe(200);
  await vi.waitFor(async () => expect(await compared()).toEqual([]), SOON);
  expect((await agent.get('/api/fixings/rates')).json()).toMatchObject({ charges_fees: true });
  const sheet = (await agent.get('/api/fixings/sheet')).json();
  expect(sheet.rows[0]).toMatchObject({ code: 'USD', rank: null });
  const company = (await admin.get(`/api/companies/${office.companies.Quais}`)).json();
  expect(company).toMatchObject({ fees: '4 € par opération', charges_fees: true });
  const entries: AuditEntry[] = (await admin.get('/api/audit')).json();
  const entry = entries.find(({ action }) => action === 'company.fees');
  expect(entry).toMatchObject({ company: { name: 'Quais' } });
  // the database keeps them in an order of its own
  expect(new Set(entry?.changes)).toEqual(
    new Set([
      { field: 'charges_fees', before: false, after: true },
      { field: 'fees', before: '', after: '4 € par opération' },
    ]),
  );

  expect((await setFees('4 € par opération', false)).statusCode).toBe(200);
  await vi.waitFor(async () => expect(await compared()).toEqual(['Quais']), SOON);
});

test('words that suggest no fees, and incomputable fees, are refused', async () => {
  const none = await setFees('Sans commission', false);
  expect([none.statusCode, none.json().code]).toEqual([400, 'no_fees']);
  const missing = await setFees('', true);
  expect([missing.statusCode, missing.json().code]).toEqual([400, 'missing_fees']);
  const unknown = await admin.post('/api/companies/fees', { id: 999_999, fees: 'x', charges_fees: false });
  expect(unknown.statusCode).toBe(404);
});
