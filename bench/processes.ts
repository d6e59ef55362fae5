/** What the kernel says of a process. */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Server } from './servers.ts';

const PER_SECOND = 100;
/** Before this process is kept to some of them. */
const CORES = availableParallelism();

/** Processor time used so far, user and system, in seconds. */
export async function cpuSeconds({ child: { pid } }: Server): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / PER_SECOND;
}

/** From now on it runs on one core alone, and whoever asks it on the others, if there are any. False: this machine has no taskset. */
export function keepToOneCore({ child: { pid } }: Server): boolean {
  if (CORES > 1) keepTo(`1-${CORES - 1}`, process.pid);
  return keepTo('0', pid);
}

function keepTo(cores: string, pid: number | undefined): boolean {
  return spawnSync('taskset', ['-acp', cores, String(pid)], { stdio: 'ignore' }).status === 0;
}

/** Memory that is resident, and the most that ever was, in MB. */
export async function memory({ child: { pid } }: Server): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}
