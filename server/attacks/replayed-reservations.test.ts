import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ASKED_AT, admitBureau, WANTED } from '../testing/bookings.ts';
import { type MailServer, openMailServer } from '../testing/mail-server.ts';
import { SECRET, startTestMails, type TestWorker } from '../testing/mails.ts';
import { type Browser, enter } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';
import { mailedDigits, signIn, visit } from '../testing/travellers.ts';

const ZOE = 'zoe@exemple.fr';
let office: OpenOffice;
let server: MailServer;
let worker: TestWorker;
let agent: Browser;
let clock: Date;

beforeEach(async () => {
  clock = ASKED_AT;
  office = await openOffice({ SECRET }, () => clock);
  const { db, users, companies } = office;
  await admitBureau(db, companies.Quais ?? 0);
  await db.insertInto('user_scopes').values({ user_id: users.agent, scope: 'orders.edit.me' }).execute();
  agent = await enter(office.app, 'agent');
  server = await openMailServer();
  worker = startTestMails({ db, url: office.url, smtpUrl: server.url, now: () => clock });
});
afterEach(async () => {
  await worker.close();
  await server.close();
  await office.close();
});

const reserve = (who: Browser, key: string) =>
  who.post('/api/traveller/reservations', WANTED, { 'idempotency-key': key });
/** What the one before was written for has left: a letter that waits while the state goes on becomes needless. */
const settle = () =>
  vi.waitFor(
    async () => {
      const mails = office.db.selectFrom('mails').where('finished_at', 'is', null);
      expect(await mails.select('id').execute()).toEqual([]);
    },
    { timeout: 60_000, interval: 20 },
  );
/** What the page behind a link of a letter asks for, and what may be done there. */
const open = (who: Browser, link: string) =>
  who.get(`/api/traveller/reservations/${/voyages\/([0-9a-f]+)$/.exec(link)?.[1]}`);

test('a link of a letter opens nothing by itself: followed by another one, without a session or once its owner is gone', async () => {
  const zoe = await signIn(office.app, office.db, ZOE, SECRET);
  const eve = await signIn(office.app, office.db, 'eve@exemple.fr', SECRET);
  const { id, code } = (await reserve(zoe, 'one')).json();
  await settle();
  await agent.post('/api/reservations/accept', { id });
  await settle();
  const letters = server.received.filter(({ mail }) => mail.text?.includes(`/voyages/${id}`));
  expect(letters.length).toBeGreaterThanOrEqual(2);
  const links = letters.flatMap(({ mail }) => mail.text?.match(/https?:\/\/\S+/g) ?? []);
  // links without a secret: an address of the site, and the reference of a reservation
  for (const link of links)
    expect(link).toMatch(/^https:\/\/www\.parite\.example\/?(#\/voyages\/[0-9a-f]{32})?$/);
  const own = links.find((link) => link.endsWith(`/${id}`)) ?? '';
  expect((await open(zoe, own)).json()).toMatchObject({ id, code });
  expect((await open(eve, own)).statusCode).toBe(404);
  expect((await open(visit(office.app), own)).statusCode).toBe(401);
  expect((await eve.post('/api/traveller/reservations/cancel', { id })).statusCode).toBe(404);
  expect((await open(zoe, own)).json().state).toBe('accepted');
  await zoe.post('/api/traveller/delete', { email: ZOE });
  const again = await signIn(office.app, office.db, ZOE, SECRET);
  for (const who of [zoe, again, eve]) expect((await open(who, own)).statusCode).toBeGreaterThanOrEqual(401);
  expect((await open(again, own)).statusCode).toBe(404);
});

test('what was sent once does nothing more when it is sent again', async () => {
  const zoe = await signIn(office.app, office.db, ZOE, SECRET);
  const eve = await signIn(office.app, office.db, 'eve@exemple.fr', SECRET);
  const { id, code } = (await reserve(zoe, 'two')).json();
  // the key of another account is a key of one's own
  const eves = (await reserve(eve, 'two')).json();
  expect(eves.id).not.toBe(id);
  expect(eves.code).not.toBe(code);
  const stock = async () =>
    (await office.db.selectFrom('stocks').where('day', 'is not', null).select('promised').execute())[0]
      ?.promised;
  expect(await stock()).toBe('200.00');
  const cancel = () => zoe.post('/api/traveller/reservations/cancel', { id });
  const [first, ...others] = await Promise.all([cancel(), cancel(), cancel()]);
  expect([first, ...others].map((answer) => answer?.statusCode).sort()).toEqual([200, 409, 409]);
  expect(await stock()).toBe('100.00');
  for (const to of ['accept', 'ready']) await agent.post(`/api/reservations/${to}`, { id: eves.id });
  const collect = () => agent.post('/api/reservations/collect', { code: eves.code, another_day: true });
  const handed = await Promise.all([collect(), collect()]);
  expect(handed.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect((await collect()).statusCode).toBe(409);
  const slips = await office.db.selectFrom('slips').select('number').execute();
  expect(slips).toEqual([{ number: 1 }]);
});

test('digits that opened a session open no other one, and a session that was left is over', async () => {
  const browser = visit(office.app);
  await browser.post('/api/traveller/code', { email: ZOE });
  const code = await mailedDigits(office.db, ZOE, SECRET);
  const ticket = new Map(browser.cookies);
  expect((await browser.post('/api/traveller/session', { email: ZOE, code })).statusCode).toBe(200);
  const session = new Map(browser.cookies);
  const thief = visit(office.app);
  for (const [name, value] of ticket) thief.cookies.set(name, value);
  // for a minute they answer the same browser again, whose answer the network may have lost
  clock = new Date(ASKED_AT.getTime() + 60_000);
  expect((await thief.post('/api/traveller/session', { email: ZOE, code })).statusCode).toBe(401);
  await browser.post('/api/traveller/logout', {});
  for (const [name, value] of session) thief.cookies.set(name, value);
  expect((await thief.get('/api/traveller/reservations')).statusCode).toBe(401);
  clock = new Date(ASKED_AT.getTime() + 11 * 60_000);
  const late = visit(office.app);
  await late.post('/api/traveller/code', { email: ZOE });
  const digits = await mailedDigits(office.db, ZOE, SECRET);
  clock = new Date(clock.getTime() + 11 * 60_000);
  expect((await late.post('/api/traveller/session', { email: ZOE, code: digits })).statusCode).toBe(401);
});
