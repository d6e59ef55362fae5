import { randomUUID } from 'node:crypto';
import { mkdtempSync, openSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openClock, selectClock, upsertClock } from '../../db/clock.ts';
import { wrongClock } from '../../testing/clock/wrong-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type DatabaseClock, giveClock } from '../../testing/database-clock.ts';
import { furnishOffice, mailOf, PASSWORD } from '../../testing/office.ts';
import { RemoteBrowser } from '../../testing/remote-browser.ts';
import { endServer, startServer } from '../../testing/server-process.ts';

// The real server, whose clock, or whose database's, is wrong.

const DAY = 24 * 60 * 60_000;
const AHEAD = 1_097;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY);
const folder = mkdtempSync(join(tmpdir(), 'parite-clock-'));
let database: TestDatabase;
let clock: DatabaseClock;
let env: Record<string, string>;
let companyId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  clock = await giveClock(database.url);
  const { companies } = await furnishOffice(database.db);
  companyId = companies.Quais ?? 0;
  env = { DATABASE_URL: database.url, SECRET: 'of-a-test-and-of-nothing-else-0123456789', DATA_DIR: folder };
});
beforeEach(async () => {
  const { db } = database;
  await clock.goOn(0);
  await db.deleteFrom('leads').execute();
  for (const [days, email] of [
    [1, 'hier@exemple.fr'],
    [1_200, 'vieux@exemple.fr'],
  ] as const) {
    await db
      .insertInto('leads')
      .values({
        at: daysAgo(days),
        company_id: companyId,
        email,
        consent_at: daysAgo(days),
        consent_text: 'oui',
      })
      .execute();
  }
  await upsertClock(db, { believedAt: daysAgo(0.1), doubt: null });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const emails = async () =>
  (await database.db.selectFrom('leads').select('email').orderBy('id').execute()).map(({ email }) => email);

function openLogFile() {
  const path = join(folder, randomUUID());
  return { file: openSync(path, 'a'), read: () => readFile(path, 'utf8') };
}

test('an instance that is 1,097 days ahead erases and dates by its database’s clock, and leaves while another agrees with it', async () => {
  const { db } = database;
  // the right clock of this process
  await openClock({ db }).read();
  const log = openLogFile();
  const options = { ...env, NODE_ENV: 'production', ...wrongClock(AHEAD) };
  const { child, port, url } = await startServer(options, { output: log.file });
  const pool = await fetch(`${url}/readyz`);
  expect([pool.status, await pool.json()]).toEqual([503, { status: 'wrong_clock' }]);
  const agent = new RemoteBrowser();
  expect(await agent.login(port, mailOf('agent'), PASSWORD)).toBe(200);
  const fixing = { currency: { code: 'USD' }, base: 'EUR', amounts: { purchase: 1.2, sale: 1.101 } };
  const answer = await agent.call(port, '/api/fixings/update', fixing);
  expect(answer).toMatchObject({ status: 200, body: { freshness: 'fresh' } });
  const { updated_at } = await db.selectFrom('fixings').select('updated_at').executeTakeFirstOrThrow();
  const { at } = await db.selectFrom('fixing_logs').select('at').executeTakeFirstOrThrow();
  for (const told of [updated_at, at]) expect(Math.abs(Date.now() - told.getTime())).toBeLessThan(60_000);
  await vi.waitFor(async () => expect(await emails()).toEqual(['hier@exemple.fr', '']), { timeout: 30_000 });
  await endServer(child);
  const { time } = JSON.parse((await log.read()).trim().split('\n').at(-1) ?? '');
  expect(time).toBeGreaterThan(Date.now() + (AHEAD - 1) * DAY);
});

test('an instance whose database is 1,097 days ahead serves, erases nobody, and logs why', async () => {
  await clock.goOn(AHEAD);
  const log = openLogFile();
  const { child } = await startServer({ ...env, NODE_ENV: 'production' }, { output: log.file });
  await vi.waitFor(async () => expect((await selectClock(database.db))?.doubt).not.toBeNull(), {
    timeout: 30_000,
  });
  expect(await endServer(child)).toBe(0);
  expect(await emails()).toEqual(['hier@exemple.fr', 'vieux@exemple.fr']);
  expect(await log.read()).toContain('the clock of the database cannot be believed');
});
