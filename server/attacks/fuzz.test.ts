// Duration: some 6,000 requests, each of which is asked whether it changed a row.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api, type CallName } from '#domain/api.ts';
import { flawOf } from '../testing/answers.ts';
import { tryHostileBodies } from '../testing/fuzz/hostile-bodies.ts';
import { tryInjections } from '../testing/fuzz/injections.ts';
import { formatInput, type Input, rightInputOf, send, wildInputOf } from '../testing/fuzz/inputs.ts';
import { type FuzzWorld, openFuzzWorld } from '../testing/fuzz/world.ts';

// Every call of domain/api.ts, by its own schema and around it, with SQL in its texts and with hostile bodies. A call that
// is added is fuzzed too. The proof runs it for longer and from another seed (proof/fuzz.proof.ts).

const RUNS = Number(process.env.FUZZ_RUNS ?? 12);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
/** Each of these starts a process for its picture or table, or hashes ten codes. */
const COSTLY: readonly CallName[] = [
  'POST /api/branches/import',
  'POST /api/companies/logo',
  'POST /api/iam/factors/passkey',
  'POST /api/iam/factors/recovery-codes',
  'POST /api/iam/factors/totp',
  'POST /api/profile/photo',
];

/** What a refused call may leave behind: counts of what was tried. */
const COUNTED: Partial<Record<CallName, readonly string[]>> = {
  'POST /api/login': ['login_failures'],
  'POST /api/login/second': ['login_failures', 'security_events'],
  'POST /api/login/passkey': ['login_failures', 'security_events', 'used_challenges'],
  'POST /api/login/again': ['login_failures', 'security_events', 'used_challenges'],
  'POST /api/iam/factors/passkey': ['used_challenges'],
  'POST /api/iam/users/forgotten-password': ['login_failures'],
  'POST /api/profile/password': ['login_failures'],
  'POST /api/profile/photo': ['login_failures'],
  'POST /api/profile/mail': ['login_failures'],
  // a refusal is an answer that its key has, too
  'POST /api/fixings/batch': ['idempotency_keys'],
  'POST /api/reservations/find': ['login_failures'],
  'POST /api/reservations/collect': ['login_failures'],
  'POST /api/traveller/code': ['login_failures'],
  'POST /api/traveller/session': ['login_failures', 'traveller_codes'],
  // an amount beyond the stock of a day opens its row, too
  'POST /api/traveller/reservations': ['login_failures', 'stocks'],
  'POST /api/traveller/reservations/move': ['login_failures'],
};

declare module 'vitest' {
  interface TaskMeta {
    /** for the proof */
    fuzzed?: { accepted: number; refused: number };
  }
}

let world: FuzzWorld;

beforeAll(async () => {
  world = await openFuzzWorld();
}, 120_000);
beforeEach(async () => {
  await world.restore();
  await untilFollowed();
});
afterAll(() => world.close());

/** Until the rate book has read the rows that were put back. */
async function untilFollowed(): Promise<void> {
  const { rows } = await sql<{ version: number }>`select max(version)::int as version from changes`.execute(
    world.db,
  );
  await expect
    .poll(() => world.server.book.version() ?? 0, { interval: 2 })
    .toBeGreaterThanOrEqual(rows[0]?.version ?? 0);
}

const names = Object.keys(api) as CallName[];

// never fails, never says more than its sentence, never changes a row that it refuses to change
test.for(names)('%s', { timeout: 120_000 + RUNS * 500 }, async (name, { task }) => {
  const counts = { accepted: 0, refused: 0 };
  task.meta.fuzzed = counts;
  await sendGenerated(name, counts);
  const sent = counts.accepted + counts.refused;
  expect(counts.accepted, 'a third is accepted').toBeGreaterThanOrEqual(sent / 3);
  await tryInjections(world, name);
  await tryHostileBodies(world, name);
});

/** Half of the requests are right, half are made by the schema and around it. */
async function sendGenerated(name: CallName, counts: { accepted: number; refused: number }): Promise<void> {
  const sendOne = async (input: Input) => {
    const answer = await send(world, name, input);
    const sent = formatInput(input);
    expect(flawOf(answer, sent), `${answer.statusCode} ${answer.body} to ${sent}`).toBeNull();
    const tables = await world.restore();
    if (answer.statusCode < 300) {
      counts.accepted += 1;
      return;
    }
    counts.refused += 1;
    const allowed = COUNTED[name] ?? [];
    expect(tables.filter((table) => !allowed.includes(table))).toEqual([]);
  };
  const numRuns = Math.ceil((COSTLY.includes(name) ? RUNS / 10 : RUNS) / 2);
  // a shrunk failure is easier to read than it is to wait for
  const endOnFailure = process.env.FUZZ_SHRINK === undefined;
  for (const inputs of [rightInputOf(name, world), wildInputOf(name, world)]) {
    await fc.assert(fc.asyncProperty(inputs, sendOne), {
      numRuns,
      seed: SEED,
      endOnFailure,
      includeErrorInReport: true,
    });
  }
}

const post = async (name: CallName, body: string, headers: Record<string, string> = {}) =>
  send(world, name, { actor: 'root', params: {}, query: {}, body, headers });

test('an own __proto__ beside a body that is right is refused too, not dropped', async () => {
  const suspension = `"id":${world.users.idle},"is_suspended":true`;
  for (const more of ['"__proto__":{"x":1}', '"constructor":{"prototype":{"x":1}}']) {
    const answer = await post('POST /api/iam/users/suspend', `{${suspension},${more}}`);
    expect(answer.json()).toMatchObject({ code: 'invalid_json' });
  }
  expect(await world.restore()).toEqual([]);
});

test.each([
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
])('%s names no article, object, currency, site or type', async (word) => {
  const { root } = world.browsers;
  const lead = await post('POST /api/public/leads', JSON.stringify({ email: '', site: word }));
  const offers = await post(
    'POST /api/public/offers',
    JSON.stringify({ offer: { currency: word, amount: 5 }, wish: { currency: 'EUR' } }),
  );
  const view = await root.get(`/api/public/blog/articles/view/${word}`, { host: 'localhost' });
  const object = await root.get(`/api/objects/${word}`);
  const objects = await root.get(`/api/objects?type=${word}`);
  expect([lead, offers, view, object, objects].map(({ statusCode }) => statusCode)).toEqual([
    400, 400, 404, 404, 400,
  ]);
});

test('of two fields of one name the last is the one: nobody reads the first', async () => {
  const { idle, loner } = world.users;
  const body = `{"id":${idle},"is_suspended":true,"id":${loner}}`;
  expect((await post('POST /api/iam/users/suspend', body)).statusCode).toBe(200);
  const suspended = await world.db
    .selectFrom('users')
    .where('suspended_at', 'is not', null)
    .select('id')
    .execute();
  expect(suspended).toEqual([{ id: loner }]);
});

test('a body as it is, said or not, is read', async () => {
  const lead = JSON.stringify({ email: '', site: 'https://bureau-0.example' });
  const identity = { 'content-encoding': 'identity' };
  expect((await post('POST /api/public/leads', lead, identity)).statusCode).toBe(201);
  expect((await post('POST /api/public/leads', lead)).statusCode).toBe(201);
});

test('a search finds the letters that were typed, not patterns of them', async () => {
  const found = async (q: string) =>
    (await world.browsers.root.get(`/api/objects?type=currency&q=${encodeURIComponent(q)}`)).json();
  expect(await found('dollar')).toHaveLength(1);
  // as patterns of LIKE the third and fourth are 'dollar'; as words nothing begins so
  for (const text of ['%', '_', 'dol%ar', 'd_ll_r', '\\', '.*', "' OR 1=1 --"])
    expect(await found(text)).toEqual([]);
});
