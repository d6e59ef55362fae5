import { createHash } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { api, type CallName } from '#domain/api.ts';
import type { Board } from '#domain/boards/board.ts';
import { DEFAULT_TERMS } from '#domain/terms/terms.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import { createSiteResolver } from '../http/company-site.ts';
import type { StreamState } from '../public-data.ts';
import { seedDemo } from '../seed/seed.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { hasNatsServer, NatsServer } from '../testing/nats-server.ts';
import { openRelay, type Relay } from '../testing/relay.ts';
import { aClosureRow, aTermsRow } from '../testing/rows.ts';
import { followBoard } from '../testing/streams.ts';
import { buildCompareApp } from './compare-app.ts';
import { followStream } from './follow-public-data.ts';
import { openNats } from './nats.ts';
import { startRelay } from './relay.ts';

const SOON = { timeout: 30_000, interval: 100 };
const AT = new Date();
const SECRET = 'S'.repeat(43);
const hashOf = (secret: string) => createHash('sha256').update(secret).digest();
// both tell the same moment, and lead to the same stand-ins of bureaux
// both are asked again and again, more often where the machine is busy
const SETTINGS = {
  TRUST_PROXY: 'on',
  DEMO: 'on',
  DEMO_PASSWORD: 'never said to anybody',
  RATE_LIMIT: '999999999',
};

/** Forwarded calls: writes, and the one read of a stock that changes with every request. */
const HANDED_ON: readonly CallName[] = [
  ...(['POST /api/public/leads', 'POST /api/public/save/email'] as const),
  ...(['POST /api/public/newsletter/confirm', 'POST /api/public/newsletter/unsubscribe'] as const),
  ...(['POST /api/traveller/code', 'POST /api/traveller/session'] as const),
  'POST /api/public/outcome',
  'GET /api/public/bookings',
];

const UNKNOWN_LOGO = 'GET /images/companies/nobodys-00000000.png';

type Read = { url?: string; body?: object; headers?: Record<string, string> };

describe.skipIf(!hasNatsServer)('a comparing instance', () => {
  let database: TestDatabase;
  let nats: NatsServer;
  let whole: TestApp;
  /** between the comparing instance and the whole one */
  let way: Relay;
  let compare: Awaited<ReturnType<typeof buildCompareApp>>;
  let bureau: { id: number; site: string; shownSite: string };
  let article: string;
  let stream: StreamState | null;
  const closers: (() => Promise<unknown>)[] = [];
  const log = pino({ level: 'silent' });
  const now = () => AT;

  beforeAll(async () => {
    [database, nats] = await Promise.all([createTestDatabase(), NatsServer.open()]);
    const { db, url } = database;
    await seedDemo(db, { now: AT, demoPassword: SETTINGS.DEMO_PASSWORD });
    await setUp();
    whole = await startTestApp(url, now, SETTINGS);
    await Promise.all([whole.book.loaded, whole.blog.loaded]);
    way = await openRelay(await whole.app.listen({ port: 0, host: '127.0.0.1' }));
    const connection = openNats(nats.url, log);
    const relayed = openDatabase(url, { maxConnections: 2 });
    const relay = startRelay({ db: relayed.db, url, nats: connection, now, clock: () => 'ok', log });
    closers.push(connection.close, relayed.close, relay.close);
    const internalUrl = way.url;
    const config = readConfig({
      ...SETTINGS,
      ROLE: 'compare',
      NATS_URL: nats.url,
      INTERNAL_URL: internalUrl,
    });
    const reachedAt = createSiteResolver(config);
    const followed = followStream({ natsUrl: nats.url, log, reachedAt });
    closers.push(followed.close);
    stream = followed.stream;
    await Promise.all([followed.book.loaded, followed.blog.loaded]);
    compare = await buildCompareApp({
      ...followed,
      config: { ...config, internalUrl },
      now,
      log,
      beatEvery: 50,
    });
    await compare.listen({ port: 0, host: '127.0.0.1' });
    bureau.shownSite = reachedAt(bureau.site);
    article = [...(whole.blog.current()?.views.keys() ?? [])][0] ?? '';
  });
  afterAll(async () => {
    await compare.close();
    for (const close of closers.reverse()) await close();
    await way.close();
    await whole.close();
    await Promise.all([nats.close(), database.close()]);
  });

  /** A bureau with all that a public read shows: branches, a logo of its own, a screen, reservations. */
  async function setUp() {
    const { db } = database;
    const { id, site } = await db
      .selectFrom('branches')
      .innerJoin('companies', 'companies.id', 'company_id')
      .where('charges_fees', '=', false)
      .select(['companies.id', 'site'])
      .orderBy('companies.id')
      .limit(1)
      .executeTakeFirstOrThrow();
    bureau = { id, site, shownSite: '' };
    await setLogo('un-01234567');
    await db.updateTable('companies').set({ authorisation: '12345' }).where('id', '=', id).execute();
    const screen = { secret_hash: hashOf(SECRET), screen_made_at: AT };
    await db
      .insertInto('boards')
      .values({ company_id: id, address: '1 quai', ...screen })
      .onConflict((conflict) => conflict.columns(['company_id', 'branch']).doUpdateSet(screen))
      .execute();
    const terms = { terms: JSON.stringify(DEFAULT_TERMS), admitted_at: AT };
    await db
      .insertInto('reservation_terms')
      .values(aTermsRow({ company_id: id, updated_at: AT, ...terms }))
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet(terms))
      .execute();
  }

  async function setLogo(logo: string): Promise<void> {
    await database.db
      .insertInto('company_logos')
      .values({ logo, png: Buffer.from(logo), created_at: AT })
      .execute();
    await database.db.updateTable('companies').set({ logo }).where('id', '=', bureau.id).execute();
  }

  const reads = (): Partial<Record<CallName, Read>> => ({
    'GET /api/public/currencies': {},
    'POST /api/public/offers': {
      body: { offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' } },
    },
    'GET /api/public/places': { url: '/api/public/places?q=paris' },
    'POST /api/public/places/nearest': { body: { lat: 48.85, lon: 2.35 } },
    'GET /api/public/board': { headers: { authorization: `Bearer ${SECRET}` } },
    'GET /api/public/branches': {
      url: `/api/public/branches?company=${encodeURIComponent(bureau.shownSite)}`,
    },
    'GET /api/public/blog/articles/banner': {},
    'GET /api/public/blog/articles': {},
    'GET /api/public/blog/articles/view/{id}': { url: `/api/public/blog/articles/view/${article}` },
    'GET /api/public/bookings/bureaux': {},
  });

  type App = { app: TestApp['app'] };
  async function answerOf({ app }: App, name: string, { url, body, headers = {} }: Read) {
    const [method, path = ''] = name.split(' ') as ['GET' | 'POST', string];
    const answer = await app.inject({
      method,
      url: url ?? path,
      headers: { host: 'localhost', ...headers },
      ...(body && { payload: body }),
    });
    const { 'content-type': type, 'cache-control': cached } = answer.headers;
    return { status: answer.statusCode, type, cached, body: answer.body };
  }

  /** Every public read, and what stands beside the calls. */
  async function answersOf(app: App, logo: string) {
    const others: [string, Read][] = [
      [`GET /images/companies/${logo}.png`, {}],
      [UNKNOWN_LOGO, {}],
      [`GET ${new URL(bureau.shownSite).pathname}`, { headers: { accept: 'text/html' } }],
      [`GET /tableau/${SECRET}`, {}],
      [`GET /tableau/${'U'.repeat(43)}`, {}],
      ['GET /api/public/board ', { url: '/api/public/board', headers: { authorization: 'Bearer none' } }],
    ];
    const asked = [...(Object.entries(reads()) as [string, Read][]), ...others];
    return Object.fromEntries(
      await Promise.all(asked.map(async ([name, read]) => [name, await answerOf(app, name, read)] as const)),
    );
  }

  /** Both, once what is awaited has come to them: neither may have heard of a change yet. */
  const areAlike = (logo: string, awaited: (ours: Awaited<ReturnType<typeof answersOf>>) => void) =>
    vi.waitFor(async () => {
      const [ours, theirs] = await Promise.all([answersOf({ app: compare }, logo), answersOf(whole, logo)]);
      awaited(ours);
      expect(ours).toEqual(theirs);
      return ours;
    }, SOON);

  test('answers every public read as a whole one does, what has changed since too, from memory with NATS and the whole one away, and says then of the others that they are to be asked again', async () => {
    await answerPublicReads();
    await answerChanges();
    await goOnAlone();
  });

  async function answerPublicReads(): Promise<void> {
    const open = Object.entries(api).filter(
      ([, { host, needs }]) => host === 'public' && needs === 'nothing',
    );
    expect([...Object.keys(reads()), ...HANDED_ON].sort()).toEqual(open.map(([name]) => name).sort());
    const ours = await areAlike('un-01234567', () => undefined);
    for (const [name, { status }] of Object.entries(ours)) {
      // the page of a screen is there once it is built
      if (!/nobodys|UUU|board $|tableau/.test(name)) expect([name, status]).toEqual([name, 200]);
    }
    expect(JSON.parse(ours['GET /api/public/branches']?.body ?? '').branches.length).toBeGreaterThan(0);
    expect(JSON.parse(ours['GET /api/public/bookings/bureaux']?.body ?? '').bureaux).toBeGreaterThan(0);
    expect(ours['GET /api/public/board']?.body).toContain('1 quai');
  }

  async function answerChanges(): Promise<void> {
    const { db } = database;
    const screen = await followBoard(compare, SECRET);
    const boards = () => screen.eventsOf<Board>('board');
    await vi.waitFor(() => expect(boards()).toHaveLength(1), SOON);
    await setLogo('deux-89abcdef');
    await db
      .updateTable('branches')
      .set({ access_note: 'Au fond de la cour', takes_cards: true })
      .where('company_id', '=', bureau.id)
      .execute();
    const branch = await db
      .selectFrom('branches')
      .where('company_id', '=', bureau.id)
      .where('closed_at', 'is', null)
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('branch_closures')
      .values(
        aClosureRow({
          branch_id: branch.id,
          from_day: '2030-05-01',
          to_day: '2030-05-02',
          reason: 'Travaux',
        }),
      )
      .execute();
    const own = db.updateTable('fixings').where('company_id', '=', bureau.id);
    await own.set({ is_sale_suspended: true }).where('currency_code', '=', 'USD').execute();
    await own.set({ held_at: AT, held_by: [] }).where('currency_code', '=', 'GBP').execute();
    await db.updateTable('boards').set({ address: '2 quai' }).where('company_id', '=', bureau.id).execute();
    await areAlike('deux-89abcdef', (ours) => {
      expect(ours['GET /api/public/branches']?.body).toMatch(/Au fond de la cour.*Travaux/);
      expect(ours['GET /api/public/board']?.body).toContain('2 quai');
    });
    await vi.waitFor(() => expect(boards().at(-1)?.address).toBe('2 quai'), SOON);
    const rows = boards().at(-1)?.rows ?? [];
    expect(rows.find(({ code }) => code === 'GBP')).toMatchObject({ purchase: null, sale: null });
    // one that charges beside its rate is compared no more, and posts its rates still
    await db.updateTable('companies').set({ charges_fees: true }).where('id', '=', bureau.id).execute();
    await areAlike('deux-89abcdef', (ours) => {
      expect(JSON.parse(ours['GET /api/public/branches']?.body ?? '').company).toBeNull();
      expect(ours['GET /api/public/board']?.status).toBe(200);
    });
    await db.updateTable('companies').set({ charges_fees: false }).where('id', '=', bureau.id).execute();
    await areAlike('deux-89abcdef', (ours) => {
      expect(JSON.parse(ours['GET /api/public/branches']?.body ?? '').company).not.toBeNull();
    });
    await db.updateTable('companies').set({ suspended_at: AT }).where('id', '=', bureau.id).execute();
    await vi.waitFor(() => expect(screen.isOver()).toBe(true), SOON);
    await areAlike('deux-89abcdef', (ours) => expect(ours['GET /api/public/board']?.status).toBe(404));
    await db.updateTable('companies').set({ suspended_at: null }).where('id', '=', bureau.id).execute();
    await areAlike('deux-89abcdef', (ours) => expect(ours['GET /api/public/board']?.status).toBe(200));
    // taken back
    await db
      .updateTable('boards')
      .set({ secret_hash: null, screen_made_at: null })
      .where('company_id', '=', bureau.id)
      .execute();
    await areAlike('deux-89abcdef', (ours) => expect(ours['GET /api/public/board']?.status).toBe(404));
  }

  async function goOnAlone(): Promise<void> {
    const { [UNKNOWN_LOGO]: unknown, ...before } = await answersOf({ app: compare }, 'deux-89abcdef');
    await Promise.all([nats.kill(), way.cut()]);
    await vi.waitFor(() => expect(stream?.status()).toBe('away'), SOON);
    const { [UNKNOWN_LOGO]: unasked, ...after } = await answersOf({ app: compare }, 'deux-89abcdef');
    expect(after).toEqual(before);
    expect([unknown?.status, unasked?.status]).toEqual([404, 503]);
    expect(JSON.parse(unasked?.body ?? '').message).toMatch(/^Le service est momentanément indisponible/);
    const refused = HANDED_ON.map(async (name) => {
      const answer = await answerOf({ app: compare }, name, name.startsWith('POST') ? { body: {} } : {});
      expect([name, answer.status], answer.body).toEqual([name, 503]);
      expect(JSON.parse(answer.body).message).toMatch(/^Ce service est momentanément indisponible/);
    });
    await Promise.all(refused);
    const first = JSON.parse(before['POST /api/public/offers']?.body ?? '').offers[0].company.name;
    await nats.start();
    await vi.waitFor(() => expect(stream?.status()).toBe('ok'), SOON);
    // on its way out it says what it counted: the first one was shown at the first rank each time
    await compare.close();
    const counted = await database.db
      .selectFrom('shown_counts')
      .innerJoin('companies', 'companies.id', 'company_id')
      .where('companies.name', '=', first)
      .select(['shown', 'ranks'])
      .executeTakeFirstOrThrow();
    expect(Number(counted.shown)).toBeGreaterThan(1);
    expect(counted.ranks).toBe(counted.shown);
  }
});
