// The process of reaper.ts. Its standard input ends with the process that started it.
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
// first, because a server starts its PostgreSQL again
for (const pid of listDescendants()) signal(pid, 'SIGKILL');
await Promise.all([...clusters].map(stopCluster));

/** The registered processes and what they have started. A reaper among these has work of its own to do. */
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
  // a set goes on with what is added meanwhile
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
    // one that a proof has frozen
    for (const pid of running) signal(pid, 'SIGCONT');
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // it has just ended
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
