import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { guardDemonstration } from '../seed/guard-demonstration.ts';
import { startTestApp } from '../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createSeededDatabase } from '../testing/seeded.ts';
import { MAIN } from '../testing/server-process.ts';

// Whoever reads the documentation knows the password of the demonstration accounts.

const PUBLISHED = 'parite-demo-2026';
const CHANGED = 'quatre girafes au marché';
let seeded: TestDatabase;
let empty: TestDatabase;

beforeAll(async () => {
  [seeded, empty] = await Promise.all([createSeededDatabase(), createTestDatabase()]);
});
afterAll(async () => {
  await Promise.all([seeded.close(), empty.close()]);
});

const guard = ({ db, url }: TestDatabase, env: Record<string, string>, given = true) => {
  const { DEMO, ...others } = env;
  const database = given ? { DATABASE_URL: url, SECRET: 'of-a-test-and-of-nothing-else-0123456789' } : {};
  // the publisher is not what is asked about
  return guardDemonstration(db, readConfig({ ...database, ...others, ...(DEMO && { DEMO }) }));
};

/** Puts the published passwords back once the test is over. */
async function keepPasswords(): Promise<void> {
  const { db } = seeded;
  const former = await db.selectFrom('users').select(['id', 'password_hash']).execute();
  onTestFinished(async () => {
    for (const { id, password_hash } of former) {
      await db.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
    }
  });
}

const OPEN = [{ HOST: '0.0.0.0' }, { HOST: '::' }, { HOST: '192.0.2.7' }, { NODE_ENV: 'production' }];

test.each(
  OPEN,
)('%j: accounts of an earlier seeding stop the start, whatever DEMO is now, in one line', async (env) => {
  await expect(guard(seeded, env)).rejects.toThrow(
    /^Cette instance est ouverte .*DEMO_PASSWORD, ou DEMO=on[^\n]*$/,
  );
  await expect(guard(seeded, { ...env, DEMO: 'off' })).rejects.toThrow('DEMO_PASSWORD');
  await expect(guard(seeded, { ...env, DEMO_PASSWORD: PUBLISHED })).rejects.toThrow('DEMO_PASSWORD');
});

test.each(OPEN)('%j: so does a demonstration that is about to be seeded by itself', async (env) => {
  await expect(guard(empty, env, false)).rejects.toThrow('DEMO_PASSWORD');
  // none is seeded, none is there
  expect(await guard(empty, env)).toBeNull();
});

test.each(OPEN)('%j: DEMO=on is an answer, and is said in one line', async (env) => {
  expect(await guard(seeded, { ...env, DEMO: 'on' })).toMatch(/^DEMO=on : [^\n]*mot de passe[^\n]*$/);
});

test.each(['127.0.0.1', '127.8.8.8', 'localhost', '::1'])('%s is this machine’s alone', async (HOST) => {
  expect(await guard(seeded, { HOST })).toBeNull();
  expect(await guard(empty, { HOST }, false)).toBeNull();
});

test('the process says it and ends, before it listens', async () => {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: seeded.url,
      SECRET: 'of-a-test-and-of-nothing-else-0123456789',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  createInterface(child.stdout).on('line', (line) => said.push(line));
  await once(child, 'close');
  expect(child.exitCode).toBe(1);
  expect(JSON.parse(said.at(-1) ?? '')).toMatchObject({
    level: 60,
    sentences: [expect.stringMatching(/^Cette instance est ouverte/)],
  });
  expect(said.join('\n')).not.toContain('Server listening');
}, 120_000);

test('another DEMO_PASSWORD becomes that of the accounts that still have the published one, and of no other', async () => {
  await keepPasswords();
  const server = await startTestApp(seeded.url);
  await server.book.loaded;
  const logIn = async (username: string, password: string) => {
    const first = await server.app.inject({ url: '/api/me', headers: { host: 'backoffice.localhost' } });
    const xsrf = first.cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { host: 'backoffice.localhost', cookie: `XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': xsrf },
      payload: { username, password },
    });
    return answer.statusCode;
  };
  expect(await logIn('root@parite.example', PUBLISHED)).toBe(200);
  expect(await guard(seeded, { HOST: '0.0.0.0', DEMO_PASSWORD: CHANGED })).toBeNull();
  for (const name of ['agent', 'agent2', 'admin', 'root']) {
    expect(await logIn(`${name}@parite.example`, PUBLISHED)).toBe(401);
    expect(await logIn(`${name}@parite.example`, CHANGED)).toBe(200);
  }
  const sessions = await seeded.db.selectFrom('sessions').select('id').execute();
  expect(sessions).toHaveLength(4);
  // nothing is left of the published one: no setting is asked for any more
  expect(await guard(seeded, { HOST: '0.0.0.0' })).toBeNull();
  await server.close();
}, 120_000);
