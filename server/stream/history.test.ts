import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectHistory } from '../features/history/history.queries.ts';
import { seedPast } from '../seed/past-rates.ts';
import { seedDemo } from '../seed/seed.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { fetchHistory } from './history.ts';

const at = new Date('2026-11-20T09:00:00Z');
let database: TestDatabase;
let whole: TestApp;
let internalUrl: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo(database.db, { now: at, demoPassword: 'parite-demo-2026' });
  await seedPast(database.db, at);
  whole = await startTestApp(database.url, () => at);
  await whole.book.loaded;
  internalUrl = await whole.app.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  await whole.close();
  await database.close();
});

test('a comparing instance reads the history that a whole one has', async () => {
  const span = { from: '2026-01-01', most: 40 };
  const days = await fetchHistory({ internalUrl, publicHost: 'localhost' }, 'USD', span);
  expect(days).toHaveLength(40);
  expect(days).toEqual(await selectHistory(database.db, 'USD', span));
});

test('a whole instance that does not answer is as a database that is away', async () => {
  for (const settings of [
    { internalUrl, publicHost: 'elsewhere.example' },
    { internalUrl: 'http://127.0.0.1:9', publicHost: 'localhost' },
  ])
    await expect(fetchHistory(settings, 'NOT', { from: '2026-01-01', most: 9 })).rejects.toMatchObject({
      status: 503,
    });
});
