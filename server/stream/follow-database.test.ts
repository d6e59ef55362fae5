import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MAIN = join(import.meta.dirname, '../main.ts');
/** Tells at its end how much of NATS' libraries was asked for. */
const WATCHED = `
  const { registerHooks } = require('node:module');
  let nats = 0;
  registerHooks({ resolve(name, context, next) {
    if (name.startsWith('@nats-io/')) nats += 1;
    return next(name, context);
  } });
  process.on('exit', () => console.log('of NATS:', nats));
  import(${JSON.stringify(MAIN)});
`;

test('without NATS_URL nothing of its libraries is loaded', () => {
  // all that it imports, and no further
  const env = { ...process.env, PORT: 'none' };
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', WATCHED], { env, encoding: 'utf8' });
  expect(stderr).toContain('PORT');
  expect(stdout).toContain('of NATS: 0');
});
