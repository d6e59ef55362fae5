/** Tests that end real processes during their start. Nothing may be left running. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startEmbedded } from '../db/embedded.ts';
import { MAIN } from './server-process.ts';

let prepared: string;
let dataDir: string;
let child: ChildProcess;

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parite-interrupted-'));
  await chmod(folder, 0o711);
  return folder;
}

const LOOK_EVERY_MS = 4;

const has = (name: string) => existsSync(join(dataDir, name));
// remains true once it is true, because a short state may be missed between two looks
const draftHas = (name: string) =>
  has('postgres') ||
  readdirSync(dataDir).some((one) => one.startsWith('postgres.new-') && has(join(one, name)));
const pidFile = () => (has(PID_FILE) ? readFileSync(join(dataDir, PID_FILE), 'utf8').split('\n') : []);
const PID_FILE = 'postgres/postmaster.pid';

export type Moment = [name: string, folder: 'empty' | 'prepared', hasCome: () => boolean];

export const MOMENTS: readonly Moment[] = [
  ['the folder is taken', 'empty', () => has('instance.lock')],
  ['initdb is about to run', 'empty', () => draftHas('.')],
  ['initdb has begun', 'empty', () => draftHas('PG_VERSION')],
  ['initdb fills the folder', 'empty', () => draftHas('global/pg_control')],
  ['the database is made', 'empty', () => has('postgres.password')],
  ['the prepared folder is used', 'empty', () => has('postgres')],
  ['PostgreSQL is up, and migrated', 'empty', () => pidFile()[7]?.trim() === 'ready'],
  ['PostgreSQL starts', 'prepared', () => pidFile().length > 0],
  ['PostgreSQL has started', 'prepared', () => pidFile()[7]?.trim() === 'ready'],
  ['everything has been read', 'prepared', () => has('secret')],
];

/** A test for each of these moments. */
export function testMoments(moments: readonly Moment[]): void {
  beforeAll(async () => {
    prepared = await makeFolder();
    const embedded = await startEmbedded({ dataDir: prepared, log: () => undefined });
    await embedded.stop();
  });
  afterAll(() => rm(prepared, { recursive: true }));
  beforeEach(async () => {
    dataDir = await makeFolder();
  });
  afterEach(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    for (const pid of listLeft()) process.kill(pid, 'SIGKILL');
    await rm(dataDir, { recursive: true });
  });

  test.each(
    moments,
  )('ended when %s (%s folder), a start leaves no process', async (name, folder, hasCome) => {
    if (folder === 'prepared') execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
    child = spawn(process.execPath, [MAIN], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: dataDir,
        PORT: '0',
      },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = once(child, 'exit');
    let [said, logged] = ['', ''];
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    child.stdout?.on('data', (chunk) => {
      logged += chunk;
    });
    while (!hasCome()) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`ended by itself: ${said}`);
      await delay(LOOK_EVERY_MS);
    }
    // Ctrl-C in a terminal reaches the whole process group
    const isCtrlC = MOMENTS.findIndex(([one]) => one === name) % 2 === 0;
    if (isCtrlC) process.kill(-(child.pid as number), 'SIGINT');
    else child.kill('SIGTERM');
    const [code] = await exited;
    expect(listLeft()).toEqual([]);
    expect({ code, said }).toEqual({ code: 0, said: '' });
    // warnings and worse
    expect(logged).not.toMatch(/"level":[456]0/);
  });
}

/** Processes with the data folder as working directory or argument. */
function listLeft(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const isAtWork =
          readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDir) ||
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir);
        return isAtWork ? [Number(pid)] : [];
      } catch {
        // the process has just ended
        return [];
      }
    });
}
