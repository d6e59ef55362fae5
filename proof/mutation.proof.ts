/** The tests notice a change of what they test: each mutant is one small change, and most must make a test fail. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { reap } from '../server/testing/reaper.ts';
import { DRAWN, folderOf } from './mutation/draw.mjs';
import { ROOMS, type Room } from './mutation/rooms.ts';
import { conclude, say } from './result.ts';

const ROOT = path.dirname(import.meta.dirname);
const HOME = path.join(import.meta.dirname, 'mutation');

type Mutant = {
  status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored' | 'CompileError' | 'RuntimeError';
  mutatorName: string;
  replacement?: string;
  location: { start: { line: number; column: number } };
};
type Report = { files: Record<string, { source: string; mutants: Mutant[] }> };
/** `of`: those of which some were drawn. */
type Counts = { of: number; killed: number; survived: number };
type Result = { room: Room; folders: Map<string, Counts>; survivors: string[] };

await run('npm', ['ci', '--no-audit', '--no-fund'], HOME);
// MUTATE: to look at a few files alone
const asked = process.env.MUTATE;
const results: Result[] = [];
for (const room of ROOMS) {
  if (!asked || room.mutate.some((pattern) => asked.startsWith(pattern.replace('**/*.ts', '')))) {
    const left = room.mutate.filter((pattern) => pattern.startsWith('!'));
    results.push(await mutate(room, asked ? [asked, ...left] : room.mutate));
  }
}
const [inDomain, inServer] = [
  results.filter(({ room }) => room.name === 'domain'),
  results.filter(({ room }) => room.name !== 'domain'),
];
const shares = results.map(({ room, folders }) => ({ room, ...sum([...folders.values()]) }));
conclude('mutation', {
  promise:
    'The tests notice a change of what they test. In domain/ at least 95 % of the mutants are killed, those of what a ' +
    'module makes once as it loads (schemas, lists of words) among them, and without the list of common passwords. In ' +
    'server/http, in the rooms of accounts and in those of reservations at least 90 % each of those drawn: ' +
    `${DRAWN} a folder, the same ones each time, of what runs within a test (not as a module loads or an application is ` +
    'built), by the tests of the room and its attacks that start no process.',
  heads: ['folder', 'mutants', 'killed', '%'],
  rows: rowsOf(inDomain).map(([folder, _of, ...cells]) => [folder, ...cells] as const),
  more: [{ heads: ['folder', 'mutants', 'drawn', 'killed', '%'], rows: rowsOf(inServer) }],
  notes: results.flatMap(({ survivors }) => survivors),
  failures: shares
    .filter(({ room, killed, survived }) => killed * 100 < room.aim * (killed + survived))
    .map(({ room, ...counts }) => `${room.name}: ${percent(counts)} % of the mutants are killed`),
});

async function mutate(room: Room, patterns: readonly string[]): Promise<Result> {
  const stryker = path.join(HOME, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const files = ['--cleanTempDir', 'always', '--mutate', patterns.join(',')];
  process.env.MUTATION_TESTS = room.tests.join(',');
  await run(process.execPath, [stryker, 'run', path.join(HOME, room.config), ...files], ROOT);
  const report: Report = JSON.parse(await readFile(path.join(HOME, 'report.json'), 'utf8'));
  await rm(path.join(HOME, 'report.json'));
  const result: Result = { room, folders: new Map(), survivors: [] };
  for (const [file, { source, mutants }] of Object.entries(report.files)) {
    const folder = folderOf(file);
    const counts = result.folders.get(folder) ?? { of: 0, killed: 0, survived: 0 };
    result.folders.set(folder, counts);
    for (const mutant of mutants) {
      const { status } = mutant;
      if (status !== 'Ignored' && status !== 'RuntimeError') counts.of += 1;
      if (status === 'Killed' || status === 'Timeout') counts.killed += 1;
      if (status !== 'Survived' && status !== 'NoCoverage') continue;
      counts.survived += 1;
      result.survivors.push(describe(file, source, mutant));
    }
  }
  return result;
}

function rowsOf(results: readonly Result[]): [string, number, number, number, string][] {
  const folders = results.flatMap((result) => [...result.folders]).sort();
  if (folders.length === 0) return [];
  const all: [string, Counts] = ['**all**', sum(folders.map(([, counts]) => counts))];
  return [...folders, all].map(([folder, counts]) => {
    const { killed, survived } = counts;
    return [folder, counts.of, killed + survived, killed, percent(counts)];
  });
}

function sum(all: readonly Counts[]): Counts {
  const add = (what: keyof Counts) => all.reduce((total, counts) => total + counts[what], 0);
  return { of: add('of'), killed: add('killed'), survived: add('survived') };
}

function percent({ killed, survived }: Counts): string {
  return ((100 * killed) / (killed + survived)).toFixed(1);
}

/** Where, and what the line became. */
function describe(
  file: string,
  source: string,
  { status, location, mutatorName, replacement = '' }: Mutant,
): string {
  const { line } = location.start;
  const was = source.split('\n')[line - 1]?.trim() ?? '';
  const how = status === 'NoCoverage' ? 'reached by no test' : 'survived';
  return `${how}: ${file}:${line} ${mutatorName}: \`${was.slice(0, 90)}\`, in it \`${replacement.replace(/\s+/g, ' ').slice(0, 60)}\``;
}

async function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  say(
    [path.basename(command), ...args.map((argument) => path.relative(ROOT, argument) || argument)].join(' '),
  );
  const child = spawn(command, args, { cwd, stdio: ['ignore', 2, 2] });
  reap(child);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
}
