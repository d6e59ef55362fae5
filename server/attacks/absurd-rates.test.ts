import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { OffersAnswer } from '#domain/offers/offer.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import { Browser, enter, mailOf, PASSWORD } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

// An agent, or who has taken an agent's account over, publishes rates that nobody would pay.

let office: OpenOffice;
let agent: Browser;
let agent2: Browser;
const now = new Date('2026-11-21T08:00:00.123Z');

beforeAll(async () => {
  office = await openOffice({}, () => now);
  agent = await enter(office.app, 'agent');
  agent2 = await enter(office.app, 'agent2');
});
afterAll(() => office.close());

const fix = async (who: Browser, amounts: object): Promise<RateRow> =>
  (await who.post('/api/fixings/update', { currency: { code: 'USD' }, base: 'EUR', amounts })).json();
const bureaux = async (offer: string, wish: string) => {
  const answer = await office.app.inject({
    method: 'POST',
    url: '/api/public/offers',
    headers: { host: 'localhost' },
    payload: { offer: { currency: offer, amount: 500 }, wish: { currency: wish } },
  });
  return answer.json<OffersAnswer>().offers.map(({ company, co_offer }) => [company.name, co_offer.amount]);
};
/** Once what the honest bureau has just fixed is shown, so is all that was fixed before. */
const shown = async (sale: number) => {
  await fix(agent2, { sale });
  await vi.waitFor(async () => expect(await bureaux('EUR', 'USD')).toContainEqual(['Zéphyr', sale * 500]), {
    timeout: 60_000,
  });
  return { sold: await bureaux('EUR', 'USD'), bought: await bureaux('USD', 'EUR') };
};

test('a sale of 9.99 where the mid rate is 1.1361 ranks nowhere, nor does what was there before it', async () => {
  await fix(agent, { sale: 1.1, purchase: 1.17 });
  expect(await shown(1.05)).toMatchObject({
    sold: [
      ['Quais', 550],
      ['Zéphyr', 525],
    ],
    bought: [['Quais', 427.35]],
  });
  expect(await fix(agent, { sale: 9.99 })).toMatchObject({ sale: 9.99, held: true });
  expect(await shown(1.06)).toEqual({ sold: [['Zéphyr', 530]], bought: [] });
  // the gift on the other side
  await fix(agent, { sale: 1.1, purchase: 1.17 });
  expect(await shown(1.07)).toMatchObject({
    sold: [
      ['Quais', 550],
      ['Zéphyr', 535],
    ],
  });
  expect(await fix(agent, { purchase: 0.01 })).toMatchObject({ held: true });
  expect(await shown(1.05)).toEqual({ sold: [['Zéphyr', 525]], bought: [] });
});

test('no way around the second person: confirming, repeating, a second session, the header, a forged review', async () => {
  const row = await fix(agent, { sale: 9.99 });
  expect(row).toMatchObject({ held: true });
  await agent.post('/api/fixings/confirm', { currencies: ['USD'] });
  expect(await fix(agent, { sale: 9.99 })).toMatchObject({ held: true });
  const present = await fix(agent, { sale: 9.99 });
  const again = new Browser(office.app);
  expect((await again.post('/api/login', { username: mailOf('agent'), password: PASSWORD })).statusCode).toBe(
    200,
  );
  const body = (of: object) => ({
    company_id: office.companies.Quais,
    currency: { code: 'USD' },
    updated_at: present.updated_at,
    accept: true,
    ...of,
  });
  const user = encodeURIComponent(JSON.stringify({ id: office.users.root, allowed_scope: ['**'] }));
  for (const [who, of] of [
    [agent, {}],
    [again, {}],
    [agent, { user_id: office.users.root, userId: office.users.root }],
    // another bureau's agent, naming either bureau; who works for the bureau and may do nothing
    [agent2, {}],
    [agent2, { company_id: office.companies.Zéphyr }],
    [await enter(office.app, 'idle'), {}],
  ] as const) {
    const answer = await who.post('/api/fixings/review', body(of), { user });
    expect([403, 409]).toContain(answer.statusCode);
    expect(answer.body).not.toContain('9.99');
  }
  const { held_at } = await office.db
    .selectFrom('fixings')
    .select('held_at')
    .where('sale', '=', '9.99')
    .executeTakeFirstOrThrow();
  expect(held_at).not.toBeNull();
});

test('who fixed it is its first person still when a colleague saves the other side, with this one as it stands', async () => {
  const row = await fix(agent, { sale: 9.99, purchase: 1.17 });
  expect(row).toMatchObject({ held: true });
  const colleague = await enter(office.app, 'root');
  await office.db
    .updateTable('users')
    .set({ company_id: office.companies.Quais })
    .where('id', '=', office.users.root)
    .execute();
  const present = await fix(colleague, { sale: 9.99, purchase: 1.18 });
  expect(present).toMatchObject({ held: true });
  const { updated_at } = present;
  const review = { company_id: office.companies.Quais, currency: { code: 'USD' }, updated_at, accept: true };
  for (const who of [agent, colleague]) {
    expect((await who.post('/api/fixings/review', review)).json()).toMatchObject({ code: 'own_fixing' });
  }
});

test('somebody who fixes absurd rates without end fills no mailbox', async () => {
  const fixPounds = (sale: number) =>
    agent.post('/api/fixings/update', { currency: { code: 'GBP' }, base: 'EUR', amounts: { sale } });
  const send = () =>
    office.db.updateTable('mails').set({ finished_at: now, outcome: 'sent', attempts: 1 }).execute();
  const listWaiting = () =>
    office.db
      .selectFrom('mails')
      .where('kind', '=', 'held')
      .where('finished_at', 'is', null)
      .select('due_at')
      .execute();
  await office.db.deleteFrom('mails').execute();
  await fixPounds(9);
  const before = (await listWaiting()).length;
  expect(before).toBeGreaterThan(0);
  for (let i = 1; i < 30; i += 1) await fixPounds(9 + i / 100);
  expect(await listWaiting()).toHaveLength(before);
  // once a letter has left, the next one waits for an hour
  await send();
  for (let i = 1; i < 4; i += 1) await fixPounds(8 + i / 100);
  const waiting = await listWaiting();
  expect(waiting).toHaveLength(before);
  for (const { due_at } of waiting)
    expect(due_at.getTime()).toBeGreaterThanOrEqual(now.getTime() + 3_600_000);
});
