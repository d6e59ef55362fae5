import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { admitBureau } from '../../testing/bookings.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { mailedDigits, signIn, visit } from '../../testing/travellers.ts';
import { type Count, countOf, countsOfNetworks } from '../accounts/counts.ts';

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
const MINUTE = 60_000;
const HALL = '203.0.113.9';
let office: OpenOffice;
let clock: Date;

beforeAll(async () => {
  office = await openOffice({ SECRET }, () => clock);
  await admitBureau(office.db, office.companies.Quais ?? 0);
});
beforeEach(async () => {
  clock = new Date('2026-11-20T09:00:00.000Z');
  for (const table of ['login_failures', 'traveller_codes', 'travellers', 'mails'] as const)
    await office.db.deleteFrom(table).execute();
  await sql`delete from graphile_worker._private_jobs`.execute(office.db);
});
afterAll(() => office.close());

const askCode = (address: string, email: string, proof?: string) =>
  visit(office.app, address).post('/api/traveller/code', { email, ...(proof && { proof }) });
const mailsTo = async (email: string) =>
  (await office.db.selectFrom('mails').where('recipient', '=', email).select('id').execute()).length;
const keysOf = (name: string, address: string) =>
  countsOfNetworks(SECRET, { name, window: 0, most: [0, 0, 0] }, address);
async function setCount(key: Count | undefined, count: number): Promise<void> {
  const row = { count, since: clock };
  await office.db
    .insertInto('login_failures')
    .values({ key: key?.key ?? Buffer.alloc(32), ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}
async function solve(challenge: Parameters<typeof solveChallenge>[0]['challenge']): Promise<string> {
  return JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
}
const wrongOf = (digits: string) => (digits === '000000' ? '000001' : '000000');

test('a hall of travellers gets 500 codes an hour; the next one comes by a proof of work, used once', async () => {
  await setCount(keysOf('traveller-code:unproven', HALL)[0], 499);
  expect((await askCode(HALL, 'lea@exemple.fr')).statusCode).toBe(200);
  const refused = await askCode(HALL, 'zoe@exemple.fr');
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'proof_due']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(await mailsTo('zoe@exemple.fr')).toBe(0);

  const proof = await solve(refused.json().challenge);
  expect((await askCode(HALL, 'zoe@exemple.fr', proof)).statusCode).toBe(200);
  expect(await mailsTo('zoe@exemple.fr')).toBe(1);
  // neither twice, nor late, nor of another secret, nor unsolved
  const { challenge } = (await askCode(HALL, 'paul@exemple.fr', proof)).json();
  const unsolved = JSON.stringify({ challenge, solution: { counter: 1, derivedKey: '00' } });
  const eased = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '0' } };
  const late = await solve(challenge);
  for (const bad of [unsolved, await solve(eased), '{', 'null', '[]', '{"challenge":{},"solution":{}}'])
    expect((await askCode(HALL, 'paul@exemple.fr', bad)).statusCode).toBe(429);
  clock = new Date(clock.getTime() + 10 * MINUTE);
  expect((await askCode(HALL, 'paul@exemple.fr', late)).statusCode).toBe(429);
  expect((await askCode('198.51.100.1', 'paul@exemple.fr')).statusCode).toBe(200);
});

test('guesses that no open code can match use up nobody’s quota', async () => {
  const zoe = visit(office.app, HALL);
  await zoe.post('/api/traveller/code', { email: 'zoe@exemple.fr' });
  const code = await mailedDigits(office.db, 'zoe@exemple.fr', SECRET);
  const holder = visit(office.app, HALL);
  await holder.post('/api/traveller/code', { email: 'paul@exemple.fr' });
  for (let i = 0; i < 20; i += 1) {
    const guess = { email: 'zoe@exemple.fr', code: wrongOf(code) };
    // without a ticket, and with one of another mailbox
    for (const stranger of [visit(office.app, HALL), holder])
      expect((await stranger.post('/api/traveller/session', guess)).json().code).toBe('wrong_code');
  }
  expect((await zoe.post('/api/traveller/session', { email: 'zoe@exemple.fr', code })).statusCode).toBe(200);
});

test('guesses at open codes count by browser first, then by network, which a proof of work opens', async () => {
  const zoe = visit(office.app, HALL);
  await zoe.post('/api/traveller/code', { email: 'zoe@exemple.fr' });
  const code = await mailedDigits(office.db, 'zoe@exemple.fr', SECRET);
  await setCount(keysOf('traveller:unproven', HALL)[0], 249);
  const wrong = await zoe.post('/api/traveller/session', { email: 'zoe@exemple.fr', code: wrongOf(code) });
  expect(wrong.json().code).toBe('wrong_code');
  const refused = await zoe.post('/api/traveller/session', { email: 'zoe@exemple.fr', code });
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'proof_due']);
  const proof = await solve(refused.json().challenge);
  const opened = await zoe.post('/api/traveller/session', { email: 'zoe@exemple.fr', code, proof });
  expect(opened.statusCode).toBe(200);

  // a browser, whatever it asks for
  const roaming = visit(office.app, '192.0.2.1');
  const outcomes: string[] = [];
  for (let i = 0; i < 7; i += 1) {
    const email = `partout-${i}@exemple.fr`;
    await roaming.post('/api/traveller/code', { email });
    const digits = await mailedDigits(office.db, email, SECRET);
    for (let k = 0; k < 5; k += 1)
      outcomes.push(
        (await roaming.post('/api/traveller/session', { email, code: wrongOf(digits) })).json().code,
      );
  }
  expect(outcomes.filter((one) => one === 'wrong_code')).toHaveLength(30);
  expect(outcomes.slice(30)).toEqual(Array(5).fill('too_many_guesses'));
});

test.each([
  ['/64 of one /56', 1, 120, '2001:db8:7:42::1', '2001:db8:7:43::1'],
  ['/56 of one /48', 2, 150, '2001:db8:7:4200::1', '2001:db8:7:4300::1'],
  ['addresses of one /24', 1, 120, '198.51.100.1', '198.51.100.2'],
])('many %s leave room in the lane of codes for others', async (_, wide, most, one, other) => {
  for (const index of [0, wide]) {
    await setCount(keysOf('traveller-code:lane', one)[index], (index === 0 ? 100 : most) - 1);
    expect((await askCode(one, 'lea@exemple.fr')).statusCode).toBe(200);
    expect((await askCode(index === 0 ? one : other, 'lea@exemple.fr')).json().code).toBe('codes_busy');
    await office.db.deleteFrom('login_failures').execute();
  }
  await setCount(keysOf('traveller-code:lane', one)[wide], most);
  for (let i = 0; i < 5; i += 1) expect((await askCode(other, `lea-${i}@exemple.fr`)).statusCode).toBe(503);
  expect((await askCode('203.0.113.1', 'zoe@exemple.fr')).statusCode).toBe(200);
  expect(await mailsTo('zoe@exemple.fr')).toBe(1);
  // what is refused takes nothing from the lane of all
  const [lane] = await office.db
    .selectFrom('login_failures')
    .where('key', '=', countOf(SECRET, { name: 'traveller-code:all', window: 0, most: 0 }, '').key)
    .select('count')
    .execute();
  expect(lane?.count).toBe(1);
});

test('a full lane answers known and unknown addresses alike, and still mails to accounts', async () => {
  await signIn(office.app, office.db, 'zoe@exemple.fr', SECRET);
  await office.db.deleteFrom('mails').execute();
  clock = new Date(clock.getTime() + 10 * MINUTE);
  await setCount(countOf(SECRET, { name: 'traveller-code:all', window: 0, most: 0 }, ''), 200);
  clock = new Date(clock.getTime() + MINUTE);
  const zoe = visit(office.app, '192.0.2.1');
  const known = await zoe.post('/api/traveller/code', { email: 'zoe@exemple.fr' });
  const unknown = await askCode('192.0.2.2', 'inconnue@exemple.fr');
  for (const answer of [known, unknown]) {
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'codes_busy']);
    expect(answer.headers['retry-after']).toBe('240');
    expect(answer.cookies).toMatchObject([{ name: 'traveller-code', httpOnly: true, maxAge: 600 }]);
  }
  expect(known.json()).toEqual(unknown.json());
  expect([await mailsTo('zoe@exemple.fr'), await mailsTo('inconnue@exemple.fr')]).toEqual([1, 0]);
  const code = await mailedDigits(office.db, 'zoe@exemple.fr', SECRET);
  expect((await zoe.post('/api/traveller/session', { email: 'zoe@exemple.fr', code })).statusCode).toBe(200);
  // what the alert counts
  await office.app.securityTally.flush();
  const events = await office.db
    .selectFrom('security_events')
    .where('kind', '=', 'traveller_code')
    .select(['outcome', 'details'])
    .execute();
  expect(events).toEqual(Array(2).fill({ outcome: 'refused', details: { reason: 'lane_full' } }));

  clock = new Date(clock.getTime() + 4 * MINUTE);
  expect((await askCode('192.0.2.2', 'inconnue@exemple.fr')).statusCode).toBe(200);
});
