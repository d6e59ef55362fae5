import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClock, selectClock, upsertClock } from '../db/clock.ts';
import { runCli } from '../testing/cli-process.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type DatabaseClock, giveClock } from '../testing/database-clock.ts';

const NOW = new Date('2026-11-21T08:00:00.123Z');
const LATER = new Date('2026-12-31T08:00:00.123Z');

let database: TestDatabase;
let clock: DatabaseClock;

beforeAll(async () => {
  database = await createTestDatabase();
  clock = await giveClock(database.url);
});
afterAll(() => database.close());

const believe = (...options: string[]) =>
  runCli(['clock', 'believe', ...options], tmpdir(), {
    DATABASE_URL: database.url,
    SECRET: 'of-a-test-and-of-nothing-else-0123456789',
  });

test('a clock that nobody doubts is left alone', async () => {
  await clock.stopAt(NOW);
  await upsertClock(database.db, { believedAt: NOW, doubt: null });
  const { code, said } = await believe('--yes');
  expect([code, said]).toEqual([0, expect.stringContaining('n’est pas mise en doute')]);
});

test('after a long stop the clock is believed once a person says so, and not without', async () => {
  const { db } = database;
  await clock.stopAt(LATER);
  const running = openClock({ db });
  expect(await running.read()).toMatchObject({ time: null, isBelieved: false });
  const unanswered = await believe();
  expect(unanswered).toMatchObject({ code: 2, said: expect.stringContaining('ajoutez --yes') });
  for (const said of ['jeudi 31 décembre 2026', 'samedi 21 novembre 2026']) {
    expect(unanswered.said).toContain(said);
  }
  expect((await selectClock(db))?.doubt).not.toBeNull();
  expect(await believe('--yes')).toMatchObject({ code: 0, said: expect.stringContaining('fait foi') });
  expect(await selectClock(db)).toEqual({ believedAt: LATER, doubt: null });
  expect(await running.read()).toMatchObject({ time: LATER, isBelieved: true });
});

test('the clock is believed before the server starts, too', async () => {
  const { db } = database;
  await upsertClock(db, { believedAt: NOW, doubt: null });
  expect((await believe('--yes')).code).toBe(0);
  expect(await openClock({ db }).read()).toMatchObject({ isBelieved: true });
});
