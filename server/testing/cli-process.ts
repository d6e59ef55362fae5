import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const CLI = join(import.meta.dirname, '../cli.ts');

export interface Ran {
  code: number | null;
  out: string;
  said: string;
}

/** A command of the command line in a process of its own; `env` is all that it gets of an environment. */
export function startCli(args: readonly string[], cwd: string, env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** What it gave and said once it has ended. */
export async function readCli(child: ChildProcess): Promise<Ran> {
  const [out, said, [code]] = await Promise.all([
    // stdio 'pipe' gives both
    text(child.stdout as NodeJS.ReadableStream & AsyncIterable<Buffer>),
    text(child.stderr as NodeJS.ReadableStream & AsyncIterable<Buffer>),
    once(child, 'exit'),
  ]);
  return { code, out, said };
}

export async function interrupt(child: ChildProcess, signal: NodeJS.Signals): Promise<Ran> {
  const ended = readCli(child);
  child.kill(signal);
  return ended;
}
