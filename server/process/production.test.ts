// Duration: two processes of production, one of them with a feed that hangs.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openPublisher, type Publisher } from '../testing/feed.ts';
import { MAIN } from '../testing/server-process.ts';
import { findFreePort } from './free-port.ts';
import { readCommit } from './version.ts';

// An instance as it runs in a container: its log is for machines, its metrics are served, its feed may hang.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'));
/** Refuses to load the stream and its libraries, and those that wait for their first use. */
const REFUSAL = `
  import { registerHooks } from 'node:module';
  registerHooks({ resolve(name, context, next) {
    const found = next(name, context);
    if (/\\/server\\/stream\\/|\\/@nats-io\\/|\\/@simplewebauthn\\/|\\/date-holidays\\//.test(found.url)) throw new Error('loaded: ' + found.url);
    return found;
  } });
`;

const REFUSES = `--import=data:text/javascript,${encodeURIComponent(REFUSAL)}`;

let database: TestDatabase;
let publisher: Publisher;
let child: ChildProcess;
let said: string[];
let dataDir: string;
/** The feed was asked, and never answers. */
let asked: PromiseWithResolvers<void>;

beforeEach(async () => {
  database = await createTestDatabase();
  asked = Promise.withResolvers();
  publisher = await openPublisher();
  dataDir = await mkdtemp(path.join(tmpdir(), 'parite-production-'));
  publisher.publish(() => asked.resolve());
});
afterEach(async () => {
  if (child.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await publisher.close();
  await database.close();
  await rm(dataDir, { recursive: true });
});

function start(env: Record<string, string>): void {
  child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET: 'of-a-test-and-of-nothing-else-0123456789',
      RATES_FEED_URL: publisher.url('/', 'robot:s3cret'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  said = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface(stream).on('line', (line) => said.push(line));
  }
}

/** Every line is JSON with its level and its time. */
function lines(): { level: number; msg: string }[] {
  return said.map((line) => {
    const parsed = JSON.parse(line);
    expect(parsed).toMatchObject({ level: expect.any(Number), time: expect.any(Number) });
    return parsed;
  });
}

test('a hanging feed delays neither start nor stop; metrics are served; the log is JSON to its last line', async () => {
  const [port, metricsPort] = [await findFreePort(), await findFreePort()];
  // nothing of the stream is loaded without NATS_URL, nor what a first passkey or holiday needs
  start({ PORT: String(port), METRICS_PORT: String(metricsPort), NODE_OPTIONS: REFUSES });
  await vi.waitFor(async () => expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200), {
    timeout: 110_000,
  });
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toContain('parite_http_request_duration_seconds_count{route="/readyz"');
  expect(metrics).toContain('parite_rate_book_live 1');
  const commit = readCommit();
  expect(commit).toMatch(/^[0-9a-f]{12}$/);
  expect(metrics).toContain(`parite_build_info{version="${version}",commit="${commit}"`);
  await asked.promise;
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(child.exitCode).toBe(0);
  expect(lines()[0]).toMatchObject({ msg: 'starting', version });
  expect(lines().map(({ msg }) => msg)).toContain('rate book read');
  const described = { version, commit, role: 'whole', on: ['feed', 'metrics'], last_ended_cleanly: null };
  for (const msg of ['started', 'stopping'])
    expect(lines().find((line) => line.msg === msg)).toMatchObject(described);
  expect(await readFile(path.join(dataDir, `run-${port}`), 'utf8')).toBe('ended\n');
  expect(said.join('\n')).not.toMatch(/s3cret|robot/);
  const load = `await import('${path.join(import.meta.dirname, '../stream/nats.ts')}')`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', load], {
    env: { PATH: process.env.PATH, NODE_OPTIONS: REFUSES },
    encoding: 'utf8',
  });
  // the stream would have been
  expect(stderr).toContain('loaded: file://');
});

test('a metrics port in use stops the start, with one JSON line', async () => {
  start({ PORT: String(await findFreePort()), METRICS_PORT: new URL(publisher.url()).port });
  await once(child, 'close');
  expect(child.exitCode).toBe(1);
  expect(lines().at(-1)).toMatchObject({
    level: 60,
    sentences: [expect.stringMatching(/^Le port \d+ de METRICS_PORT ne peut pas être ouvert/)],
  });
});
