// Duration: a move tried after each of sixty sets of hours and closures.
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BranchView } from '#domain/branches/branch-draft.ts';
import { MAX_CLOSURES } from '#domain/branches/fields.ts';
import { isInClosure } from '#domain/branches/open-state.ts';
import type { BureauReservation, Reservation } from '#domain/reservations/reservation.ts';
import { aBranchDraft } from '#domain/testing/branches.ts';
import { isClosedAtPickup } from '../../db/closed-at-pickup.ts';
import { composeMail } from '../../mail/compose.ts';
import { ASKED_AT, admitBureau, forgetReservations, untilWaiting, WANTED } from '../../testing/bookings.ts';
import { letterSources } from '../../testing/mails.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { aStockRow } from '../../testing/rows.ts';
import { signIn } from '../../testing/travellers.ts';
import { tellClosures } from '../reservations/told-closures.ts';
import { addOpenings } from './compute-openings.ts';

// A branch closes, for good or for days, where travellers are expected: nobody's hour is lost in silence.

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
let office: OpenOffice;
let zoe: Browser;
let agent: Browser;
let admin: Browser;
let gare: BranchView;

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
  await db.deleteFrom('mails').execute();
  await db.deleteFrom('stocks').where('branch', 'is not', null).execute();
  await db.deleteFrom('branches').execute();
  const draft = aBranchDraft({ hours: 'Mo-Su 09:00-12:00' });
  gare = (await agent.post('/api/branches/save', draft)).json();
  const stock = { company_id: companies.Quais ?? 0, branch: gare.id, currency_code: 'USD', day: null };
  await db
    .insertInto('stocks')
    .values(aStockRow({ ...stock, ready: '10000' }))
    .execute();
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
const seen = async (): Promise<BranchView> => (await agent.get(`/api/branches/${gare.id}`)).json();
const close = async (who = agent) => {
  const { id, updated_at } = await seen();
  return who.post('/api/branches/close', { id, updated_at, is_closed: true });
};

test('a branch with open reservations cannot close for good until each is settled', async () => {
  const [first, second] = [await reserve(), await reserve()];
  await agent.post('/api/reservations/accept', { id: second.id });
  expect((await seen()).expected).toBe(2);
  for (const who of [agent, admin]) {
    const refused = await close(who);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toEqual({
      code: 'reservations_expected',
      message:
        '2 réservations sont attendues dans cette agence. Remettez-les, refusez-les ou annulez-les d’abord, dans Commandes.',
    });
  }
  expect((await seen()).is_closed).toBe(false);
  await agent.post('/api/reservations/decline', { id: first.id, reason: 'closed' });
  await agent.post('/api/reservations/ready', { id: second.id });
  expect((await close()).json().message).toMatch(
    /^1 réservation est attendue dans cette agence. Remettez-la, refusez-la ou annulez-la/,
  );
  await agent.post('/api/reservations/cancel', { id: second.id, reason: 'closed' });
  expect((await close()).json()).toMatchObject({ is_closed: true, expected: 0 });
  expect((await ask()).json()).toMatchObject({ code: 'unknown_branch' });
});

test('a reservation at the instant of a closure is either expected there or refused', async () => {
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

// WANTED is a Saturday at eleven in Paris; asked for on the Friday, its rate holds until the Sunday at ten
const SUNDAY_AT_NINE = '2026-11-22T08:00:00.000Z';
const SATURDAY = { from_day: '2026-11-21', to_day: '2026-11-21', reason: 'Inventaire' };
const save = async (change: object, who = agent): Promise<BranchView> => {
  const { id: _, is_closed, time_zone, holidays_region, expected, to_move, ...draft } = await seen();
  const answer = await who.post('/api/branches/save', {
    ...draft,
    id: gare.id,
    tells_travellers: true,
    ...change,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const queued = async (kind: 'reservation_closed' | 'reservation_rate_suspended' = 'reservation_closed') =>
  (
    await office.db.selectFrom('mails').where('kind', '=', kind).select(['recipient', 'params']).execute()
  ).map(({ recipient }) => recipient);
const ofBureau = async (query = ''): Promise<BureauReservation[]> =>
  (await agent.get(`/api/reservations${query}`)).json();
const own = async (id: string): Promise<Reservation> =>
  (await zoe.get(`/api/traveller/reservations/${id}`)).json();
const toMove = async () => (await agent.get('/api/dashboard')).json().today.to_move;

test('a closure over a reservation’s hour is saved, and reported until the reservation moves', async () => {
  const one = await reserve();
  expect(one.closed_then).toBe(false);
  expect(await save({ closures: [SATURDAY] }, admin)).toMatchObject({ expected: 1, to_move: 1 });
  expect(await seen()).toMatchObject({ is_closed: false, to_move: 1 });
  expect(await own(one.id)).toMatchObject({ state: 'requested', closed_then: true });
  expect(await ofBureau('?state=to_move')).toMatchObject([{ id: one.id, closed_then: true }]);
  expect(await toMove()).toBe(1);

  const { updated_at } = await own(one.id);
  const moved = await zoe.post('/api/traveller/reservations/move', {
    id: one.id,
    pickup_at: SUNDAY_AT_NINE,
    updated_at,
  });
  expect(moved.json()).toMatchObject({ pickup_at: SUNDAY_AT_NINE, closed_then: false });
  expect(await ofBureau('?state=to_move')).toEqual([]);
  expect(await toMove()).toBe(0);
  expect((await seen()).to_move).toBe(0);
});

test('an agent sees whom a closure concerns before it is saved, and each of them is told once', async () => {
  const one = await reserve();
  await agent.post('/api/reservations/accept', { id: one.id });
  const before = await seen();
  for (const change of [{ closures: [SATURDAY] }, { hours: 'Mo-Su 14:00-18:00' }]) {
    const { is_closed, time_zone, holidays_region, expected, to_move, ...draft } = await seen();
    const refused = await agent.post('/api/branches/save', { ...draft, ...change });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().code).toBe('travellers_expected');
    expect(refused.json().message.replaceAll('\u00a0', ' ')).toBe(
      `1 réservation tombe à une heure où le guichet sera fermé : n° ${one.number}, samedi 21 novembre à 11 h. Si vous enregistrez, son voyageur le saura par e-mail.`,
    );
  }
  expect(await seen()).toEqual(before);
  expect(await queued()).toEqual([]);

  await save({ closures: [SATURDAY] });
  expect(await queued()).toEqual(['zoe@exemple.fr']);
  // again, by whatever way, it is news no more
  await save({ closures: [SATURDAY], tells_travellers: false, phone: '05 61 00 00 00' });
  await tellAll();
  expect(await queued()).toEqual(['zoe@exemple.fr']);
  // open again, then closed by new hours
  await save({ closures: [] });
  await save({ hours: 'Mo-Su 14:00-18:00' });
  expect(await queued()).toEqual(['zoe@exemple.fr', 'zoe@exemple.fr']);
});

test('the letter of a closure names the hour, and is needless once the branch is open then', async () => {
  const one = await reserve();
  await save({ closures: [SATURDAY] });
  const mail = await office.db
    .selectFrom('mails')
    .where('kind', '=', 'reservation_closed')
    .select(['id', 'kind', 'recipient', 'params'])
    .executeTakeFirstOrThrow();
  const sources = letterSources(office.db, SECRET);
  const write = async () => {
    const composed = await composeMail(sources, { ...mail, createdAt: ASKED_AT } as never, ASKED_AT);
    return PostalMime.parse(composed.raw);
  };
  const letter = await write();
  expect(letter.attachments).toMatchObject([
    { filename: `code-${one.code}.png`, contentId: '<code@parite>' },
  ]);
  const text = letter.text?.replaceAll(/\s+/g, ' ');
  for (const words of [
    'Quais ne sera pas ouvert le samedi 21 novembre à 11 h, l’heure de votre retrait.',
    `Réservation n° ${one.number}`,
    'Choisissez une autre heure, une autre agence du bureau si elle peut vous servir, ou annulez',
    `/#/voyages/${one.id}`,
  ])
    expect(text).toContain(words);
  await save({ closures: [] });
  await expect(write()).rejects.toMatchObject({ reason: 'settled' });
});

test('a traveller whose reservation was held while the branch closed is told by the next run', async () => {
  const one = await reserve();
  const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = office.db.transaction().execute(async (trx) => {
    await trx.selectFrom('reservations').where('reference', '=', one.id).select('id').forUpdate().execute();
    held.resolve();
    await go.promise;
  });
  await held.promise;
  await save({ closures: [SATURDAY] });
  expect(await queued()).toEqual([]);
  go.resolve();
  await holding;
  await tellAll();
  expect(await queued()).toEqual(['zoe@exemple.fr']);
});

test('nobody is told that a branch was closed at an hour that has passed', async () => {
  const one = await reserve();
  const { db } = office;
  await sql`UPDATE reservations SET pickup_at = ${ASKED_AT} WHERE reference = ${one.id}`.execute(db);
  const friday = { ...SATURDAY, from_day: '2026-11-20', to_day: '2026-11-20' };
  await save({ closures: [friday], tells_travellers: false });
  await tellAll();
  expect(await queued()).toEqual([]);
});

test('new weekly hours report such reservations at once, until these end', async () => {
  const one = await reserve();
  expect(await save({ hours: 'Mo-Su 14:00-18:00' })).toMatchObject({ expected: 1, to_move: 1 });
  await agent.post('/api/reservations/decline', { id: one.id, reason: 'closed' });
  expect(await own(one.id)).toMatchObject({ state: 'declined', closed_then: false });
  expect(await seen()).toMatchObject({ expected: 0, to_move: 0 });
});

test('the bureau is offered the hours of its branch until the rate ends, and each of them is accepted', async () => {
  const one = await reserve();
  await save({});
  const hours = async () => {
    const answer = await agent.get(`/api/reservations/${one.id}/hours`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().days as { day: string; instants: string[] }[];
  };
  // open from nine to noon; an earlier hour leaves the traveller one, and the rate ends on the Sunday
  const spread = (await hours()).map(({ day, instants }) => [
    day,
    instants.length,
    instants[0],
    instants.at(-1),
  ]);
  expect(spread).toEqual([
    ['2026-11-20', 2, '2026-11-20T10:00:00.000Z', '2026-11-20T10:30:00.000Z'],
    ['2026-11-21', 6, '2026-11-21T08:00:00.000Z', '2026-11-21T10:30:00.000Z'],
    ['2026-11-22', 3, '2026-11-22T08:00:00.000Z', '2026-11-22T09:00:00.000Z'],
  ]);
  for (const pickup_at of (await hours()).flatMap(({ instants }) => instants)) {
    const { updated_at } = await own(one.id);
    const moved = await agent.post('/api/reservations/move', { id: one.id, pickup_at, updated_at });
    expect(moved.statusCode, moved.body).toBe(200);
  }
  await save({ closures: [SATURDAY] });
  expect((await hours()).map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-22']);
  await agent.post('/api/reservations/decline', { id: one.id, reason: 'closed' });
  expect(await hours()).toEqual([]);
  expect((await agent.get(`/api/reservations/${'0'.repeat(32)}/hours`)).statusCode).toBe(404);
});

test('an imported table counts the reservations to move', async () => {
  await reserve();
  const {
    id: _,
    company_id,
    is_closed,
    time_zone,
    holidays_region,
    expected,
    to_move,
    ...line
  } = await seen();
  const sent = { branches: [{ ...line, hours: 'Mo-Fr 09:00-12:00' }] };
  const refused = await agent.post('/api/branches/import', sent);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'travellers_expected']);
  expect((await agent.post('/api/branches/import', { ...sent, tells_travellers: true })).json()).toEqual({
    added: 0,
    changed: 1,
    to_move: 1,
  });
  expect(await queued()).toEqual(['zoe@exemple.fr']);
});

test('an agent sees whose reservations are in a direction that a branch gives up, and each is told once', async () => {
  const one = await reserve();
  const { is_closed, time_zone, holidays_region, expected, to_move, ...draft } = await seen();
  const { id, ...line } = draft;
  const change = (more: object) =>
    agent.post('/api/branches/save', { ...draft, tells_travellers: false, ...more });
  const imported = agent.post('/api/branches/import', { branches: [{ ...line, sells: false }] });
  for (const refused of [await change({ sells: false }), await imported]) {
    expect(refused.statusCode, refused.body).toBe(409);
    expect(refused.json().message.replaceAll('\u00a0', ' ')).toBe(
      `1 réservation est en cours dans ce sens, et le reste : n° ${one.number}, samedi 21 novembre à 11 h. Si vous enregistrez, son voyageur le saura par e-mail.`,
    );
  }
  const both = await change({ sells: false, hours: 'Mo-Su 14:00-18:00' });
  expect(both.json().message).toMatch(/sera fermé.*est en cours dans ce sens/);
  const told = () => queued('reservation_rate_suspended');
  expect(await told()).toEqual([]);

  await save({ sells: false });
  expect(await told()).toEqual(['zoe@exemple.fr']);
  expect(await own(one.id)).toMatchObject({ state: 'requested', rate: 1.105, rate_suspended: true });
  await save({ sells: false, tells_travellers: false, phone: '05 61 00 00 00' });
  await save({ sells: true, tells_travellers: false });
  expect(await own(one.id)).toMatchObject({ rate_suspended: false });
  // the other direction has no reservation
  await save({ buys_back: false, tells_travellers: false });
  expect(await told()).toEqual(['zoe@exemple.fr']);
});

test('a reservation is listed as to be moved exactly if a move to its own hour would be refused', async () => {
  const one = await reserve();
  const weeks = [
    'Mo-Su 09:00-12:00',
    'Mo-Su 08:00-11:00',
    'Mo-Su 11:00-12:00',
    'Su 09:00-12:00',
    'Fr 20:00-36:00',
    // not said
    '',
  ];
  const hours = [
    { from_time: '11:00' },
    { from_time: '11:01' },
    { to_time: '11:00' },
    { to_time: '11:01' },
    { from_time: '10:30', to_time: '11:30' },
    { from_day: '2026-11-20', from_time: '23:00', to_time: '11:00' },
    { from_day: '2026-11-20', from_time: '23:00', to_time: '12:00' },
  ];
  const friday = { ...SATURDAY, from_day: '2026-11-20', to_day: '2026-11-20' };
  const days = [[], [SATURDAY], [friday], ...hours.map((few) => [{ ...SATURDAY, ...few }])];
  const found: boolean[] = [];
  for (const hours of weeks) {
    for (const closures of days) {
      const { to_move } = await save({ hours, closures });
      const { updated_at, closed_then } = await own(one.id);
      const body = { id: one.id, pickup_at: one.pickup_at, updated_at };
      const moved = await agent.post('/api/reservations/move', body);
      const isRefused = moved.statusCode === 400 && moved.json().code === 'closed_then';
      expect([hours, closures, closed_then, to_move]).toEqual([
        hours,
        closures,
        isRefused,
        isRefused ? 1 : 0,
      ]);
      found.push(isRefused);
    }
  }
  expect(new Set(found).size).toBe(2);
});

test('a branch without opening hours is closed on the days that it names', async () => {
  await reserve();
  expect(await save({ hours: '' })).toMatchObject({ expected: 1, to_move: 0 });
  expect(await save({ hours: '', closures: [SATURDAY] })).toMatchObject({ to_move: 1 });
  // nobody else is expected then
  const refused = await ask();
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'closed_then']);
  const asked = '/api/public/bookings?company=https%3A%2F%2Fbureau-0.example&currency=USD&side=sale';
  const { counters } = (await zoe.get(asked)).json().booking;
  // asked on the Friday at ten, its rate holds until the Sunday at ten: by the usual hours, without the Saturday
  expect(
    counters.map(({ opens }: { opens: { from: string }[] }) => opens.map(({ from }) => from.slice(0, 10))),
  ).toEqual([['2026-11-20', '2026-11-22']]);
});

test('the database and the calendar agree on closures while the clocks change', async () => {
  const times = ['01:30', '02:00', '02:30', '03:00', '03:30'];
  const pairs = times.flatMap((from_time, first) =>
    times.slice(first + 1).map((to_time) => ({ from_time, to_time })),
  );
  for (const day of ['2026-03-29', '2026-10-25']) {
    for (const few of [...pairs, ...times.flatMap((time) => [{ from_time: time }, { to_time: time }])]) {
      const closures = [{ from_day: day, to_day: day, reason: '', ...few }];
      await save({ hours: '', closures });
      const { rows } = await sql<{ pickup_at: Date; is_closed: boolean }>`
        WITH reservations AS (
          SELECT NULL::timestamptz AS ended_at, ${gare.id}::int AS branch, pickup_at
          FROM generate_series(${day}::timestamp - interval '3 hours', ${day}::timestamp + interval '6 hours', '15 minutes') AS hour
          CROSS JOIN LATERAL (SELECT hour AT TIME ZONE 'UTC' AS pickup_at) AS one
        )
        SELECT pickup_at, ${isClosedAtPickup()} AS is_closed FROM reservations`.execute(office.db);
      for (const { pickup_at, is_closed } of rows) {
        const expected = isInClosure(closures, pickup_at.getTime(), 'Europe/Paris');
        expect([few, pickup_at, is_closed]).toEqual([few, pickup_at, expected]);
      }
    }
  }
});

describe('closing at once', () => {
  // ten o’clock in Paris
  const closing = (body: object, who = agent) =>
    who.post('/api/branches/close-now', { id: gare.id, is_closed: true, ...body });
  const comesAt = async ({ id }: Reservation, pickup_at: string) => {
    await sql`UPDATE reservations SET pickup_at = ${pickup_at}::timestamptz WHERE reference = ${id}`.execute(
      office.db,
    );
  };

  test('shows who is expected, then tells each once, and the way back is to reopen', async () => {
    const [one, later] = [await reserve(), await reserve()];
    await comesAt(one, '2026-11-20T10:00:00Z');
    await comesAt(later, '2026-11-20T10:30:00Z');
    const asked = await closing({ until: '11:30', reason: ' Livraison ' });
    expect([asked.statusCode, asked.json().code]).toEqual([409, 'travellers_expected']);
    expect(asked.json().message.replaceAll('\u00a0', ' ')).toBe(
      `1 réservation tombe à une heure où le guichet sera fermé : n° ${one.number}, vendredi 20 novembre à 11 h. Si vous fermez, son voyageur le saura par e-mail.`,
    );
    expect((await seen()).closures).toEqual([]);
    expect(await queued()).toEqual([]);

    const closed = await closing({ until: '11:30', reason: ' Livraison ', tells_travellers: true });
    const day = '2026-11-20';
    const closure = { from_day: day, from_time: '10:00', to_day: day, to_time: '11:30', reason: 'Livraison' };
    expect(closed.json()).toMatchObject({ closures: [closure], to_move: 1 });
    expect(await queued()).toEqual(['zoe@exemple.fr']);
    expect([(await own(one.id)).closed_then, (await own(later.id)).closed_then]).toEqual([true, false]);
    await tellAll();
    expect(await queued()).toEqual(['zoe@exemple.fr']);

    await closing({ is_closed: false });
    expect((await own(one.id)).closed_then).toBe(false);
    expect(await seen()).toMatchObject({ closures: [], to_move: 0 });
    expect(await queued()).toEqual(['zoe@exemple.fr']);
  });

  test('tells whoever is late by an hour at most, and whose notes are not handed over', async () => {
    const [late, asked, other] = [await reserve(), await reserve(), await reserve()];
    for (const { id } of [late, other]) await agent.post('/api/reservations/accept', { id });
    for (const one of [late, asked]) await comesAt(one, '2026-11-20T08:58:00Z');
    await office.db.deleteFrom('mails').execute();
    const isLate = `1 réservation de la dernière heure n’est pas encore remise : n° ${late.number}, vendredi 20 novembre à 9 h 58. Si vous fermez, son voyageur le saura par e-mail.`;
    const isComing = `1 réservation tombe à une heure où le guichet sera fermé : n° ${other.number}, vendredi 20 novembre à 11 h. Si vous fermez, son voyageur le saura par e-mail.`;
    const said = async () => (await closing({ until: '11:30' })).json().message.replaceAll('\u00a0', ' ');
    await comesAt(other, '2026-11-20T08:00:00Z');
    expect(await said()).toBe(isLate);
    await comesAt(other, '2026-11-20T10:00:00Z');
    expect(await said()).toBe(`${isLate} ${isComing}`);
    await closing({ until: '11:30', tells_travellers: true });
    await tellAll();
    const mails = await office.db
      .selectFrom('mails')
      .where('kind', '=', 'reservation_closed')
      .select(['id', 'kind', 'recipient', 'params'])
      .orderBy('id')
      .execute();
    expect(mails).toHaveLength(2);
    const write = async () => {
      const mail = { ...mails[0], createdAt: ASKED_AT } as never;
      return PostalMime.parse((await composeMail(letterSources(office.db, SECRET), mail, ASKED_AT)).raw);
    };
    const { subject, attachments } = await write();
    expect(subject).toBe('Quais a fermé après l’heure de votre retrait');
    expect(attachments).toHaveLength(1);
    await closing({ is_closed: false });
    await expect(write()).rejects.toMatchObject({ reason: 'settled' });
  });

  test('is what travellers read, and takes its hours from those of collection', async () => {
    const site = 'https://bureau-0.example';
    const shown = async () =>
      (await zoe.get(`/api/public/branches?company=${encodeURIComponent(site)}`)).json().branches[0]?.open;
    await office.db.transaction().execute((trx) => addOpenings(trx, ASKED_AT, null));
    await expect.poll(shown).toMatchObject({ is_open: true });
    expect((await closing({ until: '11:15' })).statusCode).toBe(200);
    await expect.poll(shown).toEqual({
      is_open: false,
      changes_at: '2026-11-20T10:15:00.000Z',
      by_closure: true,
      words: 'Fermé jusqu’à 11\u00a0h\u00a015',
    });
    const { booking } = (
      await zoe.get(`/api/public/bookings?company=${encodeURIComponent(site)}&currency=USD&side=sale`)
    ).json();
    expect(booking.counters[0].opens[0]).toEqual({
      from: '2026-11-20T10:15:00.000Z',
      to: '2026-11-20T11:00:00.000Z',
    });
    expect((await closing({ is_closed: false })).statusCode).toBe(200);
    await closing({});
    await expect.poll(shown).toMatchObject({ words: 'Fermé jusqu’à demain 9\u00a0h' });
  });

  test('refuses an hour that has passed, another company’s branch and one closure too many', async () => {
    const refused = async (body: object, who = agent) => {
      const answer = await closing(body, who);
      return [answer.statusCode, answer.json().code];
    };
    expect(await refused({ until: '10:00' })).toEqual([400, 'invalid_closure']);
    expect(await refused({ until: 'midi' })).toEqual([400, 'invalid_closure']);
    expect(await refused({}, await enter(office.app, 'agent2'))).toEqual([404, 'not_found']);
    // the night of yesterday, too, which no closure of today shuts
    await save({ closures: [{ ...SATURDAY, from_day: '2026-11-19', to_day: '2026-11-19' }] });
    expect(await refused({ is_closed: false })).toEqual([409, 'not_closed_now']);
    expect((await closing({ until: '11:00' }, admin)).statusCode).toBe(200);
    const many = Array.from({ length: MAX_CLOSURES }, (_, index) => ({ ...SATURDAY, reason: `${index}` }));
    await save({ closures: many });
    expect(await refused({ until: '11:00' })).toEqual([409, 'too_many_closures']);
  });
});

test('a branch that a colleague closed is named, with the end of its closure', async () => {
  const stale = await seen();
  const closing = (until: string) =>
    agent.post('/api/branches/close-now', { id: gare.id, is_closed: true, until });
  const said = (answer: { statusCode: number; json(): unknown }) => [answer.statusCode, answer.json()];
  const already = (end = '') => [
    409,
    { code: 'already_closed', message: `${gare.name} est déjà fermée${end}.` },
  ];
  expect((await closing('11:30')).statusCode).toBe(200);
  expect(said(await closing('11:30'))).toEqual(already(' jusqu’à 11\u00a0h\u00a030'));
  // another hour, earlier or later
  expect((await closing('11:00')).statusCode).toBe(200);
  expect((await closing('')).statusCode).toBe(200);
  expect(said(await closing(''))).toEqual(already(' pour le reste de la journée'));
  await save({ closures: [{ from_day: '2026-11-20', to_day: '2026-11-24', reason: '' }] });
  expect(said(await closing('11:00'))).toEqual(already(' jusqu’au 24 novembre 2026'));
  expect((await close()).statusCode).toBe(200);
  const { id, updated_at } = stale;
  const again = agent.post('/api/branches/close', { id, updated_at, is_closed: true });
  for (const answer of [await again, await closing('12:00')]) expect(said(answer)).toEqual(already());
});

test('the journal has a closing and a reopening as themselves', async () => {
  const id = gare.id;
  await agent.post('/api/branches/close-now', { id, is_closed: true, until: '11:30', reason: ' Livraison ' });
  await agent.post('/api/branches/close-now', { id, is_closed: false });
  const rows = await office.db
    .selectFrom('audit_entries')
    .where('action', 'in', ['branch.closed', 'branch.reopened', 'branch.edited'])
    .where(sql<boolean>`changes->'name'->>1 = ${gare.name}`)
    .select(['action', 'changes'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(rows).toMatchObject([
    { action: 'branch.reopened', changes: { closures: [expect.any(Array), []] } },
    { action: 'branch.closed', changes: { until: [null, '11:30'], reason: [null, 'Livraison'] } },
  ]);
});

const tellAll = () => office.db.transaction().execute((trx) => tellClosures(trx, ASKED_AT));

/** How many wait for a lock. */
async function waiters(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(office.db);
  return rows[0]?.count ?? 0;
}
