import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { furnishOffice, type Office } from '../../testing/office.ts';
import { FROM_COMMAND_LINE, hashAccount, originOf } from './origin.ts';
import { type SecurityEvent, writeSecurityEvent } from './write-security-event.ts';

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
const AT = new Date('2026-11-21T08:00:10.000Z');
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0';

let database: TestDatabase;
let office: Office;

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
});
beforeEach(async () => {
  await sql`alter table security_events disable trigger user; delete from security_events;
    alter table security_events enable trigger user`.execute(database.db);
});
afterAll(() => database.close());

const from = (ip: string, userAgent = FIREFOX) =>
  originOf(SECRET, { session: null, ip, headers: { 'user-agent': userAgent } });
const write = (event: Partial<SecurityEvent> = {}) =>
  writeSecurityEvent(database.db, {
    kind: 'login',
    outcome: 'failure',
    at: AT,
    from: from('203.0.113.7'),
    account: hashAccount(SECRET, 'inconnu@exemple.fr'),
    ...event,
  });
const lines = () => database.db.selectFrom('security_events').selectAll().orderBy('id').execute();

test('a line has the caller’s browser in words, and no letter of its network and typed address', async () => {
  await write();
  const [line] = await lines();
  expect(line).toMatchObject({
    at: AT,
    kind: 'login',
    outcome: 'failure',
    device: 'Firefox sur Windows',
    count: 1,
  });
  expect(line?.account).toEqual(hashAccount(SECRET, ' Inconnu@EXEMPLE.fr'));
  expect(line?.network).toHaveLength(32);
  const { rows } = await sql<{
    text: string;
  }>`select security_events::text as text from security_events`.execute(database.db);
  expect(rows[0]?.text).not.toMatch(/203|inconnu|exemple|Mozilla/);
  // another secret tells another story
  const elsewhere = hashAccount('x'.repeat(40), 'inconnu@exemple.fr');
  expect(line?.account).not.toEqual(elsewhere);
});

test('an equal failure is one line a minute, with its count; another network, or the next minute, has another line', async () => {
  await Promise.all([write(), write(), write(), write()]);
  await write({ count: 5 });
  await write({ from: from('203.0.113.8') });
  await write({ at: new Date(AT.getTime() + 60_000) });
  expect((await lines()).map(({ count }) => count)).toEqual([9, 1, 1]);
});

test('a thousand failing networks fill a bounded number of lines, and each failure is counted', async () => {
  for (let i = 0; i < 1_000; i += 1) await write({ from: from(`203.0.${i >> 8}.${i & 255}`) });
  const written = await lines();
  expect(written).toHaveLength(61);
  expect(written.reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
  expect(written.at(-1)).toMatchObject({ network: null, account: null, details: { rest: true }, count: 940 });
});

test('one network with many kinds of failures fills its share of the minute, and hides no other', async () => {
  const own = from('203.0.113.7');
  for (let i = 0; i < 100; i += 1) {
    await write({ from: own, account: hashAccount(SECRET, `inconnu-${i}@exemple.fr`) });
  }
  await write({ from: from('203.0.113.8') });
  const written = await lines();
  expect(written).toHaveLength(17);
  expect(written.reduce((sum, { count }) => sum + count, 0)).toBe(101);
  // the rest of it still says which network
  expect(written.at(-2)).toMatchObject({
    network: own.network,
    account: null,
    details: { rest: true },
    count: 85,
  });
  expect(written.at(-1)).toMatchObject({ network: from('203.0.113.8').network, count: 1 });
});

test('endless repetitions by an owner are one line a day, with its count', async () => {
  const known = { ...from('203.0.113.7'), userId: office.users.agent, sessionId: 4 };
  const edit = (at = AT) =>
    writeSecurityEvent(database.db, {
      kind: 'details_changed',
      at,
      from: known,
      subjectUserId: office.users.agent,
    });
  const DAY = 24 * 60 * 60_000;
  const noon = new Date(Math.floor(AT.getTime() / DAY) * DAY + DAY / 2);
  for (let minutes = 0; minutes < 70; minutes += 1) await edit(new Date(noon.getTime() + minutes * 60_000));
  await edit(new Date(noon.getTime() + DAY));
  expect((await lines()).map(({ count }) => count)).toEqual([70, 1]);
});

test('each act of a known person is a line, in the transaction of the act', async () => {
  const known = { ...from('203.0.113.7'), userId: office.users.agent, sessionId: 4 };
  const act = { outcome: 'success', from: known, account: null, subjectUserId: office.users.agent } as const;
  await write(act);
  await write(act);
  await write({ ...act, from: FROM_COMMAND_LINE });
  const undone = database.db.transaction().execute(async (trx) => {
    await writeSecurityEvent(trx, { kind: 'mail_changed', at: AT, from: known });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect((await lines()).map(({ kind, count, bound }) => [kind, count, bound])).toEqual([
    ['login', 1, null],
    ['login', 1, null],
    ['login', 1, null],
  ]);
});

test('the database refuses every other change', async () => {
  const { db } = database;
  // by the clock of the database, lines of a year ago may be changed
  const at = new Date();
  await write({ at });
  await write({
    at,
    outcome: 'success',
    from: { ...from('203.0.113.7'), userId: office.users.agent },
    account: null,
  });
  const refusal = /security_events is append-only/;
  for (const set of [
    'at = now()',
    `kind = 'logout'`,
    `outcome = 'success'`,
    `details = '{"a": 1}'`,
    `user_id = ${office.users.root}`,
    'count = count + 1, at = now()',
    'network = null',
    'count = 1',
  ]) {
    await expect(sql`update security_events set ${sql.raw(set)}`.execute(db), set).rejects.toThrow(refusal);
  }
  // of somebody at work
  const forget = 'account = null, network = null, device = null, session_id = null, bound = null';
  await expect(
    sql`update security_events set ${sql.raw(forget)} where user_id is not null`.execute(db),
  ).rejects.toThrow(refusal);
  await expect(sql`delete from security_events`.execute(db)).rejects.toThrow(refusal);
  await expect(sql`truncate security_events`.execute(db)).rejects.toThrow(refusal);
  expect(await lines()).toHaveLength(2);
});
