import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { watchDatabase } from '../metrics/database-state.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { TestDatabase } from '../testing/database.ts';
import { createSeededDatabase } from '../testing/seeded.ts';

let database: TestDatabase;
let server: TestApp;
let folder: string;

beforeAll(async () => {
  database = await createSeededDatabase();
  server = await startTestApp(database.url, () => new Date(), { RATE_LIMIT: '100000' });
  await server.book.loaded;
  folder = await mkdtemp(join(tmpdir(), 'parite-next-'));
});
afterAll(async () => {
  await server.close();
  await database.close();
  await rm(folder, { recursive: true });
});

async function postLead(): Promise<number> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/public/leads',
    headers: { host: 'localhost' },
    payload: { email: 'zoe@exemple.fr', site: server.book.current()?.companies[0]?.site },
  });
  return answer.statusCode;
}

test('an upgrade during a slow backup: writes continue, and readiness is true', async () => {
  const backup = new pg.Client({ connectionString: database.url, application_name: 'pg_dump' });
  backup.on('error', () => undefined);
  await backup.connect();
  await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ; LOCK TABLE leads, fixings IN ACCESS SHARE MODE');
  await cp(join(import.meta.dirname, '../db/migrations'), folder, { recursive: true });
  await writeFile(join(folder, '9999_next.sql'), 'ALTER TABLE leads ADD COLUMN next text;');
  const waiting = Promise.withResolvers<string>();
  const retryTimes = { lockTimeoutMs: 100, retryAfterMs: 100, giveUpAfterMs: 60_000 };
  const upgraded = migrate(database.url, { folder, retryTimes, onWait: waiting.resolve });
  await waiting.promise;
  const state = watchDatabase({ db: database.db, now: () => new Date() });
  for (let posted = 0; posted < 5; posted += 1) {
    expect(await postLead()).toBe(201);
  }
  await vi.waitFor(async () => expect((await state())?.writing).toBe('ok'), {
    timeout: 30_000,
    interval: 50,
  });
  await backup.query('COMMIT');
  await backup.end();
  await upgraded;
  // the older version on the newer schema
  expect(await postLead()).toBe(201);
});
