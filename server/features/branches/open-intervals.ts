import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { HoursQuery, HoursResult } from './hours-process.ts';

const TIMEOUT_MS = 30_000;

/**
 * Opening intervals of each text by its wall clock, computed in a process with its own TZ and a timeout. null:
 * unreadable or too slow.
 */
export async function computeOpenIntervals(query: HoursQuery, signal?: AbortSignal): Promise<HoursResult> {
  if (query.texts.length === 0) return [];
  const answered = await runProcess(query, signal);
  if (answered) return answered;
  signal?.throwIfAborted();
  if (query.texts.length === 1) return [null];
  const half = Math.ceil(query.texts.length / 2);
  return [
    ...(await computeOpenIntervals({ ...query, texts: query.texts.slice(0, half) }, signal)),
    ...(await computeOpenIntervals({ ...query, texts: query.texts.slice(half) }, signal)),
  ];
}

/** `withinMs`: from the start of the process, whose turn comes after those of others. */
export function findUnreadable(texts: readonly string[], withinMs: number): Promise<string[]> {
  return inTurn(async () => {
    const signal = AbortSignal.timeout(withinMs);
    const answered = await runNow({ texts: [...texts], from: 0, to: 0 }, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return null;
    });
    if (!answered) throw new HoursTakeLong();
    return texts.filter((_, i) => answered[i] === null);
  });
}

export class HoursTakeLong extends Error {}

let last: Promise<unknown> = Promise.resolve();

/** Runs one process at a time, because many at once would take the processors from the comparisons. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const before = last;
  const { promise, resolve } = Promise.withResolvers<void>();
  last = promise;
  await before;
  return work().finally(resolve);
}

function runProcess(query: HoursQuery, signal?: AbortSignal): Promise<HoursResult | null> {
  return inTurn(async () => {
    signal?.throwIfAborted();
    return runNow(query, signal);
  });
}

async function runNow(query: HoursQuery, signal?: AbortSignal): Promise<HoursResult | null> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'hours-process.ts')], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { TZ: 'UTC', ...(PATH && { PATH }), ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const ended = once(child, 'close');
  // the process may end before it has read all
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(query));
  const [answered] = await Promise.all([text(child.stdout), ended]);
  return child.exitCode === 0 ? JSON.parse(answered) : null;
}
