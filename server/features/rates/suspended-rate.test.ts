import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Reservation } from '#domain/reservations/reservation.ts';
import { composeMail } from '../../mail/compose.ts';
import { ASKED_AT, admitBureau, FIXED_AT, forgetReservations, WANTED } from '../../testing/bookings.ts';
import { letterSources } from '../../testing/mails.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { aBranchFixingRow, aBranchRow } from '../../testing/rows.ts';
import { signIn } from '../../testing/travellers.ts';

// An agent suspends a rate at which travellers are expected: each of them is told that the reservation stays.

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
let office: OpenOffice;
let zoe: Browser;
let agent: Browser;

beforeAll(async () => {
  office = await openOffice({ SECRET }, () => ASKED_AT);
  await admitBureau(office.db, office.companies.Quais ?? 0);
  agent = await enter(office.app, 'agent');
  zoe = await signIn(office.app, office.db, 'zoe@exemple.fr', SECRET);
});
beforeEach(async () => {
  await forgetReservations(office.db);
  await office.db.updateTable('fixings').set({ is_sale_suspended: false }).execute();
  await office.db.deleteFrom('mails').execute();
});
afterAll(() => office.close());

async function reserve(): Promise<Reservation> {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const answer = await zoe.post('/api/traveller/reservations', WANTED, key);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const suspend = (change: object) =>
  agent.post('/api/fixings/suspend', { currency: { code: 'USD' }, ...change });
const own = async (id: string): Promise<Reservation> =>
  (await zoe.get(`/api/traveller/reservations/${id}`)).json();
const queued = () =>
  office.db
    .selectFrom('mails')
    .where('kind', '=', 'reservation_rate_suspended')
    .select(['id', 'kind', 'recipient', 'params'])
    .execute();

test('an agent sees whose reservations are at a rate before it is suspended, and each is told once', async () => {
  const { id, number } = await reserve();
  const refused = await suspend({ sale: true });
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'travellers_expected']);
  expect(refused.json().message.replaceAll('\u00a0', ' ')).toBe(
    `1 réservation est en cours à ce taux, et le reste : n° ${number}, samedi 21 novembre à 11 h. Si vous suspendez, son voyageur le saura par e-mail.`,
  );
  expect(await own(id)).toMatchObject({ rate_suspended: false });
  expect(await queued()).toEqual([]);

  expect((await suspend({ sale: true, tells_travellers: true })).statusCode).toBe(200);
  expect(await own(id)).toMatchObject({ state: 'requested', rate: 1.105, rate_suspended: true });
  expect((await queued()).map(({ recipient }) => recipient)).toEqual(['zoe@exemple.fr']);
  // suspended already: nothing is new
  expect((await suspend({ sale: true })).statusCode).toBe(200);
  expect(await queued()).toHaveLength(1);

  expect((await suspend({ sale: false })).statusCode).toBe(200);
  expect(await own(id)).toMatchObject({ rate_suspended: false });
});

test('a rate that is suspended again the same day is told once, but for a letter that was needless', async () => {
  await reserve();
  const suspendAgain = async () => {
    expect((await suspend({ sale: true, tells_travellers: true })).statusCode).toBe(200);
    expect((await suspend({ sale: false })).statusCode).toBe(200);
  };
  for (let rounds = 0; rounds < 3; rounds += 1) await suspendAgain();
  expect(await queued()).toHaveLength(1);
  const needless = { finished_at: ASKED_AT, outcome: 'needless' } as const;
  await office.db.updateTable('mails').set(needless).execute();
  await suspendAgain();
  expect(await queued()).toHaveLength(2);
});

test('the other side, another currency, and a reservation that is over concern nobody', async () => {
  const { id } = await reserve();
  expect((await suspend({ purchase: true })).statusCode).toBe(200);
  await suspend({ purchase: false });
  await zoe.post('/api/traveller/reservations/cancel', { id });
  expect((await suspend({ sale: true })).statusCode).toBe(200);
  expect(await queued()).toEqual([]);
});

test('a rate that is removed concerns the same people', async () => {
  const { db } = office;
  const { id } = await reserve();
  const rate = await db
    .selectFrom('fixings')
    .where('currency_code', '=', 'USD')
    .selectAll()
    .executeTakeFirstOrThrow();
  const remove = (more: object = {}) =>
    agent.post('/api/fixings/leave', {
      currency: { code: 'USD' },
      updated_at: rate.updated_at.toISOString(),
      ...more,
    });
  expect((await remove()).json().message).toContain('Si vous le retirez, son voyageur le saura par e-mail.');
  expect((await remove({ tells_travellers: true })).statusCode).toBe(200);
  expect((await queued()).map(({ recipient }) => recipient)).toEqual(['zoe@exemple.fr']);
  expect(await own(id)).toMatchObject({ state: 'requested', rate: 1.105, rate_suspended: true });
  await db.insertInto('fixings').values(rate).execute();
  expect(await own(id)).toMatchObject({ rate_suspended: false });
});

test('a branch with rates of its own is concerned by these alone', async () => {
  const { db, companies } = office;
  const company = companies.Quais ?? 0;
  const { id } = await reserve();
  const { branch } = await db
    .insertInto('branches')
    .values(aBranchRow({ company_id: company, rates: 'own' }))
    .returning('id as branch')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('branch_fixings')
    .values(aBranchFixingRow({ company_id: company, branch, sale: '1.105', updated_at: FIXED_AT }))
    .execute();
  await db.updateTable('reservations').set({ branch }).where('reference', '=', id).execute();

  expect((await suspend({ sale: true })).statusCode).toBe(200);
  expect(await own(id)).toMatchObject({ rate_suspended: false });
  expect((await suspend({ branch, sale: true })).json().code).toBe('travellers_expected');
  await suspend({ branch, sale: true, tells_travellers: true });
  expect(await own(id)).toMatchObject({ rate_suspended: true });
  await db.updateTable('branches').set({ closed_at: ASKED_AT }).where('id', '=', branch).execute();
});

test('the letter says that the request stays, and is needless once the rate is back', async () => {
  const { number, id } = await reserve();
  await suspend({ sale: true, tells_travellers: true });
  const [mail] = await queued();
  const write = async () => {
    const sources = letterSources(office.db, SECRET);
    const composed = await composeMail(sources, { ...mail, createdAt: ASKED_AT } as never, ASKED_AT);
    return (await PostalMime.parse(composed.raw)).text?.replaceAll(/\s+/g, ' ');
  };
  const text = await write();
  for (const words of [
    'Quais suspend ses ventes en USD pour le moment.',
    'Le taux de votre demande ne change pas',
    `Réservation n° ${number}`,
    `/#/voyages/${id}`,
  ])
    expect(text).toContain(words);
  await suspend({ sale: false });
  await expect(write()).rejects.toMatchObject({ reason: 'settled' });
});
