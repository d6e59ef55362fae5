import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  ASKED_AT,
  addTravellers,
  admitBureau,
  asking,
  forgetReservations,
  madeBy,
} from '../../testing/bookings.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { aBranchFixingRow, aBranchRow, aFixingRow, aStockRow } from '../../testing/rows.ts';
import { changeState } from '../reservations/change-state.ts';
import { lockReservation } from '../reservations/reservations.queries.ts';
import { findToday, listCurrencies, listDays } from './dashboard.queries.ts';

let office: OpenOffice;
let agent: Browser;
let agent2: Browser;
let admin: Browser;
let quais: number;

beforeAll(async () => {
  office = await openOffice({}, () => ASKED_AT);
  const { db, companies } = office;
  quais = companies.Quais ?? 0;
  const fixing = { currency_code: 'USD', purchase: '1.18', sale: '1.09', updated_at: ASKED_AT };
  await db
    .insertInto('fixings')
    .values(aFixingRow({ company_id: companies.Zéphyr ?? 0, ...fixing }))
    .execute();
  await admitBureau(db, quais, { usd: '1600' });
  agent = await enter(office.app, 'agent');
  agent2 = await enter(office.app, 'agent2');
  admin = await enter(office.app, 'admin');
  await office.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  const { db } = office;
  await forgetReservations(db);
  for (const table of ['leads', 'shown_counts', 'branch_fixings', 'branches'] as const) {
    await db.deleteFrom(table).execute();
  }
  await db.deleteFrom('stocks').where('day', 'is not', null).execute();
  await vi.waitFor(
    () => expect(office.book.current()?.companies.flatMap(({ branches }) => branches)).toEqual([]),
    { timeout: 30_000, interval: 10 },
  );
});
afterAll(() => office.close());

const dashboard = async (who: Browser) => (await who.get('/api/dashboard')).json();

async function reserve(amount: number): Promise<number> {
  const [traveller = 0] = await addTravellers(office.db, 1);
  return madeBy(office.db, asking(traveller, quais, { amount }));
}

async function change(id: number, ...states: ('accepted' | 'ready' | 'collected')[]): Promise<void> {
  for (const to of states) {
    await office.db.transaction().execute(async (trx) => {
      const held = await lockReservation(trx, id, { anybody: true });
      if (held)
        await changeState(trx, held, { to, actor: 'bureau', at: ASKED_AT, userId: office.users.agent });
    });
  }
}

const compare = (offer: string, wish: string, near?: object) =>
  office.app.inject({
    method: 'POST',
    url: '/api/public/offers',
    headers: { host: 'localhost:4500' },
    payload: { offer: { currency: offer, amount: 500 }, wish: { currency: wish }, ...near },
  });

test('the dashboard has waiting reservations, short stock and the last days, of the own company only', async () => {
  const [first, second, third] = [await reserve(500), await reserve(500), await reserve(400)];
  await change(second, 'accepted');
  await change(third, 'accepted', 'ready', 'collected');
  expect(first).toBeGreaterThan(0);
  // the third was handed over a day early, and is counted there
  await office.db.updateTable('stocks').set({ ready: '1150' }).where('day', '=', '2026-11-21').execute();
  const longAgo = new Date(ASKED_AT.getTime() - 45 * 86_400_000);
  await office.db
    .insertInto('leads')
    .values([ASKED_AT, longAgo].map((at) => ({ at, email: '', company_id: quais })))
    .execute();
  const { today, days, currencies, ...rest } = await dashboard(agent);
  const none = { shown: 0, rank: null, chosen: 0, requested: 0, collected: 0 };
  expect(rest).toEqual({
    takes_reservations: true,
    before: { ...none, chosen: 1 },
    invitations: null,
    companies: null,
  });
  expect(today).toEqual({
    to_accept: 1,
    to_prepare: 1,
    to_hand_over: 0,
    to_move: 0,
    due: 0,
    first: {
      to_accept: { at: expect.any(String), time_zone: 'Europe/Paris' },
      to_prepare: { at: expect.any(String), time_zone: 'Europe/Paris' },
      to_hand_over: null,
    },
    stale_rates: 0,
    held_rates: 0,
    stopped_rules: 0,
    short: [
      {
        company: 'Quais',
        branch: '',
        branch_id: null,
        currency: 'USD',
        day: '2026-11-21',
        ready: 1150,
        promised: 1000,
      },
    ],
  });
  expect(days).toHaveLength(30);
  expect([days[0].day, days.at(-1)]).toEqual([
    '2026-10-22',
    { day: '2026-11-20', shown: 0, rank: null, chosen: 1, requested: 3, collected: 1 },
  ]);
  expect(currencies).toEqual([{ code: 'USD', shown: 0, rank: null, requested: 3, collected: 1 }]);
});

test('a company outside the beta gets nothing, and an administrator everything', async () => {
  await reserve(100);
  await change(await reserve(100), 'accepted');
  expect(await dashboard(agent2)).toMatchObject({ takes_reservations: false, days: [], currencies: [] });
  expect(await dashboard(await enter(office.app, 'loner'))).toMatchObject({ takes_reservations: false });
  expect(await dashboard(admin)).toMatchObject({
    takes_reservations: true,
    today: { to_accept: 1, to_prepare: 1 },
    invitations: 1,
  });
});

test('displayed offers are counted by rank, currency and day, near a place by the order there', async () => {
  for (let i = 0; i < 3; i += 1) expect((await compare('EUR', 'USD')).json().offers).toHaveLength(2);
  // Quais buys at 1.17, Zéphyr at 1.18
  await compare('USD', 'EUR');
  await compare('EUR', 'USD', { near: { lat: 45.75, lon: 4.85 } });
  const { currencies, days } = await dashboard(agent);
  expect(currencies).toMatchObject([{ code: 'USD', shown: 4, rank: 1 }]);
  expect(days.at(-1)).toMatchObject({ shown: 4, rank: 1 });
  await compare('EUR', 'USD');
  expect((await dashboard(admin)).currencies).toMatchObject([{ code: 'USD', shown: 10, rank: 1.5 }]);
});

test('the fast form counts like the plain one', async () => {
  const { db } = office;
  const before = (await dashboard(agent)).days.at(-1).shown;
  await compareFast();
  expect((await dashboard(agent)).days.at(-1).shown).toBe(before + 1);
  expect(await db.selectFrom('shown_counts').select('day').distinct().execute()).toEqual([
    { day: '2026-11-20' },
  ]);
});

/** As the site writes it, by the listening server, which answers it before the framework. */
async function compareFast(near?: object): Promise<void> {
  const address = office.app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const body = {
    offer: { currency: 'EUR', amount: 500 },
    wish: { currency: 'USD', amount: 568.05 },
    ...near,
  };
  await fetch(`http://127.0.0.1:${port}/api/public/offers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

test('near a place, the displayed companies are counted, by either form', async () => {
  const { db } = office;
  const place = { lat: 45.75, lon: 4.85 };
  await db
    .insertInto('branches')
    .values(
      aBranchRow({
        company_id: quais,
        name: 'Bellecour',
        kind: 'mall',
        ...place,
        address: '1 place Bellecour',
        postcode: '69002',
        city: 'Lyon',
      }),
    )
    .execute();
  const near = { near: { ...place, radius_km: 10 } };
  await vi.waitFor(async () => expect((await compare('EUR', 'USD', near)).json().offers).toHaveLength(1), {
    timeout: 30_000,
  });
  const before = (await dashboard(admin)).days.at(-1);
  await compare('EUR', 'USD', near);
  await compareFast(near);
  const after = (await dashboard(admin)).days.at(-1);
  // of two bureaux the one that is there, first
  expect(after.shown).toBe(before.shown + 2);
  expect(after.rank * after.shown).toBeCloseTo(before.rank * before.shown + 2, 0);
});

test('branch rates are counted with those of the company', async () => {
  const { db } = office;
  const before = (await dashboard(agent)).today;
  const { id: branch } = await db
    .insertInto('branches')
    .values(
      aBranchRow({
        company_id: quais,
        name: 'Gare',
        kind: 'station',
        address: '1 quai de la Gare',
        postcode: '69002',
        city: 'Lyon',
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  const fixing = { company_id: quais, branch, purchase: '1.18', sale: '1.09' };
  const old = new Date(ASKED_AT.getTime() - 100 * 3_600_000);
  await db
    .insertInto('branch_fixings')
    .values([
      aBranchFixingRow({ ...fixing, updated_at: old }),
      aBranchFixingRow({ ...fixing, currency_code: 'GBP', updated_at: ASKED_AT, held_at: ASKED_AT }),
    ])
    .execute();
  expect((await dashboard(agent)).today).toMatchObject({
    stale_rates: before.stale_rates + 1,
    held_rates: before.held_rates + 1,
  });
  await db.deleteFrom('branch_fixings').execute();
});

test('a stopped margin rule is an alert', async () => {
  const { db } = office;
  const stop = { company_id: quais, reason: 'jump' as const, since: ASKED_AT };
  await db
    .insertInto('margin_stops')
    .values([
      { ...stop, currency_code: 'USD', is_over: false },
      { ...stop, currency_code: 'GBP', is_over: true },
      { ...stop, currency_code: 'EUR', is_over: false, until: ASKED_AT },
    ])
    .execute();
  expect((await dashboard(agent)).today.stopped_rules).toBe(1);
  await db.deleteFrom('margin_stops').execute();
});

test('days do not depend on the time zone of the process or the session', async () => {
  const { db } = office;
  // summer time has ended between the two
  const edges = ['2026-10-21T21:59:59Z', '2026-10-21T22:00:00Z', '2026-11-20T22:59:59Z'];
  await db
    .insertInto('leads')
    .values(edges.map((at) => ({ at: new Date(at), email: '', company_id: quais })))
    .execute();
  const days = ['2026-11-19', '2026-11-20', '2026-11-27', '2026-11-28'];
  await db
    .insertInto('stocks')
    .values(
      days.map((day) =>
        aStockRow({ company_id: quais, currency_code: 'GBP', day, ready: '10', promised: '10' }),
      ),
    )
    .execute();
  const asked = {
    companyId: quais,
    at: ASKED_AT,
    fresh: ASKED_AT,
    before: '2026-10-22',
    since: '2026-10-22',
    until: '2026-11-20',
    ahead: { first: '2026-11-20', last: '2026-11-27' },
  };
  const seenFrom = (zone: string) =>
    db.transaction().execute(async (trx) => {
      await sql`SELECT set_config('timezone', ${zone}, true)`.execute(trx);
      const { short } = await findToday(trx, asked);
      const counted = await listDays(trx, asked);
      return [
        short.filter(({ currency }) => currency === 'GBP').map(({ day }) => day),
        counted.length,
        counted[0],
        counted.at(-1)?.chosen,
        await listCurrencies(trx, asked),
      ];
    });
  const inUtc = await seenFrom('UTC');
  expect(inUtc.slice(0, 3)).toEqual([
    ['2026-11-20', '2026-11-27'],
    30,
    expect.objectContaining({ day: '2026-10-22', chosen: 1 }),
  ]);
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) expect(await seenFrom(zone)).toEqual(inUtc);
  expect((await dashboard(agent)).today.short.map(({ day }: { day: string }) => day)).toEqual(
    expect.arrayContaining(['2026-11-20', '2026-11-27']),
  );
});

test('counts exceed the integer range of PostgreSQL', async () => {
  const { db } = office;
  const often = 3_000_000_000;
  const counts = { company_id: quais, currency_code: 'GBP', day: '2026-11-20', shown: often, ranks: often };
  await db.insertInto('shown_counts').values(counts).execute();
  const { currencies, days } = await dashboard(agent);
  expect(currencies[0]).toMatchObject({ code: 'GBP', shown: often, rank: 1 });
  expect(days.at(-1).shown).toBeGreaterThanOrEqual(often);
  await db.deleteFrom('shown_counts').where('currency_code', '=', 'GBP').execute();
});
