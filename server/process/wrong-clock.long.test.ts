import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClock } from '../db/clock.ts';
import { wrongClock } from '../testing/clock/wrong-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { furnishOffice, mailOf, PASSWORD } from '../testing/office.ts';
import { RemoteBrowser } from '../testing/remote-browser.ts';
import { endServer, startServer } from '../testing/server-process.ts';

// An instance whose own clock is wrong, over a database whose clock is right. One that is years ahead, in `npm test`:
// features/privacy/retention-start.test.ts.

const folder = mkdtempSync(join(tmpdir(), 'parite-wrong-clock-'));
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await furnishOffice(database.db);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

test.each([
  [400, 1.101, true],
  [30, 1.102, false],
  [-1, 1.103, true],
])('an instance %d days off dates by its database, and leaves while another agrees with it', async (days, sale, isAgreed) => {
  const { db, url } = database;
  // the right clock of this process
  const { read } = openClock({ db });
  await (isAgreed ? read() : db.updateTable('retention_clock').set({ agreed_at: null }).execute());
  const server = await startServer({
    DATABASE_URL: url,
    SECRET: 'of-a-test-and-of-nothing-else-0123456789',
    DATA_DIR: folder,
    NODE_ENV: 'production',
    ...wrongClock(days),
  });
  const pool = await fetch(`${server.url}/readyz`);
  expect([pool.status, await pool.json()]).toEqual(
    isAgreed ? [503, { status: 'wrong_clock' }] : [200, { status: 'ready' }],
  );
  const agent = new RemoteBrowser();
  expect(await agent.login(server.port, mailOf('agent'), PASSWORD)).toBe(200);
  const fixing = { currency: { code: 'USD' }, base: 'EUR', amounts: { purchase: 1.2, sale } };
  const answer = await agent.call(server.port, '/api/fixings/update', fixing);
  expect(answer).toMatchObject({ status: 200, body: { freshness: 'fresh' } });
  await endServer(server.child);
  const { updated_at } = await db.selectFrom('fixings').select('updated_at').executeTakeFirstOrThrow();
  const lines = await db.selectFrom('fixing_logs').select('at').orderBy('id', 'desc').execute();
  for (const at of [updated_at, lines[0]?.at]) {
    expect(Math.abs(Date.now() - (at?.getTime() ?? 0))).toBeLessThan(60_000);
  }
});
