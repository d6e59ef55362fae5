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

/** Starts a command in a process of its own. Its environment is `env`, PATH and the clock alone. */
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
  /** Output of stderr up to these words. */
  hear(words: string): Promise<string>;
  /** Ends a command that runs for ever. */
  close(): Promise<void>;
  ended: Promise<Ran>;
}

interface Setting {
  isTerminal?: boolean;
  input?: string | Buffer;
}

/** Runs a command within this process. Help is not captured, because commander writes it to this process's output. */
export function beginCli(
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
  { isTerminal = false, input = '' }: Setting = {},
): Begun {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const [out, said] = [text(stdout), text(stderr)];
  const stdin = Readable.from([input]);
  // the parts of a process that a shell reads, without a terminal
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

/** Output of a stream up to these words. */
export function hear(stream: NodeJS.ReadableStream | null, words: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    stream?.on('data', (chunk) => {
      heard += chunk;
      if (heard.includes(words)) resolve(heard);
    });
  });
}

/** Exit code and output of a command, once it has ended. */
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
