/** Real server in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../process/free-port.ts';
import { shiftCluster } from './embedded.ts';
import { reap, reapCluster } from './reaper.ts';

export const MAIN = join(import.meta.dirname, '../main.ts');
/** Flags of V8 as in `npm start` and the image (decision 004). */
export const FLAGS = ['--max-semi-space-size=32', '--no-allocation-site-pretenuring'];
// long enough for a machine with twenty busy processes a core
const STARTED_WITHIN_MS = 240_000;
const LOOK_EVERY_MS = 25;
// Characters of the log that an error shows.
const LAST_WORDS = 2_000;

export interface ServerProcess {
  child: ChildProcess;
  port: number;
  /** of the public host */
  url: string;
}

export interface ProcessOptions {
  /** Another program that listens on PORT and answers /healthz. */
  file?: string;
  /** Flags of V8 instead of the product's. */
  flags?: readonly string[];
  port?: number;
  /** File descriptor for all output. Left out: stderr is shown, and an error shows the end of stdout. */
  output?: number;
  /** Called before the server answers. */
  onSpawn?: (child: ChildProcess) => void;
}

/** Resolves once the server answers. */
export async function startServer(
  env: Record<string, string>,
  { file = MAIN, flags = FLAGS, port, output, onSpawn }: ProcessOptions = {},
): Promise<ServerProcess> {
  const { DATA_DIR, DATABASE_URL } = { ...process.env, ...env };
  if (DATA_DIR && !DATABASE_URL) {
    reapCluster(resolve(DATA_DIR, 'postgres'));
    await shiftCluster(DATA_DIR);
  }
  const listensOn = port ?? (await findFreePort());
  const child = spawn(process.execPath, [...flags, file], {
    env: { DEMO_MOVES: 'off', ...process.env, ...env, HOST: '127.0.0.1', PORT: String(listensOn) },
    stdio: ['ignore', output ?? 'pipe', output ?? 'inherit'],
  });
  let said = '';
  child.stdout?.on('data', (chunk) => {
    said = (said + chunk).slice(-LAST_WORDS);
  });
  reap(child);
  onSpawn?.(child);
  const server = { child, port: listensOn, url: `http://localhost:${listensOn}` };
  const until = Date.now() + STARTED_WITHIN_MS;
  while (Date.now() < until && !hasEnded(child)) {
    const isUp = await fetch(`${server.url}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return server;
    await delay(LOOK_EVERY_MS);
  }
  const end = hasEnded(child)
    ? `it ended (${child.exitCode ?? child.signalCode})`
    : `no answer in ${STARTED_WITHIN_MS / 1_000} s`;
  await endServer(child, 'SIGKILL');
  throw new Error(`${basename(file)} did not start: ${end}\n${said}`);
}

/** Resolves with the exit code. null: ended by a signal. */
export async function endServer(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  if (!hasEnded(child)) {
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
  return child.exitCode;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
