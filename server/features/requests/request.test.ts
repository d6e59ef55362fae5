import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NotesConflict, ReservationRequest } from '#domain/reservations/reservation.ts';
import {
  type ReservationState,
  reopenings,
  reservationStates,
  transitions,
} from '#domain/reservations/states.ts';
import { DEFAULT_TERMS, type ReservationTerms } from '#domain/terms/terms.ts';
import { isDatabaseAway } from '../../db/away.ts';
import { type Database, openDatabase } from '../../db/open.ts';
import {
  ASKED_AT,
  addTravellers,
  admitBureau,
  asking,
  FIXED_AT,
  forgetReservations,
  madeBy as reservedBy,
  untilWaiting,
} from '../../testing/bookings.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { furnishOffice } from '../../testing/office.ts';
import { aBranchRow, aCurrencyRow, aFixingRow, aStockRow, aTermsRow } from '../../testing/rows.ts';
import { changeState } from '../reservations/change-state.ts';
import { lockReservation } from '../reservations/reservations.queries.ts';
import { type ReservationAttempt, requestReservation } from './request-reservation.ts';

let database: TestDatabase;
let quais: number;
let zephyr: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const { companies } = await furnishOffice(database.db);
  [quais, zephyr] = [companies.Quais ?? 0, companies.Zéphyr ?? 0];
});
afterAll(() => database.close());

beforeEach(async () => {
  const { db } = database;
  await forgetReservations(db);
  for (const table of ['stocks', 'branch_closures', 'branches'] as const) {
    await db.deleteFrom(table).execute();
  }
  await db.deleteFrom('fixings').execute();
});

const ask = (one: ReservationAttempt, db = database.db) => requestReservation(db, one);
const traveller = async () => (await addTravellers(database.db, 1))[0] ?? 0;
const found = () => database.db.selectFrom('reservations').selectAll().orderBy('id').execute();
const events = () =>
  database.db.selectFrom('reservation_events').select(['kind', 'actor', 'reason']).orderBy('id').execute();
const stockOf = (code: string) =>
  database.db
    .selectFrom('stocks')
    .where('currency_code', '=', code)
    .where('day', 'is not', null)
    .select(['day', 'ready', 'promised'])
    .orderBy('day')
    .execute();

const madeBy = (one: ReservationAttempt) => reservedBy(database.db, one);

async function change(
  id: number,
  to: ReservationState,
  actor: 'traveller' | 'bureau' | 'clock',
  at = ASKED_AT,
): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const held = await lockReservation(trx, id, { anybody: true });
    if (held) await changeState(trx, held, { to, actor, at });
  });
}

const referenceOf = async (id: number) => (await found()).find((one) => one.id === id)?.reference;

test('a request freezes its rate, takes its day’s stock, and writes an event', async () => {
  await admitBureau(database.db, quais);
  await madeBy(asking(await traveller(), quais));
  expect(await found()).toMatchObject([
    {
      code: null,
      code_hash: expect.any(Buffer),
      state: 'requested',
      side: 'sale',
      rate: '1.10500000',
      fixed_at: FIXED_AT,
      offered: '90.50',
      received: '100.00',
      fee: '0.00',
      handed_over: '100.00',
      mode: 'counter',
      held_until: new Date('2026-11-22T09:00:00.000Z'),
      due_at: new Date('2026-11-20T11:00:00.000Z'),
      ended_at: null,
    },
  ]);
  expect(await stockOf('USD')).toEqual([{ day: '2026-11-21', ready: '10000.00', promised: '100.00' }]);
  expect(await events()).toEqual([{ kind: 'requested', actor: 'traveller', reason: null }]);
});

test('a traveller holds a step of half of a branch’s day at most, or of the share that the company has set', async () => {
  await admitBureau(database.db, quais, { usd: '1000' });
  const [one = 0, other = 0] = await addTravellers(database.db, 2);
  await madeBy(asking(one, quais, { amount: 300 }));
  // 200 of the 500 are left to this traveller
  await expect(ask(asking(one, quais, { amount: 201 }))).rejects.toMatchObject({ code: 'out_of_stock' });
  const id = await madeBy(asking(one, quais, { amount: 200 }));
  await madeBy(asking(other, quais, { amount: 500 }));
  await change(id, 'cancelled', 'traveller');
  await madeBy(asking(one, quais, { amount: 200 }));
  await database.db.deleteFrom('stocks').where('day', 'is', null).execute();
  await admitBureau(database.db, quais, { usd: '1000', terms: { largest_share: 100 } });
  await madeBy(asking(one, quais, { amount: 1_000, pickup_at: '2026-11-22T08:00:00.000Z' }));
});

test('a step is refused from as it is shown, so that a refusal tells no more than the page', async () => {
  await admitBureau(database.db, quais, { usd: '1000', terms: { largest_share: 100 } });
  await madeBy(asking(await traveller(), quais, { amount: 100 }));
  // 900 are left, of which the page shows 500
  await expect(ask(asking(await traveller(), quais, { amount: 501 }))).rejects.toMatchObject({
    code: 'out_of_stock',
  });
  await madeBy(asking(await traveller(), quais, { amount: 500 }));
});

test('accounts of one mailbox or one telephone are one person', async () => {
  const { db } = database;
  await admitBureau(db, quais, { usd: '1000' });
  const [one = 0, mailbox = 0, phone = 0, other = 0] = await addTravellers(db, 4);
  const set = (id: number, values: { email?: string; phone?: string }) =>
    sql`update travellers set email = coalesce(${values.email ?? null}, email), phone = coalesce(${values.phone ?? null}, phone) where id = ${id}`.execute(
      db,
    );
  await set(one, { email: 'zoe@exemple.fr', phone: '01 99 00 00 01' });
  await set(mailbox, { email: 'Zoe+voyage@exemple.fr' });
  await set(phone, { phone: '+33 1 99 00 00 01' });
  await madeBy(asking(one, quais, { amount: 500 }));
  for (const same of [mailbox, phone]) {
    await expect(ask(asking(same, quais, { amount: 200 }))).rejects.toMatchObject({ code: 'out_of_stock' });
  }
  await madeBy(asking(other, quais, { amount: 500 }));
});

test('who states the telephone of somebody else takes nothing from that person', async () => {
  const { db } = database;
  await admitBureau(db, quais, { usd: '1000' });
  const [owner = 0, stranger = 0] = await addTravellers(db, 2);
  const state = (id: number, phone: string) =>
    sql`update travellers set phone = ${phone} where id = ${id}`.execute(db);
  await state(owner, '01 99 00 00 01');
  await sql`select pg_sleep(0.01)`.execute(db);
  await state(stranger, '+33 1 99 00 00 01');
  // a number in another form keeps its first moment
  await state(owner, '0199000001');
  await madeBy(asking(stranger, quais, { amount: 500 }));
  await madeBy(asking(owner, quais, { amount: 500 }));
});

test('a hall of travellers on one network is not shut out, and newcomers beyond it are', async () => {
  const { db } = database;
  await admitBureau(db, quais, { usd: '1000000' });
  const network = Buffer.alloc(32, 1);
  const ids = await addTravellers(db, 202);
  for (const id of ids.slice(0, 200)) await madeBy(asking(id, quais, {}, { network }));
  const late = asking(ids[200] ?? 0, quais, {}, { network });
  await expect(ask(late)).rejects.toMatchObject({ status: 429, code: 'crowded_network' });
  // newcomers of another bureau are counted apart
  await admitBureau(db, zephyr);
  await madeBy(asking(ids[200] ?? 0, zephyr, {}, { network }));
  await db.deleteFrom('reservation_terms').where('company_id', '=', zephyr).execute();
  // notes were handed over to this one before
  const known = await madeBy(asking(ids[201] ?? 0, quais, {}, { network: Buffer.alloc(32, 2) }));
  for (const to of ['accepted', 'ready', 'collected'] as const) await change(known, to, 'bureau');
  await madeBy(asking(ids[201] ?? 0, quais, {}, { network }));
  const [first] = await found();
  await change(first?.id ?? 0, 'cancelled', 'traveller');
  await madeBy(late);
});

test('the same reservation is asked about before it is made twice', async () => {
  await admitBureau(database.db, quais);
  const id = await traveller();
  const first = await madeBy(asking(id, quais, { is_meant_again: false }));
  expect(await ask(asking(id, quais, { is_meant_again: false }))).toEqual({
    conflict: {
      code: 'same_reservation',
      message: expect.any(String),
      reservation: await referenceOf(first),
    },
  });
  await madeBy(asking(id, quais, { is_meant_again: false, amount: 101 }));
  await madeBy(asking(id, quais, { is_meant_again: true }));
  expect((await found()).length).toBe(3);
});

test('the same one a day later is made without a question', async () => {
  const { db } = database;
  await admitBureau(db, quais);
  const again = asking(await traveller(), quais, { is_meant_again: false });
  await madeBy(again);
  const askAfter = (ms: number) =>
    sql`update reservations set requested_at = ${new Date(ASKED_AT.getTime() - ms)}`
      .execute(db)
      .then(() => ask({ ...again, key: crypto.randomUUID() }));
  expect(await askAfter(86_399_999)).toMatchObject({ conflict: { code: 'same_reservation' } });
  expect(await askAfter(86_400_000)).toHaveProperty('id');
});

test.each<[string, Partial<ReservationRequest>, [number, number][]]>([
  [
    'dollars',
    { target: 'offer', amount: 500 },
    [
      [499.55, 552],
      [500.46, 553],
    ],
  ],
  [
    'dollars wished',
    { amount: 552.5 },
    [
      [499.55, 552],
      [500.46, 553],
    ],
  ],
  [
    'dollars brought',
    { side: 'purchase', target: 'offer', amount: 300.5, rate: 1.17 },
    [
      [300, 256.41],
      [301, 257.26],
    ],
  ],
])('%s that no notes make are refused with both neighbours, and nothing is taken', async (_, request, expected) => {
  await admitBureau(database.db, quais);
  const refused = await ask(asking(await traveller(), quais, request));
  const conflict = 'conflict' in refused ? refused.conflict : null;
  expect(conflict).toMatchObject({
    code: 'not_in_notes',
    message: expect.stringMatching(/Choisissez .* ou /),
  });
  const { below, above } = (conflict as NotesConflict).neighbours;
  expect([below, above].map((price) => price && [price.offered, price.received])).toEqual(expected);
  expect(await found()).toEqual([]);
});

test('a company’s own notes win, and chosen ones must make the amount', async () => {
  const terms = { notes: ['choice' as const], denominations: [{ currency: 'USD', values: [5, 20, 50] }] };
  await admitBureau(database.db, quais, { terms });
  const request = async (more: Partial<ReservationRequest>) => ask(asking(await traveller(), quais, more));
  expect(await request({ amount: 104 })).toMatchObject({
    conflict: { neighbours: { below: { received: 100 }, above: { received: 105 } } },
  });
  // below its smallest note there is only one more
  expect(await request({ amount: 3 })).toMatchObject({
    conflict: { neighbours: { below: null, above: { received: 5 } } },
  });
  expect(await request({ amount: 110, notes: 'choice', denominations: [50] })).toMatchObject({
    conflict: { neighbours: { below: { received: 100 }, above: { received: 150 } } },
  });
  expect(await request({ amount: 110, notes: 'choice', denominations: [20, 50] })).toHaveProperty('id');
});

test('a currency of unknown notes is not reserved before its company has said its own', async () => {
  const { db } = database;
  await admitBureau(db, quais);
  const label = 'dollar bermudien';
  await db
    .insertInto('currencies')
    .values(aCurrencyRow({ code: 'BMD', label, position: null }))
    .execute();
  await db
    .insertInto('fixings')
    .values(aFixingRow({ company_id: quais, currency_code: 'BMD', sale: '1.1', updated_at: FIXED_AT }))
    .execute();
  await db
    .insertInto('stocks')
    .values(aStockRow({ company_id: quais, currency_code: 'BMD', ready: '10000' }))
    .execute();
  const request = { currency: { code: 'BMD' }, rate: 1.1 };
  await expect(ask(asking(await traveller(), quais, request))).rejects.toMatchObject({
    status: 409,
    code: 'no_notes',
  });
  await db.deleteFrom('stocks').where('currency_code', '<>', 'BMD').execute();
  await admitBureau(db, quais, { terms: { denominations: [{ currency: 'BMD', values: [2, 5] }] } });
  await madeBy(asking(await traveller(), quais, request));
});

test('selling back uses the company’s stock of the base', async () => {
  await admitBureau(database.db, quais);
  await madeBy(
    asking(await traveller(), quais, { side: 'purchase', target: 'offer', amount: 300, rate: 1.17 }),
  );
  expect(await found()).toMatchObject([{ offered: '300.00', received: '256.41', handed_over: '256.41' }]);
  expect(await stockOf('EUR')).toMatchObject([{ promised: '256.41' }]);
});

test('an amount to sell back that its notes do not make is answered with those next to it, in its own currency', async () => {
  await admitBureau(database.db, quais, { terms: { denominations: [{ currency: 'USD', values: [20] }] } });
  const request = { side: 'purchase', target: 'offer', amount: 310, rate: 1.17 } as const;
  const answer = await ask(asking(await traveller(), quais, request));
  const { message = '' } = 'conflict' in answer ? answer.conflict : {};
  expect(message.replaceAll(/\s/g, ' ')).toBe(
    'Les billets de ce bureau ne permettent pas ce montant. Choisissez € 256,41 pour $ 300, ou € 273,50 pour $ 320.',
  );
});

test('a request is accepted at once up to the company’s automatic amount', async () => {
  await admitBureau(database.db, quais, { terms: { accepts_up_to: 90.5 } });
  await madeBy(asking(await traveller(), quais));
  await madeBy(asking(await traveller(), quais, { amount: 101 }));
  expect((await found()).map(({ state }) => state)).toEqual(['accepted', 'requested']);
  expect((await events()).map(({ kind, actor }) => [kind, actor])).toEqual([
    ['requested', 'traveller'],
    ['accepted', 'bureau'],
    ['requested', 'traveller'],
  ]);
  // and it can be fetched once it is prepared
  const soon = { pickup_at: '2026-11-20T10:00:00.000Z' };
  await madeBy(asking(await traveller(), quais, soon));
  const beyond = ask(asking(await traveller(), quais, { ...soon, amount: 101 }));
  await expect(beyond).rejects.toMatchObject({ code: 'too_soon' });
});

describe('a rate other than the one seen', () => {
  test.each<[string, Record<string, unknown>, string, number | null]>([
    ['changed', { sale: '1.1', updated_at: ASKED_AT }, 'rate_changed', 1.1],
    ['confirmed', { updated_at: ASKED_AT }, 'rate_changed', 1.105],
    ['held', { held_at: ASKED_AT }, 'rate_held', null],
    ['suspended', { is_sale_suspended: true }, 'rate_suspended', null],
    ['stale', { updated_at: new Date('2026-11-13T08:59:59.999Z') }, 'rate_stale', null],
    ['gone', { sale: null }, 'no_rate', null],
  ])('%s: nothing is reserved, and the answer has the present one', async (_, values, obstacle, rate) => {
    const { db } = database;
    await admitBureau(db, quais);
    const id = await traveller();
    await db.updateTable('fixings').set(values).where('company_id', '=', quais).execute();
    const asked = await ask(asking(id, quais));
    expect(asked).toMatchObject({
      obstacle,
      message: expect.stringMatching(/La réservation n’est pas faite/),
    });
    expect('rate' in asked && asked.rate && asked.rate.units / 10 ** asked.rate.scale).toBe(rate);
    expect([await found(), await stockOf('USD')]).toEqual([[], []]);
  });
});

const counter = DEFAULT_TERMS.modes.counter;
test.each<[Partial<ReservationRequest>, Partial<ReservationTerms>, number, string]>([
  [{ amount: 55 }, {}, 400, 'below_minimum'],
  [{ amount: 5_526 }, {}, 400, 'above_maximum'],
  [{ amount: 100.001 }, {}, 400, 'invalid_amount'],
  // two hours to answer and one to prepare; what needs no answer leaves the preparation alone
  [{ pickup_at: '2026-11-20T11:59:59.999Z' }, {}, 400, 'too_soon'],
  [{ pickup_at: '2026-11-20T09:59:59.999Z' }, { accepts_up_to: 500 }, 400, 'too_soon'],
  [{ pickup_at: '2026-11-22T09:00:00.001Z' }, {}, 400, 'too_late'],
  [{ payment: 'card' }, {}, 400, 'no_card'],
  [{ notes: 'small' }, {}, 400, 'no_such_notes'],
  [{ branch: 4711 }, {}, 409, 'unknown_branch'],
  [{}, { modes: { ...DEFAULT_TERMS.modes, counter: { ...counter, is_offered: false } } }, 409, 'not_there'],
  [{ amount: 101 }, { maximum: 5_000 }, 409, 'out_of_stock'],
])('%j, under %j: %d %s', async (request, terms, status, code) => {
  await admitBureau(database.db, quais, { terms, usd: '100' });
  const refused = ask(asking(await traveller(), quais, request));
  await expect(refused).rejects.toMatchObject({ status, code });
  expect(await found()).toEqual([]);
});

test('an excessive request reveals nothing about a company’s stock', async () => {
  await admitBureau(database.db, quais, { terms: { maximum: 5_000 }, usd: '3250' });
  const refused = ask(asking(await traveller(), quais, { amount: 3_251 }));
  await expect(refused).rejects.toMatchObject({
    code: 'out_of_stock',
    message: expect.stringMatching(
      /^Pour ce jour-là, ce guichet n’a pas assez de dollars des États-Unis [^\d]*$/,
    ),
  });
});

test.each<[string, Record<string, unknown> | null, Record<string, unknown> | null]>([
  ['not admitted', { admitted_at: null }, null],
  ['suspended', null, { suspended_at: ASKED_AT }],
])('a company that is %s takes no reservations', async (_, terms, company) => {
  const { db } = database;
  await admitBureau(db, quais);
  const id = await traveller();
  if (terms) await db.updateTable('reservation_terms').set(terms).where('company_id', '=', quais).execute();
  if (company) await db.updateTable('companies').set(company).where('id', '=', quais).execute();
  await expect(ask(asking(id, quais))).rejects.toMatchObject({ status: 409, code: 'takes_none' });
  await db.updateTable('companies').set({ suspended_at: null }).where('id', '=', quais).execute();
});

test('a branch has its own rate, hours and stock', async () => {
  const { db } = database;
  await admitBureau(db, quais, { terms: { largest_share: 100 } });
  const hours = {
    hours: 'Fr 11:00-13:00; Sa 10:00-12:00',
    holidays_region: 'FR',
    closed_on_holidays: true,
    time_zone: 'Europe/Paris',
  };
  const { id: branch } = await db
    .insertInto('branches')
    .values(
      aBranchRow({
        company_id: quais,
        name: 'Gare',
        kind: 'station',
        rates: 'percent',
        percent: '-2',
        ...hours,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  const stretches = [
    ['2026-11-20', Date.parse('2026-11-20T10:00:00Z'), Date.parse('2026-11-20T12:00:00Z')],
    ['2026-11-21', Date.parse('2026-11-21T09:00:00Z'), Date.parse('2026-11-21T11:00:00Z')],
  ];
  await db
    .insertInto('opening_times')
    .values({
      ...hours,
      from_day: '2026-11-19',
      to_day: '2026-11-28',
      stretches: JSON.stringify(stretches),
    })
    .execute();
  await db
    .insertInto('stocks')
    .values(aStockRow({ company_id: quais, branch, ready: '250' }))
    .execute();
  const id = await traveller();
  const there = { branch, rate: 1.0829 };
  await expect(ask(asking(id, quais, { branch: null }))).rejects.toMatchObject({ code: 'unknown_branch' });
  await expect(
    ask(asking(id, quais, { ...there, pickup_at: '2026-11-21T12:00:00.000Z' })),
  ).rejects.toMatchObject({ code: 'closed_then' });
  // asked on Friday, it has two hours of opening to answer and one to prepare
  await expect(
    ask(asking(id, quais, { ...there, pickup_at: '2026-11-21T09:59:59.999Z' })),
  ).rejects.toMatchObject({
    code: 'too_soon',
    message: expect.stringMatching(/2\sh d’ouverture pour vous répondre, puis 1\sh pour préparer/),
  });
  // the company's rate differs from the branch's
  expect(await ask(asking(id, quais, { branch }))).toMatchObject({ obstacle: 'rate_changed' });
  await madeBy(asking(id, quais, there));
  expect(await found()).toMatchObject([
    { branch, rate: '1.08290000', due_at: new Date('2026-11-20T12:00:00.000Z') },
  ]);
  await expect(ask(asking(id, quais, there))).rejects.toMatchObject({ code: 'out_of_stock' });
  // another bureau's branch is none
  const other = await db
    .selectFrom('companies')
    .where('name', '=', 'Zéphyr')
    .select('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('reservation_terms')
    .values(
      aTermsRow({
        company_id: other.id,
        updated_at: ASKED_AT,
      }),
    )
    .execute();
  await expect(ask(asking(id, other.id, there))).rejects.toMatchObject({ code: 'unknown_branch' });
});

test.each([
  'suspended',
  'closed',
])('a request during a company’s or branch’s %s waits for it, and is refused', async (how) => {
  const { db } = database;
  await admitBureau(db, quais);
  const { id: branch } = await db
    .insertInto('branches')
    .values(
      aBranchRow({
        company_id: quais,
        name: 'Gare',
        city: 'Lyon',
        kind: 'station',
        rates: 'company',
        hours: '',
        holidays_region: 'metropole',
        closed_on_holidays: false,
        time_zone: 'Europe/Paris',
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  const stock = aStockRow({ company_id: quais, branch, ready: '1000' });
  await db.insertInto('stocks').values(stock).execute();
  const id = await traveller();
  let asked: ReturnType<typeof ask> | undefined;
  await db.transaction().execute(async (trx) => {
    const change =
      how === 'suspended'
        ? trx.updateTable('companies').set({ suspended_at: ASKED_AT }).where('id', '=', quais)
        : trx.updateTable('branches').set({ closed_at: ASKED_AT }).where('id', '=', branch);
    await change.execute();
    asked = ask(asking(id, quais, { branch }));
    await untilWaiting(db, asked);
  });
  await expect(asked).rejects.toMatchObject({ code: how === 'suspended' ? 'takes_none' : 'unknown_branch' });
  await db.updateTable('companies').set({ suspended_at: null }).where('id', '=', quais).execute();
});

test('a key is one reservation: the same request gets the same answer, another one is refused', async () => {
  await admitBureau(database.db, quais);
  const one = asking(await traveller(), quais);
  const id = await madeBy(one);
  expect(await ask(one)).toEqual({ id, reference: await referenceOf(id) });
  await expect(ask({ ...one, request: { ...one.request, amount: 200 } })).rejects.toMatchObject({
    status: 422,
    code: 'key_reused',
  });
  // another traveller's key is another one
  expect(await madeBy({ ...one, travellerId: await traveller() })).not.toBe(id);
  expect(await stockOf('USD')).toMatchObject([{ promised: '200.00' }]);
});

test('an account that is erased meanwhile reserves nothing', async () => {
  await admitBureau(database.db, quais);
  const id = await traveller();
  await database.db.deleteFrom('travellers').where('id', '=', id).execute();
  await expect(ask(asking(id, quais))).rejects.toMatchObject({ status: 401, code: 'no_session' });
  expect(await found()).toEqual([]);
});

test('the requests of a mailbox count on under another account', async () => {
  const { db } = database;
  await admitBureau(db, quais);
  const [before = 0, after = 0] = await addTravellers(db, 2);
  const setMail = (id: number, email: string) =>
    sql`update travellers set email = ${email} where id = ${id}`.execute(db);
  await setMail(before, 'revient@exemple.fr');
  for (let i = 0; i < 5; i += 1) await change(await madeBy(asking(before, quais)), 'cancelled', 'traveller');
  await setMail(before, 'partie@exemple.fr');
  await setMail(after, 'revient@exemple.fr');
  await expect(ask(asking(after, quais))).rejects.toMatchObject({
    status: 429,
    code: 'too_many_reservations',
    message: 'Vous avez déjà fait beaucoup de demandes de réservation avec cette adresse. Réessayez demain.',
  });
});

test('a traveller has at most three open requests, also under concurrency', async () => {
  await admitBureau(database.db, quais);
  const id = await traveller();
  const asked = await Promise.allSettled(Array.from({ length: 8 }, () => ask(asking(id, quais))));
  expect(asked.filter(({ status }) => status === 'fulfilled').length).toBe(3);
  const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(new Set(refused)).toEqual(new Set(['too_many_open']));
  await change((await found())[0]?.id ?? 0, 'cancelled', 'traveller');
  await madeBy(asking(id, quais));
});

test('a traveller makes at most five requests an hour and twenty a day, whatever their outcome, also under concurrency', async () => {
  await admitBureau(database.db, quais);
  const id = await traveller();
  const cancelled = async (at: Date) => {
    const made = await madeBy(asking(id, quais, {}, { at }));
    await change(made, 'cancelled', 'traveller');
  };
  const after = (minutes: number) => new Date(ASKED_AT.getTime() + minutes * 60_000);
  for (let i = 0; i < 4; i += 1) await cancelled(ASKED_AT);
  const rush = await Promise.allSettled([1, 2, 3].map(() => ask(asking(id, quais))));
  expect(rush.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  const tooMany = { status: 429, code: 'too_many_reservations' };
  await expect(ask(asking(id, quais, {}, { at: after(59) }))).rejects.toMatchObject({
    ...tooMany,
    message: 'Vous avez fait 5 demandes de réservation en une heure. Réessayez dans une heure.',
  });
  // reservations of another traveller do not count
  await madeBy(asking(await traveller(), quais));
  for (const hour of [1, 2, 3]) for (let i = 0; i < 5; i += 1) await cancelled(after(hour * 60));
  await expect(ask(asking(id, quais, {}, { at: after(5 * 60) }))).rejects.toMatchObject({
    ...tooMany,
    message: 'Vous avez fait 20 demandes de réservation en un jour. Réessayez demain.',
  });
});

test.each<[ReservationState[], string]>([
  [['declined'], '0.00'],
  [['lapsed'], '0.00'],
  [['cancelled'], '0.00'],
  [['accepted', 'ready', 'cancelled'], '0.00'],
  [['accepted', 'ready', 'collected'], '100.00'],
  [['accepted', 'no_show'], '100.00'],
])('after %j so much stays promised: %s', async (path, promised) => {
  await admitBureau(database.db, quais);
  const id = await madeBy(asking(await traveller(), quais));
  for (const to of path) {
    await change(id, to, transitions.find((transition) => transition.to === to)?.by[0] ?? 'bureau');
  }
  const promisedIn = async () =>
    (await stockOf('USD')).map((day) => day.promised).filter((one) => one !== '0.00');
  const kept = promised === '0.00' ? [] : [promised];
  expect(await promisedIn()).toEqual(kept);
  // tries a day later, all at once, give nothing back again
  const later = new Date(ASKED_AT.getTime() + 86_400_000);
  const tries = Object.keys(reservationStates).flatMap((to) =>
    (['traveller', 'bureau', 'clock'] as const).map((actor) =>
      change(id, to as ReservationState, actor, later),
    ),
  );
  for (const tried of await Promise.allSettled(tries)) {
    expect(tried).toMatchObject({ status: 'rejected', reason: { status: 409 } });
    const codes = ['reservation_changed', 'undone_too_late', 'collected_too_late'];
    expect(codes).toContain(tried.status === 'rejected' && tried.reason.code);
  }
  expect(await promisedIn()).toEqual(kept);
  expect((await found())[0]?.ended_at).toEqual(ASKED_AT);
});

test('a request that waited gets no earlier time than the one before it', async () => {
  await admitBureau(database.db, quais);
  const id = await madeBy(asking(await traveller(), quais));
  const at = (seconds: number) => new Date(ASKED_AT.getTime() + seconds * 1_000);
  for (const [to, seconds] of [
    ['accepted', 2],
    ['ready', 1],
    ['collected', 3],
  ] as const) {
    await database.db.transaction().execute(async (trx) => {
      const held = await lockReservation(trx, id, { anybody: true });
      if (held) await changeState(trx, held, { to, actor: 'bureau', at: at(seconds) });
    });
  }
  const told = await database.db
    .selectFrom('reservation_events')
    .select(['kind', 'at'])
    .orderBy('id')
    .execute();
  expect(told).toEqual([
    { kind: 'requested', at: at(0) },
    { kind: 'accepted', at: at(2) },
    { kind: 'ready', at: at(2) },
    { kind: 'collected', at: at(3) },
  ]);
});

test('a concurrent cancellation and refusal have one winner, and release the stock once', async () => {
  await admitBureau(database.db, quais);
  const id = await madeBy(asking(await traveller(), quais));
  const tried = await Promise.allSettled([
    change(id, 'cancelled', 'traveller'),
    change(id, 'declined', 'bureau'),
    change(id, 'lapsed', 'clock'),
  ]);
  expect(tried.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  expect(await stockOf('USD')).toMatchObject([{ promised: '0.00' }]);
  expect((await events()).length).toBe(2);
});

test('the database has the same table of states, and events never change', async () => {
  const { db } = database;
  await admitBureau(db, quais);
  const id = await madeBy(asking(await traveller(), quais));
  const states = Object.keys(reservationStates) as ReservationState[];
  const passed: string[] = [];
  for (const from of states) {
    for (const to of states.filter((state) => state !== from)) {
      const isOpen = ['requested', 'accepted', 'ready'];
      const ended = (state: string) => (isOpen.includes(state) ? null : ASKED_AT.toISOString());
      const attempt = db.transaction().execute(async (trx) => {
        await sql`alter table reservations disable trigger reservations_in_order`.execute(trx);
        await sql`update reservations set state = ${from}, ended_at = ${ended(from)}`.execute(trx);
        await sql`alter table reservations enable trigger reservations_in_order`.execute(trx);
        await sql`update reservations set state = ${to}, ended_at = ${ended(to)}`.execute(trx);
        passed.push(`${from} ${to}`);
        throw new Error('undone');
      });
      await expect(attempt).rejects.toThrow(/undone|does not go from/);
    }
  }
  const known = [...transitions, ...reopenings].map(({ from, to }) => `${from} ${to}`);
  expect(passed.toSorted()).toEqual(known.toSorted());
  const refusal = /reservation_events is append-only/;
  await expect(sql`update reservation_events set actor = 'clock'`.execute(db)).rejects.toThrow(refusal);
  await expect(sql`delete from reservation_events`.execute(db)).rejects.toThrow(refusal);
  await expect(db.deleteFrom('reservations').where('id', '=', id).execute()).rejects.toThrow(/foreign key/);
});

describe('200 travellers at once', () => {
  const instances: Database[] = [];
  beforeAll(() => {
    for (let i = 0; i < 3; i += 1) instances.push(openDatabase(database.url, { maxConnections: 4 }));
  });
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.close()));
  });

  /** As a client does whose instance had no connection left for it: under the same key. */
  async function askUntilAnswered(
    one: ReservationAttempt,
    db = database.db,
  ): Promise<Awaited<ReturnType<typeof ask>>> {
    try {
      return await ask(one, db);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      return askUntilAnswered(one, db);
    }
  }

  const idOf = (one: PromiseSettledResult<Awaited<ReturnType<typeof ask>>>) =>
    one.status === 'fulfilled' && 'id' in one.value ? [one.value.id] : [];

  test('for the last 1,000 USD, from three instances: never over, never lost; asked again, the same', async () => {
    const { db } = database;
    await admitBureau(db, quais, { usd: '1000', terms: { largest_share: 20 } });
    const askings = (await addTravellers(db, 80)).map((id) => asking(id, quais, { amount: 200 }));
    const rush = (most = askings.length) =>
      Promise.allSettled(
        askings.slice(0, most).map((one, i) => askUntilAnswered(one, instances[i % instances.length]?.db)),
      );
    // those who come first send twice
    const first = (await Promise.all([rush(), rush(20)])).flat();
    const ids = first.flatMap(idOf);
    expect(new Set(ids).size).toBe(5);
    for (const one of first) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409, code: 'out_of_stock' });
    }
    expect(await stockOf('USD')).toEqual([{ day: '2026-11-21', ready: '1000.00', promised: '1000.00' }]);
    const again = (await rush()).flatMap(idOf);
    expect(again.toSorted()).toEqual([...new Set(ids)].toSorted());
    expect((await found()).length).toBe(5);
    // three are given back while all ask again: three others have them
    await Promise.all([...again.slice(0, 3).map((id) => change(id, 'declined', 'bureau')), rush(40)]);
    await rush(40);
    const rows = await found();
    expect(rows.length).toBe(8);
    expect(rows.filter(({ ended_at }) => ended_at === null).length).toBe(5);
    expect(await stockOf('USD')).toMatchObject([{ promised: '1000.00' }]);
  });
});
