import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { OffersAnswer } from '#domain/offers/offer.ts';
import type { Booking } from '#domain/reservations/booking.ts';
import type { Actor } from '#domain/reservations/states.ts';
import { DEFAULT_TERMS, type ReservationTerms } from '#domain/terms/terms.ts';
import { insertAll } from '../../seed/insert-all.ts';
import { startTestApp } from '../../testing/app.ts';
import { ASKED_AT, admitBureau, FIXED_AT, forgetReservations, WANTED } from '../../testing/bookings.ts';
import type { Browser } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import {
  aBranchRow,
  aClosureRow,
  aCompanyRow,
  aCurrencyRow,
  aFixingRow,
  aMidRateRow,
  aStockRow,
} from '../../testing/rows.ts';
import { signIn, visit } from '../../testing/travellers.ts';
import { findReliability } from './bookings.queries.ts';

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
const SITE = WANTED.company;
/** How long a change may be on its way, on a busy machine. */
const SOON = { timeout: 20_000, interval: 20 };
let clock = ASKED_AT;
let office: OpenOffice;
let anybody: Browser;
let quais: number;

beforeAll(async () => {
  office = await openOffice({}, () => clock);
  quais = office.companies.Quais ?? 0;
  anybody = visit(office.app);
});
beforeEach(async () => {
  const { db } = office;
  await forgetReservations(db);
  for (const table of ['reservation_terms', 'stocks', 'branches', 'fixings'] as const) {
    await db.deleteFrom(table).execute();
  }
});
afterAll(() => office.close());

const bookingOf = async (query = 'currency=USD&side=sale'): Promise<Booking | null> =>
  (await anybody.get(`/api/public/bookings?company=${encodeURIComponent(SITE)}&${query}`)).json().booking;
const terms = async (change: Partial<ReservationTerms>) =>
  office.db
    .updateTable('reservation_terms')
    .set({ terms: JSON.stringify({ ...DEFAULT_TERMS, ...change }) })
    .execute();
const addBranch = (values: Record<string, unknown>) =>
  office.db
    .insertInto('branches')
    .values(aBranchRow({ company_id: quais, name: 'Gare', kind: 'station', ...values }))
    .returning('id')
    .executeTakeFirstOrThrow();

test('a company outside the beta takes no reservations and its offers mention none; an admission changes that at once', async () => {
  await admitBureau(office.db, quais);
  const offer = async () => {
    const asked = { offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' } };
    const { offers } = (await anybody.post('/api/public/offers', asked)).json();
    return offers.find(({ company }: { company: { site: string } }) => company.site === SITE);
  };
  await vi.waitFor(async () => expect(await offer()).toMatchObject({ takes_reservations: true }), SOON);
  await office.db.updateTable('reservation_terms').set({ admitted_at: null }).execute();
  await vi.waitFor(async () => expect(await offer()).not.toHaveProperty('takes_reservations'), SOON);
  expect(await bookingOf()).toBeNull();
  expect((await anybody.get('/api/public/bookings')).json()).toEqual({ booking: null });
  const counted = async () => (await anybody.get('/api/public/bookings/bureaux')).json().bureaux;
  await vi.waitFor(async () => expect(await counted()).toBe(0), SOON);
});

test('an offer can be reserved if its company has stock of the currency on some day', async () => {
  const { db } = office;
  await admitBureau(db, quais);
  await db.deleteFrom('stocks').execute();
  const fixing = { purchase: '1.3', sale: '1.2', updated_at: FIXED_AT };
  await db
    .insertInto('fixings')
    .values(aFixingRow({ company_id: quais, currency_code: 'GBP', ...fixing }))
    .execute();
  const may = async () => {
    const asked = [
      [{ currency: 'EUR', amount: 500 }, { currency: 'USD' }],
      [{ currency: 'EUR', amount: 500 }, { currency: 'GBP' }],
      [{ currency: 'USD', amount: 500 }, { currency: 'EUR' }],
    ];
    const answers = await Promise.all(
      asked.map(
        async ([offer, wish]) => (await anybody.post('/api/public/offers', { offer, wish })).json().offers,
      ),
    );
    return answers.map(
      (offers) =>
        offers.find(({ company }: { company: { site: string } }) => company.site === SITE)
          ?.takes_reservations ?? false,
    );
  };
  const stock = (currency_code: string, ready: string, day: string | null = null) =>
    db
      .insertInto('stocks')
      .values(aStockRow({ company_id: quais, currency_code, ready, day }))
      .execute();
  const counted = async () => (await anybody.get('/api/public/bookings/bureaux')).json().bureaux;
  await vi.waitFor(async () => expect(await may()).toEqual([false, false, false]), SOON);
  await vi.waitFor(async () => expect(await counted()).toBe(0), SOON);
  await stock('USD', '100');
  await vi.waitFor(async () => expect(await may()).toEqual([true, false, false]), SOON);
  await vi.waitFor(async () => expect(await counted()).toBe(1), SOON);
  await stock('EUR', '0');
  await stock('GBP', '0');
  // stock of one day alone
  await stock('GBP', '50', '2099-01-01');
  await vi.waitFor(async () => expect(await may()).toEqual([true, true, false]), SOON);
  await db.updateTable('stocks').set({ ready: '80' }).where('currency_code', '=', 'EUR').execute();
  await vi.waitFor(async () => expect(await may()).toEqual([true, true, true]), SOON);
  await db.updateTable('stocks').set({ ready: '0' }).where('currency_code', '=', 'USD').execute();
  await vi.waitFor(async () => expect(await may()).toEqual([false, true, true]), SOON);
  // stock without a branch does not count once the company has branches
  await addBranch({});
  await vi.waitFor(async () => expect(await may()).toEqual([false, false, false]), SOON);
});

test('a reservation, and the day that it opens, reload the company in no instance', async () => {
  const { db } = office;
  await admitBureau(db, quais);
  const changes = async () =>
    (await db.selectFrom('changes').select('what').orderBy('version').execute()).length;
  const before = await changes();
  const key = { company_id: quais, branch: null, currency_code: 'USD' };
  await db
    .insertInto('stocks')
    .values(aStockRow({ ...key, day: '2026-11-21', ready: '10000', follows: true }))
    .execute();
  await db.updateTable('stocks').set({ promised: '90' }).where('day', 'is not', null).execute();
  await db.updateTable('stocks').set({ ready: '9000' }).where('currency_code', '=', 'USD').execute();
  expect(await changes()).toBe(before);
});

test('terms, their promises, and the single branch of a company without branches are public', async () => {
  await admitBureau(office.db, quais, { usd: '500' });
  const booking = await bookingOf();
  expect(booking).toMatchObject({
    company: { name: 'Quais', site: SITE },
    base: 'EUR',
    terms: DEFAULT_TERMS,
    reliability: null,
    counters: [
      {
        branch: null,
        address: '',
        mode: 'counter',
        opens: null,
        hours: [],
        payments: ['cash'],
        rate: 1.105,
        updated_at: WANTED.updated_at,
        stock: ['2026-11-20', '2026-11-21', '2026-11-22'].map((day) => ({ day, up_to: 200 })),
      },
    ],
  });
  expect(booking?.promise[0]).toMatch(/^Assurance taux/);
  // the other way round: in the base, at the other rate
  expect((await bookingOf('currency=USD&side=purchase'))?.counters).toMatchObject([{ rate: 1.17 }]);
  // of no currency there is no rate
  expect((await bookingOf(''))?.counters).toMatchObject([{ rate: null, updated_at: null, stock: [] }]);
});

test('what may be reserved is told in steps, and the stock never', async () => {
  await admitBureau(office.db, quais, { usd: '7654.32' });
  const day = (day: string, promised: string) =>
    office.db
      .insertInto('stocks')
      .values(aStockRow({ company_id: quais, day, ready: '7654.32', promised }))
      .execute();
  await terms({ largest_share: 7 });
  expect((await bookingOf())?.terms).not.toHaveProperty('largest_share');
  await day('2026-11-20', '7654.32');
  await day('2026-11-21', '7400');
  const booking = await bookingOf();
  expect(booking?.counters[0]?.stock.map(({ up_to }) => up_to)).toEqual([0, 200, 500]);
  expect(JSON.stringify(booking)).not.toMatch(/7654|7400|254/);
});

test('a branch of unknown hours that closes for a day is open at the usual ones of the others', async () => {
  await admitBureau(office.db, quais);
  const { id: branch_id } = await addBranch({});
  const closure = aClosureRow({ branch_id, from_day: '2026-11-21', to_day: '2026-11-21' });
  await office.db.insertInto('branch_closures').values(closure).execute();
  expect((await bookingOf())?.counters[0]?.opens).toEqual([
    { from: '2026-11-20T09:00:00.000Z', to: '2026-11-20T17:00:00.000Z' },
    { from: '2026-11-22T08:00:00.000Z', to: '2026-11-22T09:00:00.000Z' },
  ]);
});

test('each branch has its own rate, hours and means; one without collection is left out', async () => {
  await admitBureau(office.db, quais);
  const { id } = await addBranch({ name: 'Aérogare', kind: 'airport', rates: 'percent', percent: '-1' });
  await addBranch({ hours: 'Mo-Su 08:00-20:00', takes_cards: true });
  await addBranch({ name: 'Courrier', kind: 'no_counter' });
  await addBranch({ name: 'Rachat', sells: false });
  await terms({
    modes: { ...DEFAULT_TERMS.modes, airport: { ...DEFAULT_TERMS.modes.airport, is_offered: true } },
  });
  const counters = (await bookingOf())?.counters ?? [];
  expect(counters).toMatchObject([
    { name: 'Aérogare', branch: id, mode: 'airport', payments: ['cash'], rate: 1.09395, hours: [] },
    { name: 'Gare', mode: 'counter', payments: ['cash', 'card'], rate: 1.105 },
  ]);
  expect(counters[1]?.hours.length).toBeGreaterThan(0);
  // nothing is said of what they have
  expect(new Set(counters[0]?.stock.map(({ up_to }) => up_to))).toEqual(new Set([0]));
  const counted = async () => (await anybody.get('/api/public/bookings/bureaux')).json();
  const none = { bureaux: 0, counter: 0, airport: 0, hotel: 0, card: 0 };
  await vi.waitFor(async () => expect(await counted()).toEqual(none), SOON);
  for (const branch of [id, counters[1]?.branch ?? 0]) {
    const stock = { company_id: quais, branch, currency_code: 'USD', ready: '100' };
    await office.db.insertInto('stocks').values(aStockRow(stock)).execute();
  }
  const all = { bureaux: 1, counter: 1, airport: 1, hotel: 0, card: 1 };
  await vi.waitFor(async () => expect(await counted()).toEqual(all), SOON);
});

test('an offer of a branch can be reserved there; others name the nearest branch that takes reservations', async () => {
  const { db } = office;
  await admitBureau(db, quais);
  const at = (lat: number, lon: number) => ({ lat, lon, city: 'Lyon' });
  const airport = { kind: 'airport', rates: 'percent', percent: '-11', ...at(45.72, 5.08) };
  const { id: named } = await addBranch({ name: 'Aérogare', ...airport });
  const { id: far } = await addBranch({ name: 'Marseille', ...at(43.3, 5.38) });
  const { id: near } = await addBranch({ name: 'Part-Dieu', ...at(45.76, 4.86) });
  const { id: nowhere } = await addBranch({ name: 'Annexe' });
  for (const branch of [named, far, near, nowhere]) {
    const stock = aStockRow({ company_id: quais, branch, ready: '100' });
    await db.insertInto('stocks').values(stock).execute();
  }
  const mayNear = async (lat: number, lon: number) => {
    const asked = { offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' } };
    const answer = await anybody.post('/api/public/offers', { ...asked, near: { lat, lon, radius_km: 10 } });
    return answer
      .json()
      .offers.map(
        ({
          branch,
          takes_reservations = false,
        }: {
          branch: { id: number };
          takes_reservations?: boolean;
        }) => [branch.id, takes_reservations],
      );
  };
  await vi.waitFor(async () => expect(await mayNear(45.76, 4.86)).toEqual([[near, true]]), SOON);
  expect(await mayNear(45.72, 5.08)).toEqual([[named, false]]);
  const asked = (branch: number) => bookingOf(`currency=USD&side=sale&branch=${branch}`);
  const order = (booking: Booking | null) => booking?.counters.map(({ branch }) => branch);
  const there = await asked(named);
  expect(there?.elsewhere).toEqual({ name: 'Aérogare', rate: 0.98345 });
  expect(order(there)).toEqual([near, far, nowhere]);
  // null for a branch that takes reservations, for none and for an unknown one; counters by name
  expect((await asked(near))?.elsewhere).toBeNull();
  for (const booking of [await bookingOf(), await asked(999_999_999)]) {
    expect(booking?.elsewhere).toBeNull();
    expect(order(booking)).toEqual([nowhere, far, near]);
  }
  // a searched place goes before the offer's branch
  const nearMarseille = await bookingOf(`currency=USD&side=sale&branch=${near}&place=13201`);
  expect(nearMarseille?.place?.label).toMatch(/^Marseille/);
  expect(order(nearMarseille)).toEqual([far, near, nowhere]);
  expect(nearMarseille?.counters[0]).toMatchObject({ position: { lat: 43.3, lon: 5.38 }, is_rough: false });
  expect((await bookingOf('currency=USD&side=sale&place=00000'))?.place).toBeNull();
  await terms({
    modes: { ...DEFAULT_TERMS.modes, airport: { ...DEFAULT_TERMS.modes.airport, is_offered: true } },
  });
  await vi.waitFor(async () => expect(await mayNear(45.72, 5.08)).toEqual([[named, true]]), SOON);
  expect((await asked(named))?.elsewhere).toBeNull();
});

test.each([
  ['held', { held_at: ASKED_AT }],
  ['suspended', { is_sale_suspended: true }],
  ['stale', { updated_at: new Date('2026-11-13T08:59:59.999Z') }],
  ['gone', { sale: null }],
])('a rate that is %s cannot be frozen, and is not shown', async (_, values) => {
  await admitBureau(office.db, quais);
  await office.db.updateTable('fixings').set(values).where('company_id', '=', quais).execute();
  expect((await bookingOf())?.counters).toMatchObject([{ rate: null, updated_at: null }]);
});

test('a company’s reliability is public from twenty reservations on', async () => {
  const { db } = office;
  await admitBureau(db, quais);
  await reserved(19);
  expect((await bookingOf())?.reliability).toBeNull();
  await reserved(1, 'declined');
  // it is kept for some minutes: anybody may ask, as often as they like
  expect((await bookingOf())?.reliability).toBeNull();
  clock = new Date(ASKED_AT.getTime() + 5 * 60_000);
  const said = { reservations: 20, accepted: 0.95, on_time: 1, honoured: 1 };
  expect((await bookingOf())?.reliability).toEqual(said);
  // a year later nothing is left to be said
  const ended = Date.parse('2026-11-02T10:00:00Z');
  expect(await findReliability(db, quais, new Date(ended - 1))).toEqual(said);
  expect((await findReliability(db, quais, new Date(ended))).reservations).toBe(0);
  clock = ASKED_AT;
});

test('late notes and broken promises count against a company', async () => {
  await admitBureau(office.db, quais);
  await reserved(17);
  await reserved(2, 'late');
  await reserved(1, 'broken');
  const said = await findReliability(office.db, quais, new Date('2026-01-01T00:00Z'));
  expect(said).toEqual({ reservations: 20, accepted: 1, on_time: 17 / 20, honoured: 19 / 20 });
});

test.each<[string, End, { on_time: number; honoured: number }]>([
  ['accepted, and cancelled by the bureau before it was ready', 'broken', { on_time: 0, honoured: 0 }],
  ['ready in time, and cancelled by the bureau', 'withdrawn', { on_time: 1, honoured: 0 }],
  ['accepted, and never made ready', 'forgotten', { on_time: 0, honoured: 0 }],
  ['ready, and nobody came', 'missed', { on_time: 1, honoured: 1 }],
  ['ready by an hour to which the bureau had put it off', 'putOff', { on_time: 0, honoured: 1 }],
  ['ready by the hour asked for, and put off then', 'putOffReady', { on_time: 1, honoured: 1 }],
  ['ready after an hour to which the bureau had brought it forward', 'forward', { on_time: 0, honoured: 1 }],
  ['ready by an hour that the traveller chose then', 'chosen', { on_time: 1, honoured: 1 }],
  ['cancelled by its traveller before its hour', 'renounced', { on_time: 1, honoured: 1 }],
  ['cancelled by its traveller after its hour, and not ready', 'givenUp', { on_time: 0, honoured: 1 }],
])('%s', async (_, how, counts) => {
  await admitBureau(office.db, quais);
  await reserved(1);
  await reserved(1, how);
  const said = await findReliability(office.db, quais, new Date('2026-01-01T00:00Z'));
  const half = (value: number) => (value === 1 ? 1 : 0.5);
  expect(said).toEqual({
    reservations: 2,
    accepted: 1,
    on_time: half(counts.on_time),
    honoured: half(counts.honoured),
  });
});

/**
 * End of a reservation and its events, each with an hour of 2 November and its actor, the company by default. `was`: hour before it
 * was moved to `pickup`, ten by default.
 */
type Ending = {
  state: string;
  events: readonly (readonly [kind: string, hour: number, actor?: Actor, was?: number])[];
  pickup?: number;
  ended?: number;
};
type End = keyof typeof ENDS;
const ENDS = {
  collected: {
    state: 'collected',
    events: [
      ['accepted', 8],
      ['ready', 9],
      ['collected', 10],
    ],
  },
  late: {
    state: 'collected',
    events: [
      ['accepted', 8],
      ['ready', 11],
      ['collected', 11],
    ],
  },
  broken: {
    state: 'cancelled',
    events: [
      ['accepted', 8],
      ['cancelled', 9],
    ],
    ended: 9,
  },
  withdrawn: {
    state: 'cancelled',
    events: [
      ['accepted', 7],
      ['ready', 8],
      ['cancelled', 9],
    ],
    ended: 9,
  },
  forgotten: {
    state: 'no_show',
    events: [
      ['accepted', 8],
      ['no_show', 22, 'clock'],
    ],
    ended: 22,
  },
  missed: {
    state: 'no_show',
    events: [
      ['accepted', 8],
      ['ready', 9],
      ['no_show', 22, 'clock'],
    ],
    ended: 22,
  },
  putOff: {
    state: 'collected',
    events: [
      ['accepted', 8],
      ['moved', 9, 'bureau', 10],
      // twice: the first hour is the one that was asked for
      ['moved', 9, 'bureau', 14],
      ['ready', 11],
      ['collected', 16],
    ],
    pickup: 16,
    ended: 16,
  },
  putOffReady: {
    state: 'collected',
    events: [
      ['accepted', 8],
      ['ready', 9],
      ['moved', 9, 'bureau', 10],
      ['collected', 16],
    ],
    pickup: 16,
    ended: 16,
  },
  forward: {
    state: 'collected',
    events: [
      ['accepted', 7],
      ['moved', 7, 'bureau', 10],
      ['ready', 9],
      ['collected', 10],
    ],
    pickup: 8,
  },
  chosen: {
    state: 'collected',
    events: [
      ['accepted', 8],
      ['moved', 8, 'bureau', 10],
      ['moved', 9, 'traveller', 14],
      ['ready', 11],
      ['collected', 12],
    ],
    pickup: 12,
    ended: 12,
  },
  renounced: {
    state: 'cancelled',
    events: [
      ['accepted', 8],
      ['cancelled', 9, 'traveller'],
    ],
    ended: 9,
  },
  givenUp: {
    state: 'cancelled',
    events: [
      ['accepted', 8],
      ['cancelled', 11, 'traveller'],
    ],
    ended: 11,
  },
  declined: { state: 'declined', events: [['declined', 8]] },
} as const satisfies Record<string, Ending>;

/** So many that are over. */
async function reserved(count: number, how: End = 'collected'): Promise<void> {
  const { state, events, pickup = 10, ended = 10 }: Ending = ENDS[how];
  const at = (hour: number) => `2026-11-02T${String(hour).padStart(2, '0')}:00Z`;
  await sql`
    WITH day AS (
      INSERT INTO stocks (company_id, currency_code, day, ready) VALUES (${quais}, 'USD', '2026-11-01', 1000)
      ON CONFLICT (company_id, branch, currency_code, day) DO UPDATE SET ready = 1000 RETURNING id
    ), made AS (
      INSERT INTO reservations (code, company_id, request_key, request_hash, state, side, base, currency_code, rate,
        fixed_at, offered, received, fee, handed_over, stock_id, mode, payment, pickup_at, held_until, due_at,
        requested_at, updated_at, ended_at)
      SELECT upper(substr(md5(${how} || one), 1, 6)), ${quais}, 'key', sha256('a'), ${state}, 'sale', 'EUR', 'USD', 1.105,
        ${ASKED_AT}::timestamptz, 90.5, 100, 0, 100, day.id, 'counter', 'cash', ${at(pickup)}, '2026-11-03T10:00Z',
        '2026-11-03T10:00Z', '2026-11-01T10:00Z', ${at(ended)}, ${at(ended)}
      FROM day, generate_series(1, ${count}::int) AS one RETURNING id
    )
    INSERT INTO reservation_events (reservation_id, at, kind, actor, pickup_was)
    SELECT id, happened.at, kind, actor, was FROM made,
      unnest(${events.map(([kind]) => kind)}::text[], ${events.map(([, hour]) => at(hour))}::timestamptz[],
        ${events.map(([, , actor]) => actor ?? 'bureau')}::text[],
        ${events.map(([, , , was]) => (was === undefined ? null : at(was)))}::timestamptz[])
        WITH ORDINALITY AS happened (kind, at, actor, was, nth)
    ORDER BY id, nth`.execute(office.db);
}

test('an instance that has not loaded a new company shows it, and accepts its reservations', async () => {
  const behind = await startTestApp(office.url, () => clock, { SECRET });
  await behind.book.loaded;
  await behind.book.close();
  const site = 'https://nouveau.example';
  const { id } = await office.db
    .insertInto('companies')
    .values(aCompanyRow({ name: 'Nouveau', site }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await admitBureau(office.db, id);
  expect(behind.book.current()?.companyBySite(site)).toBeUndefined();
  const zoe = await signIn(behind.app, office.db, 'zoe@exemple.fr', SECRET);
  const shown = await zoe.get(`/api/public/bookings?company=${site}&currency=USD&side=sale`);
  expect(shown.json().booking).toMatchObject({ company: { name: 'Nouveau', site } });
  const request = () =>
    zoe.post(
      '/api/traveller/reservations',
      { ...WANTED, company: site },
      { 'idempotency-key': crypto.randomUUID() },
    );
  expect((await request()).json()).toMatchObject({ company: { name: 'Nouveau' }, state: 'requested' });
  // who is suspended is nobody's
  await office.db.updateTable('companies').set({ suspended_at: clock }).where('id', '=', id).execute();
  expect((await request()).statusCode).toBe(404);
  await behind.close();
});

test('a demonstration links to a company’s own site, or to its replacement page', async () => {
  const demo = await startTestApp(office.url, () => clock, { SECRET, DEMO: 'on' });
  await demo.book.loaded;
  await admitBureau(office.db, quais);
  const zoe = await signIn(demo.app, office.db, 'zoe@exemple.fr', SECRET);
  const standIn = demo.book.current()?.companies.find(({ id }) => id === quais)?.site ?? '';
  expect(standIn).not.toBe(SITE);
  for (const company of [SITE, standIn]) {
    const shown = await zoe.get(`/api/public/bookings?company=${encodeURIComponent(company)}&currency=USD`);
    expect(shown.json().booking).toMatchObject({ company: { site: company } });
    const key = { 'idempotency-key': crypto.randomUUID() };
    expect((await zoe.post('/api/traveller/reservations', { ...WANTED, company }, key)).statusCode).toBe(201);
  }
  await demo.close();
});

test('while every database connection is in use, clients get a refusal with Retry-After', async () => {
  await admitBureau(office.db, quais);
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = office.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE reservation_terms IN ACCESS EXCLUSIVE MODE`.execute(trx);
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  // each takes a connection, of which this server has four
  const waiting = Array.from({ length: 4 }, () => bookingOf());
  const query = `company=${encodeURIComponent(SITE)}&currency=USD`;
  const answer = await anybody.get(`/api/public/bookings?${query}`);
  expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
    503,
    '2',
    { code: 'busy', message: expect.stringMatching(/^Beaucoup de demandes arrivent en même temps/) },
  ]);
  held.resolve();
  await holding;
  await Promise.all(waiting);
  expect((await bookingOf())?.company.site).toBe(SITE);
});

test('a signed-in traveller is told what is left to one person, and how many more reservations', async () => {
  await admitBureau(office.db, quais, { usd: '1000' });
  const traveller = await signIn(office.app, office.db, 'lea@exemple.fr', SECRET);
  const own = async () => {
    const query = `company=${encodeURIComponent(SITE)}&currency=USD&side=sale`;
    const { booking } = (await traveller.get(`/api/traveller/bookings?${query}`)).json();
    return [booking.remaining, booking.notes, booking.counters[0].stock[1]];
  };
  const day = '2026-11-21';
  expect(await own()).toEqual([3, [1, 5, 10, 20, 50, 100], { day, up_to: 500 }]);
  const key = { 'idempotency-key': crypto.randomUUID() };
  const made = await traveller.post('/api/traveller/reservations', { ...WANTED, amount: 300 }, key);
  expect(made.statusCode, made.body).toBe(201);
  expect(await own()).toEqual([2, [1, 5, 10, 20, 50, 100], { day, up_to: 200 }]);
  // to anybody else as to a person who is not known
  expect((await bookingOf())?.counters[0]?.stock[1]).toEqual({ day, up_to: 500 });
  expect((await bookingOf())?.remaining).toBeNull();
  expect((await anybody.get(`/api/traveller/bookings?company=${encodeURIComponent(SITE)}`)).statusCode).toBe(
    401,
  );
});

test('a currency of unknown notes takes no reservation', async () => {
  await admitBureau(office.db, quais);
  expect(await bookingOf('currency=BMD&side=sale')).toBeNull();
});

async function offerFor(amount: number, currency: string) {
  const asked = { offer: { currency: 'EUR', amount }, wish: { currency } };
  const { offers } = (await anybody.post('/api/public/offers', asked)).json<OffersAnswer>();
  return offers.find(({ company }) => company.site === SITE);
}

test('an offer can be reserved within the limits of its company alone, and once its notes are known', async () => {
  const { db } = office;
  await admitBureau(db, quais);
  const BMD = { currency_code: 'BMD' };
  await insertAll(db, 'currencies', [aCurrencyRow({ code: 'BMD' })]);
  await insertAll(db, 'mid_rates', [aMidRateRow({ ...BMD, at: FIXED_AT, rate: '1.2' })]);
  await insertAll(db, 'stocks', [aStockRow({ company_id: quais, ...BMD, ready: '900' })]);
  const fixing = { ...BMD, purchase: '1.3', sale: '1.2', updated_at: FIXED_AT };
  await insertAll(db, 'fixings', [aFixingRow({ company_id: quais, ...fixing })]);
  const may = async (amounts: number[], currency: string) => {
    const offers = await Promise.all(amounts.map((amount) => offerFor(amount, currency)));
    return offers.map((offer) => offer?.takes_reservations ?? false);
  };
  await terms({ minimum: 80, maximum: 700 });
  const shown = () => may([79.99, 80, 700, 700.01], 'USD');
  await vi.waitFor(async () => expect(await shown()).toEqual([false, true, true, false]), SOON);
  expect(await may([100], 'BMD')).toEqual([false]);
  await terms({ denominations: [{ currency: 'BMD', values: [20, 10] }] });
  await vi.waitFor(async () => expect(await may([100], 'BMD')).toEqual([true]), SOON);
  expect(await shown()).toEqual([true, true, true, true]);
});

test('an offer says what its notes make where that is more than 1 % less', async () => {
  const { db } = office;
  await admitBureau(db, quais);
  const fixing = { currency_code: 'MAD', purchase: '11', sale: '10.4', updated_at: FIXED_AT };
  await insertAll(db, 'fixings', [aFixingRow({ company_id: quais, ...fixing })]);
  const inNotes = async (amount: number) => (await offerFor(amount, 'MAD'))?.in_notes;
  // 31.2, of which notes of 20 make 20
  await vi.waitFor(async () => expect(await inNotes(3)).toBe(20), SOON);
  // 5 200 exactly, 5 210.4 at most 1 % above, and less than a note
  expect(await Promise.all([500, 501, 1].map(inNotes))).toEqual([undefined, undefined, undefined]);
  await terms({ denominations: [{ currency: 'MAD', values: [200, 100] }] });
  await vi.waitFor(async () => expect(await inNotes(15)).toBe(100), SOON);
  const sold = { offer: { currency: 'MAD', amount: 150 }, wish: { currency: 'EUR' } };
  const wanted = { offer: { currency: 'EUR' }, wish: { currency: 'MAD', amount: 150 }, target: 'wish' };
  for (const asked of [sold, wanted]) {
    const { offers } = (await anybody.post('/api/public/offers', asked)).json<OffersAnswer>();
    expect(offers.length).toBeGreaterThan(0);
    expect(offers.filter((offer) => 'in_notes' in offer)).toEqual([]);
  }
});
