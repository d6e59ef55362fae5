import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { LOCKS } from '../db/locks.ts';
import { openDatabase } from '../db/open.ts';
import { openLog } from '../process/log.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openRelay } from '../testing/relay.ts';
import { addJob, addJobs } from './add-job.queries.ts';
import { lockPool } from './dead-pools.ts';
import type { Job, RecurringJob } from './job.ts';
import { selectMissingPools, selectRuns } from './queue.queries.ts';
import { openQueue } from './queue.ts';

const QUICK = { poll: 50, look: 200, watch: 200, close: 200 };

let database: TestDatabase;
let closers: (() => Promise<unknown>)[];
let logged: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  closers = [];
  logged = '';
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(database.db);
});
afterEach(async () => {
  for (const close of closers) await close();
});
afterAll(() => database.close());

const log = openLog(
  new Writable({
    write(line, _encoding, done) {
      logged += line;
      done();
    },
  }),
);

function open(parts: Partial<Parameters<typeof openQueue>[0]> = {}) {
  const { db, url } = database;
  const queue = openQueue({ db, url, log, ...parts, times: { ...QUICK, ...parts.times } });
  closers.unshift(queue.close);
  return queue;
}

/** A job that writes down what it was given. */
function note(name = 'note'): Job & { seen: number[] } {
  const seen: number[] = [];
  return {
    name,
    seen,
    run: async ({ n = 0 }) => {
      seen.push(n);
    },
  };
}

/** A job that waits until it is told to end, and says how often it was begun. */
function hold(): Job & { begun: () => number; go: () => void } {
  let begun = 0;
  const gate = Promise.withResolvers<void>();
  return {
    name: 'hold',
    begun: () => begun,
    go: gate.resolve,
    run: async (_payload, signal) => {
      begun += 1;
      const aborted = new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('aborted'))),
      );
      await Promise.race([gate.promise, aborted]);
    },
  };
}

const waiting = async () =>
  (
    await sql<{ task_identifier: string; locked_at: Date | null; last_error: string | null }>`
    SELECT task_identifier, locked_at, last_error FROM graphile_worker.jobs`.execute(database.db)
  ).rows;
const countAlive = async () =>
  (
    await sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = ${LOCKS.workerPool}::oid
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(database.db)
  ).rows.length;
const soon = { timeout: 30_000 };

test('a job runs once, at once, and is then deleted', async () => {
  const job = note();
  // the hands look for work by themselves once an hour: they are told
  open({ jobs: [job], times: { poll: 3_600_000 } });
  open({ jobs: [job], times: { poll: 3_600_000 } });
  for (let n = 1; n <= 20; n++) await addJob(database.db, { name: job.name, payload: { n } });
  await vi.waitFor(() => expect(job.seen).toHaveLength(20), soon);
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), soon);
  expect(job.seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
});

test('a job of a rolled-back transaction never existed', async () => {
  const undone = database.db.transaction().execute(async (trx) => {
    await addJob(trx, { name: 'note' });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await waiting()).toEqual([]);
});

test('urgent jobs run first, batch jobs last', async () => {
  const job = note();
  await addJobs(database.db, [
    { name: job.name, payload: { n: 3 }, priority: 'batch' },
    { name: job.name, payload: { n: 2 } },
    { name: job.name, payload: { n: 1 }, priority: 'urgent' },
  ]);
  open({ jobs: [job], workerCount: 1 });
  await vi.waitFor(() => expect(job.seen).toEqual([1, 2, 3]), soon);
});

test('jobs of one named queue run one at a time, without a pause, on one worker or several', async () => {
  let [under, most] = [0, 0];
  const seen: number[] = [];
  const job: Job = {
    name: 'laned',
    run: async ({ n = 0 }) => {
      under += 1;
      most = Math.max(most, under);
      await sql`SELECT`.execute(database.db);
      under -= 1;
      seen.push(n);
    },
  };
  for (const hands of [1, 3]) {
    seen.length = 0;
    const numbers = Array.from({ length: 20 }, (_, n) => n);
    await addJobs(
      database.db,
      numbers.map((n) => ({ name: job.name, payload: { n }, namedQueue: 'one' })),
    );
    // nobody looks for work by itself before an hour is over
    const queue = open({ jobs: [job], workerCount: hands, times: { poll: 3_600_000 } });
    await vi.waitFor(() => expect(seen).toEqual(numbers), soon);
    await queue.close();
  }
  expect(most).toBe(1);
});

test('of two jobs with one key one runs, and a job waits for its time', async () => {
  const job = note();
  await addJob(database.db, { name: job.name, payload: { n: 1 }, key: 'one', delay: 3_600_000 });
  open({ jobs: [job] });
  await addJob(database.db, { name: job.name, payload: { n: 3 } });
  await vi.waitFor(() => expect(job.seen).toEqual([3]), soon);
  await addJob(database.db, { name: job.name, payload: { n: 2 }, key: 'one' });
  await vi.waitFor(() => expect(job.seen).toEqual([3, 2]), soon);
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), soon);
});

test('a failed job is logged, retried later, and leaves nothing of its message in the queue', async () => {
  const run = vi.fn().mockRejectedValueOnce(new Error('marie@exemple.fr')).mockResolvedValue(undefined);
  open({ jobs: [{ name: 'fails', run }] });
  await addJob(database.db, { name: 'fails', payload: { n: 1 } });
  await vi.waitFor(async () => expect((await waiting())[0]?.last_error).toBe('failed'), soon);
  expect(logged).toContain('"job":"fails"');
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2), soon);
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), soon);
});

test('a job of an instance that neither ends nor dies is freed after 3 minutes, and not before', async () => {
  const job = note();
  // a process that is frozen keeps its connections
  for (const pool of ['dead-1', 'dead-2']) closers.unshift(lockPool(database.url, pool).close);
  await vi.waitFor(async () => expect(await countAlive()).toBe(2), soon);
  await addJobs(database.db, [
    { name: job.name, payload: { n: 1 } },
    { name: job.name, payload: { n: 2 } },
  ]);
  await sql`UPDATE graphile_worker._private_jobs SET attempts = 1, locked_by = 'dead-' || (payload ->> 'n'),
    locked_at = now() - CASE payload ->> 'n' WHEN '1' THEN interval '181 seconds' ELSE interval '120 seconds' END
  `.execute(database.db);
  open({ jobs: [job] });
  await vi.waitFor(() => expect(job.seen).toEqual([1]), soon);
  // two more looks find the other one still held
  const last = note('last');
  open({ jobs: [last] });
  await addJob(database.db, { name: last.name, payload: { n: 1 }, delay: 500 });
  await vi.waitFor(() => expect(last.seen).toEqual([1]), soon);
  expect(job.seen).toEqual([1]);
});

test('jobs of a dead instance’s worker pool are freed within seconds, their named queue too', async () => {
  const job: Job & { seen: number[]; released: number[] } = {
    ...note(),
    released: [],
    release: async (trx, { n = 0 }) => {
      // in the transaction that frees it
      expect(trx.isTransaction).toBe(true);
      job.released.push(n);
    },
  };
  await addJobs(database.db, [
    { name: job.name, payload: { n: 1 }, namedQueue: 'one' },
    { name: job.name, payload: { n: 2 }, namedQueue: 'one' },
  ]);
  await sql`UPDATE graphile_worker._private_jobs SET attempts = 1, locked_by = 'dead', locked_at = now()
    WHERE payload ->> 'n' = '1'`.execute(database.db);
  await sql`UPDATE graphile_worker._private_job_queues SET locked_by = 'dead', locked_at = now()
    WHERE queue_name = 'one'`.execute(database.db);
  // two instances see it at once
  open({ jobs: [job], times: { poll: 3_600_000 } });
  open({ jobs: [job], times: { poll: 3_600_000 } });
  await vi.waitFor(() => expect(job.seen.toSorted()).toEqual([1, 2]), soon);
  expect(job.released).toEqual([1]);
  expect(logged).toContain('an instance has died');
});

test('an instance that was cut off for a moment keeps its jobs', async () => {
  const job = hold();
  const own = open({ jobs: [job], times: { watch: 3_600_000 } });
  await addJob(database.db, { name: job.name });
  await vi.waitFor(() => expect(job.begun()).toBe(1), soon);
  await vi.waitFor(async () => expect(await countAlive()).toBe(1), soon);
  const last = note('last');
  open({ jobs: [last, job], workerCount: 1, times: { watch: 1_500 } });
  await vi.waitFor(async () => expect(await countAlive()).toBe(2), soon);
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'parite workerPool'`.execute(database.db);
  await vi.waitFor(async () => expect(await countAlive()).toBe(2), soon);
  expect(job.begun()).toBe(1);
  job.go();
  await own.close();
  expect(job.begun()).toBe(1);
});

test('an instance that cannot report itself alive declares no other dead', async () => {
  const job = note();
  await addJobs(database.db, [{ name: job.name, payload: { n: 1 } }]);
  await sql`UPDATE graphile_worker._private_jobs SET attempts = 1, locked_by = 'cut-off', locked_at = now()`.execute(
    database.db,
  );
  expect(await selectMissingPools(database.db, 'own')).toEqual([]);
  const own = lockPool(database.url, 'own');
  closers.push(own.close);
  await vi.waitFor(
    async () => expect(await selectMissingPools(database.db, 'own')).toEqual(['cut-off']),
    soon,
  );
});

test('an instance that continues and ends a job no longer its own leaves no named queue locked', async () => {
  const job = note();
  await addJob(database.db, { name: job.name, payload: { n: 1 }, namedQueue: 'one' });
  // the job of the one that holds the lane was deleted by the one that was thought dead
  await sql`UPDATE graphile_worker._private_job_queues SET locked_by = 'living', locked_at = now()
    WHERE queue_name = 'one'`.execute(database.db);
  open({ jobs: [job] });
  await vi.waitFor(() => expect(job.seen).toEqual([1]), soon);
});

test('a recurring job survives its failures, and a clock that was years ahead', async () => {
  const run = vi
    .fn<RecurringJob['run']>()
    .mockRejectedValueOnce(new Error('no'))
    .mockResolvedValue(3_600_000);
  open({ recurring: [{ name: 'again', run, longest: 3_600_000, retry: 50 }] });
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2), soon);
  await vi.waitFor(
    async () => expect(await waiting()).toMatchObject([{ task_identifier: 'again', locked_at: null }]),
    soon,
  );
  await sql`UPDATE graphile_worker._private_jobs SET run_at = now() + interval '3 years'`.execute(
    database.db,
  );
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(3), soon);
  await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ locked_at: null }]), soon);
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(database.db);
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(4), soon);
});

test('the last success of each recurring job, its failures since and its lateness are known, as long as it exists', async () => {
  let fails = false;
  const run = async () => {
    if (fails) throw new Error('refused');
    return 50;
  };
  const stopped = async () => 3_600_000;
  const recurring = [
    { name: 'again', run, longest: 60_000, retry: 50 },
    { name: 'hourly', run: stopped, longest: 3_600_000, retry: 50 },
  ];
  const runOf = async (name: string) => (await selectRuns(database.db)).find((each) => each.name === name);
  const queue = open({ recurring });
  await vi.waitFor(async () => expect((await runOf('again'))?.succeededAt).not.toBeNull(), soon);
  await vi.waitFor(async () => expect((await runOf('hourly'))?.succeededAt).not.toBeNull(), soon);
  fails = true;
  await vi.waitFor(async () => expect((await runOf('again'))?.failures).toBeGreaterThan(2), soon);
  const { succeededAt } = (await runOf('again')) ?? {};
  expect(succeededAt).toBeInstanceOf(Date);
  fails = false;
  await vi.waitFor(async () => expect((await runOf('again'))?.failures).toBe(0), soon);
  expect((await runOf('again'))?.succeededAt).not.toEqual(succeededAt);

  // closed: no instance runs it any more
  await queue.close();
  await vi.waitFor(async () => expect((await runOf('again'))?.lateSeconds).toBeGreaterThan(0.5), soon);
  expect(await runOf('hourly')).toMatchObject({ failures: 0, lateSeconds: 0 });
  open({ recurring: recurring.slice(1) });
  await vi.waitFor(async () => expect(await runOf('again')).toBeUndefined(), soon);
});

test('a close notifies running jobs, frees them, and does not wait for those that ignore it', async () => {
  const job = hold();
  const deaf = { name: 'deaf', run: () => new Promise<void>(() => undefined) };
  const queue = open({ jobs: [job, deaf], times: { close: 50 } });
  await addJobs(database.db, [{ name: 'hold' }, { name: 'deaf' }]);
  await vi.waitFor(async () => {
    expect((await waiting()).filter(({ locked_at }) => locked_at)).toHaveLength(2);
  }, soon);
  await queue.close();
  expect(await waiting()).toContainEqual({ task_identifier: 'hold', locked_at: null, last_error: 'failed' });
});

test('a loss of the database during a job is logged once, and work continues afterwards', async () => {
  const relay = await openRelay(database.url);
  const { db, close } = openDatabase(relay.url, { maxConnections: 2 });
  closers.push(close, relay.close);
  const job = hold();
  const other = note();
  open({ db, url: relay.url, jobs: [job, other] });
  await addJob(database.db, { name: job.name });
  await vi.waitFor(() => expect(job.begun()).toBe(1), soon);
  await relay.cut();
  job.go();
  await vi.waitFor(() => expect(logged).toContain('the queue cannot run'), soon);
  await relay.mend();
  await addJob(database.db, { name: other.name, payload: { n: 1 } });
  await vi.waitFor(() => expect(other.seen).toEqual([1]), soon);
  // what became of it could not be said: it is run again, without waiting for 3 minutes
  await vi.waitFor(() => expect(job.begun()).toBe(2), soon);
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), soon);
  expect(logged.split('the queue cannot run')).toHaveLength(2);
  expect(logged).toContain('the queue runs again');
});

test('without the database at start, jobs run as soon as it is back', async () => {
  const relay = await openRelay(database.url);
  const { db, close } = openDatabase(relay.url, { maxConnections: 2 });
  closers.push(close, relay.close);
  await relay.cut();
  const job = note();
  open({
    db,
    url: relay.url,
    jobs: [job],
    recurring: [{ name: 'again', run: async () => 1_000, longest: 1_000, retry: 1_000 }],
  });
  await addJob(database.db, { name: job.name, payload: { n: 1 } });
  await vi.waitFor(() => expect(logged).toContain('the queue cannot run'), soon);
  expect(job.seen).toEqual([]);
  await relay.mend();
  await vi.waitFor(() => expect(job.seen).toEqual([1]), soon);
});

test('an instance uses three connections for jobs, whatever it runs, and one to report itself alive', async () => {
  const job = hold();
  open({ jobs: [job], workerCount: 3 });
  await addJobs(database.db, [{ name: 'hold' }, { name: 'hold' }, { name: 'hold' }, { name: 'hold' }]);
  await vi.waitFor(() => expect(job.begun()).toBe(3), soon);
  const { rows } = await sql<{ state: string; query: string }>`
    SELECT state, query FROM pg_stat_activity
    WHERE datname = current_database() AND application_name IN ('parite queue', 'parite workerPool')`.execute(
    database.db,
  );
  expect(rows.length).toBeLessThanOrEqual(4);
  expect(rows.filter(({ query }) => query.startsWith('LISTEN'))).toHaveLength(1);
  job.go();
  await vi.waitFor(() => expect(job.begun()).toBe(4), soon);
});
