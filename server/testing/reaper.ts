/** Ends the child processes that this process leaves behind, even when it is killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';

const PROGRAM = join(import.meta.dirname, 'reaper-process.ts');

/** A line of the reaper's standard input. */
export type Entry = { start: number } | { exit: number } | { cluster: string };

let input: Socket | null = null;

/** Registers a child process, which is killed if this process ends first. */
export function reap(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  enter({ start: pid });
  child.once('exit', () => enter({ exit: pid }));
}

/** Registers the folder of a cluster. Any PostgreSQL that runs there is stopped when this process ends. */
export function reapCluster(folder: string): void {
  enter({ cluster: folder });
}

function enter(entry: Entry): void {
  input ??= startReaper();
  input.write(`${JSON.stringify(entry)}\n`);
}

/** Detached, because Ctrl-C reaches the whole group of this process. */
function startReaper(): Socket {
  const { NODE_OPTIONS: _clock, ...env } = process.env;
  const child = spawn(process.execPath, [PROGRAM], {
    cwd: '/',
    env,
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.unref();
  // a pipe to a process is a socket
  const pipe = child.stdin as unknown as Socket;
  pipe.unref();
  return pipe;
}
