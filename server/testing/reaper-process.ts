// Process of reaper.ts. Its standard input ends when the process that started it ends.
import { execFileSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { findProcesses } from '../db/embedded/postmaster.ts';
import type { Entry } from './reaper.ts';

const LOOK_EVERY_MS = 20;
const STOP_WITHIN_MS = 10_000;

const pids = new Set<number>();
const clusters = new Set<string>();
for await (const line of createInterface(process.stdin)) {
  const entry: Entry = JSON.parse(line);
  if ('start' in entry) pids.add(entry.start);
  else if ('exit' in entry) pids.delete(entry.exit);
  else clusters.add(entry.cluster);
}
// servers before clusters, because a server would start its PostgreSQL again
for (const pid of listDescendants()) signal(pid, 'SIGKILL');
await Promise.all([...clusters].map(stopCluster));

/** Registered processes and their descendants, except reapers of other processes. */
function listDescendants(): Set<number> {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,command='], { encoding: 'utf8' }).trim().split('\n');
  const all = lines.map((line) => {
    const [pid, parent, ...command] = line.trim().split(/\s+/);
    return {
      pid: Number(pid),
      parent: Number(parent),
      isReaper: command.some((word) => word.endsWith('/reaper-process.ts')),
    };
  });
  const found = new Set(pids);
  // the loop also visits members that are added meanwhile
  for (const pid of found) {
    for (const child of all) if (child.parent === pid && !child.isReaper) found.add(child.pid);
  }
  return found;
}

async function stopCluster(folder: string): Promise<void> {
  const until = Date.now() + STOP_WITHIN_MS;
  for (let last: NodeJS.Signals = 'SIGQUIT'; ; await delay(LOOK_EVERY_MS)) {
    const running = await findProcesses(folder).catch(() => []);
    if (running.length === 0) return;
    if (Date.now() > until) last = 'SIGKILL';
    for (const pid of running) signal(pid, last);
    // a frozen process ends only after it continues
    for (const pid of running) signal(pid, 'SIGCONT');
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // the process has just ended
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
