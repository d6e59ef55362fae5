import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { EMPTY_BRANCH, type KeptBranch } from '#domain/branches/branch-draft.ts';
import type { Reservation } from '#domain/reservations/reservation.ts';
import { ASKED_AT, admitBureau, forgetReservations, untilWaiting, WANTED } from '../../testing/bookings.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { signIn } from '../../testing/travellers.ts';

// A branch closes, for good or for days, where travellers are expected: nobody's hour is lost in silence.

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
let office: OpenOffice;
let zoe: Browser;
let agent: Browser;
let admin: Browser;
let gare: KeptBranch;

beforeAll(async () => {
  office = await openOffice({ SECRET }, () => ASKED_AT);
  const { db, users, companies } = office;
  await admitBureau(db, companies.Quais ?? 0);
  await db.insertInto('user_scopes').values({ user_id: users.agent, scope: 'orders.edit.me' }).execute();
  agent = await enter(office.app, 'agent');
  admin = await enter(office.app, 'admin');
  zoe = await signIn(office.app, db, 'zoe@exemple.fr', SECRET);
});
beforeEach(async () => {
  const { db, companies } = office;
  await forgetReservations(db);
  await db.deleteFrom('stocks').where('branch', 'is not', null).execute();
  await db.deleteFrom('branches').execute();
  // on a Saturday from nine to noon: WANTED comes at eleven in Paris
  const draft = { ...EMPTY_BRANCH, name: 'Gare', city: 'Lyon', hours: 'Mo-Sa 09:00-12:00' };
  gare = (await agent.post('/api/branches/save', draft)).json();
  const stock = { company_id: companies.Quais ?? 0, branch: gare.id, currency_code: 'USD', day: null };
  await db.insertInto('stocks').values({ ...stock, ready: '10000' }).execute();
});
afterAll(() => office.close());

const ask = () =>
  zoe.post(
    '/api/traveller/reservations',
    { ...WANTED, branch: gare.id },
    { 'idempotency-key': crypto.randomUUID() },
  );
async function reserve(): Promise<Reservation> {
  const answer = await ask();
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const seen = async (): Promise<KeptBranch> => (await agent.get(`/api/branches/${gare.id}`)).json();
const close = async (who = agent) => {
  const { id, updated_at } = await seen();
  return who.post('/api/branches/close', { id, updated_at, is_closed: true });
};

test('a branch where somebody is expected does not close for good, whoever closes it, until each is settled', async () => {
  const [first, second] = [await reserve(), await reserve()];
  await agent.post('/api/reservations/accept', { id: second.id });
  expect((await seen()).expected).toBe(2);
  for (const who of [agent, admin]) {
    const refused = await close(who);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toEqual({
      code: 'reservations_expected',
      message:
        '2 réservations sont attendues dans cette agence : remettez-les, refusez-les ou annulez-les d’abord, dans Commandes.',
    });
  }
  expect((await seen()).is_closed).toBe(false);
  await agent.post('/api/reservations/decline', { id: first.id, reason: 'closed' });
  await agent.post('/api/reservations/ready', { id: second.id });
  expect((await close()).json().message).toMatch(
    /^1 réservation est attendue dans cette agence : remettez-la, refusez-la ou annulez-la/,
  );
  await agent.post('/api/reservations/cancel', { id: second.id, reason: 'closed' });
  expect((await close()).json()).toMatchObject({ is_closed: true, expected: 0 });
  expect((await ask()).json()).toMatchObject({ code: 'unknown_branch' });
});

test('who reserves at the instant at which a branch closes is expected there, or told that it is closed', async () => {
  const { id, updated_at } = gare;
  // the stock is what a request takes last: it stands there with its branch held
  const held = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const holding = office.db.transaction().execute(async (trx) => {
    await trx.selectFrom('stocks').where('branch', '=', id).select('id').forUpdate().execute();
    held.resolve();
    await go.promise;
  });
  await held.promise;
  const asked = ask();
  await untilWaiting(office.db, asked);
  const closed = agent.post('/api/branches/close', { id, updated_at, is_closed: true });
  let isClosed = false;
  void closed.then(() => {
    isClosed = true;
  });
  await expect.poll(waiters).toBe(2);
  expect(isClosed).toBe(false);
  go.resolve();
  await holding;
  expect((await asked).statusCode).toBe(201);
  expect((await closed).json()).toMatchObject({ code: 'reservations_expected' });

  // at once, by whatever way: what is accepted is at a branch that stays open
  await forgetReservations(office.db);
  const [answered, ended] = await Promise.all([ask(), close()]);
  expect([
    [201, 409],
    [409, 200],
  ]).toContainEqual([answered.statusCode, ended.statusCode]);
});

/** How many wait for a lock. */
async function waiters(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(office.db);
  return rows[0]?.count ?? 0;
}
