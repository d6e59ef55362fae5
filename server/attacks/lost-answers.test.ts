// Duration: every write of the product, four times each.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api, type CallName } from '#domain/api.ts';
import { type Input, rightInputOf, send } from '../testing/fuzz/inputs.ts';
import { type FuzzWorld, openFuzzWorld } from '../testing/fuzz/world.ts';

// Every write of the table of calls, by a client that loses the answer. A write that is added is tried too.

let world: FuzzWorld;

beforeAll(async () => {
  world = await openFuzzWorld();
});
beforeEach(async () => {
  await world.restore();
});
afterAll(() => world.close());

const names = Object.keys(api) as CallName[];
const isWrite = (name: CallName) => name.startsWith('POST ') && !('isRead' in api[name]);
const writes = names.filter((name) => isWrite(name) && !('keepsAnswer' in api[name]));
const newKey = () => randomBytes(16).toString('hex');

/** Request of this call that succeeds, and its answer. */
async function sendRight(name: CallName) {
  for (const right of fc.sample(rightInputOf(name, world), { numRuns: 20, seed: 7 })) {
    const key = newKey();
    const input = withKey(right, key);
    const answer = await send(world, name, input);
    if (answer.statusCode < 300) return { key, input, answer };
    await world.restore();
  }
  throw new Error(`no request of ${name} succeeds`);
}

const withKey = (input: Input, key: string): Input => ({ ...input, headers: { 'idempotency-key': key } });

/** Rows changed since they were put back. */
async function countChanges(): Promise<unknown> {
  const { rows } = await sql<{ count: unknown }>`select count(*) from changed_rows`.execute(world.db);
  return rows[0]?.count;
}

function askFor(name: CallName, key: string) {
  const question = api[name].host === 'public' ? 'POST /api/public/outcome' : 'POST /api/outcome';
  const body = JSON.stringify({ key });
  return send(world, question, { actor: 'nobody', params: {}, query: {}, body, headers: {} });
}

test.each(writes)('%s: a lost answer is known, and a repeat is not done again', async (name) => {
  const { key, input, answer: first } = await sendRight(name);
  const known = await askFor(name, key);
  expect(known.json()).toEqual({
    state: 'answered',
    status: first.statusCode,
    body: first.body === '' ? null : first.json(),
  });
  expect(known.headers['set-cookie']).toEqual(first.headers['set-cookie']);
  const changes = await countChanges();
  const again = await send(world, name, input);
  // the sender's session may have ended by the write itself
  if (again.statusCode !== 401) {
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
  }
  expect(await countChanges()).toBe(changes);
});

test.each(writes)('%s: what has not come when it is asked for is not done later', async (name) => {
  const key = newKey();
  const [right] = fc.sample(rightInputOf(name, world), { numRuns: 1, seed: 7 });
  const input = withKey(right as Input, key);
  for (const _ of [1, 2]) expect((await askFor(name, key)).json()).toEqual({ state: 'not_received' });
  const changes = await countChanges();
  const late = await send(world, name, input);
  expect([late.statusCode, late.json().code]).toEqual([409, 'comes_too_late']);
  expect(await countChanges()).toBe(changes);
});

test('the answer of recovery codes stands nowhere in clear, and not under its key', async () => {
  const { key, answer } = await sendRight('POST /api/iam/factors/recovery-codes');
  const codes: string[] = answer.json().recovery_codes;
  const { rows } = await sql<{ row: string }>`
    select encode(key_hash, 'escape') || encode(coalesce(answer, ''), 'escape') as row from outcomes`.execute(
    world.db,
  );
  const stored = rows.map(({ row }) => row).join();
  for (const secret of [key, ...codes]) expect(stored).not.toContain(secret);
});

const SUSPENSION = 'POST /api/iam/users/suspend';

function suspension(key: string, isSuspended = true): Input {
  const body = JSON.stringify({ id: world.users.idle, is_suspended: isSuspended });
  return withKey({ actor: 'root', params: {}, query: {}, body, headers: {} }, key);
}

test('a refusal is known like any answer', async () => {
  const key = newKey();
  const refused = await send(world, SUSPENSION, {
    ...suspension(key),
    body: JSON.stringify({ id: 999_999, is_suspended: true }),
  });
  const { code } = refused.json();
  expect((await askFor(SUSPENSION, key)).json()).toMatchObject({
    status: refused.statusCode,
    body: { code },
  });
});

test('a key answers one request of one sender', async () => {
  const key = newKey();
  await send(world, SUSPENSION, suspension(key));
  for (const other of [suspension(key, false), { ...suspension(key), actor: 'halfway' as const }]) {
    const answer = await send(world, SUSPENSION, other);
    expect([401, 422]).toContain(answer.statusCode);
  }
});

test('an instance that ended before it answered leaves the outcome unknown, and no repeat acts', async () => {
  const key = newKey();
  await send(world, SUSPENSION, suspension(key));
  await sql`update outcomes set status = null, answer = null`.execute(world.db);
  expect((await askFor(SUSPENSION, key)).json()).toEqual({ state: 'under_way' });
  const again = await send(world, SUSPENSION, suspension(key));
  expect(again.json().code).toBe('under_way');
  await sql`update outcomes set at = now() - interval '121 seconds'`.execute(world.db);
  expect((await askFor(SUSPENSION, key)).json()).toEqual({ state: 'unknown' });
});

test('an answer to a connection that has gone is stored', async () => {
  const key = newKey();
  const { app } = world.server;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const { body } = suspension(key);
  const cookies = [...world.browsers.root.cookies];
  const locked = Promise.withResolvers<void>();
  const unlock = Promise.withResolvers<void>();
  const lock = world.db.transaction().execute(async (trx) => {
    await sql`select from users where id = ${world.users.idle} for update`.execute(trx);
    locked.resolve();
    await unlock.promise;
  });
  await locked.promise;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    [
      'POST /api/iam/users/suspend HTTP/1.1',
      'host: backoffice.localhost',
      `cookie: ${cookies.map((pair) => pair.join('=')).join('; ')}`,
      `x-xsrf-token: ${world.browsers.root.cookies.get('XSRF-TOKEN')}`,
      `idempotency-key: ${key}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n'),
  );
  await expect.poll(async () => (await askOnce(key))?.state ?? 'none').toBe('under_way');
  socket.destroy();
  unlock.resolve();
  await lock;
  await expect
    .poll(async () => (await askFor(SUSPENSION, key)).json())
    .toMatchObject({ state: 'answered', status: 200 });
});

/** Asks only once the request has come, because a question before refuses it. */
async function askOnce(key: string): Promise<{ state: string } | undefined> {
  const { rows } = await sql`select from outcomes`.execute(world.db);
  return rows.length === 0 ? undefined : (await askFor(SUSPENSION, key)).json();
}
