import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isDatabaseAway } from '../../db/away.ts';
import { openClock, selectClock } from '../../db/clock.ts';
import { openDatabase } from '../../db/open.ts';
import { openQueue } from '../../jobs/queue.ts';
import { followOutbox } from '../../mail/sweep-erased-mails.ts';
import { sweepOutbox } from '../../mail/sweep-outbox.ts';
import { openLog } from '../../process/log.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type DatabaseClock, giveClock } from '../../testing/database-clock.ts';
import { keepPerson, readEverything } from '../../testing/person.ts';
import { openRelay } from '../../testing/relay.ts';
import { aCompanyRow, aCurrencyRow, aStockRow, aUserRow } from '../../testing/rows.ts';
import { retentionJob } from './retention.job.ts';
import { applyRetention } from './retention.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const NOW = new Date('2026-11-21T08:00:00.123Z');
const onDay = (day: number) => new Date(NOW.getTime() + day * DAY);
const daysAgo = (days: number, more = 0) => new Date(NOW.getTime() - days * DAY - more);
const THREE_YEARS_AGO = new Date('2023-11-21T08:00:00.123Z');
const A_YEAR_AGO = new Date('2025-11-21T08:00:00.123Z');
const SOON = { timeout: 20_000 };

let database: TestDatabase;
let clock: DatabaseClock;
let outbox: string;
let companyId: number;
let lines: string[];
const log = openLog(
  new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  }),
);
let closers: (() => Promise<unknown>)[];

beforeEach(async () => {
  lines = [];
  closers = [];
  database = await createTestDatabase();
  clock = await giveClock(database.url);
  await clock.stopAt(NOW);
  outbox = join(await mkdtemp(join(tmpdir(), 'parite-retention-')), 'outbox');
  const { id } = await database.db
    .insertInto('companies')
    .values(aCompanyRow({ name: 'Quais' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  companyId = id;
});
afterEach(async () => {
  for (const close of closers) await close();
  await database.close();
  await rm(join(outbox, '..'), { recursive: true });
});

const never = new AbortController().signal;

/** One round, to its end. */
const runOnce = (options: Partial<Parameters<typeof applyRetention>[0]> = {}) =>
  applyRetention({ db: database.db, log, ...options }, never);
const lead = (at: Date, email: string) => ({
  at,
  company_id: companyId,
  email,
  ...(email !== '' && { consent_at: at, consent_text: 'oui' }),
});
const insertLeads = (...leads: ReturnType<typeof lead>[]) =>
  database.db.insertInto('leads').values(leads).execute();
const emails = async () =>
  (await database.db.selectFrom('leads').select('email').orderBy('id').execute()).map(({ email }) => email);

test('expired data is erased, to the millisecond, and the rest stays', async () => {
  const { db } = database;
  await insertLeads(
    lead(THREE_YEARS_AGO, 'vieux@exemple.fr'),
    lead(new Date(THREE_YEARS_AGO.getTime() + 1), 'jeune@exemple.fr'),
    lead(daysAgo(2_000), ''),
    // as older versions kept it
    { at: NOW, company_id: companyId, email: 'sans-accord@exemple.fr' },
  );
  const subscription = (at: Date, email: string, confirmed_at: Date | null) => ({
    at,
    email,
    type: 'newsletter',
    confirmed_at,
  });
  await db
    .insertInto('subscriptions')
    .values([
      subscription(daysAgo(30), 'tard@exemple.fr', null),
      subscription(daysAgo(30, -1), 'encore@exemple.fr', null),
      subscription(daysAgo(400), 'fidele@exemple.fr', daysAgo(399)),
    ])
    .execute();
  const mail = (finished_at: Date | null, recipient: string) => ({
    kind: 'newsletter' as const,
    recipient,
    params: '{}',
    created_at: daysAgo(40),
    due_at: daysAgo(40),
    finished_at,
    outcome: finished_at && ('sent' as const),
  });
  await db
    .insertInto('mails')
    .values([
      mail(daysAgo(30), 'tard@exemple.fr'),
      mail(daysAgo(30, -1), 'encore@exemple.fr'),
      mail(null, 'attend@exemple.fr'),
    ])
    .execute();
  const failure = (letter: string, ms: number) => ({
    key: Buffer.alloc(32, letter),
    count: 1,
    since: new Date(NOW.getTime() - ms),
  });
  await db
    .insertInto('login_failures')
    .values([failure('a', 24 * HOUR), failure('b', 24 * HOUR - 1)])
    .execute();
  const login = (at: Date) => ({
    at,
    kind: 'login',
    outcome: 'success' as const,
    user_id: null,
    subject_user_id: null,
  });
  await db
    .insertInto('security_events')
    .values([login(A_YEAR_AGO), login(new Date(A_YEAR_AGO.getTime() + 1))])
    .execute();

  await runOnce();
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    msg: 'erased on time',
    leads: 2,
    subscriptions: 1,
    mails: 1,
    failures: 1,
    securityEvents: 1,
  });
  const leads = await db.selectFrom('leads').selectAll().orderBy('id').execute();
  expect(leads.map(({ email, consent_at, consent_text }) => [email, consent_at, consent_text])).toEqual([
    ['', null, null],
    ['jeune@exemple.fr', expect.any(Date), 'oui'],
    ['', null, null],
    ['', null, null],
  ]);
  const kept = await db.selectFrom('subscriptions').select('email').orderBy('id').execute();
  expect(kept.map(({ email }) => email)).toEqual(['encore@exemple.fr', 'fidele@exemple.fr']);
  const mails = await db.selectFrom('mails').select('recipient').orderBy('id').execute();
  expect(mails.map(({ recipient }) => recipient)).toEqual(['encore@exemple.fr', 'attend@exemple.fr']);
  expect(await db.selectFrom('login_failures').select('key').execute()).toHaveLength(1);
  expect(await db.selectFrom('security_events').select('id').execute()).toHaveLength(1);
  expect(lines.join('')).not.toContain('exemple.fr');
});

test('the log of changes and stored answers are erased after a day, to the millisecond; the last change stays', async () => {
  const { db } = database;
  const ago = (ms: number) => new Date(NOW.getTime() - ms);
  const user = await db
    .insertInto('users')
    .values(aUserRow({ mail: 'agent@exemple.fr', name: 'Agent' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const answer = (key: string, at: Date) => ({
    company_id: companyId,
    user_id: user.id,
    key,
    at,
    body_hash: Buffer.alloc(32),
    status: 200,
    answer: '{}',
  });
  await db
    .insertInto('idempotency_keys')
    .values([answer('old', ago(24 * HOUR)), answer('young', ago(24 * HOUR - 1))])
    .execute();
  await sql`truncate changes`.execute(db);
  await sql`insert into changes (version, at, what) values
    (1, ${ago(24 * HOUR)}, '[]'), (2, ${ago(24 * HOUR - 1)}, '[]'), (3, ${ago(48 * HOUR)}, '[]')`.execute(db);
  await runOnce();
  const kept = await db.selectFrom('changes').select('version').orderBy('version').execute();
  expect(kept.map(({ version }) => version)).toEqual([2, 3]);
  expect(await db.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: 'young' }]);
});

test('outcomes of writes are erased after an hour, to the millisecond', async () => {
  const { db } = database;
  const outcome = (name: string, age: number) => ({
    key_hash: Buffer.from(name),
    request_hash: null,
    at: new Date(NOW.getTime() - age),
  });
  await db
    .insertInto('outcomes')
    .values([outcome('old', HOUR), outcome('young', HOUR - 1)])
    .execute();
  await runOnce();
  const kept = await db.selectFrom('outcomes').select('key_hash').execute();
  expect(kept.map(({ key_hash }) => String(key_hash))).toEqual(['young']);
});

test('counts of displayed companies are erased after 13 months', async () => {
  const { db } = database;
  await db
    .insertInto('currencies')
    .values(aCurrencyRow({ code: 'USD', label: 'dollar' }))
    .execute();
  const line = { company_id: companyId, currency_code: 'USD', shown: 2, ranks: 3 };
  await db
    .insertInto('shown_counts')
    .values(['2025-10-20', '2025-10-23'].map((day) => ({ ...line, day })))
    .execute();
  await runOnce();
  expect(await db.selectFrom('shown_counts').select('day').execute()).toEqual([{ day: '2025-10-23' }]);
});

test('a branch’s stock is erased 30 days after its day, later with open reservations', async () => {
  const { db } = database;
  const day = (ago: number) =>
    sql<string>`(select ((now() - ${`${ago} days`}::interval) at time zone 'utc')::date)`;
  const stocks = [
    { day: null, ready: '900' },
    { day: day(29), ready: '29' },
    { day: day(32), ready: '32' },
    { day: day(400), ready: '400' },
    { day: day(401), ready: '401' },
  ];
  await db
    .insertInto('currencies')
    .values(aCurrencyRow({ code: 'USD', label: 'dollar' }))
    .execute();
  for (const stock of stocks)
    await db
      .insertInto('stocks')
      .values({ ...aStockRow({ company_id: companyId }), ...stock })
      .execute();
  const reserve = (ready: string, state: 'requested' | 'collected') =>
    sql`
    insert into reservations (code, company_id, request_key, request_hash, state, side, base, currency_code, rate,
      fixed_at, offered, received, fee, handed_over, stock_id, mode, payment, pickup_at, held_until, due_at,
      requested_at, updated_at, ended_at)
    select ${`OLD${ready}`}, ${companyId}, ${ready}, ${Buffer.alloc(32)}::bytea, ${state}::text, 'sale', 'USD', 'USD', 1, now(), 1, 1, 0, 1,
      id, 'counter', 'cash', now(), now(), now(), now(), now(), case when ${state}::text = 'collected' then now() end
    from stocks where ready = ${ready}::numeric`.execute(db);
  await reserve('400', 'collected');
  await reserve('401', 'requested');
  await db.deleteFrom('changes').execute();
  const left = async () =>
    (await db.selectFrom('stocks').select('ready').orderBy('ready').execute()).map(({ ready }) =>
      Number(ready),
    );
  // what a bureau is changing is not waited for
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('stocks').where('ready', '=', '32').select('id').forNoKeyUpdate().execute();
    await runOnce();
    expect(await left()).toEqual([29, 32, 401, 900]);
  });
  await runOnce();
  expect(await left()).toEqual([29, 401, 900]);
  // nobody who follows the log reads anything again for it
  expect(await db.selectFrom('changes').select('what').execute()).toEqual([]);
  const rows = await db
    .selectFrom('reservations')
    .where('code', 'in', ['OLD400', 'OLD401'])
    .select(['code', sql<boolean>`stock_id is null`.as('isWithout')])
    .orderBy('code')
    .execute();
  expect(rows).toEqual([
    { code: 'OLD400', isWithout: true },
    { code: 'OLD401', isWithout: false },
  ]);
});

test('suspended accounts become pseudonyms after 12 months, to the millisecond; ended sessions are erased', async () => {
  const { db } = database;
  const [gone, left, working] = await Promise.all(
    ['partie', 'partante', 'presente'].map((name) => keepPerson(db, `${name}@exemple.fr`)),
  );
  const suspend = (id: number | undefined, at: Date) =>
    db
      .updateTable('users')
      .set({ suspended_at: at })
      .where('id', '=', id ?? 0)
      .execute();
  await suspend(gone?.userId, A_YEAR_AGO);
  await suspend(left?.userId, new Date(A_YEAR_AGO.getTime() + 1));
  await sql`update sessions set created_at = ${daysAgo(0.6)}`.execute(db);
  await db
    .updateTable('sessions')
    .set({ last_used_at: daysAgo(0.5) })
    .where('user_id', '=', left?.userId ?? 0)
    .execute();
  await db
    .updateTable('sessions')
    .set({ last_used_at: NOW })
    .where('user_id', '=', working?.userId ?? 0)
    .execute();
  await runOnce();
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ users: 1, sessions: 1 });
  const users = await db.selectFrom('users').select(['name', 'erased_at']).orderBy('id').execute();
  expect(users.filter(({ erased_at }) => erased_at !== null)).toEqual([
    { name: 'Ancien utilisateur', erased_at: NOW },
  ]);
  expect(await readEverything(db)).not.toContain(`Nom-${gone?.personal[1]}`);
  const sessions = await db.selectFrom('sessions').select('user_id').execute();
  expect(sessions.map(({ user_id }) => user_id)).toEqual([working?.userId]);
});

test('many rows are erased in batches, and rows that expire later in a later round', async () => {
  await insertLeads(...Array.from({ length: 25 }, (_, i) => lead(daysAgo(2_000), `a${i}@exemple.fr`)));
  await insertLeads(lead(new Date(THREE_YEARS_AGO.getTime() + 1), 'jeune@exemple.fr'));
  await runOnce({ batch: 10 });
  expect(lines.map((line) => JSON.parse(line).leads)).toEqual([25]);
  expect((await emails()).filter((email) => email !== '')).toEqual(['jeune@exemple.fr']);
  await clock.stopAt(new Date(NOW.getTime() + 1));
  await runOnce({ batch: 10 });
  expect(new Set(await emails())).toEqual(new Set(['']));
});

test('two instances do not erase at the same time, and both may', async () => {
  await insertLeads(...Array.from({ length: 40 }, (_, i) => lead(daysAgo(2_000), `a${i}@exemple.fr`)));
  while ((await emails()).some((email) => email !== '')) {
    await Promise.all([runOnce({ batch: 10 }), runOnce({ batch: 10 })]);
  }
  const erased = lines
    .filter((line) => line.includes('erased on time'))
    .map((line) => JSON.parse(line).leads);
  expect(erased.reduce((sum, leads) => sum + leads, 0)).toBe(40);
});

test('without the database nothing is lost: a later round erases it', async () => {
  const relay = await openRelay(database.url);
  const away = openDatabase(relay.url, { maxConnections: 1 });
  closers.push(away.close, relay.close);
  await insertLeads(lead(daysAgo(2_000), 'vieux@exemple.fr'));
  await relay.cut();
  await expect(runOnce({ db: away.db })).rejects.toSatisfy(isDatabaseAway);
  expect(await emails()).toEqual(['vieux@exemple.fr']);
  await relay.mend();
  await runOnce({ db: away.db });
  expect(await emails()).toEqual(['']);
});

test('the queue erases at start, and the outboxes delete their files with the rows', async () => {
  await insertLeads(lead(daysAgo(2_000), 'vieux@exemple.fr'));
  await mkdir(outbox, { recursive: true });
  const file = join(outbox, `${daysAgo(40).toISOString().replace(/[:.]/g, '-')}-mail-1.eml`);
  const { db, url } = database;
  const followed = followOutbox({ db, url, folder: outbox, log });
  // what was there before it listened is swept once it does
  await writeFile(file, 'To: marie@exemple.fr');
  await vi.waitFor(async () => expect(await readdir(outbox)).toEqual([]), SOON);
  await writeFile(file, 'To: marie@exemple.fr');
  const queue = openQueue({ db, url, log, recurring: [retentionJob({ db, log })] });
  closers.push(queue.close, followed.close);
  await vi.waitFor(async () => expect(await emails()).toEqual(['']), SOON);
  await vi.waitFor(async () => expect(await readdir(outbox)).toEqual([]), SOON);
});

test('a clock 1,097 days ahead erases nobody, and says so; after a correction erasure continues', async () => {
  await insertLeads(lead(daysAgo(1), 'hier@exemple.fr'), lead(daysAgo(1_095), 'bientot@exemple.fr'));
  await runOnce();
  await clock.stopAt(onDay(1_097));
  await runOnce();
  expect(await emails()).toEqual(['hier@exemple.fr', 'bientot@exemple.fr']);
  expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)).toMatchObject([
    {
      level: 40,
      msg: 'the clock of the database cannot be believed: nothing is erased',
      at: onDay(1_097).toISOString(),
      believedAt: NOW.toISOString(),
    },
  ]);
  expect(await selectClock(database.db)).toEqual({
    believedAt: NOW,
    doubt: { since: onDay(1_097), at: onDay(1_097) },
  });
  // travellers write under the wrong clock too: that makes it no truer
  await insertLeads(lead(onDay(1_097), 'demain@exemple.fr'));
  await clock.stopAt(new Date(onDay(1_097).getTime() + HOUR));
  await runOnce();
  expect(await emails()).toContain('hier@exemple.fr');

  await clock.stopAt(onDay(1));
  await runOnce();
  expect(await emails()).toEqual(['hier@exemple.fr', '', 'demain@exemple.fr']);
  expect(await selectClock(database.db)).toEqual({ believedAt: onDay(1), doubt: null });
});

test('a clock that steps by ten minutes while an instance runs erases nobody until it is right again', async () => {
  const { db } = database;
  let tick = 0;
  const own = openClock({ db }, () => tick);
  await runOnce({ clock: own });
  await insertLeads(lead(new Date(THREE_YEARS_AGO.getTime() + 5 * 60_000), 'bientot@exemple.fr'));
  tick = 60_000;
  await clock.stopAt(new Date(NOW.getTime() + 11 * 60_000));
  await runOnce({ clock: own });
  expect(await emails()).toEqual(['bientot@exemple.fr']);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 40 });
  tick = 6 * 60_000;
  await clock.stopAt(new Date(NOW.getTime() + 6 * 60_000));
  await runOnce({ clock: own });
  expect(await emails()).toEqual(['']);
});

test('after a long stop the clock is trusted when it has advanced for a week', async () => {
  await insertLeads(lead(daysAgo(1_095), 'vieux@exemple.fr'));
  await runOnce();
  for (const day of [40, 42, 44, 46]) {
    await clock.stopAt(onDay(day));
    await runOnce();
  }
  expect(await emails()).toEqual(['vieux@exemple.fr']);
  await clock.stopAt(onDay(47));
  await runOnce();
  expect(await emails()).toEqual(['']);
});

test('mail files are deleted with their rows, whoever erased these, and no other file', async () => {
  const { db } = database;
  const insert = (created_at: Date, finished_at: Date | null) =>
    db
      .insertInto('mails')
      .values({
        kind: 'newsletter',
        recipient: 'marie@exemple.fr',
        params: '{}',
        created_at,
        due_at: created_at,
        finished_at,
        outcome: finished_at && ('sent' as const),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  const old = await insert(daysAgo(40), daysAgo(31));
  const recent = await insert(daysAgo(2), daysAgo(1));
  const stamp = (at: Date) => at.toISOString().replace(/[:.]/g, '-');
  const kept = `${stamp(daysAgo(2))}-mail-${recent.id}.eml`;
  await mkdir(outbox, { recursive: true });
  const files = [
    `${stamp(daysAgo(40))}-mail-${old.id}.eml`,
    kept,
    // left by a kill; and of a database that counted before this one
    `${stamp(daysAgo(40))}-mail-${old.id}.eml.draft`,
    `${stamp(daysAgo(3))}-mail-${recent.id}.eml`,
    'notes.txt',
  ];
  for (const file of files) await writeFile(join(outbox, file), 'To: marie@exemple.fr');
  await runOnce();
  expect(await sweepOutbox(db, outbox)).toBe(3);
  expect((await readdir(outbox)).sort()).toEqual([kept, 'notes.txt'].sort());
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ mails: 1 });
});
