import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OffersAnswer } from '#domain/offers/offer.ts';
import type { FixingLog, RateRow, RatesAnswer } from '#domain/rates/fixing.ts';
import { insertAll } from '../../seed/insert-all.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { emptyJournals } from '../../testing/journals.ts';
import { type AccountName, type Browser, enter, furnishOffice, type Office } from '../../testing/office.ts';
import { aBranchRow, aCompanyRow, aFixingLogRow, aFixingRow, aMidRateRow } from '../../testing/rows.ts';

const SOON = { timeout: 20_000, interval: 10 };

let database: TestDatabase;
let server: TestApp;
let office: Office;
let clock = new Date('2026-11-21T08:00:00.123Z');
const browsers = {} as Record<Exclude<AccountName, 'nouveau'>, Browser>;

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  server = await startTestApp(database.url, () => clock);
  await server.book.loaded;
  for (const name of ['agent', 'agent2', 'admin', 'root', 'loner', 'idle'] as const) {
    browsers[name] = await enter(server.app, name);
  }
});
beforeEach(async () => {
  clock = new Date(clock.getTime() + 1_000);
  await database.db.deleteFrom('fixings').execute();
  await emptyJournals(database.db, ['fixing_logs']);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

type Fix = { purchase?: unknown; sale?: unknown; updated_at?: unknown; code?: unknown; base?: unknown };
const fix = (who: keyof typeof browsers, { code = 'USD', base = 'EUR', purchase, sale, ...seen }: Fix) =>
  browsers[who].post('/api/fixings/update', {
    currency: { code, label: 'dollar', rate: 1 },
    base,
    amounts: { purchase, sale },
    ...seen,
  });
const rates = async (who: keyof typeof browsers, query = ''): Promise<RatesAnswer> =>
  (await browsers[who].get(`/api/fixings/rates${query}`)).json();
const row = async (who: keyof typeof browsers, code = 'USD') =>
  (await rates(who)).rates.find((rate) => rate.code === code);
const logs = async (who: keyof typeof browsers, query = ''): Promise<FixingLog[]> =>
  (await browsers[who].get(`/api/fixings/logs${query}`)).json();
const suspend = (name: string, suspended_at: Date | null) =>
  database.db.updateTable('companies').set({ suspended_at }).where('name', '=', name).execute();

/** A line of the log of Quais. */
const lineOf = (
  { companies }: Office,
  { user_id, currency_code }: { user_id: number | null; currency_code: string },
) =>
  aFixingLogRow({
    at: clock,
    company_id: companies.Quais ?? 0,
    user_id,
    currency_code,
    rate: '1.1',
    sale: '1.2',
  });

/** More lines than a history shows. */
const oldLines = (of: Office) =>
  Array.from({ length: 600 }, () => lineOf(of, { user_id: of.users.agent2, currency_code: 'MAD' }));

describe('rates, me', () => {
  test('every currency but the base, the own amounts only', async () => {
    await fix('agent', { purchase: 1.17, sale: 1.105 });
    await fix('agent2', { code: 'GBP', sale: 0.85 });
    const answer = await rates('agent');
    expect(answer).not.toHaveProperty('total');
    expect(answer.base).toBe('EUR');
    expect(answer.rates.map(({ code }) => code)).toEqual(['USD', 'MAD', 'GBP']);
    expect(answer.rates[0]).toEqual({
      code: 'USD',
      label: 'dollar des États-Unis',
      rate: 1.1361,
      purchase: 1.17,
      sale: 1.105,
      company: { name: 'Quais' },
      base: 'EUR',
      currency: { code: 'USD', label: 'dollar des États-Unis', rate: 1.1361 },
      freshness: 'fresh',
      held: false,
      updated_at: clock.toISOString(),
      by: { name: 'agent', surname: 'Test' },
      suspended: { purchase: false, sale: false, until: null },
    });
    expect(answer.rates[2]).toMatchObject({
      code: 'GBP',
      purchase: null,
      updated_at: null,
      by: null,
      suspended: null,
    });
  });

  test('a saved fixing, and a refused one, name the author of the present row', async () => {
    const saved = (await fix('agent', { sale: 1.1, updated_at: null })).json();
    expect(saved.by).toEqual({ name: 'agent', surname: 'Test' });
    const refused = await fix('agent', { sale: 1.2, updated_at: null });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().current.by).toEqual({ name: 'agent', surname: 'Test' });
  });

  test('another company’s rates cannot be read by a filter', async () => {
    await fix('agent2', { sale: 1.1 });
    for (const query of ['?company=Zéphyr', `?company=${office.companies.Zéphyr}`, '?q=z', '?page=2']) {
      const { rates: seen } = await rates('agent', encodeURI(query));
      expect(seen.map(({ company, sale }) => [company.name, sale])).toEqual(Array(3).fill(['Quais', null]));
    }
  });

  test('a user without a company has none; me wins even with every scope', async () => {
    await fix('agent', { sale: 1.1 });
    for (const who of ['loner', 'root'] as const) {
      expect(await rates(who)).toEqual({ base: 'EUR', rates: [] });
      expect(await logs(who)).toEqual([]);
    }
  });

  test('a suspended company is reported as such to its own agents only, until it returns', async () => {
    await suspend('Quais', clock);
    expect(await rates('agent')).toMatchObject({ is_suspended: true, rates: { length: 3 } });
    expect((await fix('agent', { sale: 1.1 })).statusCode).toBe(200);
    for (const who of ['agent2', 'loner', 'admin'] as const) {
      expect(await rates(who)).not.toHaveProperty('is_suspended');
    }
    await suspend('Quais', null);
    expect(await rates('agent')).not.toHaveProperty('is_suspended');
  });

  test('a side that no branch pays is reported, since travellers see nothing of it there', async () => {
    await fix('agent', { purchase: 1.17, sale: 1.105 });
    const company_id = office.companies.Quais ?? 0;
    const unpaid = async () => (await rates('agent')).unpaid_sides;
    const isCompared = async (given: string, wanted: string) => {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/public/offers',
        headers: { host: 'localhost' },
        payload: { offer: { currency: given, amount: 500 }, wish: { currency: wanted } },
      });
      const { offers, total } = answer.json<OffersAnswer>();
      expect(total).toBe(offers.length);
      return offers.some(({ company }) => company.name === 'Quais');
    };
    const isSeen = async (bought: boolean, sold: boolean) =>
      vi.waitFor(async () => {
        expect([await isCompared('USD', 'EUR'), await isCompared('EUR', 'USD')]).toEqual([bought, sold]);
      }, SOON);
    await isSeen(true, true);
    expect(await unpaid()).toBeUndefined();
    const add = (name: string, values: object) =>
      database.db
        .insertInto('branches')
        .values(aBranchRow({ company_id, name, ...values }))
        .execute();
    await add('Gare', { buys_back: false });
    expect(await unpaid()).toEqual(['purchase']);
    await isSeen(false, true);
    // one that is closed to business, one whose rates are its own
    await add('Ancienne', { closed_at: clock });
    await add('Aérogare', { rates: 'own' });
    expect(await unpaid()).toEqual(['purchase']);
    await isSeen(false, true);
    await database.db.updateTable('branches').set({ sells: false }).where('name', '=', 'Gare').execute();
    expect(await unpaid()).toEqual(['purchase', 'sale']);
    await isSeen(false, false);
    expect(await rates('agent2')).not.toHaveProperty('unpaid_sides');
    await database.db.updateTable('branches').set({ buys_back: true }).where('name', '=', 'Gare').execute();
    await isSeen(true, false);
    await database.db.deleteFrom('branches').execute();
    await isSeen(true, true);
  });
});

describe('rates, all', () => {
  beforeEach(async () => {
    await fix('agent', { sale: 1.1, purchase: 1.2 });
    await fix('agent', { code: 'MAD', sale: 10.5 });
    await fix('agent2', { sale: 1.11 });
  });
  const keys = ({ rates: seen }: RatesAnswer) => seen.map(({ company, code }) => `${company.name} ${code}`);

  test('one row for each company and currency fixed', async () => {
    const answer = await rates('admin');
    expect(answer.total).toBe(3);
    expect(keys(answer)).toEqual(['Quais MAD', 'Quais USD', 'Zéphyr USD']);
    expect(answer.rates[1]).toMatchObject({ rate: 1.1361, purchase: 1.2, sale: 1.1, base: 'EUR' });
  });

  test.each([
    ['?company=Quais', ['Quais MAD', 'Quais USD']],
    ['?company=Qua', []],
    ['?currency=USD', ['Quais USD', 'Zéphyr USD']],
    ['?currency=usd&company=Quais', ['Quais USD']],
    ['?currency=XXX', []],
    ['?q=ZEPHYR', ['Zéphyr USD']],
    ['?q=dirham', ['Quais MAD']],
    ['?q=etats-unis', ['Quais USD', 'Zéphyr USD']],
    ['?q=mad', ['Quais MAD']],
    // beginnings of words, all of one name
    ['?q=dollar', ['Quais USD', 'Zéphyr USD']],
    ['?q=ollar', []],
    ['?q=usd%20unis', []],
    ['?q=uai', []],
    ["?q=' or '1'='1", []],
    ['?q=%25', []],
    ['?q=_', []],
    ['?q=\\', []],
    ['?company=&currency=&q=', ['Quais MAD', 'Quais USD', 'Zéphyr USD']],
    ['?page=2', []],
  ])('%s', async (query, expected) => {
    const answer = await rates('admin', query.replaceAll(' ', '%20'));
    expect(keys(answer)).toEqual(expected);
    if (query !== '?page=2') expect(answer.total).toBe(expected.length);
  });

  test('pages of 500 follow each other without a gap, in the middle of a company too', async () => {
    const { db } = database;
    const many = await db
      .insertInto('companies')
      .values(
        Array.from({ length: 250 }, (_, i) =>
          aCompanyRow({
            name: `Bureau ${i}`,
            logo: `bureau-${i}`,
            site: `https://n${i}.example`,
          }),
        ),
      )
      .returning('id')
      .execute();
    const ids = many.map(({ id }) => id);
    await insertAll(
      db,
      'fixings',
      ids.flatMap((company_id) =>
        ['GBP', 'MAD', 'USD'].map((currency_code) =>
          aFixingRow({ company_id, currency_code, sale: '1.1', updated_at: clock }),
        ),
      ),
    );
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(await rates('admin', `?q=bureau&page=${page}`));
    await db.deleteFrom('fixings').where('company_id', 'in', ids).execute();
    await db.deleteFrom('companies').where('id', 'in', ids).execute();
    expect(pages.map(({ rates: seen, total }) => [seen.length, total])).toEqual([
      [500, 750],
      [250, 750],
      [0, 750],
    ]);
    const seen = pages.flatMap(keys);
    expect(new Set(seen).size).toBe(750);
    expect(seen).toEqual(seen.toSorted());
  });

  test('by the id of a company too', async () => {
    const answer = await rates('admin', `?company=${office.companies.Zéphyr}`);
    expect(keys(answer)).toEqual(['Zéphyr USD']);
  });

  test.each(['?page=0', '?page=x', '?page=1e99', `?q=${'a'.repeat(101)}`])('%s is a 400', async (query) => {
    expect((await browsers.admin.get(`/api/fixings/rates${query}`)).statusCode).toBe(400);
  });
});

describe('a fixing', () => {
  test('is answered as the new row, and an empty amount keeps its value', async () => {
    const first = await fix('agent', { purchase: 1.17, sale: 1.105 });
    expect(first.statusCode).toBe(200);
    expect(first.json()).toEqual(await row('agent'));
    for (const [i, empty] of [null, '', undefined].entries()) {
      clock = new Date(clock.getTime() + 1_000);
      const sale = (1100 + i) / 1000;
      const answer = await fix('agent', { purchase: empty, sale });
      expect(answer.json()).toMatchObject({ purchase: 1.17, sale, updated_at: clock.toISOString() });
    }
  });

  test('may have one side only', async () => {
    expect((await fix('agent', { sale: 1.1 })).json()).toMatchObject({ purchase: null, sale: 1.1 });
  });

  test.each([
    [9_999_999.99999999, '9999999.99999999'],
    [0.00000001, '0.00000001'],
    [1.1361, '1.13610000'],
  ])('%d is stored to the last digit', async (sale, stored) => {
    expect((await fix('agent', { sale })).json().sale).toBe(sale);
    const kept = await database.db.selectFrom('fixings').select('sale').executeTakeFirst();
    expect(kept?.sale).toBe(stored);
  });

  test.each<[Fix, string, string]>([
    [{}, 'no_amount', 'L’achat'],
    [{ purchase: '', sale: null }, 'no_amount', 'la vente'],
    [{ sale: 0 }, 'invalid_amount', '« Vente »'],
    [{ sale: -1 }, 'invalid_amount', '« Vente »'],
    [{ purchase: 10_000_000, sale: 1 }, 'invalid_amount', '« Achat »'],
    [{ purchase: 1.000000001 }, 'invalid_amount', '« Achat »'],
    [{ sale: '1.1' }, 'invalid_body', '« Vente »'],
    [{ sale: true }, 'invalid_body', '« Vente »'],
    [{ sale: 1.1, base: 'USD' }, 'wrong_base', 'devise de base'],
    [{ sale: 1.1, code: 'EUR' }, 'unknown_currency', 'La devise'],
    [{ sale: 1.1, code: 'XXX' }, 'unknown_currency', 'La devise'],
    [{ sale: 1.1, code: 'usd' }, 'unknown_currency', 'La devise'],
    [{ sale: 1.1, code: 7 }, 'invalid_body', '« Devise »'],
    [{ sale: 1.1, updated_at: 'hier' }, 'invalid_body', '« Dernier fixing »'],
  ])('%j is a 400 that names the field, and changes nothing', async (body, code, field) => {
    const before = await logs('agent');
    const answer = await fix('agent', body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe(code);
    expect(answer.json().message).toContain(field);
    expect(await row('agent')).toMatchObject({ purchase: null, sale: null });
    expect(await logs('agent')).toEqual(before);
  });

  test('with a number beyond doubles is refused, not rounded', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/fixings/update',
      headers: {
        ...browsers.agent.headers,
        cookie: [...browsers.agent.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': browsers.agent.cookies.get('XSRF-TOKEN') ?? '',
        'content-type': 'application/json',
      },
      payload: '{"currency":{"code":"USD"},"base":"EUR","amounts":{"sale":1.1000000000000001}}',
    });
    expect(answer.statusCode).toBe(400);
  });

  test('without a company is a 409 with a reason', async () => {
    for (const who of ['loner', 'root'] as const) {
      const answer = await fix(who, { sale: 1.1 });
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ code: 'no_company' });
    }
  });

  test('of another company is refused', async () => {
    await fix('agent2', { sale: 1.11 });
    const answer = await browsers.agent.post('/api/fixings/update', {
      currency: { code: 'USD' },
      base: 'EUR',
      amounts: { sale: 9 },
      company: { id: office.companies.Zéphyr },
      company_id: office.companies.Zéphyr,
      user_id: office.users.agent2,
    });
    expect(answer.json()).toMatchObject({ company: { name: 'Quais' } });
    expect(await row('agent2')).toMatchObject({ sale: 1.11 });
    expect((await logs('agent'))[0]?.user).toEqual({ name: 'agent', surname: 'Test' });
  });

  test('with all and without me is a 403', async () => {
    expect((await fix('admin', { sale: 1.1 })).statusCode).toBe(403);
  });
});

describe('a row seen before', () => {
  test('still true: the fixing is made', async () => {
    expect((await fix('agent', { sale: 1.1, updated_at: null })).statusCode).toBe(200);
    const seen = (await row('agent')) as RateRow;
    expect((await fix('agent', { sale: 1.2, updated_at: seen.updated_at })).statusCode).toBe(200);
  });

  test('no longer true: 409 with the present row, and nothing changes', async () => {
    await fix('agent', { sale: 1.1 });
    const seen = (await row('agent')) as RateRow;
    // a colleague, within the same millisecond
    await fix('agent', { sale: 1.2 });
    const present = (await row('agent')) as RateRow;
    for (const updated_at of [seen.updated_at, null]) {
      const answer = await fix('agent', { sale: 1.3, updated_at });
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toEqual({
        message: `Le taux de la devise USD a changé entre-temps. ${present.by?.name} ${present.by?.surname} a fixé vente 1,2000 ; vous alliez enregistrer vente 1,3000.`,
        code: 'fixing_changed',
        current: present,
      });
    }
    expect(await row('agent')).toEqual(present);
  });

  test('of a currency never fixed: the present row is empty', async () => {
    const answer = await fix('agent', { sale: 1.3, updated_at: clock.toISOString() });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().current).toMatchObject({ purchase: null, sale: null, updated_at: null });
  });
});

describe('concurrent fixings', () => {
  test('two first fixings of one currency: both sides are kept, both lines are written', async () => {
    const before = (await logs('agent')).length;
    const answers = await Promise.all([fix('agent', { sale: 1.1 }), fix('agent', { purchase: 1.2 })]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await row('agent')).toMatchObject({ sale: 1.1, purchase: 1.2 });
    expect(await logs('agent')).toHaveLength(before + 2);
  });

  test('of many with the same seen row one wins, the others get the present row', async () => {
    await fix('agent', { sale: 1.1 });
    const seen = (await row('agent')) as RateRow;
    const before = (await logs('agent')).length;
    const answers = await Promise.all(
      [1.2, 1.3, 1.4, 1.5].map((sale) => fix('agent', { sale, updated_at: seen.updated_at })),
    );
    const won = answers.filter(({ statusCode }) => statusCode === 200);
    expect(won).toHaveLength(1);
    const present = await row('agent');
    expect(present).toEqual(won[0]?.json());
    for (const lost of answers.filter(({ statusCode }) => statusCode === 409)) {
      expect(lost.json().current).toEqual(present);
    }
    expect(await logs('agent')).toHaveLength(before + 1);
  });

  test('no update is lost among many, and times only increase', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, i) => fix('agent', { sale: 1 + i / 100 })));
    const lines = (await logs('agent')).slice(0, 12);
    const times = lines.map(({ at }) => at);
    expect(new Set(times).size).toBe(12);
    expect(times).toEqual(times.toSorted().reverse());
    expect((await row('agent'))?.sale).toBe(lines[0]?.params.amounts.sale);
  });
});

describe('the history', () => {
  test('newest first, with the mid rate of that moment and the resulting amounts', async () => {
    await fix('agent', { sale: 1.11 });
    await fix('agent', { purchase: 1.17, sale: 1.105 });
    const { db } = database;
    const at = new Date('2026-11-21T09:00:00Z');
    const mid = aMidRateRow({ at, rate: '1.14' });
    await db.insertInto('mid_rates').values(mid).execute();
    await fix('agent', { sale: 1.11 });
    await db.deleteFrom('mid_rates').where('at', '=', at).execute();
    const [second, first] = await logs('agent', '?limit=2');
    expect(first).toEqual({
      id: expect.any(Number),
      company: { id: office.companies.Quais, name: 'Quais' },
      former: { purchase: null, sale: 1.11 },
      origin: 'hand',
      user_id: office.users.agent,
      is_confirmation: false,
      is_held: false,
      is_refusal: false,
      at: expect.any(String),
      user: { name: 'agent', surname: 'Test' },
      params: {
        base: 'EUR',
        currency: { code: 'USD', rate: 1.1361 },
        amounts: { purchase: 1.17, sale: 1.105 },
      },
    });
    expect(second?.params).toMatchObject({
      currency: { rate: 1.14 },
      amounts: { purchase: 1.17, sale: 1.11 },
    });
    expect(second?.id).toBeGreaterThan(first?.id ?? Number.POSITIVE_INFINITY);
    expect((await logs('agent', `?before=${second?.id}&limit=1`))[0]?.id).toBe(first?.id);
  });

  test('me: the own company’s; all: everybody’s; an automatic line has no user', async () => {
    await fix('agent', { sale: 1.1 });
    await fix('agent2', { sale: 1.2 });
    const sales = (lines: FixingLog[]) => lines.map(({ params }) => params.amounts.sale);
    expect(sales(await logs('agent', '?limit=1'))).toEqual([1.1]);
    expect(sales(await logs('agent2', '?limit=1'))).toEqual([1.2]);
    expect(sales(await logs('admin', '?limit=2'))).toEqual([1.2, 1.1]);
    await insertAll(database.db, 'fixing_logs', [
      aFixingLogRow({
        at: clock,
        company_id: office.companies.Quais ?? 0,
        currency_code: 'MAD',
        rate: '10.7',
        sale: '10.1',
      }),
    ]);
    expect((await logs('agent', '?limit=1'))[0]?.user).toBeNull();
  });

  test.each([
    '?limit=0',
    '?limit=501',
    '?limit=x',
    '?before=0',
    '?before=abc',
  ])('%s is a 400', async (query) => {
    expect((await browsers.agent.get(`/api/fixings/logs${query}`)).statusCode).toBe(400);
  });
});

test('currencies with their rate, in the order of the public list', async () => {
  const answer = await browsers.agent.get('/api/fixings/currencies');
  expect(answer.json()).toEqual([
    { code: 'EUR', label: 'euro', rate: 1 },
    { code: 'USD', label: 'dollar des États-Unis', rate: 1.1361 },
    { code: 'MAD', label: 'dirham marocain', rate: 10.71 },
    { code: 'GBP', label: 'livre sterling', rate: 0.8754 },
  ]);
});

describe('the author', () => {
  test('of each row is its last one, however long ago', async () => {
    const { db } = database;
    await fix('agent', { sale: 1.1 });
    await db.insertInto('fixing_logs').values(oldLines(office)).execute();
    await fix('agent', { code: 'GBP', sale: 0.8 });
    expect((await row('agent'))?.by).toEqual({ name: 'agent', surname: 'Test' });
    await db
      .insertInto('fixing_logs')
      .values(lineOf(office, { user_id: office.users.idle, currency_code: 'USD' }))
      .execute();
    expect((await row('agent'))?.by).toEqual({ name: 'idle', surname: 'Test' });
    expect((await row('agent', 'GBP'))?.by).toEqual({ name: 'agent', surname: 'Test' });
    await db
      .insertInto('fixing_logs')
      .values(lineOf(office, { user_id: null, currency_code: 'USD' }))
      .execute();
    expect((await row('agent'))?.by).toBeNull();
    expect((await rates('admin')).rates.map(({ code, by }) => [code, by?.name])).toEqual([
      ['GBP', 'agent'],
      ['USD', undefined],
    ]);
  });
});
