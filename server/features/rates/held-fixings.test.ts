import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OffersAnswer } from '#domain/offers/offer.ts';
import type { FixingLog, HeldFixing, RateRow } from '#domain/rates/fixing.ts';
import { readConfig } from '../../config.ts';
import { letterWriters } from '../../letters.ts';
import { composeMail } from '../../mail/compose.ts';
import { insertAll } from '../../seed/insert-all.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { Browser, enter, furnishOffice, mailOf, type Office, PASSWORD } from '../../testing/office.ts';
import { aMidRateRow } from '../../testing/rows.ts';
import { listHeld } from './held-fixings.queries.ts';

const HOUR = 3_600_000;
let database: TestDatabase;
let server: TestApp;
let office: Office;
let clock = new Date('2026-11-21T08:00:00.123Z');
const browsers = {} as Record<'agent' | 'colleague' | 'agent2' | 'admin' | 'root' | 'loner', Browser>;

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  await addColleague();
  server = await startTestApp(database.url, () => clock, { RATE_LIMIT: '100000' });
  await server.book.loaded;
  for (const name of ['agent', 'agent2', 'admin', 'root', 'loner'] as const) {
    browsers[name] = await enter(server.app, name);
  }
  const colleague = new Browser(server.app);
  const username = 'collegue@parite.example';
  expect((await colleague.post('/api/login', { username, password: PASSWORD })).statusCode).toBe(200);
  browsers.colleague = colleague;
});
beforeEach(async () => {
  clock = new Date(clock.getTime() + 1_000);
  await database.db.deleteFrom('fixings').execute();
  await database.db.deleteFrom('mails').execute();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

/** A second agent of the first bureau, and the right over all for who administers. */
async function addColleague(): Promise<void> {
  const { db } = database;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (company_id, mail, name, surname, role, status, password_hash)
    SELECT company_id, 'collegue@parite.example', 'Collègue', 'Test', role, status, password_hash
    FROM users WHERE id = ${office.users.agent} RETURNING id`.execute(db);
  const id = rows[0]?.id ?? 0;
  await insertAll(db, 'user_scopes', [
    { user_id: id, scope: 'fixings.list.me' },
    { user_id: office.users.admin, scope: 'fixings.edit.all' },
  ]);
}

type Who = keyof typeof browsers;
type Fix = { purchase?: number | ''; sale?: number | ''; code?: string; updated_at?: string | null };
const quais = () => office.companies.Quais ?? 0;
const fix = async (who: Who, { code = 'USD', updated_at, ...amounts }: Fix) => {
  const answer = await browsers[who].post('/api/fixings/update', {
    currency: { code },
    base: 'EUR',
    amounts,
    ...(updated_at !== undefined && { updated_at }),
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<RateRow>();
};
const review = (who: Who, row: RateRow, accept: boolean, company_id = quais()) =>
  browsers[who].post('/api/fixings/review', {
    company_id,
    currency: { code: row.code },
    updated_at: row.updated_at,
    accept,
  });
const held = async (who: Who) =>
  (await browsers[who].get('/api/fixings/held')).json<{ held: HeldFixing[]; total: number }>();
const logs = async () => (await browsers.agent.get('/api/fixings/logs?limit=10')).json<FixingLog[]>();
const rowOf = async (who: Who, code = 'USD') =>
  (await browsers[who].get('/api/fixings/rates'))
    .json<{ rates: RateRow[] }>()
    .rates.find((row) => row.code === code);
const compared = async (offer: string, wish: string): Promise<{ name: string; rate: number }[]> => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/public/offers',
    headers: { host: 'localhost' },
    payload: { offer: { currency: offer, amount: 500 }, wish: { currency: wish } },
  });
  return answer.json<OffersAnswer>().offers.map(({ company, rate }) => ({ name: company.name, rate }));
};
const shows = (expected: { name: string; rate: number }[], pair = ['EUR', 'USD']) =>
  vi.waitFor(async () => expect(await compared(pair[0] ?? '', pair[1] ?? '')).toEqual(expected), {
    timeout: 60_000,
  });
const mails = () =>
  database.db
    .selectFrom('mails')
    .where('kind', '=', 'held')
    .select(['recipient', 'due_at as dueAt', 'params'])
    .orderBy('recipient')
    .orderBy('id')
    .execute();
const journal = async (limit = 10) =>
  (await browsers.root.get(`/api/audit?limit=${limit}`))
    .json<
      { action: string; company: { name: string } | null; changes: unknown[]; user: { name: string } }[]
    >()
    .filter(({ action }) => action.startsWith('fixing.'));

describe('a fixing held for review', () => {
  test('is answered as ever; no traveller sees either side, nor the former ones', async () => {
    await fix('agent', { sale: 1.1, purchase: 1.17 });
    await fix('agent2', { sale: 1.09 });
    const both = [
      { name: 'Quais', rate: 1.1 },
      { name: 'Zéphyr', rate: 1.09 },
    ];
    await shows(both);
    clock = new Date(clock.getTime() + 1_000);
    const row = await fix('agent', { sale: 9.99 });
    expect(row).toMatchObject({ sale: 9.99, purchase: 1.17, held: true, updated_at: clock.toISOString() });
    await shows(both.slice(1));
    await shows([], ['USD', 'EUR']);
    expect(await rowOf('agent')).toMatchObject({ held: true, sale: 9.99 });
    const all = (await browsers.admin.get('/api/fixings/rates')).json<{ rates: RateRow[] }>().rates;
    expect(all.map(({ held: isHeld }) => isHeld)).toEqual([true, false]);
    expect((await logs())[0]).toMatchObject({ is_held: true, is_refusal: false });
    expect((await logs())[1]).toMatchObject({ is_held: false });
  });

  test('stays out of a reloaded book, and of a company that returns', async () => {
    await fix('agent', { sale: 9.99 });
    const other = await startTestApp(database.url, () => clock);
    await other.book.loaded;
    expect(other.book.current()?.fixingCount).toBe(0);
    await other.close();
    const suspend = (suspended_at: Date | null) =>
      database.db.updateTable('companies').set({ suspended_at }).where('id', '=', quais()).execute();
    await suspend(clock);
    await suspend(null);
    await fix('agent2', { sale: 1.09 });
    await shows([{ name: 'Zéphyr', rate: 1.09 }]);
  });

  test('is visible to its company and to administrators, and decided by those with the right', async () => {
    await fix('agent', { sale: 9.99 });
    expect(await held('agent')).toMatchObject({
      total: 1,
      held: [
        {
          company: { id: quais(), name: 'Quais' },
          row: { code: 'USD', sale: 9.99, purchase: null, held: true, rate: 1.1361, by: { name: 'agent' } },
          former: { purchase: null, sale: null },
          held_at: clock.toISOString(),
          may_review: false,
        },
      ],
    });
    for (const who of ['colleague', 'admin', 'root'] as const) {
      expect((await held(who)).held, who).toMatchObject([{ may_review: true, row: { sale: 9.99 } }]);
    }
    for (const who of ['agent2', 'loner'] as const) expect(await held(who)).toEqual({ held: [], total: 0 });
  });

  test('of a company with many leaves room for others on the list of all', async () => {
    for (const code of ['USD', 'GBP', 'MAD']) await fix('agent', { code, sale: 0.01 });
    clock = new Date(clock.getTime() + 1_000);
    await fix('agent2', { sale: 9.99 });
    const { rows, total } = await listHeld(database.db, null, 2);
    expect(rows.map(({ company, code }) => [company, code])).toEqual([
      ['Quais', 'GBP'],
      ['Zéphyr', 'USD'],
    ]);
    expect(total).toBe(4);
  });

  test('is replaced by a plausible one, which is compared at once', async () => {
    await fix('agent', { sale: 9.99, purchase: 1.17 });
    expect(await fix('agent', { purchase: 1.18 })).toMatchObject({ held: true });
    expect(await fix('agent', { sale: 1.1 })).toMatchObject({ held: false, purchase: 1.18, sale: 1.1 });
    await shows([{ name: 'Quais', rate: 1.1 }]);
    expect((await held('colleague')).total).toBe(0);
  });

  test('depends on thresholds, which are settings', async () => {
    const generous = await startTestApp(database.url, () => clock, { HELD_ABOVE: '1000', HELD_OFF: '1000' });
    await generous.book.loaded;
    const agent = await enter(generous.app, 'agent');
    const body = { currency: { code: 'USD' }, base: 'EUR', amounts: { sale: 9.99 } };
    expect((await agent.post('/api/fixings/update', body)).json()).toMatchObject({ held: false });
    await generous.close();
  });

  test('is neither held nor released by a new mid rate alone; a confirmation checks again', async () => {
    await fix('agent', { sale: 1.1, purchase: 1.17 });
    await fix('agent', { code: 'GBP', sale: 9.99 });
    const move = (code: string, rate: string) =>
      database.db
        .insertInto('mid_rates')
        .values(aMidRateRow({ currency_code: code, at: clock, rate }))
        .execute();
    await move('USD', '1.0001');
    await move('GBP', '10.5');
    expect(await rowOf('agent')).toMatchObject({ held: false });
    expect(await rowOf('agent', 'GBP')).toMatchObject({ held: true });
    clock = new Date(clock.getTime() + HOUR);
    const confirm = { currencies: ['USD', 'GBP'] };
    const answer = await browsers.colleague.post('/api/fixings/confirm', confirm);
    const at = clock.toISOString();
    expect(answer.json()).toMatchObject({
      rates: [
        { code: 'USD', held: true, sale: 1.1, updated_at: at },
        { code: 'GBP', held: true, sale: 9.99, updated_at: at },
      ],
    });
    await shows([]);
    // both had a hand in the pounds
    const [, pounds] = answer.json<{ rates: RateRow[] }>().rates;
    for (const who of ['agent', 'colleague'] as const) {
      expect((await review(who, pounds as RateRow, true)).statusCode).toBe(403);
    }
    const [dollars] = answer.json<{ rates: RateRow[] }>().rates;
    expect((await review('agent', dollars as RateRow, true)).statusCode).toBe(200);
    // what was accepted as it is may be confirmed as it is
    const again = await browsers.agent.post('/api/fixings/confirm', { currencies: ['USD'] });
    expect(again.json()).toMatchObject({ rates: [{ held: false }] });
    await database.db.deleteFrom('mid_rates').where('at', '>', new Date('2026-11-20T15:00:00Z')).execute();
  });

  test('is judged by the company’s own last rate if the mid rate is old', async () => {
    await fix('agent', { sale: 1.1 });
    const before = clock;
    clock = new Date('2026-11-27T15:00:00.001Z');
    for (const name of ['agent', 'colleague'] as const) {
      const username = name === 'agent' ? mailOf('agent') : 'collegue@parite.example';
      await browsers[name].post('/api/login', { username, password: PASSWORD });
    }
    expect(await fix('agent', { sale: 1.13 })).toMatchObject({ held: false });
    expect(await fix('agent', { sale: 1.17 })).toMatchObject({ held: true });
    // 1.13 is still what was compared last
    expect(await fix('agent', { sale: 1.1639 })).toMatchObject({ held: false });
    expect(await fix('agent', { sale: 0.58 })).toMatchObject({ held: true });
    clock = before;
  });
});

describe('a second person', () => {
  test('accepts: the fixing is compared as made', async () => {
    const row = await fix('agent', { sale: 9.99 });
    const [line] = await logs();
    clock = new Date(clock.getTime() + 1_000);
    const answer = await review('colleague', row, true);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ code: 'USD', sale: 9.99, held: false, updated_at: row.updated_at });
    await shows([{ name: 'Quais', rate: 9.99 }]);
    expect((await held('colleague')).total).toBe(0);
    expect((await logs())[0]).toMatchObject({ id: line?.id, is_held: true });
    expect((await journal(1))[0]).toMatchObject({
      action: 'fixing.accepted',
      company: { name: 'Quais' },
      user: { name: 'Collègue' },
    });
    // another fixing is another one to accept
    expect(await fix('agent', { sale: 9.98 })).toMatchObject({ held: true });
  });

  test('refuses: the former amounts return as a new line', async () => {
    await fix('agent', { sale: 1.1, purchase: 1.17 });
    clock = new Date(clock.getTime() + 1_000);
    await fix('agent', { sale: 9.99 });
    const row = await fix('agent', { purchase: 0.2 });
    clock = new Date(clock.getTime() + 1_000);
    const answer = await review('root', row, false);
    expect(answer.json()).toMatchObject({
      purchase: 1.17,
      sale: 1.1,
      held: false,
      updated_at: clock.toISOString(),
      by: { name: 'root' },
    });
    await shows([{ name: 'Quais', rate: 1.1 }]);
    expect((await logs())[0]).toMatchObject({
      user: { name: 'root' },
      is_refusal: true,
      is_held: false,
      params: { amounts: { purchase: 1.17, sale: 1.1 } },
    });
    expect((await journal(1))[0]).toMatchObject({
      action: 'fixing.refused',
      changes: expect.arrayContaining([{ field: 'sale', before: '9.99', after: '1.1' }]),
    });
  });

  test('refuses a first fixing: the company no longer fixes the currency, and may again', async () => {
    const row = await fix('agent', { sale: 9.99 });
    expect((await review('colleague', row, false)).json()).toMatchObject({
      purchase: null,
      sale: null,
      updated_at: null,
      held: false,
      freshness: null,
    });
    expect(await rowOf('agent')).toMatchObject({ sale: null, updated_at: null });
    expect((await logs())[0]).toMatchObject({
      is_refusal: true,
      params: { amounts: { purchase: null, sale: null } },
    });
    expect(await fix('agent', { sale: 1.1, updated_at: null })).toMatchObject({ held: false });
  });

  test('is nobody who took part in it, not even with all rights', async () => {
    const row = await fix('agent', { sale: 9.99 });
    for (const accept of [true, false]) {
      const own = await review('agent', row, accept);
      expect([own.statusCode, own.json().code]).toEqual([403, 'own_fixing']);
    }
    // a colleague who fixes the other side leaves the first one's in it
    const second = await fix('colleague', { purchase: 1.17 });
    expect(second).toMatchObject({ held: true });
    for (const who of ['agent', 'colleague'] as const) {
      expect((await review(who, second, true)).statusCode).toBe(403);
    }
    // who fixes both sides takes it over
    const third = await fix('colleague', { purchase: 1.18, sale: 9.98 });
    expect((await review('colleague', third, true)).statusCode).toBe(403);
    expect((await review('agent', third, true)).statusCode).toBe(200);
  });

  test('is of the company, or has the right over all: others get no information about it', async () => {
    const row = await fix('agent', { sale: 9.99 });
    for (const who of ['agent2', 'loner'] as const) {
      for (const company of [quais(), 999]) {
        const answer = await review(who, row, true, company);
        expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
      }
    }
    expect((await review('root', row, true, 999)).statusCode).toBe(404);
    expect((await review('admin', row, true)).statusCode).toBe(200);
  });

  test('decides about the row seen: not about a changed one, nor twice', async () => {
    const row = await fix('agent', { sale: 9.99 });
    const next = await fix('agent', { sale: 9.98 });
    const late = await review('colleague', row, true);
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ code: 'fixing_changed', current: { sale: 9.98, held: true } });
    expect((await review('colleague', next, false)).statusCode).toBe(200);
    expect((await review('root', next, true)).statusCode).toBe(409);
    const answer = await browsers.root.post('/api/fixings/review', {
      company_id: quais(),
      currency: { code: 'USD' },
      updated_at: 'hier',
      accept: true,
    });
    expect(answer.statusCode).toBe(400);
  });

  test('at the same instant as a fixing, or as another decision: one of the two succeeds', async () => {
    for (let round = 0; round < 10; round += 1) {
      clock = new Date(clock.getTime() + 1_000);
      const row = await fix('agent', { sale: 9 + round / 100, purchase: null as never });
      const update = browsers.agent.post('/api/fixings/update', {
        currency: { code: 'USD' },
        base: 'EUR',
        amounts: { sale: 8 + round / 100 },
        updated_at: row.updated_at,
      });
      const [accepted, refused, updated] = await Promise.all([
        review('colleague', row, true),
        review('root', row, false),
        update,
      ]);
      const reviews = [accepted.statusCode, refused.statusCode];
      expect(reviews.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
      // whatever came first, what was never accepted is not compared
      const [state] = await database.db.selectFrom('fixings').selectAll().execute();
      if (updated.statusCode === 200) expect(state).toMatchObject({ held_at: expect.any(Date) });
      else expect(refused.statusCode).toBe(200);
    }
  });
});

describe('mail and journal', () => {
  test('each person who may decide gets one mail; another fixing within the hour waits in one more letter', async () => {
    await fix('agent', { sale: 9.99 });
    const asked = ['admin', 'collegue', 'root'].map((name) => `${name}@parite.example`);
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(asked);
    expect((await journal(1))[0]).toMatchObject({
      action: 'fixing.held',
      user: { name: 'agent' },
      company: { name: 'Quais' },
      changes: expect.arrayContaining([
        { field: 'currency', before: null, after: 'USD' },
        { field: 'sale', before: null, after: '9.99' },
      ]),
    });
    // none was written yet: it will tell of this one too
    await fix('agent', { code: 'GBP', sale: 9.99 });
    expect(await mails()).toHaveLength(3);
    await database.db
      .updateTable('mails')
      .set({ attempts: 1, finished_at: clock, outcome: 'sent' })
      .execute();
    for (let i = 0; i < 20; i += 1) await fix('agent', { code: 'MAD', sale: 100 + i });
    const second = (await mails()).filter(({ dueAt }) => dueAt > clock);
    expect(second.map(({ recipient }) => recipient)).toEqual(asked);
    expect(second[0]?.dueAt.getTime()).toBe(clock.getTime() + HOUR);
  });
});

test('the letter names author and amounts, and is dropped once nothing waits for its reader', async () => {
  const mail = async () => {
    const row = await database.db
      .selectFrom('mails')
      .where('recipient', '=', 'collegue@parite.example')
      .selectAll()
      .executeTakeFirstOrThrow();
    const config = readConfig({ MAIL_FROM: 'Parité <lettre@parite.example>' });
    const written = await composeMail(
      { db: database.db, config, secret: '', writers: letterWriters },
      { ...row, createdAt: row.created_at },
      clock,
    );
    return (await PostalMime.parse(written.raw)).text ?? '';
  };
  const row = await fix('agent', { sale: 9.99, purchase: 1.17 });
  for (const code of ['GBP', 'MAD']) await fix('agent', { code, sale: 0.01 });
  const text = (await mail()).replaceAll('\u00a0', ' ');
  expect(text).toContain('3 taux sont retenus');
  expect(text).toContain('Le bureau Quais vient de fixer');
  expect(text).toContain('USD : achat 1,1700, vente 9,9900, fixé par agent Test (taux intermédiaire 1,1361)');
  expect(text).toContain('http://backoffice.localhost:3000/#/fixings');
  const away = (suspended_at: Date | null) =>
    database.db
      .updateTable('users')
      .set({ suspended_at })
      .where('mail', '=', 'collegue@parite.example')
      .execute();
  await away(clock);
  await expect(mail()).rejects.toMatchObject({ reason: 'gone' });
  await away(null);
  await review('root', row, true);
  for (const code of ['GBP', 'MAD']) await fix('colleague', { code, sale: 0.02 });
  // what waits is the reader's own
  await expect(mail()).rejects.toMatchObject({ reason: 'settled' });
});

test('unchanged amounts write no line, renew nothing, and are answered as ever', async () => {
  const first = await fix('agent', { sale: 1.1, purchase: 1.17 });
  const before = (await logs()).length;
  clock = new Date(clock.getTime() + HOUR);
  for (const amounts of [
    { sale: 1.1 },
    { sale: 1.1, purchase: 1.17 },
    { purchase: 1.17, sale: '' as const },
  ]) {
    expect(await fix('agent', amounts)).toEqual(first);
  }
  expect(await fix('agent', { sale: 1.1, updated_at: first.updated_at })).toEqual(first);
  expect(await logs()).toHaveLength(before);
});
