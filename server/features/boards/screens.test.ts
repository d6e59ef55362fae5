import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AuditEntry } from '#domain/audit/audit.ts';
import type { Board } from '#domain/boards/board.ts';
import { aBranchDraft } from '#domain/testing/branches.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type Browser, enter, furnishOffice, type Office } from '../../testing/office.ts';
import { followBoard } from '../../testing/streams.ts';
import { addOpenings } from '../branches/compute-openings.ts';

let database: TestDatabase;
let server: TestApp;
let office: Office;
let agent: Browser;

beforeEach(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  server = await startTestApp(database.url, undefined, {}, { beatEvery: 50 });
  await server.book.loaded;
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  agent = await enter(server.app, 'agent');
});
afterEach(async () => {
  await server.close();
  await database.close();
});

const SOON = { timeout: 30_000, interval: 10 };
const UNKNOWN = 'U'.repeat(43);

async function openScreen(who: Browser): Promise<string> {
  const answer = await who.post('/api/fixings/board/screen', { is_open: true });
  expect(answer.statusCode).toBe(200);
  const { address } = answer.json<{ address: string }>();
  expect(address).toMatch(/^http:\/\/localhost(:\d+)?\/tableau\/[\w-]{43}$/);
  return address.slice(-43);
}

async function follow(secret: string) {
  const { eventsOf, ...stream } = await followBoard(server.app, secret);
  return { ...stream, boards: () => eventsOf<Board>('board') };
}

const page = (secret: string) =>
  server.app.inject({ url: `/tableau/${secret}`, headers: { host: 'localhost', accept: 'text/html' } });
const fix = (code: string, purchase: number, sale: number) =>
  agent.post('/api/fixings/update', { currency: { code }, base: 'EUR', amounts: { purchase, sale } });

test('a screen gets the board, then each publication, without the currencies that its company hides', async () => {
  await fix('USD', 1.17, 1.105);
  await fix('MAD', 11, 10.4);
  await agent.post('/api/fixings/board', { address: ' 12 quai de Seine ', left_out: ['MAD'] });
  const screen = await follow(await openScreen(agent));
  expect(screen.response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  });
  expect(screen.response.headers).not.toHaveProperty('set-cookie');
  await vi.waitFor(() => expect(screen.boards()).toHaveLength(1), SOON);
  expect(screen.boards()[0]).toMatchObject({
    company: 'Quais',
    address: '12 quai de Seine',
    fees: 'La rémunération du bureau est comprise dans les taux affichés.',
    rows: [{ code: 'USD', units: 1, purchase: '0,85470', sale: '0,90498' }],
  });
  await fix('USD', 1.16, 1.105);
  await vi.waitFor(
    () => expect(screen.boards().at(-1)?.rows[0]).toMatchObject({ purchase: '0,86206' }),
    SOON,
  );
  // a beat tells the time
  await vi.waitFor(
    () => expect(screen.text()).toMatch(/^event: time\ndata: \d{4}-[\d-]+T[\d:.]+Z\n\n/m),
    SOON,
  );
  // what the bureau says of itself, and of its board, shows as well
  await database.db.updateTable('companies').set({ fees: '4 € par opération' }).execute();
  await vi.waitFor(() => expect(screen.boards().at(-1)?.fees).toBe('4 € par opération'), SOON);
  await agent.post('/api/fixings/board', { address: '', left_out: [] });
  const codes = () =>
    screen
      .boards()
      .at(-1)
      ?.rows.map(({ code }) => code);
  await vi.waitFor(() => expect(codes()).toEqual(['USD', 'MAD']), SOON);
  await agent.post('/api/fixings/sheet', { currencies: ['MAD', 'USD'] });
  await vi.waitFor(() => expect(codes()).toEqual(['MAD', 'USD']), SOON);
  // out of stock; and what waits for a second person has no figure
  await agent.post('/api/fixings/suspend', { currency: { code: 'MAD' }, purchase: true, sale: true });
  await vi.waitFor(() => expect(codes()).toEqual(['USD']), SOON);
  await fix('USD', 1.16, 1.9);
  await vi.waitFor(
    () => expect(screen.boards().at(-1)?.rows[0]).toMatchObject({ purchase: null, sale: null }),
    SOON,
  );
  screen.close();
});

test('a screen says which branch a closure shuts, until it is open again', async () => {
  const always = { hours: '24/7', closed_on_holidays: false };
  const gare = (await agent.post('/api/branches/save', aBranchDraft({ name: 'Gare', ...always }))).json();
  await addOpenings(database.db, new Date(), null);
  const screen = await follow(await openScreen(agent));
  const closed = () => screen.boards().at(-1)?.closed;
  await vi.waitFor(() => expect(screen.boards().length).toBeGreaterThan(0), SOON);
  expect(closed()).toBeUndefined();
  await agent.post('/api/branches/close-now', { id: gare.id, is_closed: true });
  await vi.waitFor(() => expect(closed()).toBe('Fermé jusqu’à minuit'), SOON);
  await agent.post('/api/branches/save', aBranchDraft({ name: 'Port', ...always }));
  await vi.waitFor(() => expect(closed()).toBe('Gare\u00a0: fermé jusqu’à minuit'), SOON);
  await agent.post('/api/branches/close-now', { id: gare.id, is_closed: false });
  await vi.waitFor(() => expect(closed()).toBeUndefined(), SOON);
  screen.close();
});

test('a renewed or revoked screen link closes the former one, on open screens too, and is journaled', async () => {
  const first = await openScreen(agent);
  const screen = await follow(first);
  await vi.waitFor(() => expect(screen.boards()).toHaveLength(1), SOON);
  const second = await openScreen(agent);
  await vi.waitFor(() => expect(screen.isOver()).toBe(true), SOON);
  expect(screen.text()).toContain('event: gone');
  expect((await follow(first)).response.statusCode).toBe(404);
  const other = await follow(second);
  await vi.waitFor(() => expect(other.boards()).toHaveLength(1), SOON);
  await agent.post('/api/fixings/board/screen', { is_open: false });
  await vi.waitFor(() => expect(other.isOver()).toBe(true), SOON);
  expect((await agent.get('/api/fixings/board')).json()).toMatchObject({ screen_made_at: null });

  const admin = await enter(server.app, 'admin');
  const entries: AuditEntry[] = (await admin.get('/api/audit')).json();
  const acts = entries.filter(({ action }) => action.startsWith('board.'));
  expect(acts.map(({ action, company }) => [action, company?.name])).toEqual([
    ['board.closed', 'Quais'],
    ['board.opened', 'Quais'],
    ['board.opened', 'Quais'],
  ]);
  // neither the log nor the database knows a secret
  const rows = JSON.stringify(await database.db.selectFrom('boards').selectAll().execute());
  for (const secret of [first, second]) {
    expect(server.logged()).not.toContain(secret);
    expect(JSON.stringify(entries)).not.toContain(secret);
    expect(rows).not.toContain(secret);
  }
});

test('the screen of a suspended company stops, and its address is back with the company', async () => {
  await fix('USD', 1.17, 1.105);
  const secret = await openScreen(agent);
  const screen = await follow(secret);
  await vi.waitFor(() => expect(screen.boards()).toHaveLength(1), SOON);
  const admin = await enter(server.app, 'root');
  const suspend = (is_suspended: boolean) =>
    admin.post('/api/companies/suspend', { id: office.companies.Quais, is_suspended });
  expect((await suspend(true)).statusCode).toBe(200);
  await vi.waitFor(() => expect(screen.isOver()).toBe(true), SOON);
  expect(screen.text()).toContain('event: gone');
  expect((await follow(secret)).response.statusCode).toBe(404);
  expect((await page(secret)).statusCode).toBe(404);
  await suspend(false);
  const again = await follow(secret);
  await vi.waitFor(() => expect(again.boards()).toMatchObject([{ rows: [{ code: 'USD' }] }]), SOON);
});

test('an unknown screen link gets a page of its own, without a cookie, with a message', async () => {
  await openScreen(agent);
  for (const secret of [UNKNOWN, 'x', '%00', 'a'.repeat(150)]) {
    const answer = await page(secret);
    expect(answer.statusCode, secret).toBe(404);
    expect(answer.body).toContain('Ce tableau n’est pas à cette adresse');
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers).not.toHaveProperty('set-cookie');
  }
  expect((await follow(UNKNOWN)).response.statusCode).toBe(404);
  // the back-office has no such page
  const answer = await server.app.inject({
    url: `/tableau/${UNKNOWN}`,
    headers: { host: 'backoffice.localhost' },
  });
  expect([answer.statusCode, answer.body.includes('tableau')]).toEqual([404, false]);
});

test('a company has at most eight screens, and a closed one makes room', async () => {
  const secret = await openScreen(agent);
  const open = [];
  for (let i = 0; i < 8; i++) open.push(await follow(secret));
  const refused = await follow(secret);
  expect([refused.response.statusCode, refused.response.headers['retry-after']]).toEqual([429, '60']);
  open[0]?.close();
  await vi.waitFor(async () => {
    const again = await follow(secret);
    expect(again.response.statusCode).toBe(200);
    again.close();
  }, SOON);
  for (const screen of open) screen.close();
});

test('the board’s age is that of its newest displayed rate', async () => {
  await fix('USD', 1.17, 1.105);
  const read = async () => {
    const headers = { host: 'localhost', authorization: `Bearer ${secret}` };
    const { body } = await server.app.inject({ url: '/api/public/board', headers });
    return JSON.parse(body.split('data: ')[1] ?? '') as Board;
  };
  const secret = await openScreen(agent);
  const { published_at } = await read();
  expect(published_at).not.toBeNull();
  await agent.post('/api/fixings/board', { address: '', left_out: ['MAD'] });
  await fix('MAD', 11, 10.4);
  await fix('GBP', 0.9, 0.85);
  const newest = await read();
  expect([newest.rows.length, newest.published_at !== published_at]).toEqual([2, true]);
  await agent.post('/api/fixings/suspend', { currency: { code: 'GBP' }, purchase: true, sale: true });
  expect(await read()).toMatchObject({ published_at, rows: [{ code: 'USD' }] });
  await agent.post('/api/fixings/suspend', { currency: { code: 'USD' }, purchase: true, sale: true });
  expect(await read()).toMatchObject({ published_at: null, rows: [] });
});

test('screens are limited by address, apart from travellers, and a refused one reconnects by itself', async () => {
  let at = Date.now();
  await server.close();
  server = await startTestApp(database.url, () => new Date(at), { RATE_LIMIT: '5' });
  await server.book.loaded;
  agent = await enter(server.app, 'agent');
  const secret = await openScreen(agent);
  const headers = { host: 'localhost', authorization: `Bearer ${secret}` };
  const board = () => server.app.inject({ url: '/api/public/board', headers });
  // guesses count as well
  for (let i = 0; i < 2; i++) expect((await page(UNKNOWN)).statusCode).toBe(404);
  for (let i = 0; i < 3; i++) expect((await board()).statusCode).toBe(200);
  const refused = await board();
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests']);
  const refusedPage = await page(secret);
  expect(refusedPage.statusCode).toBe(429);
  expect(refusedPage.body).toContain('Trop de demandes');
  expect(refusedPage.headers.refresh).toBe(refusedPage.headers['retry-after']);
  const offers = { url: '/api/public/offers', headers: { host: 'localhost' } } as const;
  expect((await server.app.inject({ ...offers, method: 'POST', payload: {} })).statusCode).not.toBe(429);
  at += 1000 * Number(refused.headers['retry-after']);
  expect((await board()).statusCode).toBe(200);
});

test('another company’s board can be neither read nor changed', async () => {
  await fix('USD', 1.17, 1.105);
  const agent2 = await enter(server.app, 'agent2');
  await agent2.post('/api/fixings/board', { address: 'ailleurs', left_out: ['USD'] });
  expect((await agent.get('/api/fixings/board')).json()).toMatchObject({
    left_out: [],
    board: { company: 'Quais', address: '', rows: [{ code: 'USD' }] },
  });
  expect((await agent2.get('/api/fixings/board')).json()).toMatchObject({
    board: { company: 'Zéphyr', rows: [] },
  });
  expect(office.companies).toHaveProperty('Zéphyr');
});
