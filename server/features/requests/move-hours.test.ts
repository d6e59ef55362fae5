import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PickupDays, Reservation } from '#domain/reservations/reservation.ts';
import { ASKED_AT, admitBureau, forgetReservations, WANTED } from '../../testing/bookings.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { aStockRow } from '../../testing/rows.ts';
import { signIn } from '../../testing/travellers.ts';

// Another hour is offered only where the move to it is accepted: 100 dollars for Saturday the 21st, held until Sunday.

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
let office: OpenOffice;
let zoe: Browser;
let paul: Browser;
let agent: Browser;
let at = ASKED_AT;
let one: Reservation;

beforeAll(async () => {
  office = await openOffice({ SECRET }, () => at);
  const { db, users, companies } = office;
  await admitBureau(db, companies.Quais ?? 0);
  await db.insertInto('user_scopes').values({ user_id: users.agent, scope: 'orders.edit.me' }).execute();
  agent = await enter(office.app, 'agent');
  zoe = await signIn(office.app, db, 'zoe@exemple.fr', SECRET);
  paul = await signIn(office.app, db, 'paul@exemple.fr', SECRET);
});
beforeEach(async () => {
  at = ASKED_AT;
  await office.db.updateTable('companies').set({ suspended_at: null }).execute();
  await forgetReservations(office.db);
  await office.db.deleteFrom('stocks').where('day', 'is not', null).execute();
  const key = { 'idempotency-key': crypto.randomUUID() };
  const answer = await zoe.post('/api/traveller/reservations', WANTED, key);
  expect(answer.statusCode, answer.body).toBe(201);
  one = answer.json();
  await agent.post('/api/reservations/accept', { id: one.id });
});
afterAll(() => office.close());

const sides = () => [
  { who: zoe, path: '/api/traveller/reservations' },
  { who: agent, path: '/api/reservations' },
];
type Side = ReturnType<typeof sides>[number];

async function setStock(day: string, ready: string): Promise<void> {
  const row = aStockRow({ company_id: office.companies.Quais ?? 0, day, ready });
  await office.db
    .insertInto('stocks')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'branch', 'currency_code', 'day']).doUpdateSet({ ready }),
    )
    .execute();
}
async function hoursOf({ who, path }: Side): Promise<PickupDays> {
  const answer = await who.get(`${path}/${one.id}/hours`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const daysOf = async (side: Side) => (await hoursOf(side)).days.map(({ day }) => day);
async function move({ who, path }: Side, pickup_at: string) {
  const own: Reservation = (await zoe.get(`/api/traveller/reservations/${one.id}`)).json();
  const answer = await who.post(`${path}/move`, { id: one.id, pickup_at, updated_at: own.updated_at });
  return answer.statusCode === 200 ? 'moved' : answer.json().code;
}

test('a day whose stock cannot take it is offered to neither side, and each offered day takes it', async () => {
  for (const side of sides()) {
    expect(await daysOf(side)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
    expect((await hoursOf(side)).lacks_notes).toBe(false);
  }
  await setStock('2026-11-22', '99');
  for (const side of sides()) {
    const { days, lacks_notes } = await hoursOf(side);
    expect(days.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21']);
    expect(lacks_notes).toBe(true);
    expect(await move(side, '2026-11-22T08:30:00.000Z')).toBe('out_of_stock');
    for (const { instants } of days) expect(await move(side, instants.at(-1) ?? '')).toBe('moved');
  }
});

test('the first hour that is offered to either side is one to which it can move', async () => {
  for (const side of sides()) {
    const [first] = (await hoursOf(side)).days;
    expect(await move(side, first?.instants[0] ?? '')).toBe('moved');
  }
});

test('its own notes are free on its present day, even when all others are promised', async () => {
  await setStock('2026-11-21', '100');
  for (const side of sides()) {
    expect(await daysOf(side)).toContain('2026-11-21');
    expect(await move(side, '2026-11-21T11:00:00.000Z')).toBe('moved');
  }
});

test('of moves that come at once to a day without notes, five are answered', async () => {
  await setStock('2026-11-22', '99');
  const [own] = sides() as [Side];
  const rush = await Promise.all(Array.from({ length: 8 }, () => move(own, '2026-11-22T08:30:00.000Z')));
  expect(rush.toSorted()).toEqual([...Array(3).fill('asked_too_often'), ...Array(5).fill('out_of_stock')]);
  expect(await move(own, '2026-11-21T11:00:00.000Z')).toBe('asked_too_often');
});

test('the share of one person bounds the traveller’s days, and not those of the bureau', async () => {
  await setStock('2026-11-22', '150');
  const [own, bureau] = sides() as [Side, Side];
  expect(await daysOf(own)).toEqual(['2026-11-20', '2026-11-21']);
  expect(await move(own, '2026-11-22T08:30:00.000Z')).toBe('out_of_stock');
  expect(await daysOf(bureau)).toContain('2026-11-22');
  expect(await move(bureau, '2026-11-22T08:30:00.000Z')).toBe('moved');
});

test('where nothing is left, the answer says whether the notes are what is lacking', async () => {
  const [own] = sides() as [Side];
  await setStock('2026-11-22', '99');
  at = new Date('2026-11-21T16:50:00.000Z');
  expect(await hoursOf(own)).toEqual({ days: [], lacks_notes: true });
  at = new Date('2026-11-22T08:55:00.000Z');
  expect(await hoursOf(own)).toEqual({ days: [], lacks_notes: false });
});

test('the hours are of one’s own reservation, and of none at a bureau that takes no more', async () => {
  expect((await paul.get(`/api/traveller/reservations/${one.id}/hours`)).statusCode).toBe(404);
  await office.db.updateTable('companies').set({ suspended_at: at }).execute();
  expect((await zoe.get(`/api/traveller/reservations/${one.id}/hours`)).json().code).toBe('not_there');
  await zoe.post('/api/traveller/reservations/cancel', { id: one.id });
  for (const side of sides()) expect(await hoursOf(side)).toEqual({ days: [], lacks_notes: false });
});

test('each side moves a reservation twenty times at most, and its repeated moves are one letter in five minutes', async () => {
  const lettersLater = () =>
    office.db
      .selectFrom('mails')
      .where('kind', '=', 'reservation')
      .whereRef('due_at', '>', 'created_at')
      .select('recipient')
      .execute();
  for (const side of sides()) {
    await office.db.deleteFrom('mails').execute();
    for (let moves = 0; moves < 20; moves += 1) {
      expect(await move(side, `2026-11-21T${moves % 2 === 0 ? '10' : '11'}:00:00.000Z`)).toBe('moved');
    }
    const toTraveller = (await lettersLater()).filter(({ recipient }) => recipient === 'zoe@exemple.fr');
    expect(toTraveller).toHaveLength(19);
    expect(await move(side, '2026-11-21T10:30:00.000Z')).toBe('moved_too_often');
    const answer = await side.who.get(`${side.path}/${one.id}/hours`);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'moved_too_often']);
  }
});
