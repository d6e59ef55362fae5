import { once } from 'node:events';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { upsertClock } from '../db/clock.ts';
import { openDatabase } from '../db/open.ts';
import { HttpMetrics } from '../http/http-metrics.ts';
import { addJobs } from '../jobs/add-job.queries.ts';
import { enrolRuns, recordRun } from '../jobs/queue.queries.ts';
import { seedDemo } from '../seed/seed.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { timeAt } from '../testing/clock/time-at.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openRelay, type Relay } from '../testing/relay.ts';
import { watchDatabase } from './database-state.ts';
import { type ServedMetrics, serveMetrics } from './serve.ts';

const NO_FEED = { ratesFeedUrl: null, ratesFeedInterval: 3600 };

let database: TestDatabase;
let relay: Relay;
let server: TestApp;
let http: HttpMetrics;
let metrics: ServedMetrics;
let closePool: () => Promise<void>;
let clock = new Date('2026-11-21T10:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo(database.db, { now: clock, demoPassword: 'parite-demo-2026' });
  relay = await openRelay(database.url);
  http = new HttpMetrics();
  server = await startTestApp(relay.url, () => clock, {}, { httpMetrics: http });
  await Promise.all([server.book.loaded, server.blog.loaded]);
  const { db, poolCounts, close } = openDatabase(relay.url, { maxConnections: 3 });
  closePool = close;
  metrics = await serveMetrics(
    {
      http,
      db,
      poolCounts,
      book: server.book,
      feed: NO_FEED,
      version: '1.2.3',
      commit: 'abc',
      time: timeAt(() => clock),
      readEvery: 300,
    },
    { port: 0, host: '127.0.0.1' },
  );
});
afterAll(async () => {
  await metrics.close();
  await server.close();
  await closePool();
  await relay.close();
  await database.close();
});

const get = (path: string) => fetch(`http://127.0.0.1:${metrics.port}${path}`);

/** Every sample by name and labels. Each line must be one, or a comment. */
async function scrape(): Promise<Map<string, number>> {
  const lines = (await (await get('/metrics')).text()).trimEnd().split('\n');
  const samples = lines.filter((line) => !/^# (HELP|TYPE) [a-z_]+ /.test(line));
  return new Map(
    samples.map((line) => {
      const [, name = '', value = ''] = /^([a-z_0-9]+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      // the lag of an event loop between two scrapes of one moment is none
      if (!name.startsWith('nodejs_eventloop_lag')) expect(Number.isNaN(Number(value)), line).toBe(false);
      return [name, Number(value)];
    }),
  );
}

const histogram = 'parite_http_request_duration_seconds';
const soon = { timeout: 20_000, interval: 50 };

describe('requests', () => {
  test('are counted by pattern, method and status, never by what was asked', async () => {
    const inject = (url: string, payload?: object) =>
      server.app.inject({
        method: payload ? 'POST' : 'GET',
        url,
        headers: { host: 'localhost' },
        ...(payload && { payload }),
      });
    const offers = { offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' } };
    for (let i = 0; i < 3; i++) await inject('/api/public/offers', offers);
    await inject('/api/public/offers', {});
    await inject('/api/public/blog/articles/view/nobody@secret.example');
    await inject('/secret?mail=nobody@secret.example');
    const text = await (await get('/metrics')).text();
    expect(text).not.toContain('secret');
    const samples = await scrape();
    const count = (route: string, method: string, status: number) =>
      samples.get(`${histogram}_count{route="${route}",method="${method}",status="${status}"}`);
    expect(count('/api/public/offers', 'POST', 200)).toBe(3);
    expect(count('/api/public/offers', 'POST', 400)).toBe(1);
    expect(count('/api/public/blog/articles/view/:id', 'GET', 404)).toBe(1);
    expect(count('none', 'GET', 404)).toBe(1);
  });

  test('fall into buckets that hold those below them', async () => {
    for (const seconds of [0.0004, 0.0005, 0.003, 99]) http.observe('/"\\', 'GET', 200, seconds);
    const samples = await scrape();
    const label = 'route="/\\"\\\\",method="GET",status="200"';
    const bucket = (le: string) => samples.get(`${histogram}_bucket{${label},le="${le}"}`);
    expect(['0.0005', '0.0025', '0.005', '10', '+Inf'].map(bucket)).toEqual([2, 2, 3, 3, 4]);
    expect(samples.get(`${histogram}_count{${label}}`)).toBe(4);
    expect(samples.get(`${histogram}_sum{${label}}`)).toBeCloseTo(99.0039);
  });
});

test('what waits in the queue, and what failed at every try, is told', async () => {
  expect((await scrape()).get('parite_jobs_waiting')).toBe(0);
  await addJobs(database.db, [
    { name: 'late', delay: -60_000 },
    { name: 'failed' },
    { name: 'to-come', delay: 60_000 },
  ]);
  await sql`UPDATE graphile_worker._private_jobs SET attempts = 25, last_error = 'failed'
    WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'failed')`.execute(
    database.db,
  );
  await vi.waitFor(async () => {
    const samples = await scrape();
    expect(samples.get('parite_jobs_waiting')).toBe(1);
    expect(samples.get('parite_jobs_oldest_due_seconds')).toBeGreaterThanOrEqual(60);
    expect(samples.get('parite_jobs_failed')).toBe(1);
  }, soon);
});

test('each recurring job is told by its task', async () => {
  await recordRun(database.db, { name: 'nobody', isDone: true, delay: 0 });
  await enrolRuns(database.db, ['read-feed', 'erase-on-time']);
  await recordRun(database.db, { name: 'read-feed', isDone: true, delay: 60_000 });
  await recordRun(database.db, { name: 'erase-on-time', isDone: false, delay: -60_000 });
  await vi.waitFor(async () => {
    const samples = await scrape();
    const of = (what: string, task: string) => samples.get(`parite_job_${what}{task="${task}"}`);
    expect(of('last_success_timestamp_seconds', 'read-feed')).toBeGreaterThan(0);
    expect(of('last_success_timestamp_seconds', 'erase-on-time')).toBeUndefined();
    expect([of('failures_in_a_row', 'read-feed'), of('failures_in_a_row', 'erase-on-time')]).toEqual([0, 1]);
    expect(of('overdue_seconds', 'read-feed')).toBe(0);
    expect(of('overdue_seconds', 'erase-on-time')).toBeGreaterThanOrEqual(60);
  }, soon);
});

test('the book, the pool, the process and the version are told', async () => {
  const isLive = async () => expect((await scrape()).get('parite_rate_book_live')).toBe(1);
  await vi.waitFor(isLive, soon);
  const samples = await scrape();
  expect(samples.get('parite_rate_book_companies')).toBe(server.book.current()?.companies.length);
  expect(samples.get('parite_rate_book_fixings')).toBe(server.book.current()?.fixingCount);
  expect(samples.get('parite_rate_book_live')).toBe(1);
  expect(samples.get('parite_rate_book_age_seconds')).toBe(0);
  expect(samples.get('parite_mid_rates_newest_timestamp_seconds')).toBe(Date.parse('2026-11-21') / 1000);
  // nobody publishes them here: none is due
  expect(samples.has('parite_mid_rates_due_timestamp_seconds')).toBe(false);
  expect(samples.get('parite_database_up')).toBe(1);
  expect(samples.get('parite_database_pool_connections{state="idle"}')).toBeGreaterThan(0);
  expect(samples.get('parite_database_pool_connections{state="busy"}')).toBe(0);
  expect(samples.get('parite_database_pool_waiting')).toBe(0);
  const labels = `version="1.2.3",commit="abc",node="${process.versions.node}"`;
  expect(samples.get(`parite_build_info{${labels}}`)).toBe(1);
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0);
});

test('the feed and the mails are read from the database, at most every two seconds', async () => {
  const read = watchDatabase({ db: database.db, now: () => clock });
  expect(read()).toBe(read());
  expect((await scrape()).has('parite_rates_feed_age_seconds')).toBe(false);
  const hourAgo = new Date(clock.getTime() - 3_600_000);
  await database.db
    .insertInto('rates_feed')
    .values({ checked_at: clock, succeeded_at: hourAgo, error: 'La source des taux ne répond pas.' })
    .execute();
  await database.db
    .insertInto('mails')
    .values({
      kind: 'password',
      recipient: 'x@parite.example',
      params: '{}',
      created_at: hourAgo,
      due_at: clock,
    })
    .execute();
  await vi.waitFor(async () => {
    const samples = await scrape();
    expect(samples.get('parite_rates_feed_age_seconds')).toBe(3600);
    expect(samples.get('parite_rates_feed_last_check_timestamp_seconds')).toBe(clock.getTime() / 1000);
    expect(samples.get('parite_rates_feed_failing')).toBe(1);
    expect(samples.get('parite_mails_queued')).toBe(1);
    expect(samples.get('parite_mails_oldest_age_seconds')).toBe(3600);
  }, soon);
});

test('backups are told by their moment, and writing by a write', async () => {
  const samples = await scrape();
  expect(samples.has('parite_backup_newest_timestamp_seconds')).toBe(false);
  expect(samples.has('parite_backup_verified_timestamp_seconds')).toBe(false);
  expect(samples.get('parite_database_writable')).toBe(1);
  const [older, newer] = [new Date('2026-11-13T01:30:00Z'), new Date('2026-11-20T01:30:00Z')];
  const of = { size_bytes: 4_096, is_encrypted: true };
  // by a clock that was ahead: past with the next one
  for (const at of [new Date('2029-11-22T01:30:00Z'), older]) {
    await database.db
      .insertInto('backups')
      .values({ ...of, at })
      .execute();
    await database.db.updateTable('backups').set({ verified_at: at }).where('at', '=', at).execute();
  }
  await database.db
    .insertInto('backups')
    .values({ ...of, at: newer })
    .execute();
  await vi.waitFor(async () => {
    const now = await scrape();
    expect(now.get('parite_backup_newest_timestamp_seconds')).toBe(newer.getTime() / 1000);
    expect(now.get('parite_backup_newest_bytes')).toBe(4_096);
    expect(now.get('parite_backup_verified_timestamp_seconds')).toBe(older.getTime() / 1000);
  }, soon);
});

test('a clock that retention does not believe is told', async () => {
  expect((await scrape()).has('parite_retention_clock_doubted')).toBe(false);
  const believedAt = new Date('2026-09-26T10:00:00Z');
  const since = new Date('2029-09-27T10:00:00Z');
  await upsertClock(database.db, { believedAt, doubt: { since, at: since } });
  await vi.waitFor(async () => {
    const samples = await scrape();
    expect(samples.get('parite_retention_clock_doubted')).toBe(1);
    expect(samples.get('parite_retention_believed_timestamp_seconds')).toBe(believedAt.getTime() / 1000);
  }, soon);
});

test('what the journal of security holds of the last 15 minutes is told by kind and outcome', async () => {
  const line = {
    at: new Date(clock),
    kind: 'login',
    outcome: 'failure' as const,
    user_id: null,
    subject_user_id: null,
  };
  await database.db
    .insertInto('security_events')
    .values([
      { ...line, count: 40 },
      { ...line, count: 2 },
      { ...line, at: new Date(clock.getTime() - 16 * 60_000), count: 900 },
      { ...line, kind: 'xsrf', outcome: 'refused' },
    ])
    .execute();
  await vi.waitFor(async () => {
    const samples = await scrape();
    const of = (kind: string, outcome: string) =>
      samples.get(`parite_security_events_last_quarter{kind="${kind}",outcome="${outcome}"}`);
    expect([of('login', 'failure'), of('xsrf', 'refused')]).toEqual([42, 1]);
  }, soon);
});

test('with the database away the rest is told, and the book grows old', async () => {
  await relay.cut();
  await vi.waitFor(async () => expect((await scrape()).get('parite_database_up')).toBe(0), soon);
  await vi.waitFor(async () => expect((await scrape()).get('parite_rate_book_live')).toBe(0), soon);
  clock = new Date(clock.getTime() + 60_000);
  const samples = await scrape();
  expect(samples.get('parite_rate_book_age_seconds')).toBe(60);
  expect(samples.get('parite_rate_book_companies')).toBeGreaterThan(0);
  expect(samples.has('parite_mails_queued')).toBe(false);
  await relay.mend();
  await vi.waitFor(async () => expect((await scrape()).get('parite_database_up')).toBe(1), soon);
});

test('nothing else is served there', async () => {
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
  for (const path of ['/', '/api/public/currencies', '/readyz/', '/metrics/']) {
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  }
});

test('a port that is taken is an error, not a crash', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { db, poolCounts, close } = openDatabase(database.url);
  const parts = {
    http: new HttpMetrics(),
    db,
    poolCounts,
    book: server.book,
    feed: NO_FEED,
    version: '1',
    time: timeAt(() => clock),
  };
  await expect(serveMetrics(parts, { port, host: '127.0.0.1' })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  taken.close();
  await close();
});
