import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommand } from '../cli/run-command.ts';
import { openShell } from '../cli/shell.ts';
import { clockEnvironment } from './clock/offset.ts';
import { reap } from './reaper.ts';

const CLI = join(import.meta.dirname, '../cli.ts');

export interface Ran {
  code: number | null;
  out: string;
  said: string;
}

/** A command of the command line in a process of its own; `env` and the clock are all that it gets of an environment. */
export function startCli(args: readonly string[], cwd: string, env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...clockEnvironment(),
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  reap(child);
  return child;
}

export interface Begun {
  /** Everything said until these words. */
  hear(words: string): Promise<string>;
  /** Ends what would go on for ever. */
  close(): Promise<void>;
  ended: Promise<Ran>;
}

interface Setting {
  isTerminal?: boolean;
  input?: string | Buffer;
}

/** The same command without a process: all but help, which commander writes to that of the test. */
export function beginCli(
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
  { isTerminal = false, input = '' }: Setting = {},
): Begun {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const [out, said] = [text(stdout), text(stderr)];
  const stdin = Readable.from([input]);
  // what a shell asks of a process, of one that no person sits at
  const opened = openShell({ env: { ...env, INIT_CWD: cwd }, stdin, stdout, stderr } as never);
  const shell = { ...opened, isTerminal };
  const run = async () => {
    const { exitCode, sentences } = await runCommand(shell, args);
    for (const sentence of sentences) shell.printNotice(sentence);
    await shell.close();
    stdout.end();
    stderr.end();
    return { code: exitCode, out: await out, said: await said };
  };
  return { hear: (words) => hear(stderr, words), close: () => shell.close(), ended: run() };
}

export function runCli(...given: Parameters<typeof beginCli>): Promise<Ran> {
  return beginCli(...given).ended;
}

/** Everything said in a stream until these words. */
export function hear(stream: NodeJS.ReadableStream | null, words: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    stream?.on('data', (chunk) => {
      heard += chunk;
      if (heard.includes(words)) resolve(heard);
    });
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
