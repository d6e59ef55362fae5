import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BranchView } from '#domain/branches/branch-draft.ts';
import { calendarOf } from '#domain/reservations/calendar.ts';
import type { OtherBranch, Reservation } from '#domain/reservations/reservation.ts';
import { aBranchDraft } from '#domain/testing/branches.ts';
import { composeMail } from '../../mail/compose.ts';
import { ASKED_AT, admitBureau, forgetReservations, WANTED } from '../../testing/bookings.ts';
import { letterSources } from '../../testing/mails.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { aBranchRow, aStockRow } from '../../testing/rows.ts';
import { signIn } from '../../testing/travellers.ts';
import { computeOpenings } from '../branches/compute-openings.ts';

// A branch closes at the hour of a reservation: another one of its bureau takes it, in one press.

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
const SATURDAY = { from_day: '2026-11-21', to_day: '2026-11-21', reason: 'Inventaire' };
const URL_OF_ONE = 'https://parite.example/#/voyages/1';
let office: OpenOffice;
let zoe: Browser;
let paul: Browser;
let agent: Browser;
let gare: BranchView;
let nord: BranchView;
let at = ASKED_AT;

beforeAll(async () => {
  office = await openOffice({ SECRET }, () => at);
  const { db, users, companies } = office;
  await admitBureau(db, companies.Quais ?? 0, { terms: { largest_share: 100 } });
  await db.insertInto('user_scopes').values({ user_id: users.agent, scope: 'orders.edit.me' }).execute();
  agent = await enter(office.app, 'agent');
  zoe = await signIn(office.app, db, 'zoe@exemple.fr', SECRET);
  paul = await signIn(office.app, db, 'paul@exemple.fr', SECRET);
});
beforeEach(async () => {
  const { db } = office;
  at = ASKED_AT;
  await db.updateTable('companies').set({ suspended_at: null }).execute();
  await forgetReservations(db);
  await db.deleteFrom('mails').execute();
  await db.deleteFrom('stocks').where('branch', 'is not', null).execute();
  await db.deleteFrom('branches').execute();
  gare = await addBranch('Gare', 'Mo-Su 09:00-12:00', '10000');
  nord = await addBranch('Nord', 'Mo-Su 09:00-12:00', '10000');
});
afterAll(() => office.close());

async function addBranch(name: string, hours: string, ready: string | null): Promise<BranchView> {
  const answer = await agent.post('/api/branches/save', aBranchDraft({ name, hours }));
  expect(answer.statusCode, answer.body).toBe(200);
  const branch: BranchView = answer.json();
  const stock = {
    company_id: office.companies.Quais ?? 0,
    branch: branch.id,
    currency_code: 'USD',
    day: null,
  };
  if (ready) {
    await office.db
      .insertInto('stocks')
      .values(aStockRow({ ...stock, ready }))
      .execute();
  }
  return branch;
}
async function reserve(who = zoe, more: object = {}): Promise<Reservation> {
  const body = { ...WANTED, branch: gare.id, ...more };
  const answer = await who.post('/api/traveller/reservations', body, {
    'idempotency-key': crypto.randomUUID(),
  });
  expect(answer.statusCode, answer.body).toBe(201);
  await agent.post('/api/reservations/accept', { id: answer.json().id });
  return own(answer.json().id, who);
}
const own = async (id: string, who = zoe): Promise<Reservation> =>
  (await who.get(`/api/traveller/reservations/${id}`)).json();
async function change(branch: BranchView, fields: object): Promise<void> {
  const answer = await agent.get(`/api/branches/${branch.id}`);
  const { is_closed, time_zone, holidays_region, expected, to_move, ...draft } = answer.json() as BranchView;
  const saved = await agent.post('/api/branches/save', { ...draft, tells_travellers: true, ...fields });
  expect(saved.statusCode, saved.body).toBe(200);
  // the queue computes hours of branches without reservations
  await computeOpenings(office.db, at);
}
const offered = async (id: string, who = zoe): Promise<OtherBranch[]> =>
  (await who.get(`/api/traveller/reservations/${id}/branches`)).json();
const move = async ({ id }: Reservation, branch: number, pickup_at: string, who = zoe) => {
  const { updated_at } = await own(id, who);
  return who.post('/api/traveller/reservations/move', { id, branch, pickup_at, updated_at });
};
async function promised(): Promise<Record<string, number>> {
  const rows = await office.db
    .selectFrom('stocks')
    .innerJoin('branches', 'branches.id', 'branch')
    .where('day', 'is not', null)
    .select(['branches.name', 'promised'])
    .execute();
  return Object.fromEntries(rows.map(({ name, promised }) => [name, Number(promised)]));
}
const lineOf = (text: string, name: string) =>
  text.split('\r\n').find((line) => line.startsWith(`${name}:`)) ?? '';

test('who has moved it as often as may be still moves it away from a closure', async () => {
  const one = await reserve();
  for (let moves = 0; moves < 20; moves += 1) {
    const { updated_at } = await own(one.id);
    const pickup_at = `2026-11-21T0${moves % 2 === 0 ? 8 : 9}:30:00.000Z`;
    const moved = await zoe.post('/api/traveller/reservations/move', { id: one.id, pickup_at, updated_at });
    expect(moved.statusCode, moved.body).toBe(200);
  }
  const { updated_at } = await own(one.id);
  const body = { id: one.id, pickup_at: '2026-11-21T08:30:00.000Z', updated_at };
  expect((await zoe.post('/api/traveller/reservations/move', body)).json().code).toBe('moved_too_often');
  await change(gare, { closures: [SATURDAY] });
  const [offer] = await offered(one.id);
  expect((await move(one, nord.id, offer?.pickup_at ?? '')).statusCode).toBe(200);
});

test('another branch that is open at the same hour takes it, with its notes, journal, calendar and letters', async () => {
  const one = await reserve();
  expect(await offered(one.id)).toEqual([]);
  await change(gare, { closures: [SATURDAY] });
  expect(await offered(one.id)).toMatchObject([
    { id: nord.id, name: 'Nord', pickup_at: one.pickup_at, time_zone: 'Europe/Paris' },
  ]);
  expect(await promised()).toEqual({ Gare: 100 });

  at = new Date(ASKED_AT.getTime() + 60_000);
  await office.db.deleteFrom('mails').execute();
  const answer = await move(one, nord.id, one.pickup_at);
  expect(answer.statusCode, answer.body).toBe(200);
  const moved: Reservation = answer.json();
  expect(moved).toMatchObject({
    state: 'accepted',
    branch: { name: 'Nord' },
    pickup_at: one.pickup_at,
    rate: one.rate,
    held_until: one.held_until,
    closed_then: false,
  });
  expect(moved.events.at(-1)).toMatchObject({ kind: 'moved', actor: 'traveller', branch_was: 'Gare' });
  expect(await promised()).toEqual({ Gare: 0, Nord: 100 });
  expect((await agent.get('/api/reservations?state=to_move')).json()).toEqual([]);

  const [before, after] = [calendarOf(one, URL_OF_ONE), calendarOf(moved, URL_OF_ONE)];
  expect(lineOf(after, 'UID')).toBe(lineOf(before, 'UID'));
  const sequenceOf = (text: string) => Number(lineOf(text, 'SEQUENCE').slice('SEQUENCE:'.length));
  expect(sequenceOf(after)).toBeGreaterThan(sequenceOf(before));
  expect(lineOf(after, 'LOCATION')).toContain('Nord');

  const mails = await office.db
    .selectFrom('mails')
    .where('kind', '=', 'reservation')
    .select(['id', 'kind', 'recipient', 'params'])
    .orderBy('id')
    .execute();
  const texts = await Promise.all(
    mails.map(async (mail) => {
      const composed = await composeMail(
        letterSources(office.db, SECRET),
        { ...mail, createdAt: at } as never,
        at,
      );
      const { text, attachments } = await PostalMime.parse(composed.raw);
      return [text?.replaceAll(/\s+/g, ' ') ?? '', attachments.map(({ filename }) => filename)] as const;
    }),
  );
  const toZoe = texts[mails.findIndex(({ recipient }) => recipient === 'zoe@exemple.fr')];
  expect(toZoe?.[0]).toContain(
    'Vous avez changé d’agence pour votre retrait, qui était prévu à l’agence Gare le samedi 21 novembre à 11 h.',
  );
  expect(toZoe?.[1]).toContain('retrait.ics');
  const toBureau = texts.filter((_, i) => mails[i]?.recipient !== 'zoe@exemple.fr');
  expect(toBureau.length).toBeGreaterThan(0);
  for (const [text] of toBureau) expect(text).toContain('Un voyageur change d’agence');
});

test('where the other branch is shut at that hour, its first one of that day is offered, else of the next', async () => {
  const one = await reserve();
  await change(gare, { closures: [SATURDAY] });
  await change(nord, { hours: 'Mo-Su 14:00-18:00' });
  expect((await offered(one.id))[0]?.pickup_at).toBe('2026-11-21T13:00:00.000Z');
  // without an hour on that day, the nearest one at which the notes can be there
  await change(nord, { hours: 'Fr 14:00-15:00; Su 08:30-12:00' });
  const [next] = await offered(one.id);
  expect(next?.pickup_at).toBe('2026-11-22T07:30:00.000Z');
  const answer = await move(one, nord.id, next?.pickup_at ?? '');
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json().pickup_at).toBe(next?.pickup_at);
});

test('the nearest branch is the first one offered', async () => {
  const one = await reserve();
  const sud = await addBranch('Sud', 'Mo-Su 09:00-12:00', '10000');
  const est = await addBranch('Est', 'Mo-Su 09:00-12:00', '10000');
  await change(gare, { closures: [SATURDAY] });
  for (const [{ id }, lat] of [
    [gare, 48],
    [sud, 48.1],
    [nord, 48.5],
    [est, 48.6],
  ] as const) {
    await office.db.updateTable('branches').set({ lat, lon: 2 }).where('id', '=', id).execute();
  }
  expect((await offered(one.id)).map(({ name }) => name)).toEqual(['Sud', 'Nord', 'Est']);
});

test('a request that nobody has answered moves too, and the bureau can still answer it', async () => {
  const { id, pickup_at } = (
    await zoe.post(
      '/api/traveller/reservations',
      { ...WANTED, branch: gare.id },
      { 'idempotency-key': crypto.randomUUID() },
    )
  ).json() as Reservation;
  await change(gare, { closures: [SATURDAY] });
  expect(await offered(id)).toMatchObject([{ id: nord.id, pickup_at }]);
  expect((await move(await own(id), nord.id, pickup_at)).json()).toMatchObject({ state: 'requested' });
  expect((await agent.post('/api/reservations/accept', { id })).statusCode).toBe(200);
});

test('a branch that cannot take it is neither offered nor accepted', async () => {
  const { db, companies } = office;
  const one = await reserve();
  const refusal = async (branch: number) => {
    const answer = await move(one, branch, one.pickup_at);
    return [answer.statusCode, answer.json().code];
  };
  expect(await refusal(nord.id)).toEqual([409, 'open_there']);
  await change(gare, { closures: [SATURDAY] });
  const empty = await addBranch('Vide', 'Mo-Su 09:00-12:00', null);
  const closed = await addBranch('Close', 'Mo-Su 09:00-12:00', '10000');
  await db.updateTable('branches').set({ closed_at: at }).where('id', '=', closed.id).execute();
  const buys = await addBranch('Achat', 'Mo-Su 09:00-12:00', '10000');
  await change(buys, { sells: false });
  const { id: foreign } = await db
    .insertInto('branches')
    .values(aBranchRow({ company_id: companies.Zéphyr ?? 0, name: 'Ailleurs' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await offered(one.id)).map(({ name }) => name)).toEqual(['Nord']);
  for (const branch of [closed.id, buys.id, foreign, gare.id, 999_999])
    expect(await refusal(branch)).toEqual([409, 'not_there']);
  expect(await refusal(empty.id)).toEqual([409, 'out_of_stock']);

  await db.updateTable('companies').set({ suspended_at: at }).execute();
  expect(await offered(one.id)).toEqual([]);
  expect(await refusal(nord.id)).toEqual([409, 'not_there']);
  await db.updateTable('companies').set({ suspended_at: null }).execute();

  // notes that are ready wait where they were prepared
  await agent.post('/api/reservations/ready', { id: one.id });
  expect(await offered(one.id)).toEqual([]);
  expect(await refusal(nord.id)).toEqual([409, 'ready_there']);
  expect(await promised()).toMatchObject({ Gare: 100 });
});

test('what is paid by card goes to a branch that takes cards, and what is paid in cash to any', async () => {
  const sud = await addBranch('Sud', 'Mo-Su 09:00-12:00', '10000');
  const branches = office.db.updateTable('branches');
  await branches.set({ takes_cards: true }).execute();
  await branches.set({ takes_cards: false }).where('id', '=', sud.id).execute();
  const cash = await reserve();
  const card = await reserve(zoe, { payment: 'card' });
  await change(gare, { closures: [SATURDAY] });
  expect((await offered(cash.id)).map(({ name }) => name)).toEqual(['Nord', 'Sud']);
  expect((await offered(card.id)).map(({ name }) => name)).toEqual(['Nord']);
  expect((await move(card, sud.id, card.pickup_at)).json().code).toBe('not_there');
});

test('the session alone says whose reservation it is', async () => {
  const one = await reserve();
  await change(gare, { closures: [SATURDAY] });
  expect((await paul.get(`/api/traveller/reservations/${one.id}/branches`)).statusCode).toBe(404);
  const { id, pickup_at, updated_at } = one;
  const body = { id, branch: nord.id, pickup_at, updated_at };
  expect((await paul.post('/api/traveller/reservations/move', body)).statusCode).toBe(404);
  expect(await own(id)).toMatchObject({ branch: { name: 'Gare' } });
});

test('of two travellers who want the last notes there, one gets them, and the other keeps what was agreed', async () => {
  await office.db.deleteFrom('stocks').where('branch', '=', nord.id).execute();
  await office.db
    .insertInto('stocks')
    .values(
      aStockRow({
        company_id: office.companies.Quais ?? 0,
        branch: nord.id,
        currency_code: 'USD',
        day: null,
        ready: '250',
      }),
    )
    .execute();
  const both = [
    { who: zoe, one: await reserve(zoe) },
    { who: paul, one: await reserve(paul) },
  ];
  await change(gare, { closures: [SATURDAY] });
  for (const { who, one } of both) expect(await offered(one.id, who)).toHaveLength(1);
  const answers = await Promise.all(both.map(({ who, one }) => move(one, nord.id, one.pickup_at, who)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const lost = answers.findIndex(({ statusCode }) => statusCode === 409);
  expect(answers[lost]?.json().code).toBe('out_of_stock');
  expect(answers[lost]?.json().message.replaceAll('\u00a0', ' ')).toMatch(
    /^Cette agence n’a plus assez de dollars.* : choisissez-en une autre, ou une autre heure\. Votre réservation reste en place\.$/,
  );
  const loser = both[lost];
  if (!loser) throw new Error('nobody lost');
  expect(await own(loser.one.id, loser.who)).toMatchObject({ branch: { name: 'Gare' }, state: 'accepted' });
  // there are notes on other days
  expect((await offered(loser.one.id, loser.who))[0]?.pickup_at).not.toBe(loser.one.pickup_at);
  expect(await promised()).toEqual({ Gare: 100, Nord: 100 });
});
