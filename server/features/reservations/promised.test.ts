import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Reservation, ReservationRequest } from '#domain/reservations/reservation.ts';
import { DEFAULT_TERMS, type ReservationTerms } from '#domain/terms/terms.ts';
import { ASKED_AT, admitBureau, FIXED_AT, forgetReservations, WANTED } from '../../testing/bookings.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { aBranchFixingRow, aBranchRow, aStockRow } from '../../testing/rows.ts';
import { signIn } from '../../testing/travellers.ts';

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
const GENEROUS: Partial<ReservationTerms> = {
  takes_better_rate: true,
  notes: ['small', 'choice'],
  denominations: [
    { currency: 'USD', values: [100, 20, 50, 10] },
    { currency: 'EUR', values: [50] },
  ],
  modes: { ...DEFAULT_TERMS.modes, counter: { ...DEFAULT_TERMS.modes.counter, fee: 4.5 } },
  buy_back: { share: 50, days: 30, percent_off: 1.5 },
};
/** How long a change may be on its way, on a busy machine. */
const SOON = { timeout: 20_000, interval: 20 };
let office: OpenOffice;
let zoe: Browser;
let agent: Browser;

beforeAll(async () => {
  office = await openOffice({ SECRET }, () => ASKED_AT);
  const { db, users, companies } = office;
  await admitBureau(db, companies.Quais ?? 0, { terms: GENEROUS });
  await db.insertInto('user_scopes').values({ user_id: users.agent, scope: 'orders.edit.me' }).execute();
  agent = await enter(office.app, 'agent');
  zoe = await signIn(office.app, db, 'zoe@exemple.fr', SECRET);
});
beforeEach(async () => {
  const { db } = office;
  await forgetReservations(db);
  await db.deleteFrom('branch_fixings').execute();
  await db.deleteFrom('stocks').where('branch', 'is not', null).execute();
  await db.deleteFrom('branches').execute();
  await db.updateTable('companies').set({ suspended_at: null, charges_fees: false }).execute();
  await say(GENEROUS);
  await fix({ sale: '1.105', purchase: '1.17' });
});
afterAll(() => office.close());

const say = (terms: Partial<ReservationTerms>) =>
  office.db
    .updateTable('reservation_terms')
    .set({ terms: JSON.stringify({ ...DEFAULT_TERMS, ...terms }) })
    .execute();
type Fixed = {
  sale?: string;
  purchase?: string;
  held_at?: Date;
  is_sale_suspended?: boolean;
  updated_at?: Date;
};
const fix = (amounts: Fixed) =>
  office.db
    .updateTable('fixings')
    .set({ held_at: null, is_sale_suspended: false, updated_at: FIXED_AT, ...amounts })
    .where('company_id', '=', office.companies.Quais ?? 0)
    .where('currency_code', '=', 'USD')
    .execute();
/** A branch in town that has dollars. */
async function addBranch(
  values: { name?: string; rates?: 'own' | 'percent'; percent?: string } = {},
): Promise<number> {
  const company_id = office.companies.Quais ?? 0;
  const { id } = await office.db
    .insertInto('branches')
    .values(aBranchRow({ company_id, name: 'Gare', kind: 'station', ...values }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const stock = aStockRow({ company_id, branch: id, ready: '10000' });
  await office.db.insertInto('stocks').values(stock).execute();
  return id;
}
const addSheet = (branch: number) =>
  office.db
    .insertInto('branch_fixings')
    .values(
      aBranchFixingRow({
        company_id: office.companies.Quais ?? 0,
        branch,
        currency_code: 'USD',
        sale: '1.1',
        purchase: '1.18',
        updated_at: FIXED_AT,
      }),
    )
    .execute();
const change = (table: 'companies' | 'branches', values: Record<string, unknown>) =>
  office.db.updateTable(table).set(values).execute();
const ask = (request: Partial<ReservationRequest> = {}) =>
  zoe.post(
    '/api/traveller/reservations',
    { ...WANTED, ...request },
    { 'idempotency-key': crypto.randomUUID() },
  );
async function ready(request: Partial<ReservationRequest> = {}): Promise<Reservation & { code: string }> {
  // the server may still be reading that the bureau is back
  const one = await vi.waitFor(async () => {
    const answer = await ask(request);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json();
  }, SOON);
  await agent.post('/api/reservations/accept', { id: one.id });
  await agent.post('/api/reservations/ready', { id: one.id });
  return one;
}
const collect = (code: string, rate?: number) =>
  agent.post('/api/reservations/collect', {
    code,
    another_day: true,
    ...(rate !== undefined && { rate }),
  });
const own = async (id: string) => (await zoe.get(`/api/traveller/reservations/${id}`)).json();

test('promises stay as they were at the request, whatever the company changes', async () => {
  const made = (await ask({ notes: 'choice', denominations: [50, 20] })).json();
  expect(made).toMatchObject({ fee: 4.5, notes: 'choice', denominations: [20, 50] });
  expect(made.mid_rate).toEqual({ rate: expect.any(Number), at: expect.any(String) });
  expect(made.promise).toHaveLength(4);
  expect(made.promise).toContain('Dès votre demande, le montant est mis de côté et vous est réservé.');
  expect(made.promise.join(' ')).toMatch(/Assurance taux.*2.jours.*taux du jour.*Garantie de reprise.*1,5/);
  await say({ hold_hours: 1, modes: DEFAULT_TERMS.modes });
  expect(await own(made.id)).toEqual(made);
  // of before it was kept nothing is claimed, and nothing more is given
  await sql`update reservations set promise = null`.execute(office.db);
  expect(await own(made.id)).toMatchObject({ promise: [], held_until: made.held_until });
});

test('the hand-over states how much is bought back, until which day, and with which paper', async () => {
  const reserved = (await ask()).json();
  expect(reserved.promise.at(-1)).toMatch(
    /reprend jusqu’à \$\s50 \(.*\) dans les 30\sjours qui suivent la remise/,
  );
  const { id, code } = await ready();
  expect((await collect(code)).json().promise[0]).toMatch(/^Garantie de reprise/);
  const { promise } = await own(id);
  // 20 November at the counter, and thirty days: the rate was kept by then
  expect(promise).toEqual([
    expect.stringMatching(
      /^Garantie de reprise\s: jusqu’au dimanche 20 décembre 2026 compris, .* \$\s50 .* sur présentation du bordereau\. \$\s50 rendus\s: €\s44,57, soit 1,5\s% de moins que vous ne les avez payés, frais non compris\.$/,
    ),
    expect.stringMatching(/^Gardez le bordereau\. .*30\sjours, sauf si vous gardez votre compte\.$/),
  ]);
  // to the day, whatever is left of the person
  await sql`update reservations set traveller_id = null where reference = ${id}`.execute(office.db);
  const shown = (await agent.get(`/api/reservations?id=${id}`)).json();
  expect((shown.rows ?? shown)[0]).toMatchObject({ traveller: null, promise });
});

test('a buy-back share is in the notes of the request, whatever notes the company has later', async () => {
  const { id } = (await ask({ amount: 110 })).json();
  const most = async () => (await own(id)).promise.at(-1);
  expect(await most()).toMatch(/jusqu’à \$\s50 \(/);
  await say({ ...GENEROUS, denominations: [] });
  expect(await most()).toMatch(/jusqu’à \$\s50 \(/);
  // older than the smallest note of a promise
  await sql`update reservations set promise = promise - 'smallest_note'`.execute(office.db);
  expect(await most()).toMatch(/jusqu’à \$\s55 \(/);
});

test('a company sees its notes of the handed-over currency beside each reservation, travellers do not', async () => {
  const { id } = (await ask()).json();
  const shown = async () => {
    const answer = (await agent.get(`/api/reservations?id=${id}`)).json();
    return (answer.rows ?? answer)[0].available_notes;
  };
  expect(await shown()).toEqual([10, 20, 50, 100]);
  await say({});
  expect(await shown()).toEqual([1, 5, 10, 20, 50, 100]);
  expect(await own(id)).not.toHaveProperty('available_notes');
  const agent2 = await enter(office.app, 'agent2');
  const { users } = office;
  await office.db
    .insertInto('user_scopes')
    .values({ user_id: users.agent2, scope: 'orders.list.me' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const others = (await agent2.get('/api/reservations')).json();
  expect(others.rows ?? others).toEqual([]);
  await say(GENEROUS);
  const brought = (await ask({ side: 'purchase', target: 'offer', rate: 1.17 })).json();
  const [purchase] = (await agent.get(`/api/reservations?id=${brought.id}`)).json();
  expect(purchase).toMatchObject({ side: 'purchase', available_notes: [50] });
});

test('chosen notes are among those that the company has of the handed-over currency', async () => {
  for (const request of [
    { notes: 'choice' },
    { notes: 'choice', denominations: [20, 5] },
    { notes: '', denominations: [20] },
    { notes: 'small', denominations: [20] },
    { notes: 'choice', denominations: [20], side: 'purchase', rate: 1.17 },
  ] as const) {
    const answer = await ask(request as Partial<ReservationRequest>);
    expect([answer.statusCode, answer.json().code], JSON.stringify(request)).toEqual([400, 'no_such_notes']);
  }
  expect((await ask({ notes: 'small' })).statusCode).toBe(201);
  const bought = { side: 'purchase', target: 'offer', rate: 1.17 } as const;
  const brought = await ask({ ...bought, notes: 'choice', denominations: [50] });
  expect(brought.json()).toMatchObject({ side: 'purchase', denominations: [50] });
  await say({ notes: ['choice'] });
  expect((await ask({ notes: 'choice', denominations: [20] })).json().code).toBe('no_such_notes');
  // anybody may know which there are
  await say(GENEROUS);
  const { booking } = (
    await zoe.get('/api/public/bookings?company=https://bureau-0.example&currency=USD')
  ).json();
  expect(booking.terms.denominations).toEqual([{ currency: 'USD', values: [100, 20, 50, 10] }]);
});

test('a better rate of the day is visible before the hand-over, and stored beside the reserved one', async () => {
  const { id, code } = await ready();
  await fix({ sale: '1.12' });
  const shown = await collect(code);
  expect([shown.statusCode, shown.json()]).toEqual([
    409,
    {
      message: expect.stringMatching(/^Le taux du jour est meilleur/),
      code: 'better_rate',
      // 100 USD are 89.29 EUR at 1.12, where 90.50 were promised
      current: { rate: 1.12, offered: 89.29, received: 100, handed_over: 100 },
      reservation: expect.objectContaining({ id, state: 'ready', code: null, rate: 1.105, offered: 90.5 }),
    },
  ]);
  // another one meanwhile is another one to see
  await fix({ sale: '1.13' });
  expect((await collect(code, 1.12)).json()).toMatchObject({ code: 'better_rate', current: { rate: 1.13 } });
  expect((await own(id)).state).toBe('ready');
  const collected = (await collect(code, 1.13)).json();
  const applied = { rate: 1.13, offered: 88.5, received: 100, handed_over: 100 };
  expect(collected).toMatchObject({ state: 'collected', rate: 1.105, offered: 90.5, fee: 4.5, applied });
  expect((await own(id)).applied).toEqual(applied);
  expect((await collect(code, 1.13)).json().code).toBe('reservation_changed');
  const lines = await office.db
    .selectFrom('reservation_events')
    .innerJoin('reservations', 'reservations.id', 'reservation_id')
    .where('reference', '=', id)
    .select(['kind', 'rate_was', 'reservation_events.rate'])
    .orderBy('reservation_events.id')
    .execute();
  expect(lines.at(-1)).toEqual({ kind: 'collected', rate_was: '1.10500000', rate: '1.13000000' });
  expect(new Set(lines.slice(0, -1).map(({ rate }) => rate))).toEqual(new Set([null]));
  const [client] = (await agent.get('/api/clients')).json();
  expect(client.history[0]).toMatchObject({ offered: 88.5, handed_over: 100 });
});

test('a purchase at a better rate hands over more of the base, minus the fee', async () => {
  const { code } = await ready({ side: 'purchase', rate: 1.17, target: 'offer', amount: 300 });
  await fix({ purchase: '1.15' });
  expect((await collect(code)).json().current).toEqual({
    rate: 1.15,
    offered: 300,
    received: 260.86,
    handed_over: 256.36,
  });
  expect((await collect(code, 1.15)).json().applied).toMatchObject({ handed_over: 256.36 });
  const [client] = (await agent.get('/api/clients')).json();
  expect(client.history[0]).toMatchObject({ offered: 300, received: 260.86, fee: 4.5, handed_over: 256.36 });
  expect(client.history[0]).not.toHaveProperty('applied');
  // of the currency, which a better rate moves nothing of
  expect(client.totals).toEqual([{ currency: 'USD', side: 'purchase', amount: 300 }]);
});

test('if the better rate exceeds the legal limit of a purchase, the agent must ask for a paper', async () => {
  const { code } = await ready({ side: 'purchase', rate: 1.17, target: 'offer', amount: 1150 });
  await fix({ purchase: '1.15' });
  // 982.90 EUR were reserved: 1,000 is not above it
  expect((await collect(code)).json()).toMatchObject({
    message: expect.not.stringMatching(/identité/),
    current: { received: 1000 },
  });
  await fix({ purchase: '1.149' });
  expect((await collect(code)).json()).toMatchObject({
    message: expect.stringMatching(/dépasse ainsi €\s1\s000\s: demandez-lui une pièce d’identité\.$/),
    current: { received: 1000.87 },
  });
});

test.each<[string, Parameters<typeof fix>[0], Partial<ReservationTerms>?]>([
  ['it is worse', { sale: '1.09' }],
  ['it is the same', { sale: '1.105' }],
  ['it waits for a second person', { sale: '1.2', held_at: ASKED_AT }],
  ['it is stale', { sale: '1.2', updated_at: new Date(ASKED_AT.getTime() - 8 * 86_400_000) }],
  ['the bureau sells none now', { sale: '1.2', is_sale_suspended: true }],
  ['the bureau had not promised it', { sale: '1.2' }, { ...GENEROUS, takes_better_rate: false }],
])('the hand-over uses the reserved rate where %s', async (_, fixed, terms = GENEROUS) => {
  await say(terms);
  const { code } = await ready();
  // what it promises by now is for others
  await say(GENEROUS);
  await fix(fixed);
  expect((await collect(code, 1.2)).json()).toMatchObject({ code: 'better_rate', current: null });
  expect((await collect(code)).json()).toMatchObject({ state: 'collected', applied: null, rate: 1.105 });
});

test.each<[string, 'companies' | 'branches', Record<string, unknown>]>([
  ['the bureau is suspended', 'companies', { suspended_at: ASKED_AT }],
  ['the bureau asks fees beside its rate', 'companies', { charges_fees: true, fees: '4 EUR' }],
  ['the branch sells none any more', 'branches', { sells: false }],
  ['the branch is closed', 'branches', { closed_at: ASKED_AT }],
  ['the branch takes more off it by now', 'branches', { rates: 'percent', percent: '-10' }],
])('no traveller sees a better rate, and none applies, where %s', async (_, table, values) => {
  const { code } = await ready({ branch: await addBranch() });
  await fix({ sale: '1.2' });
  const shown = (await collect(code)).json();
  expect(shown).toMatchObject({ code: 'better_rate', current: { rate: 1.2 } });
  await change(table, values);
  expect((await collect(code)).json()).toMatchObject({ state: 'collected', applied: null });
});

test('a reservation from before its company had branches uses the better rate of the company’s own sheet', async () => {
  const { code } = await ready();
  const own = await addBranch({ rates: 'own' });
  await addSheet(own);
  await office.db.updateTable('branch_fixings').set({ sale: '1.3' }).execute();
  await addBranch({ name: 'Aérogare', rates: 'percent', percent: '-10' });
  await fix({ sale: '1.2' });
  expect((await collect(code)).json().current).toMatchObject({ rate: 1.2 });
  // which nobody keeps any more
  await fix({ updated_at: new Date(ASKED_AT.getTime() - 8 * 86_400_000) });
  expect((await collect(code)).json()).toMatchObject({ state: 'collected', applied: null });
});

test('the rate of the day is the branch’s: by its percentage, or of its own sheet', async () => {
  const percent = await addBranch({ rates: 'percent', percent: '-1' });
  const { code } = await ready({ branch: percent, rate: 1.09395 });
  await fix({ sale: '1.2' });
  expect((await collect(code)).json().current).toMatchObject({ rate: 1.188 });
  const own = await addBranch({ name: 'Aérogare', rates: 'own' });
  await addSheet(own);
  const there = await ready({ branch: own, rate: 1.1 });
  // what the company fixes is paid elsewhere
  expect((await collect(there.code, 1.2)).json()).toMatchObject({ code: 'better_rate', current: null });
  await office.db.updateTable('branch_fixings').set({ sale: '1.15' }).execute();
  expect((await collect(there.code)).json().current).toMatchObject({ rate: 1.15 });
});
