import { execFileSync } from 'node:child_process';
import { closeSync, openSync, renameSync, statSync } from 'node:fs';
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Launcher } from './launcher.ts';

const LOOK_EVERY_MS = 10;
// a start after a crash replays the log first
const START_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 10_000;
const LOG_LIMIT_BYTES = 10_000_000;

/** Log settings that leave out the values of rows and statements. */
const QUIET = { log_error_verbosity: 'terse', log_min_error_statement: 'panic' };

const SETTINGS = {
  ...QUIET,
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // compilation costs more than short rate queries
  jit: 'off',
};

export interface Postmaster {
  pid: number;
  exited: Promise<void>;
}

export interface StartOptions {
  launcher: Launcher;
  program: string;
  folder: string;
  logFile: string;
  port: number;
  settings?: Record<string, string>;
}

export class PortTakenError extends Error {}

export async function startPostmaster(options: StartOptions, signal?: AbortSignal): Promise<Postmaster> {
  signal?.throwIfAborted();
  const { launcher, program, folder, logFile, port } = options;
  const settings = Object.entries({ ...SETTINGS, ...options.settings, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const log = openLog(logFile);
  const child = launcher.spawn(program, ['-D', folder, ...settings], {
    stdio: ['ignore', log.descriptor, log.descriptor],
  });
  closeSync(log.descriptor);
  let hasExited = false;
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      hasExited = true;
      resolve();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  const deadline = Date.now() + START_WITHIN_MS;
  while (!(await isReady(folder, child.pid))) {
    if (hasExited) throw await explainExit(logFile, log.size);
    if (signal?.aborted || Date.now() > deadline) {
      if (child.pid) await stopProcess(child.pid, async () => hasExited);
      signal?.throwIfAborted();
      throw new Error(`PostgreSQL n’est toujours pas prêt. Son journal : ${logFile}`);
    }
    await delay(LOOK_EVERY_MS);
  }
  // a running process has a process id
  return { pid: child.pid as number, exited };
}

export async function stopPostmaster({ pid, exited }: Postmaster): Promise<void> {
  let hasExited = false;
  void exited.then(() => {
    hasExited = true;
  });
  await stopProcess(pid, async () => hasExited);
}

/**
 * Ends the remains of a killed instance on the cluster. Requires the folder's lock, so that no living instance uses it.
 */
export async function stopOrphan(folder: string): Promise<boolean> {
  const orphans = await findProcesses(folder);
  if (orphans.length > 0) {
    const isGone = async (): Promise<boolean> => (await findProcesses(folder)).length === 0;
    const pid = (await readPidFile(folder))?.pid;
    if (pid !== undefined && orphans.includes(pid)) await stopProcess(pid, isGone);
    // backends without their postmaster end by themselves
    else if (!(await waitFor(isGone, STOP_WITHIN_MS))) throw new StillRunningError(folder, orphans);
  }
  // leftover of a kill: PostgreSQL refuses to start while that process id exists, as a zombie or of another program
  await rm(join(folder, 'postmaster.pid'), { force: true });
  return orphans.length > 0;
}

class StillRunningError extends Error {
  constructor(what: string, pids: number[]) {
    super(`PostgreSQL tourne encore sur ${what} (processus ${pids.join(', ')}) et ne s’arrête pas.`);
  }
}

async function stopProcess(pid: number, isGone: () => Promise<boolean>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    if (await waitFor(isGone, STOP_WITHIN_MS)) return;
  }
  throw new StillRunningError('sa base de données', [pid]);
}

async function waitFor(isTrue: () => Promise<boolean>, within: number): Promise<boolean> {
  const deadline = Date.now() + within;
  while (!(await isTrue())) {
    if (Date.now() > deadline) return false;
    await delay(LOOK_EVERY_MS);
  }
  return true;
}

/** Port of the PostgreSQL that another process runs on this cluster. null: it accepts no connections. */
export async function findRunningPort(folder: string): Promise<number | null> {
  let port: number | null = null;
  await waitFor(async () => {
    const file = await readPidFile(folder);
    port = file?.status === 'ready' ? file.port : null;
    return port !== null;
  }, STOP_WITHIN_MS);
  return port;
}

async function isReady(folder: string, pid: number | undefined): Promise<boolean> {
  const file = await readPidFile(folder);
  return file !== null && file.pid === pid && file.status === 'ready';
}

/** Reads postmaster.pid: process id on line 1, port on line 4, status on line 8. */
export async function readPidFile(
  folder: string,
): Promise<{ pid: number; port: number; status: string | undefined } | null> {
  try {
    const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
    return {
      pid: Number.parseInt(lines[0] ?? '', 10),
      port: Number.parseInt(lines[3] ?? '', 10),
      status: lines[7]?.trim(),
    };
  } catch {
    return null;
  }
}

export async function findProcesses(folder: string): Promise<number[]> {
  if (process.platform !== 'linux') return findPostmasters(folder);
  const place = await realpath(folder);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null);
      return cwd === place ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}

function findPostmasters(folder: string): number[] {
  const listing = execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' });
  const lines = listing.split('\n').filter((line) => line.includes(`postgres -D ${folder} `));
  return lines.map((line) => Number.parseInt(line, 10));
}

function openLog(logFile: string): { descriptor: number; size: number } {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  const isFull = size > LOG_LIMIT_BYTES;
  if (isFull) renameSync(logFile, `${logFile}.1`);
  return { descriptor: openSync(logFile, 'a', 0o600), size: isFull ? 0 : size };
}

async function explainExit(logFile: string, from: number): Promise<Error> {
  const message = (await readFile(logFile)).subarray(from).toString('utf8').trim();
  if (message.includes('could not create any TCP/IP sockets')) return new PortTakenError(message);
  return new Error(`PostgreSQL n’a pas démarré. Son journal (${logFile}) dit :\n${message}`);
}
