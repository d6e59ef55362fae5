import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Answered, Asked } from './hours-process.ts';

const WITHIN_MS = 30_000;

/**
 * Opening intervals of each text by its wall clock, computed in a process with its own TZ and a timeout. null:
 * unreadable or too slow.
 */
export async function openIntervals(asked: Asked, signal?: AbortSignal): Promise<Answered> {
  if (asked.texts.length === 0) return [];
  const answered = await ask(asked, signal);
  if (answered) return answered;
  signal?.throwIfAborted();
  if (asked.texts.length === 1) return [null];
  const half = Math.ceil(asked.texts.length / 2);
  return [
    ...(await openIntervals({ ...asked, texts: asked.texts.slice(0, half) }, signal)),
    ...(await openIntervals({ ...asked, texts: asked.texts.slice(half) }, signal)),
  ];
}

async function ask(asked: Asked, signal?: AbortSignal): Promise<Answered | null> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'hours-process.ts')], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { TZ: 'UTC', ...(PATH && { PATH }), ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
    timeout: WITHIN_MS,
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  const ended = once(child, 'close');
  // the process may end before it has read all
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(asked));
  const [answered] = await Promise.all([text(child.stdout), ended]);
  return child.exitCode === 0 ? JSON.parse(answered) : null;
}
