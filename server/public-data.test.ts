import { expect, test } from 'vitest';
import { createTestDatabase } from './testing/database.ts';
import { endServer, startServer } from './testing/server-process.ts';

/** Refuses to load the stream and its libraries. */
const REFUSAL = `
  import { registerHooks } from 'node:module';
  registerHooks({ resolve(name, context, next) {
    const found = next(name, context);
    if (/\\/server\\/stream\\/|\\/@nats-io\\//.test(found.url)) throw new Error('loaded: ' + found.url);
    return found;
  } });
`;

test('an instance without NATS_URL starts and ends without the stream; one with it cannot start', async () => {
  const { url, close } = await createTestDatabase();
  const preload = `--import=data:text/javascript,${encodeURIComponent(REFUSAL)}`;
  const NODE_OPTIONS = [process.env.NODE_OPTIONS, preload].filter(Boolean).join(' ');
  const env = { DATABASE_URL: url, SECRET: 'of a test and of nothing else, long', DEMO: 'off', NODE_OPTIONS };
  const { child } = await startServer(env);
  expect(await endServer(child)).toBe(0);
  await expect(startServer({ ...env, NATS_URL: 'nats://127.0.0.1:1' })).rejects.toThrow('did not start');
  await close();
});
