import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Actor, ReservationState } from '#domain/reservations/states.ts';
import { ASKED_AT, addTravellers, admitBureau, asking, madeBy } from '../../testing/bookings.ts';
import { runCli } from '../../testing/cli-process.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type DatabaseClock, giveClock } from '../../testing/database-clock.ts';
import { letterSources, SECRET } from '../../testing/mails.ts';
import { furnishOffice } from '../../testing/office.ts';
import { changeState } from './change-state.ts';
import { endDueReservations } from './end-due-reservations.ts';
import { planReopening, reopenReservations } from './reopen-reservations.ts';
import { reservationLetters } from './reservations.letters.ts';
import { lockReservation } from './reservations.queries.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const WRONG = new Date(ASKED_AT.getTime() + 3 * DAY);
const RANGE = { since: WRONG, until: new Date(WRONG.getTime() + MINUTE) };

let database: TestDatabase;
let clock: DatabaseClock;
let quais: number;

beforeEach(async () => {
  database = await createTestDatabase();
  clock = await giveClock(database.url);
  await clock.stopAt(new Date(ASKED_AT.getTime() + 10 * MINUTE));
  quais = (await furnishOffice(database.db)).companies.Quais ?? 0;
  await admitBureau(database.db, quais);
});
afterEach(() => database.close());

async function reserve(...path: ReservationState[]): Promise<number> {
  const [traveller = 0] = await addTravellers(database.db, 1);
  const id = await madeBy(database.db, asking(traveller, quais));
  for (const to of path) await change(id, to, 'bureau');
  return id;
}

async function change(id: number, to: ReservationState, actor: Actor, at = ASKED_AT): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const held = await lockReservation(trx, id, { anybody: true });
    if (held) await changeState(trx, held, { to, actor, at });
  });
}

/** Ends by an instance that believed a clock three days ahead. */
async function endByWrongClock(): Promise<void> {
  const read = async () => ({ at: WRONG, believedAt: WRONG, isBelieved: true, time: WRONG, agreedAt: null });
  await endDueReservations({ db: database.db, log: { error: () => undefined }, clock: { read } });
}

const rows = () =>
  database.db.selectFrom('reservations').select(['state', 'due_at', 'ended_at']).orderBy('id').execute();
const states = async () => (await rows()).map(({ state }) => state);
const promised = async () => {
  const { sum } = await database.db
    .selectFrom('stocks')
    .select(sql<string>`sum(promised)`.as('sum'))
    .executeTakeFirstOrThrow();
  return Number(sum);
};
const outcomes = async (reopened = planReopening(database.db, RANGE)) =>
  (await reopened).map(({ from, to, outcome }) => `${from} ${to} ${outcome}`);

test('what a wrong clock ended is open again as it was, with its stock, and nothing else is', async () => {
  await reserve();
  await reserve('accepted');
  await reserve('accepted', 'ready');
  await reserve('declined');
  const before = await rows();
  await endByWrongClock();
  expect(await states()).toEqual(['lapsed', 'no_show', 'no_show', 'declined']);
  expect(await promised()).toBe(200);
  const expected = ['lapsed requested reopened', 'no_show accepted reopened', 'no_show ready reopened'];

  const letters = await countMails();
  expect(await outcomes()).toEqual(expected);
  expect([await states(), await promised(), await countMails()]).toEqual([
    ['lapsed', 'no_show', 'no_show', 'declined'],
    200,
    letters,
  ]);

  expect(await outcomes(reopenReservations(database.db, RANGE))).toEqual(expected);
  expect(await states()).toEqual(['requested', 'accepted', 'ready', 'declined']);
  expect(await promised()).toBe(300);
  // ten minutes more to answer, and the same day to collect
  expect((await rows()).map(({ due_at }) => due_at.getTime())).toEqual(
    before.map(({ due_at }, i) => due_at.getTime() + (i === 0 ? 10 * MINUTE : 0)),
  );
  expect(await outcomes()).toEqual([]);
  await change(await firstId(), 'accepted', 'bureau', new Date(ASKED_AT.getTime() + 15 * MINUTE));
});

test('the letter of the wrong end is needless afterwards, and another says that it is open again', async () => {
  const id = await reserve();
  await endByWrongClock();
  await reopenReservations(database.db, RANGE);
  const events = await database.db
    .selectFrom('reservation_events')
    .where('reservation_id', '=', id)
    .select(['id', 'kind', 'actor'])
    .orderBy('id')
    .execute();
  expect(events.map(({ kind, actor }) => `${kind} ${actor}`)).toEqual([
    'requested traveller',
    'lapsed clock',
    'requested clock',
  ]);
  const mails = await database.db
    .selectFrom('mails')
    .where('kind', '=', 'reservation')
    .selectAll()
    .orderBy('id')
    .execute();
  const subjects = [];
  for (const { id: mail, kind, recipient, params, created_at: createdAt } of mails) {
    const leased = { id: mail, kind, recipient, params, createdAt, attempts: 1 };
    const written = await reservationLetters.reservation(letterSources(database.db, SECRET), leased);
    const subject = typeof written === 'string' ? written : written.letter.subject;
    subjects.push([events.findIndex((event) => event.id === params.event), subject]);
  }
  expect(subjects).toContainEqual([1, 'settled']);
  expect(subjects).toContainEqual([2, 'Votre réservation chez Quais est rouverte']);
});

test('what cannot be kept stays closed, and why is said', async () => {
  await reserve();
  await reserve();
  await endByWrongClock();
  await database.db.updateTable('stocks').set({ ready: '100' }).execute();
  expect(await outcomes()).toEqual(['lapsed requested reopened', 'lapsed requested no_stock']);
  await clock.stopAt(new Date(ASKED_AT.getTime() + 1.5 * DAY));
  expect(await outcomes()).toEqual(['lapsed requested past', 'lapsed requested past']);
  await database.db.updateTable('reservation_terms').set({ admitted_at: null }).execute();
  expect(await outcomes()).toEqual(['lapsed requested not_taken', 'lapsed requested not_taken']);
  await database.db.deleteFrom('travellers').execute();
  expect(await outcomes()).toEqual(['lapsed requested no_traveller', 'lapsed requested no_traveller']);
  const elsewhere = { since: ASKED_AT, until: new Date(WRONG.getTime() - 1) };
  expect(await planReopening(database.db, elsewhere)).toEqual([]);
});

test('a no-show that the company stated, or handed over since, is not reopened', async () => {
  const [stated, late] = [await reserve('accepted', 'ready'), await reserve('accepted')];
  await change(stated, 'no_show', 'bureau', new Date(ASKED_AT.getTime() + 2 * DAY));
  await endByWrongClock();
  await change(late, 'collected', 'bureau', WRONG);
  const all = { since: new Date(0), until: new Date(WRONG.getTime() + DAY) };
  expect(await planReopening(database.db, all)).toEqual([]);
});

test('the command shows what it would do, asks, and does it', async () => {
  await reserve();
  await endByWrongClock();
  const reopen = (...options: string[]) =>
    runCli(['reservations', 'reopen', ...options], tmpdir(), { DATABASE_URL: database.url, SECRET });
  const between = ['--ended-between', '2026-11-23T08:00Z', '2026-11-23T11:00+01:00'];
  expect(await reopen(...between)).toEqual({
    code: 2,
    out: expect.stringMatching(/^Quais, n° 2026-\d+\u00a0: Restée sans réponse → Demandée\n$/),
    said: expect.stringContaining('ajoutez --yes'),
  });
  expect(await states()).toEqual(['lapsed']);
  expect(await reopen(...between, '--yes')).toMatchObject({
    code: 0,
    said: expect.stringContaining('Réservations rouvertes\u00a0: 1.'),
  });
  expect(await states()).toEqual(['requested']);
  expect(await reopen(...between, '--yes')).toMatchObject({
    code: 0,
    said: expect.stringContaining('Rien à rouvrir.'),
  });
  for (const wrong of [['2026-11-23T08:00Z'], ['2026-11-23T08:00', '2026-11-23T11:00'], ['hier', 'demain']]) {
    expect((await reopen('--ended-between', ...wrong)).code).toBe(2);
  }
});

const firstId = async () =>
  (await database.db.selectFrom('reservations').select('id').orderBy('id').executeTakeFirstOrThrow()).id;

async function countMails(): Promise<number> {
  const { count } = await database.db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
