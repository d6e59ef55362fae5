/** Ends the processes that this one leaves behind, however it ends: returned, thrown, interrupted or killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';

const PROGRAM = join(import.meta.dirname, 'reaper-process.ts');

/** A line of the reaper's standard input. */
export type Entry = { start: number } | { exit: number } | { cluster: string };

let input: Socket | null = null;

/** Kills the process where this one ends first. */
export function reap(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  enter({ start: pid });
  child.once('exit', () => enter({ exit: pid }));
}

/** Stops the PostgreSQL of a cluster's folder, whoever runs it by then. */
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
