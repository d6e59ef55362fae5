import { afterAll, beforeAll, expect, test } from 'vitest';
import { ASKED_AT, addTravellers, admitBureau, asking } from '../../testing/bookings.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { changeState } from '../reservations/change-state.ts';
import { requestReservation } from '../reservations/request-reservation.ts';
import { holdReservation } from '../reservations/reservations.queries.ts';

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
    .values({ company_id: companies.Zéphyr ?? 0, ...fixing })
    .execute();
  await admitBureau(db, quais, { usd: '320' });
  agent = await enter(office.app, 'agent');
  agent2 = await enter(office.app, 'agent2');
  admin = await enter(office.app, 'admin');
});
afterAll(() => office.close());

const dashboard = async (who: Browser) => (await who.get('/api/dashboard')).json();

async function reserve(amount: number): Promise<number> {
  const [traveller = 0] = await addTravellers(office.db, 1);
  const asked = await requestReservation(office.db, asking(traveller, quais, { amount }));
  if (!('id' in asked)) throw new Error(asked.message);
  return asked.id;
}

async function change(id: number, ...states: ('accepted' | 'ready' | 'collected')[]): Promise<void> {
  for (const to of states) {
    await office.db.transaction().execute(async (trx) => {
      const held = await holdReservation(trx, id, { anybody: true });
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

test('what waits today, what is short, and the last days: of the own bureau alone', async () => {
  const [first, second, third] = [await reserve(100), await reserve(100), await reserve(80)];
  await change(second, 'accepted');
  await change(third, 'accepted', 'ready', 'collected');
  expect(first).toBeGreaterThan(0);
  await office.db.insertInto('leads').values({ at: ASKED_AT, email: '', company_id: quais }).execute();
  const { today, days, currencies, ...rest } = await dashboard(agent);
  expect(rest).toEqual({ takes_reservations: true, invitations: null });
  expect(today).toEqual({
    ...{ to_accept: 1, to_prepare: 1, to_hand_over: 0, due: 0, stale_rates: 0, held_rates: 0 },
    short: [{ company: 'Quais', branch: '', currency: 'USD', day: '2026-11-21', ready: 320, promised: 280 }],
  });
  expect(days).toHaveLength(30);
  expect([days[0].day, days.at(-1)]).toEqual([
    '2026-10-22',
    { day: '2026-11-20', shown: 0, rank: null, chosen: 1, requested: 3, collected: 1 },
  ]);
  expect(currencies).toEqual([{ code: 'USD', shown: 0, rank: null, requested: 3, collected: 1 }]);
});

test('a bureau outside the beta is told nothing, and an administrator all of it', async () => {
  expect(await dashboard(agent2)).toMatchObject({ takes_reservations: false, days: [], currencies: [] });
  expect(await dashboard(await enter(office.app, 'loner'))).toMatchObject({ takes_reservations: false });
  expect(await dashboard(admin)).toMatchObject({
    takes_reservations: true,
    today: { to_accept: 1, to_prepare: 1 },
    invitations: 1,
  });
});

test('who is shown is counted by rank, currency and day; near a place, it is not', async () => {
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

test('the fast form counts as the plain one does', async () => {
  const { db } = office;
  await office.app.listen({ port: 0, host: '127.0.0.1' });
  const address = office.app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const before = (await dashboard(agent)).days.at(-1).shown;
  const body = JSON.stringify({
    offer: { currency: 'EUR', amount: 500 },
    wish: { currency: 'USD', amount: 568.05 },
  });
  await fetch(`http://127.0.0.1:${port}/api/public/offers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect((await dashboard(agent)).days.at(-1).shown).toBe(before + 1);
  expect(await db.selectFrom('shown_counts').select('day').distinct().execute()).toEqual([
    { day: '2026-11-20' },
  ]);
});
