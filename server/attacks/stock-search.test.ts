import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { countRefusal } from '../features/requests/request-quotas.ts';
import { ASKED_AT, admitBureau, forgetReservations, WANTED } from '../testing/bookings.ts';
import type { Browser } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';
import { mailedDigits, visit } from '../testing/travellers.ts';

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
const SITE = 'https://bureau-0.example';
let office: OpenOffice;
let clock = ASKED_AT;

beforeAll(async () => {
  office = await openOffice({ SECRET }, () => clock);
  await admitBureau(office.db, office.companies.Quais ?? 0, { usd: '8000' });
});
async function begin(ready: string): Promise<void> {
  clock = ASKED_AT;
  const { db } = office;
  await forgetReservations(db);
  await db.deleteFrom('stocks').where('day', 'is not', null).execute();
  await db.updateTable('stocks').set({ ready }).where('currency_code', '=', 'USD').execute();
}
beforeEach(() => begin('8000'));
afterAll(() => office.close());

async function enterAs(email: string, address = '203.0.113.7'): Promise<Browser> {
  const browser = visit(office.app, address);
  await browser.post('/api/traveller/code', { email });
  const code = await mailedDigits(office.db, email, SECRET);
  expect((await browser.post('/api/traveller/session', { email, code })).statusCode).toBe(200);
  return browser;
}
async function reserve(who: Browser, amount: number): Promise<{ status: number; code: string; id: string }> {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const answer = await who.post('/api/traveller/reservations', { ...WANTED, amount }, key);
  return { status: answer.statusCode, ...answer.json() };
}
/** Step that the page shows for tomorrow. */
async function read(who: Browser): Promise<number> {
  const query = `company=${encodeURIComponent(SITE)}&currency=USD&side=sale`;
  const { booking } = (await who.get(`/api/traveller/bookings?${query}`)).json();
  return booking.counters[0].stock[1].up_to;
}
const leave = (who: Browser, email: string) => who.post('/api/traveller/delete', { email });

test('an account that is deleted and comes back resets no quota of its mailbox', async () => {
  const zoe = await enterAs('zoe@exemple.fr');
  for (let i = 0; i < 5; i += 1) {
    const { status, id } = await reserve(zoe, 100);
    expect(status).toBe(201);
    await zoe.post('/api/traveller/reservations/cancel', { id });
  }
  await leave(zoe, 'zoe@exemple.fr');
  const again = await enterAs('zoe+2@exemple.fr');
  expect((await reserve(again, 100)).code).toBe('too_many_reservations');
  clock = new Date(clock.getTime() + 3_600_000);
  expect((await reserve(again, 100)).status).toBe(201);

  const lea = await enterAs('lea@exemple.fr');
  for (let i = 0; i < 5; i += 1) expect((await reserve(lea, 4_500)).code).toBe('out_of_stock');
  await leave(lea, 'lea@exemple.fr');
  expect((await reserve(await enterAs('lea+2@exemple.fr'), 100)).code).toBe('asked_too_often');
});

test('out-of-stock answers are bounded by network and company, but for clients', async () => {
  const one = await enterAs('une@exemple.fr');
  for (let k = 0; k < 5; k += 1) expect((await reserve(one, 4_500)).code).toBe('out_of_stock');
  // refusals of a hundred mailboxes
  const company = await office.db
    .selectFrom('companies')
    .where('site', '=', SITE)
    .select('id')
    .executeTakeFirstOrThrow();
  const of = { secret: SECRET, companyId: company.id, address: '203.0.113.7', at: clock };
  for (let i = 5; i < 500; i += 1) await countRefusal(office.db, { ...of, mailbox: `une-${i}@exemple.fr` });
  const client = await enterAs('cliente@exemple.fr');
  const { id } = await reserve(await enterAs('cliente@exemple.fr', '198.51.100.1'), 100);
  for (const state of ['accepted', 'ready', 'collected'] as const) {
    await office.db
      .updateTable('reservations')
      .set({ state, ...(state === 'collected' && { ended_at: clock }) })
      .where('reference', '=', id)
      .execute();
  }
  const newcomer = await enterAs('nouvelle@exemple.fr');
  expect((await reserve(newcomer, 100)).code).toBe('asked_too_often');
  expect((await reserve(client, 100)).status).toBe(201);
  expect((await reserve(await enterAs('ailleurs@exemple.fr', '198.51.100.1'), 100)).status).toBe(201);
  clock = new Date(clock.getTime() + 3_600_000);
  expect((await reserve(newcomer, 100)).status).toBe(201);
});

test('200 questions by the accounts of one mailbox are answered alike for a stock and for over twice as much', async () => {
  const spellings = ['zoe@exemple.fr', 'zoe+a@exemple.fr', 'zoe+b@exemple.fr'];
  async function search(ready: string): Promise<string[]> {
    await begin(ready);
    const accounts = new Map<string, Browser>();
    const answers: string[] = [];
    let [lower, upper] = [0, 5_000];
    for (let asked = 0; asked < 100; asked += 1) {
      const email = spellings[asked % 3] ?? '';
      const who = accounts.get(email) ?? (await enterAs(email));
      accounts.set(email, who);
      const shown = await read(who);
      lower = Math.max(lower, shown);
      // the shown step, and half of the unknown range
      const amount = asked % 2 === 0 ? shown : Math.floor((lower + upper) / 2);
      const { status, code, id } = await reserve(who, amount);
      answers.push(`${lower} ${amount} ${status === 201 ? 'made' : code}`);
      if (code === 'out_of_stock') upper = amount;
      if (status === 201 && asked % 4 === 0) await who.post('/api/traveller/reservations/cancel', { id });
      if (asked % 10 === 9) {
        await leave(who, email);
        accounts.delete(email);
        clock = new Date(clock.getTime() + 3_600_000);
      }
    }
    return answers;
  }
  const answers = await search('4000');
  for (const outcome of ['made', 'out_of_stock', 'asked_too_often'])
    expect(answers.some((answer) => answer.endsWith(` ${outcome}`))).toBe(true);
  expect(await search('9999')).toEqual(answers);
});
