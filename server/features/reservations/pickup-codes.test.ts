import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import {
  ASKED_AT,
  addTravellers,
  admitBureau,
  asking,
  madeBy,
  TEST_CODES,
  WANTED,
} from '../../testing/bookings.ts';
import { runCli } from '../../testing/cli-process.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { signIn } from '../../testing/travellers.ts';
import { countUnreadableCodes, sealSomeCodes } from './pickup-codes.queries.ts';
import { openPickupCodes } from './pickup-codes.ts';

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
const NEXT = 'the-next-one-of-a-test-9876543210-9876543210';

let office: OpenOffice;
let zoe: Browser;
let agent: Browser;

beforeEach(async () => {
  office = await openOffice({ SECRET }, () => ASKED_AT);
  const { db, companies, users } = office;
  await admitBureau(db, companies.Quais ?? 0);
  await db.insertInto('user_scopes').values({ user_id: users.agent, scope: 'orders.edit.me' }).execute();
  zoe = await signIn(office.app, db, 'zoe@exemple.fr', SECRET);
  agent = await enter(office.app, 'agent');
  return () => office.close();
});

const reserve = async (): Promise<{ id: string; code: string }> =>
  (await zoe.post('/api/traveller/reservations', WANTED, { 'idempotency-key': crypto.randomUUID() })).json();
const codeOf = async (id: string, who = zoe) =>
  (await who.get(`/api/traveller/reservations/${id}`)).json().code;
const rows = () =>
  office.db.selectFrom('reservations').select(['code', 'code_sealed', 'code_hash', 'code_key']).execute();
/** Row as written by an instance of the release before. */
const putInClear = (id: string, code: string) =>
  sql`update reservations set code = ${code}, code_sealed = null, code_hash = null, code_key = null
    where reference = ${id}`.execute(office.db);
/** Upgrade of that age, of a database that is older. */
const upgraded = (interval: string) =>
  sql`update migrations set applied_at = now() - ${interval}::interval
    - case when name = '0001_initial.sql' then interval '30 days' else interval '0' end
    where name in ('0001_initial.sql', '0056_sealed_codes.sql')`.execute(office.db);
async function serveWith(settings: Record<string, string>): Promise<Browser> {
  const server = await startTestApp(office.url, () => ASKED_AT, settings);
  onTestFinished(server.close);
  await server.book.loaded;
  return signIn(server.app, office.db, 'zoe@exemple.fr', settings.SECRET ?? '');
}

test('a code lies sealed in the database, and its owner and the desk use it as before', async () => {
  const { id, code } = await reserve();
  const [row] = await rows();
  expect(row).toMatchObject({ code: null, code_hash: expect.any(Buffer) });
  expect(JSON.stringify(await office.db.selectFrom('reservations').selectAll().execute())).not.toContain(
    code,
  );
  expect(row?.code_sealed?.includes(code)).toBe(false);
  expect(await codeOf(id)).toBe(code);
  expect((await zoe.get('/api/traveller/export')).json().reservations).toMatchObject([{ code }]);
  for (const call of ['accept', 'ready']) await agent.post(`/api/reservations/${call}`, { id });
  expect((await agent.get(`/api/reservations?q=${code}`)).json()).toEqual([]);
  expect(
    (await agent.post('/api/reservations/collect', { code: code.toLowerCase(), another_day: true })).json(),
  ).toMatchObject({
    id,
    code,
  });
  expect((await agent.get(`/api/reservations?q=${code}`)).json()).toMatchObject([{ id, code }]);
});

test('codes of an older instance are found and shown as they lie, then sealed and cleared', async () => {
  const { id } = await reserve();
  await putInClear(id, 'ACDEF3');
  expect(await codeOf(id)).toBe('ACDEF3');
  for (const call of ['accept', 'ready']) await agent.post(`/api/reservations/${call}`, { id });
  expect(
    (await agent.post('/api/reservations/collect', { code: 'ACDEF3', another_day: true })).json(),
  ).toMatchObject({ id });
  expect(await sealSomeCodes(office.db, TEST_CODES)).toBe(false);
  expect(await rows()).toMatchObject([{ code: null, code_hash: TEST_CODES.hashesOf('ACDEF3')[0] }]);
  expect(await codeOf(id)).toBe('ACDEF3');
});

test('for a day beside an upgrade codes are there for older instances, too, and in clear text no longer', async () => {
  await upgraded('1 hour');
  const { id, code } = await reserve();
  expect(await rows()).toMatchObject([{ code, code_hash: TEST_CODES.hashesOf(code)[0] }]);
  const [traveller = 0] = await addTravellers(office.db, 1);
  await madeBy(office.db, asking(traveller, office.companies.Quais ?? 0));
  await putInClear(id, code);
  await sealSomeCodes(office.db, TEST_CODES);
  expect((await rows()).map((row) => [row.code !== null, row.code_hash !== null])).toEqual([
    [true, true],
    [true, true],
  ]);
  await upgraded('25 hours');
  await sealSomeCodes(office.db, TEST_CODES);
  expect((await rows()).map((row) => [row.code, row.code_hash !== null])).toEqual([
    [null, true],
    [null, true],
  ]);
  expect(await codeOf(id)).toBe(code);
});

test('a rotation of SECRET keeps the codes by the former one, and seals them anew', async () => {
  const { id, code } = await reserve();
  for (const call of ['accept', 'ready']) await agent.post(`/api/reservations/${call}`, { id });
  const settings = { SECRET: NEXT, SECRET_BEFORE: SECRET };
  // without the former one nothing is lost, and nothing shown
  expect(await codeOf(id, await serveWith({ SECRET: NEXT }))).toBeNull();
  expect(await codeOf(id, await serveWith(settings))).toBe(code);
  const next = openPickupCodes({ secret: NEXT, secretBefore: SECRET });
  await sealSomeCodes(office.db, next);
  expect(await rows()).toMatchObject([{ code: null, code_hash: next.hashesOf(code)[0] }]);
  expect(await codeOf(id, await serveWith({ SECRET: NEXT }))).toBe(code);
});

test('codes that no given SECRET opens are counted at a start and by doctor, until their reservation has ended', async () => {
  const { id } = await reserve();
  await reserve();
  const keys = { ours: TEST_CODES.keys, next: openPickupCodes({ secret: NEXT, secretBefore: null }).keys };
  const doctor = async (SECRET: string, SECRET_BEFORE = '') => {
    const env = { DATABASE_URL: office.url, BACKUP_RECIPIENT: 'none', SECRET, SECRET_BEFORE };
    return (await runCli(['doctor'], tmpdir(), env)).out.match(/^.* codes de retrait : .*$/m)?.[0];
  };
  expect(await countUnreadableCodes(office.db, keys.ours)).toBe(0);
  expect(await doctor(SECRET)).toBeUndefined();
  expect(await countUnreadableCodes(office.db, keys.next)).toBe(2);
  expect(await doctor(NEXT)).toMatch(
    /^ÉCHEC .*2 réservations ouvertes ont un code .*Remettez la copie gardée/,
  );
  expect(await doctor(NEXT, SECRET)).toBeUndefined();
  await zoe.post('/api/traveller/reservations/cancel', { id });
  expect(await countUnreadableCodes(office.db, keys.next)).toBe(1);
  expect(await doctor(NEXT)).toMatch(/1 réservation ouverte a un code /);
});
