import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { acquireLock } from './acquire-lock.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const lock = { lock: 'relay', of: 'a test' } as const;

test('a lock closed while it connects keeps neither the lock nor the connection', async () => {
  const onHeld = vi.fn(async () => undefined);
  await acquireLock(database.url, lock, onHeld).close();
  await new Promise<void>((held) => {
    const other = acquireLock(database.url, lock, () => other.close().then(held));
  });
  await vi.waitFor(async () => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'parite relay'`.execute(database.db);
    expect(rows).toHaveLength(0);
  });
  expect(onHeld).not.toHaveBeenCalled();
});
