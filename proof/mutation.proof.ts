/** The tests of domain/ notice a change of it: each mutant is one small change, and most must make a test fail. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { conclude, say } from './result.ts';

const ROOT = path.dirname(import.meta.dirname);
const HOME = path.join(import.meta.dirname, 'mutation');
const AIM = 95;

type Mutant = {
  status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored' | 'CompileError' | 'RuntimeError';
  mutatorName: string;
  replacement?: string;
  location: { start: { line: number } };
};
type Report = { files: Record<string, { source: string; mutants: Mutant[] }> };

await run('npm', ['ci', '--no-audit', '--no-fund'], HOME);
// MUTATE: to look at a few files alone
const files = process.env.MUTATE ? ['--mutate', process.env.MUTATE] : [];
const stryker = path.join(HOME, 'node_modules/@stryker-mutator/core/bin/stryker.js');
await run(
  process.execPath,
  [stryker, 'run', path.join(HOME, 'stryker.config.json'), '--cleanTempDir', 'always', ...files],
  ROOT,
);
const report: Report = JSON.parse(await readFile(path.join(HOME, 'report.json'), 'utf8'));
await rm(path.join(HOME, 'report.json'));

const folders = new Map<string, { killed: number; survived: number }>();
const survivors: string[] = [];
for (const [file, { source, mutants }] of Object.entries(report.files)) {
  const folder = file.split('/').slice(0, 2).join('/');
  const counts = folders.get(folder) ?? { killed: 0, survived: 0 };
  folders.set(folder, counts);
  for (const mutant of mutants) {
    if (mutant.status === 'Killed' || mutant.status === 'Timeout') counts.killed += 1;
    if (mutant.status !== 'Survived' && mutant.status !== 'NoCoverage') continue;
    counts.survived += 1;
    survivors.push(describe(file, source, mutant));
  }
}
const rows = [...folders]
  .sort()
  .map(([folder, { killed, survived }]) => [folder, killed + survived, killed, percent(killed, survived)]);
const killed = sum('killed');
const survived = sum('survived');
conclude('mutation', {
  promise:
    `The tests of domain/ notice a change of it: at least ${AIM} % of the mutants are killed, those of what a ` +
    'module makes once as it loads (schemas, lists of words) among them. Left out is the list of common passwords.',
  heads: ['folder', 'mutants', 'killed', '%'],
  rows: [...rows, ['**all**', killed + survived, killed, percent(killed, survived)]],
  notes: survivors,
  failures:
    killed * 100 >= AIM * (killed + survived)
      ? []
      : [`${percent(killed, survived)} % of the mutants are killed`],
});

function sum(what: 'killed' | 'survived'): number {
  return [...folders.values()].reduce((total, counts) => total + counts[what], 0);
}

function percent(dead: number, alive: number): string {
  return ((100 * dead) / (dead + alive)).toFixed(1);
}

/** Where, and what the line became. */
function describe(file: string, source: string, { location, mutatorName, replacement = '' }: Mutant): string {
  const { line } = location.start;
  const was = source.split('\n')[line - 1]?.trim() ?? '';
  return `survived: ${file}:${line} ${mutatorName}: \`${was.slice(0, 90)}\`, in it \`${replacement.replace(/\s+/g, ' ').slice(0, 60)}\``;
}

async function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  say(
    [path.basename(command), ...args.map((argument) => path.relative(ROOT, argument) || argument)].join(' '),
  );
  const [code] = await once(spawn(command, args, { cwd, stdio: ['ignore', 2, 2] }), 'close');
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
}
