import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { selectMark } from '../../book/log-of-changes.queries.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { listed } from '../../testing/followed-book.ts';
import { type Browser, enter, furnishOffice, type Office } from '../../testing/office.ts';
import { aMidRateRow } from '../../testing/rows.ts';

let database: TestDatabase;
let server: TestApp;
let office: Office;
let agent: Browser;
let colleague: Browser;
let agent2: Browser;
let clock = new Date('2026-11-21T08:00:00.123Z');

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  // 'loner' is hired by the agent's bureau: two people at one sheet
  await database.db
    .updateTable('users')
    .set({ company_id: office.companies.Quais ?? 0 })
    .where('id', '=', office.users.loner)
    .execute();
  server = await startTestApp(database.url, () => clock);
  await server.book.loaded;
  agent = await enter(server.app, 'agent');
  colleague = await enter(server.app, 'loner');
  agent2 = await enter(server.app, 'agent2');
});
beforeEach(async () => {
  clock = new Date(clock.getTime() + 1_000);
  await database.db.deleteFrom('fixings').execute();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

type Line = {
  code: string;
  purchase?: number | undefined;
  sale?: number | undefined;
  updated_at?: string | null;
  seen?: { purchase: number | null; sale: number | null };
};
const bodyOf = (lines: readonly Line[]) => ({
  base: 'EUR',
  fixings: lines.map(({ code, purchase, sale, updated_at, seen }) => ({
    currency: { code },
    amounts: { purchase, sale },
    updated_at,
    seen,
  })),
});
const publish = (who: Browser, lines: readonly Line[], headers = {}) =>
  who.post('/api/fixings/batch', bodyOf(lines), headers);
const fixings = () =>
  database.db.selectFrom('fixings').selectAll().orderBy('company_id').orderBy('currency_code').execute();
const logs = () => database.db.selectFrom('fixing_logs').selectAll().orderBy('id').execute();
const GOOD: Line[] = [
  { code: 'USD', purchase: 1.17, sale: 1.105 },
  { code: 'MAD', purchase: 11, sale: 10.4 },
  { code: 'GBP', sale: 0.85 },
];

test('a batch fixes every row at once: answers in the requested order, one log line each, one change, soon compared', async () => {
  const count = (await logs()).length;
  // the fixings of an earlier test are deleted in it, which the book may read later
  const { version } = await selectMark(database.db);
  const answer = await publish(agent, GOOD);
  expect(answer.statusCode).toBe(200);
  const { rates, batch_id } = answer.json();
  expect(rates).toMatchObject([
    { code: 'USD', purchase: 1.17, sale: 1.105, updated_at: clock.toISOString(), held: false },
    { code: 'MAD', purchase: 11, sale: 10.4 },
    { code: 'GBP', purchase: null, sale: 0.85, by: { name: 'agent' } },
  ]);
  const lines = (await logs()).slice(count);
  expect(lines).toMatchObject(
    ['USD', 'MAD', 'GBP'].map((currency_code) => ({
      currency_code,
      company_id: office.companies.Quais,
      user_id: office.users.agent,
      origin: 'batch',
      batch_id,
      is_held: false,
    })),
  );
  await vi.waitFor(() => expect(server.book.version()).toBe(version + 1), 20_000);
  expect(listed(server.book.current(), 'GBP', true).map(({ rate }) => rate)).toEqual([0.85]);
});

test('an equal amount stays without a line; a missing amount keeps its value', async () => {
  await publish(agent, GOOD);
  const before = await fixings();
  const count = (await logs()).length;
  clock = new Date(clock.getTime() + 1_000);
  const answer = await publish(agent, [
    { code: 'USD', sale: 1.105 },
    { code: 'GBP', purchase: 0.92 },
  ]);
  expect(answer.json().rates).toMatchObject([
    { code: 'USD', purchase: 1.17, sale: 1.105 },
    { code: 'GBP', purchase: 0.92, sale: 0.85, updated_at: clock.toISOString() },
  ]);
  expect((await logs()).slice(count)).toMatchObject([{ currency_code: 'GBP' }]);
  expect((await fixings()).filter((row) => row.currency_code !== 'GBP')).toEqual(
    before.filter((row) => row.currency_code !== 'GBP'),
  );
});

test('a row confirmed since it was seen counts as unchanged for a batch, and as changed for a single fixing', async () => {
  await publish(agent, GOOD);
  const updated_at = clock.toISOString();
  clock = new Date(clock.getTime() + 1_000);
  await colleague.post('/api/fixings/confirm', { currencies: ['USD'] });
  const seen = { purchase: 1.17, sale: 1.105 };
  const line = { code: 'USD', sale: 1.1, updated_at };
  const single = await agent.post('/api/fixings/update', {
    currency: { code: 'USD' },
    base: 'EUR',
    amounts: { sale: 1.1 },
    updated_at,
  });
  expect(single.statusCode).toBe(409);
  expect((await publish(agent, [line])).statusCode).toBe(409);
  expect((await publish(agent, [{ ...line, seen: { ...seen, sale: 1.104 } }])).statusCode).toBe(409);
  const answer = await publish(agent, [{ ...line, seen }]);
  expect([answer.statusCode, answer.json().rates]).toMatchObject([200, [{ purchase: 1.17, sale: 1.1 }]]);
});

test('a row held since it was seen is a conflict, though its amounts are the same', async () => {
  await publish(agent, GOOD);
  const updated_at = clock.toISOString();
  clock = new Date(clock.getTime() + 1_000);
  await database.db
    .updateTable('fixings')
    .set({ updated_at: clock, held_at: clock, held_by: [1], former_purchase: '1.16', former_sale: '1.1' })
    .where('currency_code', '=', 'USD')
    .execute();
  const line = { code: 'USD', sale: 1.1, updated_at, seen: { purchase: 1.17, sale: 1.105 } };
  expect((await publish(agent, [line])).statusCode).toBe(409);
});

test('a batch of unchanged amounts changes nothing, and cannot be undone', async () => {
  await publish(agent, GOOD);
  const count = async () => (await database.db.selectFrom('batches').select('id').execute()).length;
  const before = await count();
  const answer = await publish(agent, GOOD);
  expect([answer.statusCode, answer.json().batch_id, await count()]).toEqual([200, null, before]);
});

test('one row changed meanwhile refuses the batch: the answer has each such row', async () => {
  await publish(agent, GOOD);
  const [before, count] = [await fixings(), (await logs()).length];
  const answer = await publish(agent, [
    { code: 'USD', sale: 1.1, updated_at: clock.toISOString() },
    { code: 'MAD', sale: 10.3, updated_at: null },
    { code: 'GBP', sale: 0.84, updated_at: '2026-11-20T00:00:00.000Z' },
  ]);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    message: 'Publication refusée : 2 taux ont changé entre-temps (MAD, GBP).',
    code: 'fixings_changed',
    conflicts: [
      { code: 'MAD', sale: 10.4, updated_at: clock.toISOString(), by: { name: 'agent' } },
      { code: 'GBP', sale: 0.85 },
    ],
  });
  expect([await fixings(), (await logs()).length]).toEqual([before, count]);
  expect(await database.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([]);
});

test('validation errors are listed by line, and nothing is saved', async () => {
  const count = (await logs()).length;
  const answer = await publish(agent, [
    { code: 'USD', sale: 1.1 },
    { code: 'EUR', sale: 1 },
    { code: 'XXX', sale: 1 },
    { code: 'USD', sale: 1.2 },
    { code: 'MAD' },
    { code: 'GBP', sale: -1 },
  ]);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({
    message: 'Publication refusée. 5 lignes sont à corriger.',
    code: 'invalid_lines',
    lines: [
      { currency: 'EUR', message: expect.stringContaining('devise de base') },
      { currency: 'XXX', message: 'La devise XXX n’est pas connue.' },
      { currency: 'USD', message: 'Cette devise est donnée deux fois.' },
      { currency: 'MAD', message: 'L’achat et la vente sont vides. Donnez au moins un montant.' },
      { currency: 'GBP', message: expect.stringMatching(/^Le champ « Vente » doit être positif/) },
    ],
  });
  expect([await fixings(), (await logs()).length]).toEqual([[], count]);
});

test.each([
  ['no line', { base: 'EUR', fixings: [] }],
  ['201 lines', { base: 'EUR', fixings: Array.from({ length: 201 }, () => bodyOf(GOOD).fixings[0]) }],
  ['another base', { ...bodyOf(GOOD), base: 'USD' }],
  ['another origin', { ...bodyOf(GOOD), origin: 'rule' }],
])('%s is a 400 in French', async (_what, body) => {
  const answer = await agent.post('/api/fixings/batch', body);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().message).toMatch(/^(Le champ « [A-Z]|La devise de base)/);
  expect(await fixings()).toEqual([]);
});

test('an implausible fixing is held in a batch too, and the others are compared', async () => {
  await publish(agent, [
    { code: 'USD', sale: 1.5 },
    { code: 'GBP', sale: 0.85 },
  ]);
  expect(await fixings()).toMatchObject([
    { currency_code: 'GBP', held_at: null },
    { currency_code: 'USD', held_at: clock, held_by: [office.users.agent] },
  ]);
  expect((await logs()).slice(-2)).toMatchObject([
    { currency_code: 'USD', is_held: true },
    { currency_code: 'GBP', is_held: false },
  ]);
});

test('an import is marked as one', async () => {
  const answer = await agent.post('/api/fixings/batch', { ...bodyOf(GOOD), origin: 'import' });
  expect(answer.statusCode).toBe(200);
  expect((await logs()).at(-1)).toMatchObject({ origin: 'import', batch_id: answer.json().batch_id });
});

describe('an idempotency key', () => {
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });

  test('repeats a lost answer to the letter, without effect on later changes', async () => {
    const headers = key();
    const first = await publish(agent, GOOD, headers);
    const count = (await logs()).length;
    clock = new Date(clock.getTime() + 1_000);
    await publish(colleague, [{ code: 'USD', sale: 1.1 }]);
    const again = await publish(agent, GOOD, headers);
    expect([again.statusCode, again.body]).toEqual([200, first.body]);
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect((await logs()).length).toBe(count + 1);
    expect((await fixings()).find((row) => row.currency_code === 'USD')?.sale).toBe('1.10000000');
  });

  test('repeats its refusal too', async () => {
    const headers = key();
    const stale = [{ code: 'USD', sale: 1.1, updated_at: clock.toISOString() }];
    const first = await publish(agent, stale, headers);
    expect(first.statusCode).toBe(409);
    const again = await publish(agent, stale, headers);
    expect([again.statusCode, again.body]).toEqual([409, first.body]);
  });

  test('with another body is a 422; of another user it is another key', async () => {
    const headers = key();
    await publish(agent, GOOD, headers);
    const before = await fixings();
    const other = await publish(agent, [{ code: 'USD', sale: 1.1 }], headers);
    expect([other.statusCode, other.json().code]).toEqual([422, 'key_reused']);
    expect(await fixings()).toEqual(before);
    expect((await publish(colleague, [{ code: 'USD', sale: 1.11 }], headers)).statusCode).toBe(200);
    expect((await publish(agent2, [{ code: 'USD', sale: 1.12 }], headers)).statusCode).toBe(200);
  });

  test('used twice at the same instant has one effect, and the other request gets its result', async () => {
    const headers = key();
    const count = (await logs()).length;
    const answers = await Promise.all(Array.from({ length: 6 }, () => publish(agent, GOOD, headers)));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
    expect((await logs()).length).toBe(count + 3);
  });

  test('lasts a day, erased or not', async () => {
    const headers = key();
    await publish(agent, GOOD, headers);
    const dayAgo = new Date(clock.getTime() - 24 * 3_600_000);
    await database.db.updateTable('idempotency_keys').set({ at: dayAgo }).execute();
    const next = await publish(agent, [{ code: 'USD', sale: 1.1 }], headers);
    expect(next.statusCode).toBe(200);
    const again = await publish(agent, [{ code: 'USD', sale: 1.1 }], headers);
    expect(again.body).toBe(next.body);
  });

  test('is one of at most a thousand per user and day', async () => {
    const kept = { company_id: office.companies.Quais ?? 0, user_id: office.users.agent };
    const answer = { body_hash: Buffer.alloc(32), status: 200, answer: '{}', at: clock };
    clock = new Date(clock.getTime() + 1_000);
    await database.db.deleteFrom('idempotency_keys').execute();
    await database.db
      .insertInto('idempotency_keys')
      .values(Array.from({ length: 999 }, (_, index) => ({ ...kept, key: `k${index}`, ...answer })))
      .execute();
    const headers = key();
    const last = await publish(agent, GOOD, headers);
    expect(last.statusCode).toBe(200);
    const before = await fixings();
    const refused = await publish(agent, [{ code: 'USD', sale: 1.1 }], key());
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_keys']);
    expect(await fixings()).toEqual(before);
    expect((await publish(agent, GOOD, headers)).body).toBe(last.body);
    expect((await publish(colleague, GOOD, key())).statusCode).toBe(200);
    await database.db.deleteFrom('idempotency_keys').execute();
  });

  test.each(['', ' ', 'a b', 'é'.repeat(3), 'x'.repeat(129)])('%j is invalid', async (text) => {
    const answer = await publish(agent, GOOD, { 'idempotency-key': text });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_key']);
    expect(await fixings()).toEqual([]);
  });
});

test('a user without a company publishes nothing', async () => {
  const { company_id } = await database.db
    .selectFrom('users')
    .where('id', '=', office.users.loner)
    .select('company_id')
    .executeTakeFirstOrThrow();
  const attach = (id: number | null) =>
    database.db.updateTable('users').set({ company_id: id }).where('id', '=', office.users.loner).execute();
  await attach(null);
  const answer = await publish(colleague, GOOD);
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'no_company']);
  await attach(company_id);
});

describe('an undo', () => {
  const takeBack = (who: Browser, batch_id: unknown) =>
    who.post('/api/fixings/batch/take-back', { batch_id });
  const last = async (who: Browser) => (await who.get('/api/fixings/batch/last')).json();
  const later = (minutes: number) => {
    clock = new Date(clock.getTime() + minutes * 60_000);
  };

  test('restores each row, held and accepted as before and with its age, and logs it', async () => {
    await publish(colleague, [
      { code: 'USD', purchase: 1.17, sale: 1.5 },
      { code: 'MAD', sale: 10.4 },
    ]);
    await database.db
      .updateTable('fixings')
      .set({ accepted_at: clock, is_sale_suspended: true })
      .where('currency_code', '=', 'MAD')
      .execute();
    const before = await fixings();
    expect(before.find((row) => row.currency_code === 'USD')?.held_at).not.toBeNull();
    later(30);
    const publishedAt = clock;
    const { batch_id } = (await publish(agent, GOOD)).json();
    expect(await last(colleague)).toEqual({
      batch_id,
      at: publishedAt.toISOString(),
      count: 3,
      by: { name: 'agent', surname: 'Test' },
      until: new Date(publishedAt.getTime() + 3_600_000).toISOString(),
    });
    expect((await last(agent2))?.batch_id).not.toBe(batch_id);
    const count = (await logs()).length;
    later(60);
    const answer = await takeBack(colleague, batch_id);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().rates).toMatchObject([
      { code: 'USD', sale: 1.5, held: true },
      { code: 'MAD', sale: 10.4, purchase: null },
      { code: 'GBP', sale: null, updated_at: null },
    ]);
    expect(await fixings()).toEqual(before);
    expect((await logs()).slice(count)).toMatchObject([
      { currency_code: 'USD', sale: '1.50000000', is_held: true, at: clock, batch_id, origin: 'batch' },
      { currency_code: 'MAD', sale: '10.40000000', purchase: null, user_id: office.users.loner },
      { currency_code: 'GBP', sale: null, purchase: null },
    ]);
    // the history tells it from a publication
    const history = (await agent.get('/api/fixings/logs?limit=4')).json();
    expect(history.map(({ is_taken_back }: { is_taken_back?: true }) => is_taken_back)).toEqual([
      ...[true, true, true],
      undefined,
    ]);
    const again = await takeBack(agent, batch_id);
    expect([again.statusCode, again.json().code]).toEqual([409, 'already_taken_back']);
    expect(await fixings()).toEqual(before);
  });

  test('judges the restored rates: one that the mid rate has left is held, unless it was accepted as it is', async () => {
    await publish(colleague, [
      { code: 'USD', sale: 1.105 },
      { code: 'MAD', sale: 10.4 },
    ]);
    await database.db
      .updateTable('fixings')
      .set({ accepted_at: clock })
      .where('currency_code', '=', 'MAD')
      .execute();
    later(1);
    const { batch_id } = (
      await publish(agent, [
        { code: 'USD', sale: 1.1 },
        { code: 'MAD', sale: 10.3 },
      ])
    ).json();
    later(1);
    const moved = [
      aMidRateRow({ rate: '1.04', source: 'feed', at: clock }),
      aMidRateRow({ currency_code: 'MAD', rate: '9.8', source: 'feed', at: clock }),
    ];
    await database.db.insertInto('mid_rates').values(moved).execute();
    const answer = await takeBack(agent, batch_id);
    expect(answer.json().rates).toMatchObject([
      { code: 'USD', sale: 1.105, held: true },
      { code: 'MAD', sale: 10.4, held: false },
    ]);
    expect((await logs()).slice(-2)).toMatchObject([{ is_held: true }, { is_held: false }]);
    expect((await fixings()).find((row) => row.currency_code === 'USD')).toMatchObject({
      held_at: clock,
      held_by: [office.users.agent],
    });
    const [told] = await database.db
      .selectFrom('audit_entries')
      .where('action', '=', 'fixing.held')
      .select(['at', 'changes'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(told).toMatchObject({ at: clock, changes: { currency: [null, 'USD'] } });
    await database.db.deleteFrom('mid_rates').where('at', '=', clock).execute();
  });

  test('is refused if one row was changed since, with the author', async () => {
    const { batch_id } = (await publish(agent, GOOD)).json();
    await publish(colleague, [{ code: 'GBP', sale: 0.86 }]);
    const [before, count] = [await fixings(), (await logs()).length];
    const answer = await takeBack(agent, batch_id);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      message: 'Reprise refusée : le taux de la devise GBP a changé entre-temps.',
      code: 'fixings_changed',
      conflicts: [{ code: 'GBP', sale: 0.86, by: { name: 'loner' } }],
    });
    expect([await fixings(), (await logs()).length]).toEqual([before, count]);
  });

  test('goes back one batch after the other, each within its hour', async () => {
    const first = (await publish(agent, GOOD)).json().batch_id;
    later(20);
    const second = (await publish(agent, [{ code: 'USD', sale: 1.1 }])).json().batch_id;
    // nothing of it changed anything: there is nothing to take back
    await publish(agent, [{ code: 'USD', sale: 1.1 }]);
    expect((await last(agent)).batch_id).toBe(second);
    expect((await takeBack(agent, first)).json().conflicts).toMatchObject([{ code: 'USD' }]);
    expect((await takeBack(agent, second)).statusCode).toBe(200);
    expect((await last(agent)).batch_id).toBe(first);
    clock = new Date(clock.getTime() + 40 * 60_000 + 1);
    expect(await last(agent)).toBeNull();
    const late = await takeBack(agent, first);
    expect([late.statusCode, late.json().code]).toEqual([409, 'too_late']);
    expect(await fixings()).toHaveLength(3);
  });

  test('of another company’s batch, or of an unknown one, is a 404', async () => {
    const { batch_id } = (await publish(agent, GOOD)).json();
    const before = await fixings();
    for (const id of [batch_id, 999_999]) {
      const answer = await takeBack(agent2, id);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    }
    for (const id of [0, 'x', null]) expect((await takeBack(agent, id)).statusCode).toBe(400);
    expect(await fixings()).toEqual(before);
  });
});

const code = fc.constantFrom('USD', 'GBP', 'MAD');
// around the mid rate, some of them so far off that they are held
const amount = fc.option(fc.integer({ min: 60, max: 160 }), { nil: undefined });
const sheet = fc.uniqueArray(
  fc.record({ code, purchase: amount, sale: amount }).filter(({ purchase, sale }) => !!(purchase ?? sale)),
  { minLength: 1, maxLength: 3, selector: (line) => line.code },
);
const MIDS: Record<string, number> = { USD: 1.1361, GBP: 0.8754, MAD: 10.71 };
const rateOf = (one: string, percent: number | undefined) =>
  percent === undefined ? undefined : Number((((MIDS[one] ?? 1) * percent) / 100).toFixed(6));

test('a batch equals its single fixings: the same rows, the same lines, held alike', async () => {
  const bare = async () => {
    const rows = (await fixings()).map(({ company_id: _id, ...row }) => row);
    const lines = (await logs()).map(
      ({ id: _id, company_id: _c, user_id: _u, origin: _o, batch_id: _b, ...line }) => line,
    );
    return { rows, lines };
  };
  await fc.assert(
    fc.asyncProperty(fc.array(sheet, { minLength: 1, maxLength: 4 }), async (sheets) => {
      const apply = async (oneByOne: boolean) => {
        await database.db.deleteFrom('fixings').execute();
        const count = (await logs()).length;
        const from = clock;
        for (const drawn of sheets) {
          clock = new Date(clock.getTime() + 1_000);
          const lines = drawn.map(({ code: one, purchase, sale }) => ({
            code: one,
            purchase: rateOf(one, purchase),
            sale: rateOf(one, sale),
          }));
          if (!oneByOne) await publish(agent, lines);
          for (const { code: one, ...amounts } of oneByOne ? lines : []) {
            await agent.post('/api/fixings/update', { currency: { code: one }, base: 'EUR', amounts });
          }
        }
        clock = from;
        const { rows, lines } = await bare();
        return { rows, lines: lines.slice(count) };
      };
      const [batch, single] = [await apply(false), await apply(true)];
      expect(batch).toEqual(single);
    }),
    { numRuns: 25 },
  );
}, 120_000);

test('overlapping batches of two agents, again and again: one wins each row, nothing is half written', async () => {
  await publish(agent, GOOD);
  for (let round = 0; round < 25; round++) {
    clock = new Date(clock.getTime() + 1_000);
    const seen = new Map((await fixings()).map((row) => [row.currency_code, row.updated_at.toISOString()]));
    const count = (await logs()).length;
    const lineOf = (one: string, by: number): Line => ({
      code: one,
      sale: rateOf(one, 95 + round / 50 + by / 1_000),
      updated_at: seen.get(one) ?? null,
    });
    const sheets = [
      ['USD', 'MAD'].map((one) => lineOf(one, 1)),
      ['MAD', 'GBP'].map((one) => lineOf(one, 2)),
    ] as const;
    const answers = await Promise.all([publish(agent, sheets[0]), publish(colleague, sheets[1])]);
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.toSorted()).toEqual([200, 409]);
    const won = codes.indexOf(200) as 0 | 1;
    const now = await fixings();
    for (const { code: one, sale } of sheets[won]) {
      expect(Number(now.find((row) => row.currency_code === one)?.sale)).toBe(sale);
    }
    const lost = answers[1 - won]?.json();
    expect(lost.conflicts).toMatchObject([{ code: 'MAD' }]);
    const lines = (await logs()).slice(count);
    expect(lines.map(({ currency_code }) => currency_code)).toEqual(sheets[won].map((line) => line.code));
    expect(new Set(lines.map(({ batch_id }) => batch_id)).size).toBe(1);
  }
}, 120_000);
