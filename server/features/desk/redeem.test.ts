import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RedemptionPaper } from '#domain/reservations/redemption.ts';
import type { BureauReservation, Reservation } from '#domain/reservations/reservation.ts';
import { ASKED_AT, admitBureau, forgetReservations, WANTED } from '../../testing/bookings.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { signIn } from '../../testing/travellers.ts';
import { eraseTravellers } from '../privacy/erase-travellers.queries.ts';

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
const BUY_BACK = { share: 50, days: 14, percent_off: 1.5 };
let office: OpenOffice;
let zoe: Browser;
let agent: Browser;
let agent2: Browser;
let clock = ASKED_AT;

beforeAll(async () => {
  office = await openOffice({ SECRET }, () => clock);
  const { db, users, companies } = office;
  for (const name of ['Quais', 'Zéphyr']) {
    await admitBureau(db, companies[name] ?? 0, { terms: { buy_back: BUY_BACK } });
  }
  await db
    .insertInto('user_scopes')
    .values([users.agent, users.loner].map((user_id) => ({ user_id: user_id ?? 0, scope: 'orders.edit.me' })))
    .execute();
  agent = await enter(office.app, 'agent');
  agent2 = await enter(office.app, 'agent2');
  zoe = await signIn(office.app, db, 'zoe@exemple.fr', SECRET);
});
beforeEach(async () => {
  clock = ASKED_AT;
  await setTerms({ buy_back: BUY_BACK, takes_better_rate: false });
  await setSale('1.105');
  await forgetReservations(office.db);
  await sql`delete from redemption_numbers`.execute(office.db);
});
afterAll(() => office.close());

const setTerms = (terms: object) =>
  sql`update reservation_terms set terms = terms || ${JSON.stringify(terms)}::jsonb`.execute(office.db);
const setSale = (sale: string) =>
  office.db.updateTable('fixings').set({ sale }).where('currency_code', '=', 'USD').execute();

async function reserve(company: string = WANTED.company): Promise<Reservation> {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const answer = await zoe.post('/api/traveller/reservations', { ...WANTED, company }, key);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
async function handedOver(who = agent, company: string = WANTED.company): Promise<BureauReservation> {
  const { id, code } = await reserve(company);
  for (const act of ['accept', 'ready']) await who.post(`/api/reservations/${act}`, { id });
  const answer = await who.post('/api/reservations/collect', { code, another_day: true });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const redeem = (of: BureauReservation, amount: number, who = agent) =>
  who.post('/api/reservations/redeem', { id: of.id, amount, updated_at: of.updated_at });
const refused = async (of: BureauReservation, amount: number, who = agent) => {
  const answer = await redeem(of, amount, who);
  return [answer.statusCode, answer.json().code, answer.json().message.replaceAll('\u00a0', ' ')];
};
const register = async (who = agent, query = ''): Promise<RedemptionPaper[]> =>
  (await who.get(`/api/reservations/redemptions${query}`)).json();

test('notes come back in several times, at the rate and on the terms of their reservation, each under a number', async () => {
  const first = await handedOver();
  expect(first.redeemable).toMatchObject({ most: 50, left: 50, last_day: '2026-12-04', percent_off: 1.5 });
  // neither the present terms nor the present rate count
  await setTerms({ buy_back: { share: 100, days: 90, percent_off: 40 } });
  await setSale('1.9');
  clock = new Date(ASKED_AT.getTime() + 3_600_000);
  const answer = await redeem(first, 30);
  expect(answer.statusCode, answer.body).toBe(200);
  const second: BureauReservation = answer.json();
  // 30 / 1.105 × 0.985
  const one = { number: 1, at: clock.toISOString(), amount: 30, paid: 26.74 };
  expect(second).toMatchObject({
    state: 'collected',
    redeemable: { most: 50, left: 20 },
    redemptions: [one],
  });
  expect(await refused(second, 21)).toEqual([
    409,
    'above_left',
    'Pour cette commande, le bureau reprend encore $ 20 au plus.',
  ]);
  const third: BureauReservation = (await redeem(second, 20)).json();
  expect(third.redeemable).toMatchObject({ left: 0 });
  expect(third.redemptions).toEqual([one, { number: 2, at: clock.toISOString(), amount: 20, paid: 17.82 }]);
  expect((await refused(third, 1))[1]).toBe('nothing_left');

  const day = (await agent.get('/api/reservations/register?day=2026-11-20')).json();
  expect(day.lines.filter(({ kind }: { kind: string }) => kind === 'redeemed')).toMatchObject([
    { number: 1, got: { currency: 'USD', amount: 30 }, given: { currency: 'EUR', amount: 26.74 } },
    { number: 2, got: { currency: 'USD', amount: 20 }, given: { currency: 'EUR', amount: 17.82 } },
  ]);
  const shown: Reservation = (await zoe.get(`/api/traveller/reservations/${first.id}`)).json();
  expect(shown.redemptions).toEqual(third.redemptions);
  expect(await register()).toMatchObject([
    { number: 2, amount: 20 },
    {
      ...one,
      ...{ name: 'Quais', branch: '', slip: first.slip?.number, rate: 1.105, percent_off: 1.5 },
      reservation: { id: first.id, number: first.number },
    },
  ]);
  const events = await office.db
    .selectFrom('reservation_events')
    .where('kind', '=', 'redeemed')
    .select(['at', 'actor', 'user_id'])
    .execute();
  expect(events).toEqual(Array(2).fill({ at: clock, actor: 'bureau', user_id: office.users.agent }));
});

test('the better rate of the hand-over is the one that counts', async () => {
  await setTerms({ takes_better_rate: true });
  const { id, code } = await reserve();
  for (const act of ['accept', 'ready']) await agent.post(`/api/reservations/${act}`, { id });
  await setSale('1.12');
  const collected = await agent.post('/api/reservations/collect', { code, rate: 1.12, another_day: true });
  const row: BureauReservation = collected.json();
  expect(row.applied?.rate).toBe(1.12);
  // 50 / 1.12 × 0.985
  expect((await redeem(row, 50)).json().redemptions).toMatchObject([{ paid: 43.97 }]);
  expect(await register()).toMatchObject([{ rate: 1.12 }]);
});

test('notes that were not handed over, or without a promise, stay the traveller’s', async () => {
  const reserved = await reserve();
  const [open] = (await agent.get(`/api/reservations?id=${reserved.id}`)).json();
  expect(open.redeemable).toBeNull();
  expect(await refused(open, 10)).toEqual([
    409,
    'reservation_changed',
    'Le bureau ne reprend que des billets remis. Cette commande est demandée.',
  ]);
  await setTerms({ buy_back: null });
  const without = await handedOver();
  await setTerms({ buy_back: BUY_BACK });
  expect(await refused(without, 10)).toEqual([
    409,
    'no_buy_back',
    'Aucune garantie de reprise n’a été donnée avec cette commande.',
  ]);
});

test('the last day ends at midnight where the branch is; amounts are in notes', async () => {
  const row = await handedOver();
  expect((await refused(row, 10.5))[1]).toBe('no_such_notes');
  expect((await refused(row, 10.555)).slice(0, 2)).toEqual([400, 'invalid_amount']);
  const handOverAt = (at: string) =>
    sql`update reservations set ended_at = ${at} where reference = ${row.id}`.execute(office.db);
  await handOverAt('2026-11-05T22:59:59.000Z');
  expect(await refused(row, 10)).toEqual([
    409,
    'buy_back_over',
    'La garantie de reprise de ces billets est terminée. Elle valait jusqu’au jeudi 19 novembre 2026 compris.',
  ]);
  await handOverAt('2026-11-05T23:00:00.000Z');
  expect((await redeem(row, 10)).statusCode).toBe(200);
});

test('another company, one without a company, and one who may only read redeem nothing and see nothing', async () => {
  const row = await handedOver();
  await redeem(row, 10);
  const loner = await enter(office.app, 'loner');
  const admin = await enter(office.app, 'admin');
  expect((await redeem(row, 10, agent2)).statusCode).toBe(404);
  expect((await redeem(row, 10, loner)).statusCode).toBe(409);
  expect((await redeem(row, 10, admin)).statusCode).toBe(403);
  expect(await register(agent2)).toEqual([]);
  expect(await register(agent2, `?id=${row.id}`)).toEqual([]);
  expect(await register(loner)).toEqual([]);
  expect(await register(admin)).toMatchObject([{ number: 1, company: 'Quais' }]);
  expect(await register(agent, `?id=${'0'.repeat(32)}`)).toEqual([]);
});

test('a hand-over whose notes came back is not undone; one that is undone leaves nothing to bring back', async () => {
  const undo = (id: string) => agent.post('/api/reservations/undo', { id, reason: 'other' });
  const row = await handedOver();
  await redeem(row, 10);
  const refusal = await undo(row.id);
  expect([refusal.statusCode, refusal.json().code]).toEqual([409, 'redeemed']);
  const other = await handedOver();
  const undone: BureauReservation = (await undo(other.id)).json();
  expect(undone).toMatchObject({ state: 'ready', redeemable: null });
  expect((await refused(undone, 10))[1]).toBe('reservation_changed');
});

test('two presses at once bring back the last notes once, and a repeated one gets the first answer', async () => {
  const row = await handedOver();
  const presses = await Promise.all([redeem(row, 50), redeem(row, 50), redeem(row, 10)]);
  expect(presses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  expect(await register()).toHaveLength(1);

  const other = await handedOver();
  const body = { id: other.id, amount: 10, updated_at: other.updated_at };
  const key = { 'idempotency-key': 'x'.repeat(32) };
  const first = await agent.post('/api/reservations/redeem', body, key);
  const again = await agent.post('/api/reservations/redeem', body, key);
  expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
  expect(again.json()).toEqual(first.json());
  // and one of a page that has not seen it
  expect((await refused(other, 10))[1]).toBe('reservation_changed');
  expect(await register()).toHaveLength(2);
});

test('concurrent redemptions get consecutive numbers, each company its own', async () => {
  const rows = await Promise.all([1, 2, 3].map(() => handedOver()));
  await office.db
    .insertInto('user_scopes')
    .values({ user_id: office.users.agent2 ?? 0, scope: 'orders.edit.me' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const theirs = await handedOver(agent2, 'https://bureau-1.example');
  const failing = rows.map((row) => redeem(row, 51));
  const answers = await Promise.all([
    ...failing,
    ...rows.map((row) => redeem(row, 10)),
    redeem(theirs, 10, agent2),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409, 200, 200, 200, 200]);
  expect((await register()).map(({ number }) => number).sort()).toEqual([1, 2, 3]);
  expect((await register(agent2)).map(({ number }) => number)).toEqual([1]);
});

test('a paper never changes, holds its reservation handed over, and stays when the traveller is erased', async () => {
  const { db } = office;
  const row = await handedOver();
  await redeem(row, 10);
  await expect(sql`update redemptions set paid = 1`.execute(db)).rejects.toThrow();
  await expect(sql`delete from redemptions`.execute(db)).rejects.toThrow();
  await expect(sql`truncate redemptions`.execute(db)).rejects.toThrow();
  const { id } = await db
    .selectFrom('travellers')
    .where('email', '=', 'zoe@exemple.fr')
    .select('id')
    .executeTakeFirstOrThrow();
  await db.transaction().execute((trx) => eraseTravellers(trx, [id], clock));
  const [erased]: BureauReservation[] = (await agent.get(`/api/reservations?id=${row.id}`)).json();
  expect(erased).toMatchObject({ traveller: null, redeemable: { left: 40 } });
  // the paper is enough: nobody needs to be known
  expect((await redeem(erased as BureauReservation, 40)).statusCode).toBe(200);
  expect(await register()).toHaveLength(2);
  zoe = await signIn(office.app, db, 'zoe@exemple.fr', SECRET);
});

test('what was paid counts among the exchanges of the same person', async () => {
  const row = await handedOver();
  await redeem(row, 50);
  const [after]: BureauReservation[] = (await agent.get(`/api/reservations?id=${row.id}`)).json();
  expect(after?.linked).toEqual([
    { number: `${row.number}, reprise n°\u00a01`, at: ASKED_AT.toISOString(), amount: 44.57 },
  ]);
  const next = await reserve();
  const [shown]: BureauReservation[] = (await agent.get(`/api/reservations?id=${next.id}`)).json();
  expect(shown?.linked.map(({ amount }) => amount)).toEqual([row.offered, 44.57]);
});
