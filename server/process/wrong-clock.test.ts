import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClock } from '../db/clock.ts';
import { wrongClock } from '../testing/clock/wrong-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { furnishOffice, mailOf, PASSWORD } from '../testing/office.ts';
import { endServer, startServer } from '../testing/server-process.ts';

// An instance whose own clock is wrong, over a database whose clock is right.

type Answer = { status: number; body: string };

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

/** An agent at the back-office, who posts as its pages do. */
async function enter(port: number): Promise<(path: string, body: object) => Promise<Answer>> {
  const cookies = new Map<string, string>();
  async function send(path: string, body?: object): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const token = cookies.get('XSRF-TOKEN') ?? '';
    const sent = request({
      ...{ host: '127.0.0.1', port, path, agent: false, method: body ? 'POST' : 'GET' },
      headers: {
        ...{ host: 'backoffice.localhost', cookie, 'x-xsrf-token': token },
        ...(body && { 'content-type': 'application/json' }),
      },
    });
    sent.end(body && JSON.stringify(body));
    const [answer] = await once(sent, 'response');
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return { status: answer.statusCode, body: await text(answer) };
  }
  await send('/api/logout');
  const { status } = await send('/api/login', { username: mailOf('agent'), password: PASSWORD });
  expect(status).toBe(200);
  return send;
}

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
  const post = await enter(server.port);
  const fixing = { currency: { code: 'USD' }, base: 'EUR', amounts: { purchase: 1.2, sale } };
  const answer = await post('/api/fixings/update', fixing);
  expect([answer.status, JSON.parse(answer.body).freshness]).toEqual([200, 'fresh']);
  await endServer(server.child);
  const { updated_at } = await db.selectFrom('fixings').select('updated_at').executeTakeFirstOrThrow();
  const lines = await db.selectFrom('fixing_logs').select('at').orderBy('id', 'desc').execute();
  for (const at of [updated_at, lines[0]?.at]) {
    expect(Math.abs(Date.now() - (at?.getTime() ?? 0))).toBeLessThan(60_000);
  }
});
