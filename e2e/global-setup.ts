import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startEmbedded } from '../server/db/embedded.ts';

const ROOT = join(import.meta.dirname, '..');
const READY_WITHIN_MS = 60_000;

/**
 * The real server over a real PostgreSQL with the demonstration data, all of its own: the tests find the
 * addresses in E2E_PORT and E2E_DATABASE_URL.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!existsSync(join(ROOT, 'dist/site/index.html'))) {
    throw new Error('The pages are not built: run npm run build first.');
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'parite-e2e-'));
  const database = await startEmbedded({ dataDir, log: () => undefined });
  const port = await freePort();
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DEMO: 'on',
      SECRET: 'only-for-the-browser-tests-0123456789',
      RATE_LIMIT: '100000',
    },
  });
  const stop = async () => {
    await end(server);
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await started(server);
  } catch (error) {
    await stop();
    throw error;
  }
  process.env.E2E_PORT = String(port);
  process.env.E2E_DATABASE_URL = database.url;
  return stop;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  probe.close();
  await once(probe, 'close');
  return address.port;
}

/** Resolves when the server prints its addresses; its log lines are dropped. */
function started(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!server.stdout) throw new Error('the output is a pipe');
    const late = setTimeout(() => reject(new Error('The server did not start in time.')), READY_WITHIN_MS);
    server.once('exit', (code) => reject(new Error(`The server stopped at its start (${code}).`)));
    createInterface(server.stdout).on('line', (line) => {
      if (!line.includes('Parité est en marche')) return;
      clearTimeout(late);
      resolve();
    });
  });
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.removeAllListeners('exit');
  server.kill('SIGTERM');
  await once(server, 'exit');
}
