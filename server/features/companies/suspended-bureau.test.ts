import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Reservation } from '#domain/reservations/reservation.ts';
import { composeMail } from '../../mail/compose.ts';
import { ASKED_AT, admitBureau, forgetReservations, untilWaiting, WANTED } from '../../testing/bookings.ts';
import { letterSources } from '../../testing/mails.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { signIn } from '../../testing/travellers.ts';
import { tellSuspensions } from '../reservations/told-suspensions.ts';

// An administrator suspends a bureau where travellers are expected: each of them is told, and nothing is cancelled.

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
let office: OpenOffice;
let zoe: Browser;
let agent: Browser;
let admin: Browser;

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
  const { db } = office;
  await db.updateTable('companies').set({ suspended_at: null }).execute();
  await forgetReservations(db);
  await db.deleteFrom('mails').execute();
});
afterAll(() => office.close());

const ask = () => zoe.post('/api/traveller/reservations', WANTED, { 'idempotency-key': crypto.randomUUID() });
async function reserve(): Promise<Reservation> {
  const answer = await ask();
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const own = async (id: string): Promise<Reservation> =>
  (await zoe.get(`/api/traveller/reservations/${id}`)).json();
const suspend = (change: { is_suspended?: boolean; tells_travellers?: boolean } = {}, who = admin) =>
  who.post('/api/companies/suspend', { id: office.companies.Quais, is_suspended: true, ...change });
const isSuspended = async () =>
  (await admin.get(`/api/companies/${office.companies.Quais}`)).json().is_suspended;
const queued = async () =>
  (
    await office.db
      .selectFrom('mails')
      .where('kind', '=', 'reservation_suspended')
      .select('recipient')
      .execute()
  ).map(({ recipient }) => recipient);
const tellAll = () => office.db.transaction().execute((trx) => tellSuspensions(trx, ASKED_AT));

test('an administrator sees whom a suspension concerns before it is saved, and each is told once', async () => {
  const [accepted, ready] = [await reserve(), await reserve()];
  for (const { id } of [accepted, ready]) await agent.post('/api/reservations/accept', { id });
  await agent.post('/api/reservations/ready', { id: ready.id });
  const refused = await suspend();
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'travellers_expected']);
  expect(refused.json().message.replaceAll('\u00a0', ' ')).toBe(
    `2 réservations sont en cours dans ce bureau : n° ${accepted.number}, samedi 21 novembre à 11 h ; n° ${ready.number}, samedi 21 novembre à 11 h. Si vous suspendez, leurs voyageurs le sauront par e-mail.`,
  );
  expect(await isSuspended()).toBe(false);
  expect(await queued()).toEqual([]);

  expect((await suspend({ tells_travellers: true })).statusCode).toBe(200);
  expect(await isSuspended()).toBe(true);
  expect(await queued()).toEqual(['zoe@exemple.fr', 'zoe@exemple.fr']);
  // nothing is decided for them
  expect(await own(accepted.id)).toMatchObject({ state: 'accepted', company_suspended: true });
  expect(await own(ready.id)).toMatchObject({ state: 'ready', company_suspended: true });
  await suspend();
  await tellAll();
  expect(await queued()).toHaveLength(2);
  const cancelled = await zoe.post('/api/traveller/reservations/cancel', { id: accepted.id });
  expect(cancelled.json()).toMatchObject({ state: 'cancelled', company_suspended: false });

  // lifted, the page has nothing to say; suspended anew, it is news again
  expect((await suspend({ is_suspended: false })).statusCode).toBe(200);
  expect(await own(ready.id)).toMatchObject({ state: 'ready', company_suspended: false });
  expect((await suspend()).json().message).toMatch(/^1 réservation est en cours dans ce bureau/);
});

test('a bureau whose reservations are over is suspended without a question', async () => {
  const { id } = await reserve();
  await agent.post('/api/reservations/decline', { id, reason: 'closed' });
  expect((await suspend()).statusCode).toBe(200);
  expect(await queued()).toEqual([]);
});

test('only an administrator is answered', async () => {
  await reserve();
  expect((await suspend({ tells_travellers: true }, agent)).statusCode).toBe(403);
  expect(await queued()).toEqual([]);
});

test('the letter says who is suspended, and is needless once that is over', async () => {
  const { number, id } = await reserve();
  await suspend({ tells_travellers: true });
  const mail = await office.db
    .selectFrom('mails')
    .where('kind', '=', 'reservation_suspended')
    .select(['id', 'kind', 'recipient', 'params'])
    .executeTakeFirstOrThrow();
  const write = async () => {
    const sources = letterSources(office.db, SECRET);
    const composed = await composeMail(sources, { ...mail, createdAt: ASKED_AT } as never, ASKED_AT);
    return (await PostalMime.parse(composed.raw)).text?.replaceAll(/\s+/g, ' ');
  };
  const text = await write();
  for (const words of [
    'Parité a suspendu Quais : ce bureau ne prend plus de réservation pour le moment.',
    `Réservation n° ${number}`,
    'Votre réservation n’est pas annulée.',
    `/#/voyages/${id}`,
  ])
    expect(text).toContain(words);
  await suspend({ is_suspended: false });
  await expect(write()).rejects.toMatchObject({ reason: 'settled' });
});

test('a request at the instant of a suspension is asked about, or refused', async () => {
  // the stock is what a request takes last, with its company locked
  const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = office.db.transaction().execute(async (trx) => {
    await trx.selectFrom('stocks').select('id').forUpdate().execute();
    held.resolve();
    await go.promise;
  });
  await held.promise;
  const asked = ask();
  await untilWaiting(office.db, asked);
  const suspended = suspend();
  go.resolve();
  await holding;
  const [answered, refused] = await Promise.all([asked, suspended]);
  expect([
    [201, 409],
    [409, 200],
  ]).toContainEqual([answered.statusCode, refused.statusCode]);
});

test('a traveller whose reservation was held meanwhile is told by the next run', async () => {
  const { id } = await reserve();
  const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = office.db.transaction().execute(async (trx) => {
    await trx.selectFrom('reservations').where('reference', '=', id).select('id').forUpdate().execute();
    held.resolve();
    await go.promise;
  });
  await held.promise;
  await suspend({ tells_travellers: true });
  expect(await queued()).toEqual([]);
  go.resolve();
  await holding;
  await tellAll();
  expect(await queued()).toEqual(['zoe@exemple.fr']);
});
