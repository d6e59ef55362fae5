import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../db/open.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { openRelay } from '../../testing/relay.ts';
import { startRetention } from './retention.ts';

const DAY = 24 * 60 * 60_000;
const NOW = new Date('2026-11-21T08:00:00.123Z');
const daysAgo = (days: number, more = 0) => new Date(NOW.getTime() - days * DAY - more);
const THREE_YEARS_AGO = new Date('2023-11-21T08:00:00.123Z');

let database: TestDatabase;
let companyId: number;
let lines: string[];
let closers: (() => Promise<unknown>)[];

beforeAll(async () => {
  database = await createTestDatabase();
  const { id } = await database.db
    .insertInto('companies')
    .values({ name: 'Quais', logo: 'quais', site: 'https://quais.example' })
    .returning('id')
    .executeTakeFirstOrThrow();
  companyId = id;
});
beforeEach(async () => {
  lines = [];
  closers = [];
  for (const table of ['leads', 'subscriptions', 'mails'] as const) {
    await database.db.deleteFrom(table).execute();
  }
});
afterEach(async () => {
  for (const close of closers) await close();
});
afterAll(() => database.close());

function start(options: Partial<Parameters<typeof startRetention>[0]> = {}) {
  const log = pino(
    new Writable({
      write(line, _encoding, done) {
        lines.push(String(line));
        done();
      },
    }),
  );
  const retention = startRetention({ db: database.db, now: () => NOW, log, ...options });
  closers.unshift(retention.close);
  return retention;
}

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

test('what was kept long enough goes, to the millisecond, and the rest stays', async () => {
  await insertLeads(
    lead(THREE_YEARS_AGO, 'vieux@exemple.fr'),
    lead(new Date(THREE_YEARS_AGO.getTime() + 1), 'jeune@exemple.fr'),
    lead(daysAgo(2_000), ''),
  );
  const subscription = (at: Date, email: string, confirmed_at: Date | null) => ({
    at,
    email,
    type: 'newsletter',
    confirmed_at,
  });
  await database.db
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
  await database.db
    .insertInto('mails')
    .values([
      mail(daysAgo(30), 'tard@exemple.fr'),
      mail(daysAgo(30, -1), 'encore@exemple.fr'),
      mail(null, 'attend@exemple.fr'),
    ])
    .execute();

  start();
  await vi.waitFor(() => expect(lines.join('')).toContain('erased on time'));
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ leads: 1, subscriptions: 1, mails: 1 });
  const leads = await database.db.selectFrom('leads').selectAll().orderBy('id').execute();
  expect(leads.map(({ email, consent_at, consent_text }) => [email, consent_at, consent_text])).toEqual([
    ['', null, null],
    ['jeune@exemple.fr', expect.any(Date), 'oui'],
    ['', null, null],
  ]);
  const kept = await database.db.selectFrom('subscriptions').select('email').orderBy('id').execute();
  expect(kept.map(({ email }) => email)).toEqual(['encore@exemple.fr', 'fidele@exemple.fr']);
  const mails = await database.db.selectFrom('mails').select('recipient').orderBy('id').execute();
  expect(mails.map(({ recipient }) => recipient)).toEqual(['encore@exemple.fr', 'attend@exemple.fr']);
  expect(lines.join('')).not.toContain('exemple.fr');
});

test('much is erased in batches, and what becomes old later is erased then', async () => {
  let at = NOW;
  await insertLeads(...Array.from({ length: 25 }, (_, i) => lead(daysAgo(2_000), `a${i}@exemple.fr`)));
  await insertLeads(lead(new Date(THREE_YEARS_AGO.getTime() + 1), 'jeune@exemple.fr'));
  start({ batch: 10, every: 20, now: () => at });
  await vi.waitFor(async () => expect((await emails()).filter((email) => email !== '')).toHaveLength(1));
  expect(lines.map((line) => JSON.parse(line).leads)).toEqual([25]);
  at = new Date(NOW.getTime() + 1);
  await vi.waitFor(async () => expect(new Set(await emails())).toEqual(new Set([''])));
});

test('two instances do not erase at the same time, and both may', async () => {
  await insertLeads(...Array.from({ length: 40 }, (_, i) => lead(daysAgo(2_000), `a${i}@exemple.fr`)));
  start({ batch: 10, every: 20 });
  start({ batch: 10, every: 20 });
  await vi.waitFor(async () => expect(new Set(await emails())).toEqual(new Set([''])));
  await Promise.all(closers.map((close) => close()));
  const erased = lines
    .filter((line) => line.includes('erased on time'))
    .map((line) => JSON.parse(line).leads);
  expect(erased.reduce((sum, leads) => sum + leads, 0)).toBe(40);
});

test('with the database away nothing is lost: a later round erases it', async () => {
  const relay = await openRelay(database.url);
  const away = openDatabase(relay.url, { maxConnections: 1 });
  closers.push(away.close, relay.close);
  await insertLeads(lead(daysAgo(2_000), 'vieux@exemple.fr'));
  await relay.cut();
  start({ db: away.db, every: 20 });
  await vi.waitFor(() => expect(lines.join('')).toContain('could not be erased'));
  expect(await emails()).toEqual(['vieux@exemple.fr']);
  await relay.mend();
  await vi.waitFor(async () => expect(await emails()).toEqual(['']));
});
