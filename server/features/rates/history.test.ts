import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FixingLog } from '#domain/rates/fixing.ts';
import type { Curve, OldRates } from '#domain/rates/history.ts';
import { insertAll } from '../../seed/insert-all.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type AccountName, type Browser, enter, furnishOffice, type Office } from '../../testing/office.ts';
import { aFixingLogRow, aFixingRow } from '../../testing/rows.ts';

const NOW = new Date('2026-11-21T08:00:00.123Z');
const HOUR = 3_600_000;

let database: TestDatabase;
let server: TestApp;
let office: Office;
const browsers = {} as Record<Exclude<AccountName, 'nouveau'>, Browser>;

type Line = {
  at: string;
  company?: 'Quais' | 'Zéphyr';
  user?: AccountName | null;
  code?: string;
  purchase?: string | null;
  sale?: string | null;
  origin?: 'hand' | 'batch' | 'import';
};

const LINES: readonly Line[] = [
  { at: '2026-10-01T10:00:00Z', purchase: '1.2', sale: '1.1' },
  { at: '2026-11-18T10:00:00Z', company: 'Zéphyr', user: 'agent2', sale: '1.11' },
  // half past midnight of the 20th in Paris
  { at: '2026-11-19T23:30:00Z', user: 'idle', purchase: '1.18', sale: '1.1', origin: 'batch' },
  { at: '2026-11-20T10:00:00Z', code: 'GBP', sale: '0.85', origin: 'import' },
  { at: '2026-11-20T22:59:59Z', purchase: null, sale: null },
  // midnight of the 21st
  { at: '2026-11-20T23:00:00Z', user: null, purchase: '1.17', sale: '1.105' },
];

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  const { companies, users } = office;
  await insertAll(
    database.db,
    'fixing_logs',
    LINES.map(({ at, company = 'Quais', user = 'agent', code = 'USD', origin = 'hand', ...amounts }) =>
      aFixingLogRow({
        at: new Date(at),
        company_id: companies[company] ?? 0,
        user_id: user === null ? null : users[user],
        currency_code: code,
        rate: '1.1',
        purchase: amounts.purchase ?? null,
        sale: amounts.sale ?? null,
        origin,
      }),
    ),
  );
  server = await startTestApp(database.url, () => NOW);
  await server.book.loaded;
  for (const name of ['agent', 'agent2', 'admin', 'loner', 'idle'] as const) {
    browsers[name] = await enter(server.app, name);
  }
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const get = (who: keyof typeof browsers, path: string) => browsers[who].get(`/api/fixings/${path}`);
const logs = async (who: keyof typeof browsers, query = ''): Promise<FixingLog[]> =>
  (await get(who, `logs${query}`)).json();
const sales = async (who: keyof typeof browsers, query: string) =>
  (await logs(who, query)).map(({ params }) => params.amounts.sale);

describe('the lines', () => {
  test('have their origin, and the former line of their company and currency', async () => {
    const lines = await logs('agent');
    expect(lines.map(({ origin, former }) => [origin, former])).toEqual([
      ['hand', { purchase: null, sale: null }],
      ['hand', { purchase: 1.18, sale: 1.1 }],
      ['import', null],
      ['batch', { purchase: 1.2, sale: 1.1 }],
      ['hand', null],
    ]);
    expect(lines[0]).toMatchObject({ user: null, user_id: null, company: { name: 'Quais' } });
    expect(lines[1]).toMatchObject({ user: { name: 'agent' }, user_id: office.users.agent });
    // of the line before the page, too
    expect((await logs('agent', '?limit=1'))[0]?.former).toEqual({ purchase: null, sale: null });
  });

  test.each<[query: string, sales: (number | null)[]]>([
    ['?currency=GBP', [0.85]],
    ['?origin=batch', [1.1]],
    ['?origin=rule', []],
    ['?day=2026-11-20', [null, 0.85, 1.1]],
    ['?day=2026-11-21', [1.105]],
    ['?day=2026-11-20&currency=USD', [null, 1.1]],
    ['?day=2026-11-20&limit=1', [null]],
  ])('%s', async (query, expected) => {
    expect(await sales('agent', query)).toEqual(expected);
  });

  test('are filtered by colleague, found among those who fixed', async () => {
    const authors = (await get('agent', 'authors')).json();
    expect(authors).toEqual([
      { id: office.users.agent, name: 'agent', surname: 'Test' },
      { id: office.users.idle, name: 'idle', surname: 'Test' },
    ]);
    expect(await sales('agent', `?user=${office.users.idle}`)).toEqual([1.1]);
    expect(await sales('agent', `?user=${office.users.agent2}`)).toEqual([]);
  });

  test('are the own company’s for an agent, whatever it names; all or one for an administrator', async () => {
    const [quais, zephyr] = [office.companies.Quais, office.companies.Zéphyr];
    expect(await sales('agent', `?company=${zephyr}`)).toHaveLength(5);
    expect(await sales('agent2', `?company=${quais}`)).toEqual([1.11]);
    expect((await get('agent2', `authors?company=${quais}`)).json()).toMatchObject([{ name: 'agent2' }]);
    expect(await sales('admin', '')).toHaveLength(6);
    expect(await sales('admin', `?company=${zephyr}`)).toEqual([1.11]);
    expect((await get('admin', `authors?company=${zephyr}`)).json()).toMatchObject([{ name: 'agent2' }]);
    expect((await get('admin', 'authors')).json()).toEqual([]);
    expect(await logs('loner', `?company=${quais}`)).toEqual([]);
    expect((await get('loner', `authors?company=${quais}`)).json()).toEqual([]);
    expect((await get('idle', 'logs')).statusCode).toBe(403);
  });

  test.each([
    '?currency=us',
    '?user=0',
    '?day=2026-02-31',
    '?day=hier',
    '?origin=A',
    '?company=x',
  ])('%s is a 400', async (query) => {
    expect((await get('agent', `logs${query}`)).statusCode).toBe(400);
  });
});

describe('the curve', () => {
  test('has the rate at its beginning, then each step; an unset side is a gap', async () => {
    const curve: Curve = (await get('agent', 'curve/USD?days=7')).json();
    expect(curve).toMatchObject({
      base: 'EUR',
      code: 'USD',
      company: { name: 'Quais' },
      to: NOW.toISOString(),
    });
    expect(curve.steps.map(({ purchase, sale }) => [purchase, sale])).toEqual([
      [1.2, 1.1],
      [1.18, 1.1],
      [null, null],
      [1.17, 1.105],
    ]);
    expect(curve.mids.map(({ rate }) => rate)).toEqual([1, 1.1361]);
    const [before] = (await get('agent', 'curve/USD?days=1')).json().mids;
    expect(before).toMatchObject({ rate: 1 });
  });

  test('is the own company’s, or the one that an administrator names', async () => {
    const of = `curve/USD?company=${office.companies.Zéphyr}`;
    expect((await get('agent', of)).json().company.name).toBe('Quais');
    expect((await get('admin', of)).json()).toMatchObject({
      company: { name: 'Zéphyr' },
      steps: [{ sale: 1.11 }],
    });
    expect((await get('admin', 'curve/USD?company=9999')).statusCode).toBe(404);
    for (const [who, path] of [
      ['loner', of],
      ['admin', 'curve/USD'],
    ] as const) {
      expect((await get(who, path)).json()).toMatchObject({
        company: null,
        steps: [],
        mids: [{ rate: 1 }, {}],
      });
    }
    expect((await get('idle', of)).statusCode).toBe(403);
    for (const wrong of ['EUR', 'XXX', 'USD?days=367']) {
      expect((await get('agent', `curve/${wrong}`)).statusCode).toBe(400);
    }
  });
});

test('companies whose rates are over a day old, for administrators only', async () => {
  const fixing = (company: 'Quais' | 'Zéphyr', currency_code: string, hours: number) =>
    aFixingRow({
      company_id: office.companies[company] ?? 0,
      currency_code,
      sale: '1.1',
      updated_at: new Date(NOW.getTime() - hours * HOUR),
    });
  await insertAll(database.db, 'fixings', [
    fixing('Quais', 'USD', 25),
    fixing('Quais', 'GBP', 23),
    fixing('Zéphyr', 'USD', 24.5),
  ]);
  const old = async (): Promise<OldRates> => (await get('admin', 'old')).json();
  const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR).toISOString();
  expect(await old()).toEqual({
    hours: 24,
    total: 2,
    bureaux: [
      { company: { id: office.companies.Zéphyr, name: 'Zéphyr' }, old: 1, of: 1, newest_at: hoursAgo(24.5) },
      { company: { id: office.companies.Quais, name: 'Quais' }, old: 1, of: 2, newest_at: hoursAgo(23) },
    ],
  });
  await database.db
    .updateTable('companies')
    .set({ suspended_at: NOW })
    .where('name', '=', 'Zéphyr')
    .execute();
  expect(await old()).toMatchObject({ total: 1 });
  expect((await get('agent', 'old')).statusCode).toBe(403);
});
