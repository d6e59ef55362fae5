/** Tests run as a part of a proof, and what became of each. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reap } from '../server/testing/reaper.ts';

const ROOT = join(import.meta.dirname, '..');

export type TestResult = {
  title: string;
  fullName: string;
  status: string;
  duration?: number;
  failureMessages: string[];
  meta: Record<string, unknown>;
};

/** Throws where no test ran. `longest` in milliseconds. */
export async function runTests(
  args: string[],
  env: Record<string, string> = {},
  { root = ROOT, longest }: { root?: string; longest?: number } = {},
): Promise<TestResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parite-tests-'));
  const file = join(folder, 'report.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...args, '--reporter=json', `--outputFile=${file}`], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(longest && { timeout: longest }),
  });
  reap(child);
  await once(child, 'exit');
  const report: { testResults: { message: string; assertionResults: TestResult[] }[] } = JSON.parse(
    await readFile(file, 'utf8'),
  );
  await rm(folder, { recursive: true });
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  if (results.length === 0) throw new Error(report.testResults.map(({ message }) => message).join('\n'));
  return results;
}

export function listFailures(results: readonly TestResult[]): string[] {
  return results
    .filter(({ status }) => status !== 'passed')
    .map(
      ({ fullName, status, failureMessages: [message = status] }) => `${fullName}: ${message.slice(0, 500)}`,
    );
}
