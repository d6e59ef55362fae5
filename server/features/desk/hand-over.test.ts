import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Register, sumRegister } from '#domain/reservations/register.ts';
import type { BureauReservation, HandOver, Reservation } from '#domain/reservations/reservation.ts';
import { composeMail } from '../../mail/compose.ts';
import { ASKED_AT, admitBureau, forgetReservations, WANTED } from '../../testing/bookings.ts';
import { letterSources } from '../../testing/mails.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { signIn } from '../../testing/travellers.ts';

// A hand-over is seen before it is done, can be undone for ten minutes, and may come late on the day of a no-show.

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
// Saturday at eleven in Paris
const PICKUP = Date.parse(WANTED.pickup_at);
let office: OpenOffice;
let zoe: Browser;
let agent: Browser;
let other: Browser;
let at: Date;

beforeAll(async () => {
  at = ASKED_AT;
  office = await openOffice({ SECRET }, () => at);
  const { db, users, companies } = office;
  for (const name of ['Quais', 'Zéphyr']) await admitBureau(db, companies[name] ?? 0);
  await db.insertInto('user_scopes').values({ user_id: users.agent, scope: 'orders.edit.me' }).execute();
});
beforeEach(async () => {
  at = ASKED_AT;
  const { db } = office;
  await forgetReservations(db);
  await db.deleteFrom('mails').execute();
  await db.deleteFrom('stocks').where('day', 'is not', null).execute();
  zoe = await signIn(office.app, db, 'zoe@exemple.fr', SECRET);
});
afterAll(() => office.close());

async function arrive(when: number): Promise<void> {
  at = new Date(when);
  agent = await enter(office.app, 'agent');
  other = await enter(office.app, 'agent2');
}
const own = async (id: string): Promise<Reservation> =>
  (await zoe.get(`/api/traveller/reservations/${id}`)).json();
const list = async (who = agent): Promise<BureauReservation[]> => (await who.get('/api/reservations')).json();

/** A reservation whose notes are ready, an hour after it was asked for, and what the agent types. */
async function prepare(): Promise<{ id: string; code: string }> {
  const answer = await zoe.post(
    '/api/traveller/reservations',
    { ...WANTED },
    { 'idempotency-key': crypto.randomUUID() },
  );
  expect(answer.statusCode, answer.body).toBe(201);
  const { id, code } = answer.json();
  await arrive(ASKED_AT.getTime() + HOUR);
  for (const act of ['accept', 'ready']) {
    expect((await agent.post(`/api/reservations/${act}`, { id })).statusCode).toBe(200);
  }
  return { id, code };
}
const find = (code: string, who = agent) => who.post('/api/reservations/find', { code });
const collect = (code: string, more: object = {}) =>
  agent.post('/api/reservations/collect', { code, ...more });
const undo = (id: string, who = agent) => who.post('/api/reservations/undo', { id, reason: 'client' });
const days = async () => {
  const { rows } = await sql<{ day: string; ready: string; promised: string }>`
    SELECT day::text, ready::float8 AS ready, promised::float8 AS promised FROM stocks
    WHERE day IS NOT NULL AND currency_code = 'USD' ORDER BY day`.execute(office.db);
  return rows;
};

// Her last two letters, the latest first, or why one is needless by now.
async function lettersToZoe() {
  const mails = await office.db
    .selectFrom('mails')
    .where('recipient', '=', 'zoe@exemple.fr')
    .select(['id', 'kind', 'recipient', 'params'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  const sources = letterSources(office.db, SECRET);
  const composed = await Promise.allSettled(
    mails.map(async (mail) => composeMail(sources, { ...mail, createdAt: at } as never, at)),
  );
  return Promise.all(
    composed.map((one) => (one.status === 'fulfilled' ? PostalMime.parse(one.value.raw) : one.reason)),
  );
}

test('the code shows what to collect and to hand over, and hands nothing over', async () => {
  const { id, code } = await prepare();
  await arrive(PICKUP);
  const shown: HandOver = (await find(code)).json();
  expect(shown).toMatchObject({
    reservation: { id, state: 'ready', handed_over: 100, code: null, linked: [] },
    better: null,
    other_day: null,
  });
  expect(await own(id)).toMatchObject({ state: 'ready' });
  expect((await find(code, other)).statusCode).toBe(404);
  expect((await find('AAAAAA')).statusCode).toBe(404);
  expect((await collect(code)).json()).toMatchObject({ id, state: 'collected', slip: { number: 1 } });
  // nothing to show after the hand-over
  expect((await find(code)).json()).toMatchObject({ code: 'reservation_changed' });
});

test('a reservation waits for one thing at a time, for its own company alone', async () => {
  const { id, code } = (
    await zoe.post('/api/traveller/reservations', WANTED, { 'idempotency-key': crypto.randomUUID() })
  ).json();
  await arrive(ASKED_AT.getTime());
  const waiting = async (who = agent) => {
    const { to_accept, to_prepare, to_hand_over } = (await who.get('/api/reservations/waiting')).json();
    return [to_accept, to_prepare, to_hand_over];
  };
  expect(await waiting()).toEqual([1, 0, 0]);
  await agent.post('/api/reservations/accept', { id });
  expect(await waiting()).toEqual([0, 1, 0]);
  expect(await waiting(other)).toEqual([0, 0, 0]);
  await agent.post('/api/reservations/ready', { id });
  expect(await waiting()).toEqual([0, 0, 1]);
  await collect(code, { another_day: true });
  expect(await waiting()).toEqual([0, 0, 0]);
});

test('a better rate that an agent saw and that is none by now hands nothing over, and says so', async () => {
  const { id, code } = await prepare();
  await arrive(PICKUP);
  const refused = await collect(code, { rate: 1.2 });
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    {
      code: 'better_rate',
      current: null,
      message:
        'Le taux du jour n’est plus meilleur que le taux réservé. Remettez les billets au taux réservé.',
    },
  ]);
  expect(await own(id)).toMatchObject({ state: 'ready' });
});

test('wrong codes are counted, whether they are looked at or handed over', async () => {
  const { code } = await prepare();
  await arrive(PICKUP);
  for (let i = 0; i < 10; i++) {
    await find('AAAAAA');
    await collect('CCCCCC');
  }
  expect((await find(code)).statusCode).toBe(429);
});

test('a hand-over on another day is asked about, and takes its notes from that day', async () => {
  const { code } = await prepare();
  const before = await days();
  expect(before).toEqual([{ day: '2026-11-21', ready: 10_000, promised: 100 }]);
  const { other_day }: HandOver = (await find(code)).json();
  expect(other_day?.replaceAll(/\s/g, ' ')).toBe(
    'Ce client est attendu un autre jour, le samedi 21 novembre 2026 à 11 h. Remettez-lui ses billets si vous les avez.',
  );
  const refused = await collect(code);
  expect([refused.statusCode, refused.json()]).toEqual([409, { code: 'another_day', message: other_day }]);
  expect(await days()).toEqual(before);
  expect((await collect(code, { another_day: true })).statusCode).toBe(200);
  expect(await days()).toEqual([
    { day: '2026-11-20', ready: 10_000, promised: 100 },
    { day: '2026-11-21', ready: 10_000, promised: 0 },
  ]);
});

test('an early hand-over that is undone takes its notes from the agreed day again', async () => {
  const { id, code } = await prepare();
  const before = await days();
  await collect(code, { another_day: true });
  expect((await undo(id)).statusCode).toBe(200);
  expect(await days()).toEqual([{ day: '2026-11-20', ready: 10_000, promised: 0 }, ...before]);
});

test('a day whose notes are all promised hands over those of another day on top of its own', async () => {
  const { code } = await prepare();
  const { companies, db } = office;
  await sql`INSERT INTO stocks (company_id, currency_code, day, ready, promised, follows)
    VALUES (${companies.Quais}, 'USD', '2026-11-20', 50, 50, false)`.execute(db);
  expect((await collect(code, { another_day: true })).statusCode).toBe(200);
  expect(await days()).toEqual([
    { day: '2026-11-20', ready: 150, promised: 150 },
    { day: '2026-11-21', ready: 10_000, promised: 0 },
  ]);
});

test('a hand-over is undone within ten minutes: its bordereau is struck, its number is not given again', async () => {
  const { id, code } = await prepare();
  await arrive(PICKUP);
  await collect(code);
  at = new Date(PICKUP + 10 * MINUTE);
  expect((await undo(id, other)).statusCode).toBe(404);
  expect((await undo(id)).json()).toMatchObject({
    id,
    state: 'ready',
    ended_at: null,
    code: null,
    slip: null,
    struck: [
      { number: 1, reason: 'client', at: new Date(PICKUP).toISOString(), struck_at: at.toISOString() },
    ],
  });
  // deadline counted anew, however late the hand-over was
  expect(Date.parse((await own(id)).due_at)).toBeGreaterThan(at.getTime() + 23 * HOUR);
  expect((await own(id)).events.at(-1)).toMatchObject({ kind: 'ready', actor: 'bureau', reason: 'client' });
  expect((await undo(id)).json()).toMatchObject({ code: 'reservation_changed' });

  expect((await collect(code)).json()).toMatchObject({ state: 'collected', slip: { number: 2 } });
  expect(await list()).toMatchObject([{ slip: { number: 2 }, struck: [{ number: 1 }] }]);
  expect(await days()).toEqual([{ day: '2026-11-21', ready: 10_000, promised: 100 }]);
  for (const change of ['UPDATE struck_slips SET number = 9', 'DELETE FROM struck_slips']) {
    await expect(sql.raw(change).execute(office.db)).rejects.toThrow();
  }
});

test('the register of a day has each paper, a struck one taken away again; a paper is found by its number', async () => {
  const { id, code } = await prepare();
  await arrive(PICKUP);
  await collect(code);
  await undo(id);
  await collect(code);
  const read = async (day: string, who = agent): Promise<Register> =>
    (await who.get(`/api/reservations/register?day=${day}`)).json();
  const { lines, is_cut } = await read('2026-11-21');
  const numbers = lines.map(({ kind, number }) => [kind, number]);
  const [first = 0, second = 0] = numbers.filter(([kind]) => kind === 'handed_over').map(([, one]) => one);
  expect(numbers.toSorted()).toEqual([
    ['handed_over', first],
    ['handed_over', second],
    ['struck', first],
  ]);
  expect(is_cut).toBe(false);
  const { got, given } = lines.find(({ number }) => number === second) ?? {};
  expect(lines.find(({ kind }) => kind === 'struck')).toMatchObject({
    got: { ...got, amount: -(got?.amount ?? 0) },
    given: { ...given, amount: -(given?.amount ?? 0) },
    reservation: { id },
  });
  expect(sumRegister(lines)).toMatchObject([
    { currency: 'EUR', got: got?.amount, given: 0 },
    { currency: 'USD', got: 0, given: given?.amount },
  ]);
  // midnight is that of the branch
  for (const day of ['2026-11-20', '2026-11-22']) expect((await read(day)).lines).toEqual([]);
  expect((await read('2026-11-21', other)).lines).toEqual([]);
  const absurd = await agent.get('/api/reservations/register?day=2026-02-30');
  expect([absurd.statusCode, absurd.json().code]).toEqual([400, 'invalid_body']);
  for (const typed of [`${second}`, `bordereau n° ${first}`]) {
    const found = await agent.get(`/api/reservations?q=${encodeURIComponent(typed)}`);
    expect(found.json()).toMatchObject([{ id }]);
  }
});

test('what was not handed over is not undone, and “ready” undoes nothing', async () => {
  const answer = await zoe.post(
    '/api/traveller/reservations',
    { ...WANTED },
    { 'idempotency-key': crypto.randomUUID() },
  );
  const { id, code } = answer.json();
  await arrive(ASKED_AT.getTime() + HOUR);
  for (const act of ['accept', 'ready'] as const) {
    expect((await undo(id)).json()).toMatchObject({ code: 'reservation_changed' });
    await agent.post(`/api/reservations/${act}`, { id });
  }
  expect((await undo(id)).json()).toMatchObject({ code: 'reservation_changed' });
  await collect(code, { another_day: true });
  expect((await agent.post('/api/reservations/ready', { id })).json()).toMatchObject({
    code: 'reservation_changed',
  });
  expect(await own(id)).toMatchObject({ state: 'collected' });
});

test('a hand-over of more than ten minutes ago stays', async () => {
  const { id, code } = await prepare();
  await arrive(PICKUP);
  await collect(code);
  at = new Date(PICKUP + 10 * MINUTE + 1);
  const refused = await undo(id);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'undone_too_late']);
  expect(await own(id)).toMatchObject({ state: 'collected' });
});

test('the traveller is told that a hand-over was undone, and that the notes are there', async () => {
  const { id, code } = await prepare();
  await arrive(PICKUP);
  await collect(code);
  await undo(id);
  const [undone, handedOver] = await lettersToZoe();
  // a letter of the hand-over that was not sent by then is needless
  expect(handedOver).toMatchObject({ reason: 'settled' });
  expect(undone?.subject).toBe('Quais a annulé la remise de vos billets');
  const told = undone?.text?.replaceAll(/\s+/g, ' ');
  expect(told).toContain('Quais a annulé la remise de vos billets : elle avait été notée par erreur.');
  expect(told).toContain('Le bordereau de cette remise n’est plus valable.');
  expect(told).toContain(`Votre code, à montrer au guichet : ${code}`);
});

test('notes that nobody had collected may be handed over on the same day, and no later', async () => {
  const { id, code } = await prepare();
  await arrive(PICKUP + HOUR);
  expect((await agent.post('/api/reservations/no-show', { id })).statusCode).toBe(200);
  const midnight = Date.parse('2026-11-21T23:00:00Z');
  await arrive(midnight);
  for (const late of [await find(code), await collect(code, { another_day: true })]) {
    expect([late.statusCode, late.json().code]).toEqual([409, 'collected_too_late']);
  }
  await arrive(midnight - 1);
  expect((await find(code)).json()).toMatchObject({ reservation: { state: 'no_show' }, other_day: null });
  expect((await collect(code)).json()).toMatchObject({ state: 'collected', slip: { number: 1 } });
  expect((await own(id)).events.map(({ kind }) => kind).slice(-2)).toEqual(['no_show', 'collected']);
  // the entry of its calendar was cancelled with the no-show
  const [collected] = await lettersToZoe();
  expect(collected).toMatchObject({ subject: expect.stringContaining('Quais'), attachments: [] });
});
