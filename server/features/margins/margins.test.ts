import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MarginsAnswer, MarginsPreview } from '#domain/margins/margin-calls.ts';
import type { RuleDraft } from '#domain/margins/margin-sheet.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import type { Sheet } from '#domain/sheets/sheet.ts';
import { readConfig } from '../../config.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type Browser, enter, furnishOffice, type Office } from '../../testing/office.ts';
import { aMidRateRow } from '../../testing/rows.ts';
import { importRates } from '../rates-feed/import-rates.ts';
import { applyMarginsJob } from './apply-margins.job.ts';

const HOUR = 3_600_000;
/** Of the newest mid rates of the office. */
const OFFICE_RATES_AT = new Date('2026-11-20T15:00:00Z');
let database: TestDatabase;
let server: TestApp;
let office: Office;
let agent: Browser;
let agent2: Browser;
let clock: Date;
let lastLog = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  server = await startTestApp(database.url, () => clock);
  clock = new Date('2026-11-21T08:00:00.123Z');
  await server.book.loaded;
  [agent, agent2] = [await enter(server.app, 'agent'), await enter(server.app, 'agent2')];
});
beforeEach(async () => {
  const { db } = database;
  clock = new Date('2026-11-21T08:30:00.123Z');
  await db.deleteFrom('fixings').execute();
  await db.deleteFrom('margin_sheets').execute();
  await db.deleteFrom('margin_stops').execute();
  await db.deleteFrom('mails').execute();
  await db.deleteFrom('mid_rates').where('at', '!=', OFFICE_RATES_AT).execute();
  lastLog =
    (await db.selectFrom('fixing_logs').select('id').orderBy('id', 'desc').executeTakeFirst())?.id ?? 0;
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(db);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

async function midRates(day: string, rates: Record<string, string>): Promise<void> {
  const at = new Date(`${day}T00:00:00Z`);
  await database.db
    .insertInto('mid_rates')
    .values(Object.entries(rates).map(([currency_code, rate]) => aMidRateRow({ currency_code, at, rate })))
    .execute();
}

const rule = (target: RuleDraft['target'], parts: Partial<RuleDraft> = {}): RuleDraft => ({
  target,
  follows: true,
  purchase_margin: 2.5,
  sale_margin: 2.5,
  rounding: { kind: 'digits', digits: 5 },
  least_change: 0,
  floor: null,
  ceiling: null,
  ...parts,
});
const ALL = rule({ kind: 'all' });

const fix = (who: Browser, code: string, amounts: { purchase?: number; sale?: number }) =>
  who.post('/api/fixings/update', { currency: { code }, base: 'EUR', amounts });
const margins = async (who = agent) => (await who.get('/api/fixings/margins')).json<MarginsAnswer>();
const save = async (rules: RuleDraft[], who = agent) =>
  who.post('/api/fixings/margins', { groups: [], rules, updated_at: (await margins(who)).updated_at });
const preview = async (rules: RuleDraft[]) =>
  (await agent.post('/api/fixings/margins/preview', { groups: [], rules })).json<MarginsPreview>().lines;
const stop = (code: string, until: string) =>
  agent.post('/api/fixings/margins/stop', { currency: { code }, until });
const resume = (code: string) => agent.post('/api/fixings/margins/resume', { currency: { code } });
const carry = () =>
  applyMarginsJob({ db: database.db, settings: readConfig({}), now: () => clock }).run(
    {},
    new AbortController().signal,
  );
const rates = async (who = agent) => {
  const { rates: rows } = (await who.get('/api/fixings/rates')).json<{ rates: RateRow[] }>();
  return Object.fromEntries(rows.map(({ code, purchase, sale }) => [code, [purchase, sale]]));
};
const updated = async () =>
  Object.fromEntries(
    (await database.db.selectFrom('fixings').selectAll().execute()).map((row) => [
      `${row.company_id}:${row.currency_code}`,
      row.updated_at.toISOString(),
    ]),
  );
const logs = () =>
  database.db
    .selectFrom('fixing_logs')
    .where('id', '>', lastLog)
    .select(['currency_code as code', 'user_id as userId', 'rate', 'purchase', 'sale', 'origin', 'rule'])
    .orderBy('id')
    .execute();

describe('margin rules', () => {
  test('are previewed without being stored', async () => {
    await fix(agent, 'USD', { purchase: 1.17, sale: 1.1 });
    await fix(agent, 'GBP', { sale: 0.85 });
    const lines = await preview([ALL, rule({ kind: 'currency', code: 'GBP' }, { follows: false })]);
    expect(lines).toEqual([
      {
        code: 'USD',
        label: 'dollar des États-Unis',
        rate: 1.1361,
        target: { kind: 'all' },
        outcome: 'changed',
        now: { purchase: 1.17, sale: 1.1 },
        // 1.1361 / 0.975 = 1.16523…, 1.1361 × 0.975 = 1.10769…
        next: { purchase: 1.1653, sale: 1.1076 },
      },
      expect.objectContaining({
        code: 'GBP',
        target: null,
        outcome: 'by_hand',
        next: { purchase: null, sale: 0.85 },
      }),
    ]);
    expect(await rates()).toMatchObject({ USD: [1.17, 1.1] });
    expect(await margins()).toMatchObject({ rules: [], updated_at: null });
  });

  test('are followed at once after a save, each with a log line that names the rule and its author', async () => {
    await fix(agent, 'USD', { purchase: 1.17, sale: 1.1 });
    await fix(agent2, 'USD', { sale: 1.1 });
    clock = new Date(clock.getTime() + HOUR);
    const answer = await save([ALL]);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      rules: [ALL],
      updated_at: clock.toISOString(),
      by: { name: 'agent' },
      stops: [],
    });
    expect(await rates()).toMatchObject({ USD: [1.1653, 1.1076] });
    expect(await logs()).toMatchObject([
      { userId: office.users.agent, origin: 'hand' },
      { origin: 'hand' },
      {
        code: 'USD',
        userId: office.users.agent,
        rate: '1.13610000',
        purchase: '1.16530000',
        sale: '1.10760000',
        origin: 'rule',
        rule: ALL,
      },
    ]);
    // and nobody else's
    expect(await rates(agent2)).toMatchObject({ USD: [null, 1.1] });
    expect(await margins(agent2)).toMatchObject({ rules: [], updated_at: null });
  });

  test('of a colleague’s concurrent save are not overwritten', async () => {
    const seen = (await margins()).updated_at;
    await save([ALL]);
    const late = await agent.post('/api/fixings/margins', { groups: [], rules: [], updated_at: seen });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      code: 'margins_changed',
      message:
        'agent Test a changé les règles de marge entre-temps. Les vôtres ne sont pas enregistrées. Ouvrez cette page dans un autre onglet pour voir ses règles.',
    });
    expect(await margins()).toMatchObject({ rules: [ALL] });
  });

  test.each([
    [[ALL, ALL], 'invalid_margins', 'Il y a deux règles pour toutes les devises.'],
    [[rule({ kind: 'currency', code: 'EUR' })], 'invalid_margins', 'La devise EUR n’est pas connue.'],
    [
      [rule({ kind: 'all' }, { sale_margin: 31 })],
      'invalid_body',
      expect.stringContaining('« Règles de marge »'),
    ],
  ])('%#: invalid rules are refused', async (rules, code, message) => {
    const answer = await save(rules);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ code, message });
  });

  test('belong to a company: a user without one has none', async () => {
    const loner = await enter(server.app, 'loner');
    expect((await loner.get('/api/fixings/margins')).statusCode).toBe(409);
    expect((await save([ALL], await enter(server.app, 'admin'))).statusCode).toBe(403);
  });
});

describe('a new mid rate', () => {
  test('is followed by all companies with rules, and confirms the rates that it leaves unchanged', async () => {
    await fix(agent, 'USD', { purchase: 1.17, sale: 1.1 });
    await fix(agent, 'GBP', { purchase: 0.9, sale: 0.85 });
    await fix(agent2, 'USD', { sale: 1.1 });
    await save([
      rule({ kind: 'currency', code: 'USD' }),
      rule({ kind: 'currency', code: 'GBP' }, { least_change: 2 }),
    ]);
    const before = await updated();
    await midRates('2026-11-21', { USD: '1.14', GBP: '0.876' });
    clock = new Date(clock.getTime() + HOUR);
    await carry();
    expect(await rates()).toMatchObject({ USD: [1.1693, 1.1115], GBP: [0.9, 0.85] });
    const { Quais, Zéphyr } = office.companies;
    expect(await updated()).toEqual({
      [`${Quais}:USD`]: clock.toISOString(),
      [`${Quais}:GBP`]: clock.toISOString(),
      [`${Zéphyr}:USD`]: before[`${Zéphyr}:USD`],
    });
    // what is only confirmed by a reading writes no line
    expect(await logs()).toMatchObject([
      ...[{}, {}, {}].map(() => ({ origin: 'hand' })),
      { code: 'USD', userId: office.users.agent, origin: 'rule' },
      { code: 'USD', userId: null, rate: '1.14000000', origin: 'rule' },
    ]);
    const [newest] = (await agent.get('/api/fixings/logs?limit=1')).json();
    expect(newest).toMatchObject({ origin: 'rule', rule: { purchase_margin: 2.5, sale_margin: 2.5 } });
  });

  test('wakes its followers, changed or not', async () => {
    const waiting = async () =>
      (
        await sql<{ task: string }>`SELECT task_identifier AS task FROM graphile_worker.jobs`.execute(
          database.db,
        )
      ).rows;
    const text = JSON.stringify({ date: '2026-11-21', eur: { usd: 1.1361 } });
    await importRates(database.db, text, { source: 'test', now: clock });
    await importRates(database.db, text, { source: 'test', now: clock });
    expect(await waiting()).toEqual([{ task: 'carry-margins' }]);
  });

  test('beyond the jump stops the rule, keeps the last rate and is mailed, until an agent resumes the rule', async () => {
    await fix(agent, 'USD', { purchase: 1.17, sale: 1.1 });
    await fix(agent, 'GBP', { purchase: 0.9, sale: 0.85 });
    await save([ALL]);
    const before = await rates();
    // 1.1361 × 1.05 = 1.192905
    await midRates('2026-11-21', { USD: '1.192906', GBP: '0.9191' });
    clock = new Date(clock.getTime() + HOUR);
    await carry();
    await carry();
    expect(await rates()).toMatchObject({ USD: before.USD, GBP: [0.94267, 0.89612] });
    expect((await margins()).stops).toEqual([
      { code: 'USD', reason: 'jump', since: clock.toISOString(), until: null },
    ]);
    const mails = await database.db.selectFrom('mails').select(['kind', 'recipient']).execute();
    expect(mails).toEqual([{ kind: 'margins', recipient: 'agent@parite.example' }]);

    clock = new Date(clock.getTime() + HOUR);
    expect((await resume('USD')).json()).toMatchObject({ stops: [] });
    expect(await rates()).toMatchObject({ USD: [1.2235, 1.163] });
    // the same reading stops it no more, the next jump does
    await carry();
    expect((await margins()).stops).toEqual([]);
    await midRates('2026-11-22', { USD: '1.1' });
    await carry();
    expect((await margins()).stops).toMatchObject([{ code: 'USD', reason: 'jump' }]);
    expect((await resume('GBP')).json()).toMatchObject({ code: 'not_stopped' });
  });

  test('that jumped before the rules were saved stops nothing', async () => {
    await midRates('2026-11-21', { USD: '1.25' });
    await fix(agent, 'USD', { purchase: 1.3, sale: 1.2 });
    await save([ALL]);
    await carry();
    expect((await margins()).stops).toEqual([]);
    expect(await rates()).toMatchObject({ USD: [1.2821, 1.2187] });
  });

  test('without a valid rate, or with one that would be held for review, keeps the last rate and says so', async () => {
    await fix(agent, 'USD', { purchase: 1.17, sale: 1.1 });
    await fix(agent, 'GBP', { purchase: 0.9, sale: 0.85 });
    await save([
      rule({ kind: 'currency', code: 'GBP' }, { rounding: { kind: 'step', step: 1 } }),
      // the floor hands over more than 3 % above the mid rate
      rule({ kind: 'currency', code: 'USD' }, { floor: 1.2 }),
    ]);
    expect((await margins()).stops).toMatchObject([
      { code: 'GBP', reason: 'impossible' },
      { code: 'USD', reason: 'held' },
    ]);
    expect(await rates()).toMatchObject({ USD: [1.17, 1.1], GBP: [0.9, 0.85] });
  });

  test('that is too old confirms nothing, and is not followed', async () => {
    await fix(agent, 'USD', { purchase: 1.17, sale: 1.1 });
    await save([ALL]);
    const before = await updated();
    clock = new Date(OFFICE_RATES_AT.getTime() + 7 * 24 * HOUR + 1);
    await carry();
    expect(await updated()).toEqual(before);
    clock = new Date(OFFICE_RATES_AT.getTime() + 7 * 24 * HOUR);
    await carry();
    expect(await updated()).not.toEqual(before);
  });

  test('does not confirm a currency with a side fixed by hand', async () => {
    await fix(agent, 'USD', { purchase: 1.17, sale: 1.1 });
    await save([rule({ kind: 'all' }, { purchase_margin: null })]);
    const before = await updated();
    clock = new Date(clock.getTime() + HOUR);
    await carry();
    expect(await updated()).toEqual(before);
  });

  test('of another currency is not accepted by resuming one, and no letter reports a jump already seen', async () => {
    await fix(agent, 'USD', { purchase: 1.17, sale: 1.1 });
    await fix(agent, 'GBP', { purchase: 0.9, sale: 0.85 });
    const never = rule({ kind: 'currency', code: 'USD' }, { rounding: { kind: 'step', step: 100_000 } });
    await save([never, rule({ kind: 'currency', code: 'GBP' })]);
    const before = await rates();
    await midRates('2026-11-21', { GBP: '0.95' });
    for (const _ of [1, 2, 3]) expect((await resume('USD')).statusCode).toBe(200);
    expect(await rates()).toEqual(before);
    // of the other one, once
    const mails = await database.db.selectFrom('mails').select('recipient').execute();
    expect(mails).toEqual([{ recipient: 'agent@parite.example' }]);
    await carry();
    expect((await margins()).stops).toMatchObject([
      { code: 'GBP', reason: 'jump' },
      { code: 'USD', reason: 'impossible' },
    ]);
  });

  test('of the market continues with the company where it stopped', async () => {
    await fix(agent, 'USD', { sale: 1.1 });
    await fix(agent2, 'USD', { sale: 1.1 });
    await save([ALL]);
    await save([ALL], agent2);
    await midRates('2026-11-21', { USD: '1.14' });
    const { db } = database;
    const job = applyMarginsJob({ db, settings: readConfig({}), now: () => clock });
    const [first = 0, second = 0] = Object.values(office.companies).sort((a, b) => a - b);
    await job.run({ after: first }, new AbortController().signal);
    expect((await rates(first === office.companies.Quais ? agent : agent2)).USD).toEqual([1.1653, 1.1076]);
    expect((await rates(second === office.companies.Quais ? agent : agent2)).USD).toEqual([1.1693, 1.1115]);
    // told to end before it has begun, it asks to be run again
    await job.run({}, AbortSignal.abort());
    const { rows } = await sql<{
      key: string;
    }>`SELECT key FROM graphile_worker.jobs WHERE key LIKE '%rest'`.execute(db);
    expect(rows).toHaveLength(1);
  });
});

describe('a followed currency that is fixed by hand', () => {
  test('is left unchanged until midnight in Paris, and then follows again', async () => {
    await fix(agent, 'USD', { purchase: 1.17, sale: 1.1 });
    await save([ALL]);
    await fix(agent, 'USD', { sale: 1.09 });
    // 21 November 2026: one hour ahead of UTC
    expect((await margins()).stops).toMatchObject([
      { code: 'USD', reason: 'hand', until: '2026-11-21T23:00:00.000Z' },
    ]);
    await carry();
    expect(await rates()).toMatchObject({ USD: [1.1653, 1.09] });
    const { rows } = await sql<{ at: Date }>`
      SELECT run_at AS at FROM graphile_worker.jobs WHERE key LIKE 'carry-margins-of-%'`.execute(database.db);
    expect(rows).toHaveLength(1);
    clock = new Date('2026-11-21T23:00:00.000Z');
    const job = applyMarginsJob({ db: database.db, settings: readConfig({}), now: () => clock });
    await job.run({ company: office.companies.Quais ?? 0 }, new AbortController().signal);
    expect(
      (await database.db.selectFrom('fixings').select('sale').execute()).map(({ sale }) => sale),
    ).toEqual(['1.10760000']);
  });

  test('or follows again once it is released', async () => {
    await fix(agent, 'USD', { purchase: 1.17, sale: 1.1 });
    await save([ALL]);
    expect((await stop('USD', 'given_back')).json()).toMatchObject({ stops: [{ code: 'USD', until: null }] });
    await fix(agent, 'USD', { sale: 1.09 });
    expect((await margins()).stops).toMatchObject([{ code: 'USD', until: null }]);
    await carry();
    expect(await rates()).toMatchObject({ USD: [1.1653, 1.09] });
    await resume('USD');
    expect(await rates()).toMatchObject({ USD: [1.1653, 1.1076] });
    expect((await stop('MAD', 'midnight')).statusCode).toBe(200);
    await save([rule({ kind: 'currency', code: 'USD' })]);
    expect((await stop('GBP', 'midnight')).json()).toMatchObject({ code: 'not_followed' });
  });

  test('is paused as long as its publication says, and every row of the sheet has its rule and the reason', async () => {
    await fix(agent, 'USD', { purchase: 1.17, sale: 1.1 });
    await fix(agent, 'GBP', { sale: 0.85 });
    await save([rule({ kind: 'currency', code: 'USD' }, { sale_margin: 3 })]);
    const rules = async () => {
      const { rows } = (await agent.get('/api/fixings/sheet')).json<Sheet>();
      return Object.fromEntries(rows.map(({ code, rule: one }) => [code, one]));
    };
    const usd = { purchase_margin: 2.5, sale_margin: 3 };
    expect(await rules()).toEqual({ USD: { ...usd, rest: null }, GBP: null });
    const publish = (sale: number, by_hand_until?: string) => {
      const fixings = [{ currency: { code: 'USD' }, amounts: { sale } }];
      return agent.post('/api/fixings/batch', { base: 'EUR', fixings, by_hand_until });
    };
    const rest = async () => (await rules()).USD?.rest;
    await publish(1.09);
    expect(await rest()).toEqual({ reason: 'hand', until: '2026-11-21T23:00:00.000Z' });
    await publish(1.091, 'given_back');
    expect(await rest()).toEqual({ reason: 'hand', until: null });
    // nobody says anything of it: it rests as it did
    await publish(1.092);
    expect(await rest()).toEqual({ reason: 'hand', until: null });
    await publish(1.093, 'midnight');
    expect(await rest()).toEqual({ reason: 'hand', until: '2026-11-21T23:00:00.000Z' });
    expect((await publish(1.094, 'tomorrow')).statusCode).toBe(400);
  });

  test('follows its rule again, or is paused as before, after an undo of its publication', async () => {
    await fix(agent, 'USD', { purchase: 1.17, sale: 1.1 });
    await save([ALL]);
    const publish = async (sale: number, by_hand_until: string) => {
      const fixings = [{ currency: { code: 'USD' }, amounts: { sale } }];
      const answer = await agent.post('/api/fixings/batch', { base: 'EUR', fixings, by_hand_until });
      return answer.json().batch_id;
    };
    const takeBack = (batch_id: number) => agent.post('/api/fixings/batch/take-back', { batch_id });
    const rest = async () => (await agent.get('/api/fixings/sheet')).json<Sheet>().rows[0]?.rule?.rest;
    const first = await publish(1.09, 'midnight');
    clock = new Date(clock.getTime() + 1_000);
    const second = await publish(1.08, 'given_back');
    expect(await rest()).toEqual({ reason: 'hand', until: null });
    expect((await takeBack(second)).statusCode).toBe(200);
    expect(await rest()).toEqual({ reason: 'hand', until: '2026-11-21T23:00:00.000Z' });
    expect((await takeBack(first)).statusCode).toBe(200);
    expect(await rest()).toBeNull();
    expect(await rates()).toMatchObject({ USD: [1.1653, 1.1076] });
  });
});
