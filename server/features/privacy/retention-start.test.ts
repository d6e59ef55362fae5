import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, openSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { selectClock, upsertClock } from '../../db/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type DatabaseClock, giveClock } from '../../testing/database-clock.ts';
import { aCompanyRow } from '../../testing/rows.ts';
import { endServer, MAIN, startServer } from '../../testing/server-process.ts';

// The real server, whose clock, or whose database's, is wrong.

const DAY = 24 * 60 * 60_000;
const AHEAD = 1_097;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY);
/** Loaded before the server: Date tells another day, as a machine with a wrong clock does. */
const WRONG_CLOCK = `
  const True = Date;
  const off = ${AHEAD} * ${DAY};
  globalThis.Date = class extends True {
    constructor(...given) { given.length === 0 ? super(True.now() + off) : super(...given); }
    static now() { return True.now() + off; }
  };`;

const folder = mkdtempSync(join(tmpdir(), 'parite-clock-'));
let database: TestDatabase;
let clock: DatabaseClock;
let env: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  clock = await giveClock(database.url);
  env = { DATABASE_URL: database.url, SECRET: 'of-a-test-and-of-nothing-else-0123456789', DATA_DIR: folder };
});
beforeEach(async () => {
  const { db } = database;
  await clock.goOn(0);
  await db.deleteFrom('leads').execute();
  await db.deleteFrom('companies').execute();
  const { id: company_id } = await db
    .insertInto('companies')
    .values(aCompanyRow({ name: 'Quais' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [days, email] of [
    [1, 'hier@exemple.fr'],
    [1_200, 'vieux@exemple.fr'],
  ] as const) {
    await db
      .insertInto('leads')
      .values({ at: daysAgo(days), company_id, email, consent_at: daysAgo(days), consent_text: 'oui' })
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

test('a failed start erases nobody, though a working one would', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const PORT = String(typeof address === 'object' ? address?.port : 0);
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, ...env, PORT }, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  taken.close();
  expect(code).toBe(1);
  expect(await emails()).toEqual(['hier@exemple.fr', 'vieux@exemple.fr']);
});

test('an instance that is 1,097 days ahead erases by its database’s clock', async () => {
  const wrong = `--import data:text/javascript,${encodeURIComponent(WRONG_CLOCK)}`;
  const NODE_OPTIONS = [process.env.NODE_OPTIONS, wrong].filter(Boolean).join(' ');
  const log = openLogFile();
  const { child } = await startServer({ ...env, NODE_ENV: 'production', NODE_OPTIONS }, { output: log.file });
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
