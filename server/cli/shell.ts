import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { Closers } from '../process/closers.ts';
import { UsageError } from './failures.ts';

const PROGRESS_EVERY_MS = 5_000;

export interface Shell {
  env: Record<string, string | undefined>;
  input: Readable;
  out: Writable;
  isTerminal: boolean;
  print(line: string): void;
  printNotice(sentence: string): void;
  /** rewritten in place on a terminal, at a modest pace elsewhere */
  progress(sentence: string): void;
  /** Throws a UsageError without a person to answer. */
  confirm(question: string): Promise<boolean>;
  resolvePath(path: string): string;
  closers: Closers;
  close(): Promise<void>;
}

export function openShell({ env, stdin, stdout, stderr }: NodeJS.Process): Shell {
  const closers = new Closers();
  let isLineOpen = false;
  let progressAt = Date.now();

  const printNotice = (sentence: string) => {
    stderr.write(`${isLineOpen ? '\r\x1b[K' : ''}${sentence}\n`);
    isLineOpen = false;
  };

  return {
    env,
    input: stdin,
    out: stdout,
    isTerminal: stderr.isTTY === true,
    print: (line) => stdout.write(`${line}\n`),
    printNotice,
    progress(sentence) {
      if (stderr.isTTY) {
        stderr.write(`\r\x1b[K  ${sentence}`);
        isLineOpen = true;
      } else if (Date.now() - progressAt > PROGRESS_EVERY_MS) {
        printNotice(`  ${sentence}`);
        progressAt = Date.now();
      }
    },
    async confirm(question) {
      if (!stdin.isTTY) throw new UsageError('Personne ne peut confirmer ici : ajoutez --yes.');
      const prompt = createInterface({ input: stdin, output: stderr });
      // a terminal's Ctrl-C goes to the question first
      prompt.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
      const answer = await prompt.question(`${question} [o/N] `);
      prompt.close();
      return /^(o|oui)$/i.test(answer.trim());
    },
    // npm runs a script from the root of the project
    resolvePath: (path) => resolve(env.INIT_CWD ?? '.', path),
    closers,
    async close() {
      if (isLineOpen) stderr.write('\n');
      await closers.closeAll((error) => printNotice(error instanceof Error ? error.message : String(error)));
    },
  };
}
