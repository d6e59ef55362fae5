import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReservationRequest } from '#domain/reservations/reservation.ts';
import { aTravellerEdit } from '#domain/testing/travellers.ts';
import type { Db } from '../../db/open.ts';
import {
  ASKED_AT,
  addTravellers,
  admitBureau,
  asking,
  forgetReservations,
  TEST_CODES,
  untilWaiting,
  WANTED,
} from '../../testing/bookings.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { signIn } from '../../testing/travellers.ts';
import { eraseTravellers } from '../privacy/erase-travellers.queries.ts';
import { endDueReservations } from '../reservations/end-due-reservations.ts';
import { moveReservation } from '../reservations/move-reservation.ts';
import { lockReservation } from '../reservations/reservations.queries.ts';
import { requestReservation } from './request-reservation.ts';

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
let office: OpenOffice;
let zoe: Browser;
let paul: Browser;
let bureau: Browser;
let other: Browser;
let all: Browser;
let clock = ASKED_AT;

beforeAll(async () => {
  office = await openOffice({ SECRET }, () => clock);
  const { db, users, companies } = office;
  await admitBureau(db, companies.Quais ?? 0, { usd: '1000' });
  await db
    .insertInto('user_scopes')
    .values([...[users.agent, users.loner].map((user_id) => ({ user_id, scope: 'orders.edit.me' }))])
    .execute();
  bureau = await enter(office.app, 'agent');
  other = await enter(office.app, 'agent2');
  all = await enter(office.app, 'admin');
  zoe = await signIn(office.app, db, 'zoe@exemple.fr', SECRET);
  paul = await signIn(office.app, db, 'paul@exemple.fr', SECRET);
  await zoe.post('/api/traveller/me', aTravellerEdit({ phone: '01 99 00 00 00' }));
});
beforeEach(async () => {
  clock = ASKED_AT;
  const { db } = office;
  await forgetReservations(db);
  await db.deleteFrom('stocks').where('day', 'is not', null).execute();
  await db.deleteFrom('login_failures').execute();
});
afterAll(() => office.close());

const ask = (who: Browser, request: Partial<ReservationRequest> = {}, key: string = crypto.randomUUID()) =>
  who.post('/api/traveller/reservations', { ...WANTED, ...request }, { 'idempotency-key': key });
const made = async (who = zoe, request: Partial<ReservationRequest> = {}) => (await ask(who, request)).json();
const list = async (who: Browser, query = '') => (await who.get(`/api/reservations${query}`)).json();
const promised = async () => {
  const rows = await office.db
    .selectFrom('stocks')
    .where('day', 'is not', null)
    .select(['day', 'promised'])
    .orderBy('day')
    .execute();
  return rows.map(({ day, promised: amount }) => [day, Number(amount)]);
};

test('a request gets the whole reservation; the same key gets the same answer', async () => {
  const answer = await ask(zoe, {}, 'one');
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toMatchObject({
    code: expect.stringMatching(/^\w{6}$/),
    state: 'requested',
    company: { name: 'Quais' },
    branch: null,
    side: 'sale',
    base: 'EUR',
    currency: 'USD',
    rate: 1.105,
    offered: 90.5,
    received: 100,
    fee: 0,
    held_until: '2026-11-22T09:00:00.000Z',
    events: [{ at: ASKED_AT.toISOString(), kind: 'requested', actor: 'traveller', reason: null }],
  });
  expect(answer.json().traveller).toBeUndefined();
  expect((await ask(zoe, {}, 'one')).json()).toEqual(answer.json());
  expect((await ask(zoe, { amount: 200 }, 'one')).json()).toMatchObject({ code: 'key_reused' });
  expect((await zoe.post('/api/traveller/reservations', WANTED)).json()).toMatchObject({
    code: 'invalid_key',
  });
  expect((await ask(zoe, { company: 'https://personne.example' })).statusCode).toBe(404);
  expect((await ask(zoe, { pickup_at: '2026-11-30T23:59:60Z' })).statusCode).toBe(400);
  expect((await zoe.get('/api/traveller/reservations')).json()).toEqual([answer.json()]);
});

test('a changed rate is a 409 with the present one', async () => {
  const answer = await ask(zoe, { rate: 1.2, updated_at: '2026-11-20T07:00:00.000Z' });
  expect([answer.statusCode, answer.json()]).toEqual([
    409,
    {
      message: expect.stringMatching(/vient de changer.*La réservation n’est pas faite/),
      code: 'rate_changed',
      current: { rate: 1.105, updated_at: '2026-11-20T07:30:00.123Z' },
    },
  ]);
});

test('reservations of other travellers and companies can be neither seen nor changed', async () => {
  const { id, code } = await made();
  expect((await paul.get('/api/traveller/reservations')).json()).toEqual([]);
  expect((await paul.get(`/api/traveller/reservations/${id}`)).statusCode).toBe(404);
  expect((await paul.post('/api/traveller/reservations/cancel', { id })).statusCode).toBe(404);
  const move = { id, pickup_at: '2026-11-21T12:00:00.000Z', updated_at: ASKED_AT.toISOString() };
  expect((await paul.post('/api/traveller/reservations/move', move)).statusCode).toBe(404);
  expect(await list(other)).toEqual([]);
  const tries: [string, object][] = [
    ...['accept', 'ready', 'no-show'].map((call): [string, object] => [call, { id }]),
    ...['decline', 'cancel'].map((call): [string, object] => [call, { id, reason: 'stock' }]),
    ['collect', { code }],
    ['move', move],
  ];
  const loner = await enter(office.app, 'loner');
  for (const [call, body] of tries) {
    expect((await other.post(`/api/reservations/${call}`, body)).statusCode, call).toBe(404);
    expect((await loner.post(`/api/reservations/${call}`, body)).statusCode, call).toBe(409);
    // who sees all may not change all
    expect((await all.post(`/api/reservations/${call}`, body)).statusCode, call).toBe(403);
  }
  expect((await zoe.get(`/api/traveller/reservations/${id}`)).json()).toMatchObject({ state: 'requested' });
  // of none there are none, and who holds all sees them with their bureau
  expect(await list(loner)).toEqual([]);
  expect(await list(all)).toMatchObject([{ id, company: { name: 'Quais' } }]);
});

test('the company accepts, prepares and hands over by the code; each change has its actor and time', async () => {
  const { id, code } = await made();
  const before = await office.db
    .selectFrom('slip_numbers')
    .where('company_id', '=', office.companies.Quais ?? 0)
    .select('last')
    .executeTakeFirst();
  const number = 1 + (before?.last ?? 0);
  expect((await bureau.post('/api/reservations/collect', { code, another_day: true })).json()).toMatchObject({
    code: 'reservation_changed',
    message:
      'Cette réservation est demandée\u00a0: acceptez-la et marquez-la prête dans la liste, puis saisissez le code de nouveau.',
  });
  const accepted = await bureau.post('/api/reservations/accept', { id });
  expect(accepted.json()).toMatchObject({
    state: 'accepted',
    due_at: '2026-11-22T10:00:00.000Z',
    traveller: { first_name: 'Zoé', email: 'zoe@exemple.fr', phone: '01 99 00 00 00' },
  });
  expect((await bureau.post('/api/reservations/accept', { id })).statusCode).toBe(409);
  await bureau.post('/api/reservations/ready', { id });
  const typed = `${code.slice(0, 3).toLowerCase()} ${code.slice(3)}`;
  const collected = await bureau.post('/api/reservations/collect', { code: typed, another_day: true });
  expect(collected.json()).toMatchObject({
    state: 'collected',
    ended_at: ASKED_AT.toISOString(),
    slip: { number, at: ASKED_AT.toISOString(), name: 'Quais' },
  });
  expect((await bureau.get(`/api/reservations?id=${id}`)).json()).toMatchObject([{ id, slip: { number } }]);
  expect((await other.get(`/api/reservations?id=${id}`)).json()).toEqual([]);
  expect(
    (await bureau.post('/api/reservations/collect', { code: 'AAAAAA', another_day: true })).statusCode,
  ).toBe(404);
  const { events } = (await zoe.get(`/api/traveller/reservations/${id}`)).json();
  expect(events.map(({ kind, actor }: { kind: string; actor: string }) => [kind, actor])).toEqual([
    ['requested', 'traveller'],
    ['accepted', 'bureau'],
    ['ready', 'bureau'],
    ['collected', 'bureau'],
  ]);
  const users = await office.db.selectFrom('reservation_events').select('user_id').orderBy('id').execute();
  expect(users.map(({ user_id }) => user_id)).toEqual([null, ...Array(3).fill(office.users.agent)]);
  // handed over a day early, and counted there
  expect(await promised()).toEqual([
    ['2026-11-20', 100],
    ['2026-11-21', 0],
  ]);
  expect((await zoe.post('/api/traveller/reservations/cancel', { id })).statusCode).toBe(409);
});

test('a reservation is declined for a listed reason, or cancelled by either side: the stock is released', async () => {
  const [first, second, third] = [await made(), await made(), await made()];
  expect((await bureau.post('/api/reservations/decline', { id: first.id, reason: 'Zoé' })).statusCode).toBe(
    400,
  );
  const declined = await bureau.post('/api/reservations/decline', { id: first.id, reason: 'stock' });
  expect(declined.json().events.at(-1)).toMatchObject({ kind: 'declined', actor: 'bureau', reason: 'stock' });
  await zoe.post('/api/traveller/reservations/cancel', { id: second.id });
  await bureau.post('/api/reservations/accept', { id: third.id });
  await bureau.post('/api/reservations/cancel', { id: third.id, reason: 'closed' });
  expect(await promised()).toEqual([['2026-11-21', 0]]);
});

test('a new hour, by either side, is within the frozen rate’s time, and uses the stock of its day', async () => {
  const { id, updated_at } = await made();
  const move = (who: Browser, path: string, pickup_at: string, seen: string) =>
    who.post(`${path}/move`, { id, pickup_at, updated_at: seen });
  const own = '/api/traveller/reservations';
  expect((await move(zoe, own, '2026-11-22T09:00:00.001Z', updated_at)).json()).toMatchObject({
    code: 'too_late',
  });
  const moved = (await move(zoe, own, '2026-11-22T08:00:00.000Z', updated_at)).json();
  expect(moved).toMatchObject({ pickup_at: '2026-11-22T08:00:00.000Z', due_at: '2026-11-20T11:00:00.000Z' });
  expect(moved.events.at(-1)).toMatchObject({
    kind: 'moved',
    actor: 'traveller',
    pickup_was: WANTED.pickup_at,
  });
  expect(await promised()).toEqual([
    ['2026-11-21', 0],
    ['2026-11-22', 100],
  ]);
  // as it was seen before
  const late = await move(bureau, '/api/reservations', '2026-11-21T15:00:00.000Z', updated_at);
  expect(late.json()).toMatchObject({ code: 'reservation_changed' });
  const accepted = (await bureau.post('/api/reservations/accept', { id })).json();
  const back = (
    await move(bureau, '/api/reservations', '2026-11-21T15:00:00.000Z', accepted.updated_at)
  ).json();
  expect(back).toMatchObject({ pickup_at: '2026-11-21T15:00:00.000Z', due_at: '2026-11-22T15:00:00.000Z' });
  expect(await promised()).toEqual([
    ['2026-11-21', 100],
    ['2026-11-22', 0],
  ]);
  await bureau.post('/api/reservations/cancel', { id, reason: 'other' });
  expect(await promised()).toEqual([
    ['2026-11-21', 0],
    ['2026-11-22', 0],
  ]);
});

test('a company changes a reservation only in the right state', async () => {
  const agreed = '2026-11-20T14:00:00.000Z';
  const { id } = await made(zoe, { pickup_at: agreed });
  const due = new Date('2026-11-20T11:00:00.000Z');
  clock = due;
  expect((await bureau.post('/api/reservations/accept', { id })).json()).toMatchObject({
    code: 'answered_too_late',
  });
  clock = new Date(due.getTime() - 1);
  await bureau.post('/api/reservations/accept', { id });
  const ready = (await bureau.post('/api/reservations/ready', { id })).json();
  const move = (pickup_at: string) =>
    bureau.post('/api/reservations/move', { id, pickup_at, updated_at: ready.updated_at });
  // to the next minute, at which nobody could be there
  const sudden = await move('2026-11-20T11:01:00.000Z');
  expect([sudden.statusCode, sudden.json().code]).toEqual([409, 'too_soon_for_traveller']);
  clock = new Date(Date.parse(agreed) - 1);
  const early = await bureau.post('/api/reservations/no-show', { id });
  expect([early.statusCode, early.json().code]).toEqual([409, 'too_early']);
  // a quarter of an hour later than agreed is nobody's harm
  expect((await move('2026-11-20T14:15:00.000Z')).json()).toMatchObject({ state: 'ready' });
  clock = new Date('2026-11-20T14:15:00.000Z');
  expect((await bureau.post('/api/reservations/no-show', { id })).json()).toMatchObject({ state: 'no_show' });
});

test('the company learns the code from the traveller only, at the counter', async () => {
  const { id, code } = await made();
  for (const call of ['accept', 'ready'])
    expect((await bureau.post(`/api/reservations/${call}`, { id })).json()).toMatchObject({ code: null });
  expect((await bureau.get('/api/reservations')).body).not.toContain(code);
  expect((await bureau.post('/api/reservations/collect', { code, another_day: true })).json()).toMatchObject({
    code,
  });
  expect(await list(bureau)).toMatchObject([{ id, code }]);
});

test('two reservations moved to each other’s day at once both arrive there', async () => {
  const { db } = office;
  const [first, second] = [await made(), await made(paul, { pickup_at: '2026-11-22T08:00:00.000Z' })];
  const move = (who: Browser, { id, updated_at }: { id: number; updated_at: string }, pickup_at: string) =>
    who.post('/api/traveller/reservations/move', { id, updated_at, pickup_at });
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows[0]?.n;
  };
  // both are on their way while somebody holds the first day
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (trx) => {
    await trx.selectFrom('stocks').where('day', '=', '2026-11-21').select('id').forUpdate().execute();
    hold();
    await held;
  });
  await isHeld;
  const there = move(paul, second, WANTED.pickup_at);
  await expect.poll(waiting).toBe(1);
  const back = move(zoe, first, '2026-11-22T08:00:00.000Z');
  await expect.poll(waiting).toBe(2);
  release();
  await holding;
  expect([(await there).statusCode, (await back).statusCode]).toEqual([200, 200]);
  expect(await promised()).toEqual([
    ['2026-11-21', 100],
    ['2026-11-22', 100],
  ]);
});

test('a traveller’s move to a day and concurrent request on it stay within the traveller’s share', async () => {
  const { db, companies } = office;
  await made(paul);
  const { id, updated_at } = await made(zoe, { amount: 300, pickup_at: '2026-11-22T08:00:00.000Z' });
  const travellerId = await travellerOf(id);
  let other: ReturnType<typeof requestReservation> | undefined;
  await db.transaction().execute(async (trx) => {
    const held = await lockReservation(trx, id, { travellerId });
    if (!held) throw new Error('there is none');
    const move = { pickupAt: new Date(WANTED.pickup_at), seen: new Date(updated_at), at: clock };
    await moveReservation(trx, held, { ...move, actor: 'traveller' });
    other = requestReservation(db, asking(travellerId, companies.Quais ?? 0, { amount: 300 }));
    await untilWaiting(db, other);
  });
  await expect(other).rejects.toMatchObject({ code: 'out_of_stock' });
});

test('an erasure of a traveller locks stocks in the order of their numbers, like a move', async () => {
  const { db } = office;
  const lea = await signIn(office.app, db, 'lea@exemple.fr', SECRET);
  const { id } = await made(lea);
  await made(lea, { pickup_at: '2026-11-22T08:00:00.000Z' });
  const travellerId = await travellerOf(id);
  const [low, high] = await db
    .selectFrom('stocks')
    .where('day', 'is not', null)
    .select('id')
    .orderBy('id')
    .execute();
  const hold = (trx: Db, stock = low) =>
    trx
      .selectFrom('stocks')
      .where('id', '=', stock?.id ?? 0)
      .select('id')
      .forUpdate()
      .noWait()
      .execute();
  // in the table the rows lie the other way round, and it is read as it lies
  await sql`update stocks set ready = ready where id = ${low?.id}`.execute(db);
  let erased: Promise<unknown> | undefined;
  await db.transaction().execute(async (trx) => {
    await hold(trx);
    erased = db.transaction().execute(async (another) => {
      for (const plan of ['nestloop', 'mergejoin', 'indexscan', 'bitmapscan']) {
        await sql`set local ${sql.raw(`enable_${plan}`)} = off`.execute(another);
      }
      await eraseTravellers(another, [travellerId], clock);
    });
    await untilWaiting(db, erased);
    await hold(trx, high);
  });
  await erased;
  expect((await promised()).map(([, amount]) => amount)).toEqual([0, 0]);
});

async function travellerOf(id: string): Promise<number> {
  const { traveller_id } = await office.db
    .selectFrom('reservations')
    .where('reference', '=', id)
    .select('traveller_id')
    .executeTakeFirstOrThrow();
  return traveller_id ?? 0;
}

test('repeated requests do not reveal a company’s stock: five out-of-stock answers, then a wait until tomorrow', async () => {
  const lea = await signIn(office.app, office.db, 'lea@exemple.fr', SECRET);
  const asked = async (amount: number, key?: string, pickup_at = WANTED.pickup_at) => {
    const answer = await ask(lea, { amount, pickup_at }, key);
    return [answer.statusCode, answer.json().code];
  };
  const [, code] = await asked(100, 'first');
  // answers of one request that were lost count once
  for (let i = 0; i < 6; i += 1) expect(await asked(950, 'lost')).toEqual([409, 'out_of_stock']);
  // an amount more is another request, under whichever key
  const rush = await Promise.all([900, 800, 700, 600, 550, 525].map((amount) => asked(amount, 'lost')));
  expect(rush.filter(([status]) => status === 409)).toEqual(Array(4).fill([409, 'out_of_stock']));
  expect(rush.filter(([status]) => status === 429)).toEqual(Array(2).fill([429, 'asked_too_often']));
  expect(await asked(90)).toEqual([429, 'asked_too_often']);
  // what was made is answered the same, and others are nobody's business
  expect(await asked(100, 'first')).toEqual([201, code]);
  expect((await ask(paul)).statusCode).toBe(201);
  clock = new Date(ASKED_AT.getTime() + 86_400_000);
  expect(await asked(900, undefined, '2026-11-22T10:00:00.000Z')).toEqual([409, 'out_of_stock']);
});

test('a code used by two companies hands over neither’s notes for a user of all companies', async () => {
  const { db, users, companies } = office;
  const zephyr = companies.Zéphyr ?? 0;
  await admitBureau(db, zephyr);
  const scope = { user_id: users.admin ?? 0, scope: 'orders.edit.all' };
  await db.insertInto('user_scopes').values(scope).execute();
  const { id, code } = await made();
  const [someone = 0] = await addTravellers(db, 1);
  const twin = await requestReservation(db, asking(someone, zephyr));
  const reference = 'reference' in twin ? twin.reference : '';
  await db
    .updateTable('reservations')
    .set(TEST_CODES.seal(reference, code))
    .where('reference', '=', reference)
    .execute();
  for (const one of [id, reference]) {
    await all.post('/api/reservations/accept', { id: one });
    await all.post('/api/reservations/ready', { id: one });
  }
  const refused = await all.post('/api/reservations/collect', { code, another_day: true });
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'same_code']);
  // a bureau has its own alone
  expect((await bureau.post('/api/reservations/collect', { code, another_day: true })).json()).toMatchObject({
    id,
  });
  await db.deleteFrom('user_scopes').where('scope', '=', scope.scope).execute();
});

test('codes cannot be guessed: 20 wrong ones of a user in 10 minutes, then none is checked, and the journal says so', async () => {
  const { db, app, users } = office;
  // what other tests failed at is written down: of one network only so much is told apart at once
  await app.securityTally.flush();
  // a minute that no other test has a line in
  clock = new Date(ASKED_AT.getTime() + 60_000);
  const { id, code } = await made();
  await bureau.post('/api/reservations/accept', { id });
  await bureau.post('/api/reservations/ready', { id });
  const collect = (typed: string, who = bureau) =>
    who.post('/api/reservations/collect', { code: typed, another_day: true });
  const wrong = code === 'AAAAAA' ? 'CCCCCC' : 'AAAAAA';
  for (let i = 0; i < 20; i += 1) expect((await collect(wrong)).statusCode).toBe(404);
  const refused = await collect(code);
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    expect.objectContaining({ code: 'too_many_codes', message: expect.stringContaining('10 minutes') }),
  ]);
  expect(refused.headers['retry-after']).toBe('600');
  // another one's mistakes are their own
  expect((await collect(wrong, other)).statusCode).toBe(404);
  const told = async () => {
    await app.securityTally.flush();
    return db
      .selectFrom('security_events')
      .where('kind', '=', 'pickup_code')
      .where('subject_user_id', '=', users.agent ?? 0)
      .where('at', '>=', clock)
      .select(['outcome', 'user_id', sql<string>`details ->> 'reason'`.as('reason')])
      .select(sql<number>`sum(count)::int`.as('count'))
      .groupBy(['outcome', 'user_id', 'reason'])
      .orderBy('outcome')
      .execute();
  };
  // what was being written down already is so a moment later
  await expect.poll(told).toEqual([
    { outcome: 'failure', user_id: users.agent, reason: 'wrong_code', count: 20 },
    { outcome: 'refused', user_id: users.agent, reason: 'too_many', count: 1 },
  ]);
  clock = new Date(ASKED_AT.getTime() + 660_000);
  expect((await collect(code)).json()).toMatchObject({ id, state: 'collected' });
});

test('a list is filtered by state, day, code and name, newest first, by hour within a day', async () => {
  const first = await made(zoe, { pickup_at: '2026-11-21T15:00:00.000Z' });
  const second = await made(paul);
  await bureau.post('/api/reservations/accept', { id: first.id });
  const ids = async (query: string) => (await list(bureau, query)).map(({ id }: { id: number }) => id);
  expect(await ids('')).toEqual([second.id, first.id]);
  expect(await ids('?state=accepted')).toEqual([first.id]);
  expect(await ids('?state=open')).toEqual([second.id, first.id]);
  expect(await ids('?state=collected')).toEqual([]);
  expect(await ids('?from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z')).toEqual([second.id, first.id]);
  expect(await ids('?from=2026-11-21T12:00:00Z')).toEqual([first.id]);
  // of what is open the code is its traveller's
  expect(await ids(`?q=${second.code.toLowerCase()}`)).toEqual([]);
  await bureau.post('/api/reservations/decline', { id: second.id, reason: 'stock' });
  expect(await ids(`?q=${second.code.toLowerCase()}`)).toEqual([second.id]);
  expect(await ids('?q=zo%C3%A9')).toEqual([first.id]);
  expect(await ids('?q=paul@')).toEqual([second.id]);
  expect(await ids('?q=%25')).toEqual([]);
  expect(await ids('?page=2')).toEqual([]);
  expect((await bureau.get('/api/reservations?page=2')).headers['x-total-count']).toBe('2');
});

test('30 days after the end a company sees only the exchanged amounts; a kept account stays named', async () => {
  const { db } = office;
  const [first, second] = [await made(), await made(paul)];
  for (const { id } of [first, second])
    await bureau.post('/api/reservations/decline', { id, reason: 'stock' });
  await paul.post('/api/traveller/me', aTravellerEdit({ first_name: 'Paul', keeps_account: true }));
  const shown = async (query = '') => {
    const who = await enter(office.app, 'agent');
    return (await list(who, query)).map((row: { id: number; traveller: { email: string } | null }) => [
      row.id,
      row.traveller?.email,
    ]);
  };
  const [zoes, pauls] = [
    [first.id, 'zoe@exemple.fr'],
    [second.id, 'paul@exemple.fr'],
  ];
  clock = new Date(ASKED_AT.getTime() + 30 * 86_400_000 - 1);
  expect(await shown()).toEqual([pauls, zoes]);
  clock = new Date(ASKED_AT.getTime() + 30 * 86_400_000);
  expect(await shown()).toEqual([pauls, [first.id, undefined]]);
  expect(await shown('?q=zoe')).toEqual([]);
  await db.updateTable('travellers').set({ keeps_account: false }).execute();
});

const DUE = sql<Date>`now() - interval '1 minute'`;

test('the clock ends unanswered requests and no-shows', async () => {
  const { db } = office;
  const [first, second] = [await made(), await made()];
  await bureau.post('/api/reservations/accept', { id: second.id });
  const parts = { db, log: { error: () => undefined } };
  // by the clock of the database
  await db.updateTable('reservations').set({ due_at: DUE }).execute();
  const third = await made(paul);
  await db
    .updateTable('reservations')
    .set({ due_at: sql<Date>`now() + interval '1 hour'` })
    .where('reference', '=', third.id)
    .execute();
  const [wait] = await Promise.all([
    endDueReservations(parts),
    endDueReservations(parts),
    endDueReservations(parts),
  ]);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(3_600_000);
  const states = async (who: Browser) =>
    (await who.get('/api/traveller/reservations')).json().map(({ state }: { state: string }) => state);
  expect([await states(zoe), await states(paul)]).toEqual([['no_show', 'lapsed'], ['requested']]);
  expect((await zoe.get(`/api/traveller/reservations/${first.id}`)).json().events.at(-1)).toMatchObject({
    kind: 'lapsed',
    actor: 'clock',
  });
  // the amount of the one that lapsed alone is there again
  expect(await promised()).toEqual([['2026-11-21', 200]]);
});

test('a reservation that cannot be ended is logged, and blocks no other', async () => {
  const { db } = office;
  const [broken, other] = [await made(), await made()];
  await db.updateTable('reservations').set({ due_at: DUE }).execute();
  await sql`create function break_one() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`.execute(
    db,
  );
  await sql`create trigger break_one before update on reservations for each row when (old.reference = ${sql.lit(broken.id)})
    execute function break_one()`.execute(db);
  const told: unknown[] = [];
  const log = { error: (one: unknown) => told.push(one) };
  // and the next run is not at once
  expect(await endDueReservations({ db, log })).toBeNull();
  await sql`drop function break_one cascade`.execute(db);
  expect(told).toMatchObject([{ reservation: expect.any(Number), err: { message: 'broken' } }]);
  const states = await db
    .selectFrom('reservations')
    .select(['reference as id', 'state'])
    .orderBy('reservations.id')
    .execute();
  expect(states).toEqual([
    { id: broken.id, state: 'requested' },
    { id: other.id, state: 'lapsed' },
  ]);
});

test('no address and no telephone number is logged', () => {
  for (const word of ['zoe@exemple.fr', 'paul@', '01 99']) expect(office.logged()).not.toContain(word);
});
