/** The tests notice a change of what they test: each mutant is one small change, and most must make a test fail. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { reap } from '../server/testing/reaper.ts';
import { DRAWN, folderOf } from './mutation/draw.mjs';
import { ROOMS, type Room } from './mutation/rooms.ts';
import { conclude, say } from './result.ts';

const ROOT = path.dirname(import.meta.dirname);
const HOME = path.join(import.meta.dirname, 'mutation');
const MUTANTS = path.join(HOME, 'mutants.jsonl');
/** Seconds in which a mutant is tried. */
const LONGEST = 300;
/** Processes that may be stopped after them. */
const MOST_HUNG = 50;

type Mutant = {
  id?: string;
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
    const patterns = asked ? [asked, ...left] : room.mutate;
    results.push(await (room.by === 'process' ? mutateInProcess : mutateByStryker)(room, patterns));
  }
}
const [inDomain, inServer] = [
  results.filter(({ room }) => room.name === 'domain'),
  results.filter(({ room }) => room.name !== 'domain'),
];
const shares = results.map(({ room, folders }) => ({ room, ...sum([...folders.values()]) }));
conclude('mutation', {
  promise:
    'The tests notice a change of what they test, of what runs within a test, not as a module loads or an application is ' +
    'built. In domain/ at least 95 % of all mutants are killed. In server/http, in the rooms of accounts and in those of ' +
    `reservations at least 90 % each of those drawn: ${DRAWN} a folder, the same ones each time, by the tests of the room ` +
    'and its attacks that start no process.',
  heads: ['folder', 'mutants', 'killed', '%'],
  rows: rowsOf(inDomain).map(([folder, _of, ...cells]) => [folder, ...cells] as const),
  more: [{ heads: ['folder', 'mutants', 'drawn', 'killed', '%'], rows: rowsOf(inServer) }],
  notes: results.flatMap(({ survivors }) => survivors),
  failures: shares
    .filter(({ room, killed, survived }) => killed * 100 < room.aim * (killed + survived))
    .map(({ room, ...counts }) => `${room.name}: ${percent(counts)} % of the mutants are killed`),
});

async function mutateByStryker(room: Room, patterns: readonly string[]): Promise<Result> {
  const stryker = path.join(HOME, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const files = ['--cleanTempDir', 'always', '--mutate', patterns.join(',')];
  process.env.MUTATION_TESTS = room.tests.join(',');
  await run(process.execPath, [stryker, 'run', path.join(HOME, 'stryker.config.json'), ...files], ROOT);
  const report: Report = JSON.parse(await readFile(path.join(HOME, 'report.json'), 'utf8'));
  await rm(path.join(HOME, 'report.json'));
  return count(room, report);
}

async function mutateInProcess(room: Room, patterns: readonly string[]): Promise<Result> {
  Object.assign(process.env, { MUTANTS, MUTATED: patterns.join(','), MUTATION_TESTS: room.tests.join(',') });
  await writeFile(MUTANTS, '');
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--config', path.join(HOME, 'vitest.config.ts'), '--reporter', 'dot'];
  let hung = 0;
  // a process stopped in a loop without an end: the next one begins behind it
  while (!(await runWatched(args))) {
    hung += 1;
    if (hung > MOST_HUNG) throw new Error(`${hung} mutants did not end`);
  }
  const lines = (await readFile(MUTANTS, 'utf8')).split('\n').filter(Boolean);
  await rm(MUTANTS);
  return count(room, await reportOf(lines.map((line) => JSON.parse(line))));
}

/** false: killed, because no mutant was tried for too long. */
async function runWatched(args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 2, 2] });
  reap(child);
  const ended = once(child, 'close');
  while (child.exitCode === null) {
    await Promise.race([ended, wait(5_000)]);
    const { mtimeMs } = await stat(MUTANTS);
    if (Date.now() - mtimeMs < LONGEST * 1_000) continue;
    child.kill('SIGKILL');
    await ended;
    return false;
  }
  if (child.exitCode !== 0) throw new Error(`The tests ended with ${child.exitCode} without a mutant`);
  return true;
}

type Line = {
  mutant?: Omit<Mutant, 'status'> & { id: string; fileName: string };
  begun?: string;
  tried?: string;
  killer?: string | null;
  reached?: string[];
  loaded?: string[];
};

/** Report of the runner's lines, in Stryker's form. */
async function reportOf(lines: readonly Line[]): Promise<Report> {
  const found = (of: (line: Line) => readonly (string | undefined)[]) => new Set(lines.flatMap(of));
  const killed = found(({ tried, killer }) => (killer ? [tried] : []));
  const tried = found(({ tried }) => [tried]);
  const begun = found(({ begun }) => [begun]);
  const reached = found(({ reached }) => reached ?? []);
  const loaded = found(({ loaded }) => loaded ?? []);
  const statusOf = (id: string): Mutant['status'] => {
    if (killed.has(id)) return 'Killed';
    if (begun.has(id) && !tried.has(id)) return 'Timeout';
    if (reached.has(id)) return 'Survived';
    return loaded.has(id) ? 'Ignored' : 'NoCoverage';
  };
  const mutants = new Map(lines.flatMap(({ mutant }) => (mutant ? [[mutant.id, mutant]] : [])));
  const files: Report['files'] = {};
  for (const { fileName, ...mutant } of mutants.values()) {
    const file = path.relative(ROOT, fileName);
    files[file] ??= { source: await readFile(fileName, 'utf8'), mutants: [] };
    // the instrumenter counts lines from 0, Stryker's report from 1
    const { line, column } = mutant.location.start;
    const location = { start: { line: line + 1, column } };
    files[file].mutants.push({ ...mutant, location, status: statusOf(mutant.id) });
  }
  return { files };
}

function count(room: Room, report: Report): Result {
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
