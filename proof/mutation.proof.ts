/** The tests notice a change of what they test: each mutant is one small change, and most must make a test fail. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { reap } from '../server/testing/reaper.ts';
import { type Line, type Mutant, readLines } from './mutation/lines.ts';
import { ROOMS, type Room } from './mutation/rooms.ts';
import { conclude, say } from './result.ts';

const ROOT = path.dirname(import.meta.dirname);
const HOME = path.join(import.meta.dirname, 'mutation');
/** Seconds in which a mutant is tried. */
const LONGEST = 300;
/** Processes of a room, each after one that a mutant stopped or spoiled. */
const MOST_PROCESSES = 50;

/** `of`: those of which some were drawn. */
type Counts = { of: number; killed: number; survived: number };
type Result = { room: Room; folders: Map<string, Counts>; notes: string[] };

await run('npm', ['ci', '--no-audit', '--no-fund'], HOME);
// MUTATION_ROOM: one room alone; MUTATE: the files of a pattern in it
const { MUTATION_ROOM } = process.env;
const rooms = ROOMS.filter(({ name }) => !MUTATION_ROOM || name === MUTATION_ROOM);
const results = await Promise.all(rooms.map(mutate));
const folders = results.flatMap((result) => [...result.folders]).sort();
const all: [string, Counts] = ['**all**', sum(folders.map(([, counts]) => counts))];
conclude('mutation', {
  promise:
    'The tests notice a change of what they test, of what runs in a test or before it, not as a module loads: of the mutants ' +
    'drawn, the same ones each time, at least 95 % are killed in domain/, at least 90 % each in server/http, in the rooms of ' +
    'accounts and in those of reservations, by the tests of the room and its attacks that start no process.',
  heads: ['folder', 'mutants', 'tried', 'killed', '%'],
  rows: [...folders, all].map(([folder, counts]) => {
    const { of, killed, survived } = counts;
    return [folder, of, killed + survived, killed, percent(counts)];
  }),
  notes: [...new Set(results.flatMap(({ notes }) => notes))],
  failures: results
    .map(({ room, folders }) => ({ room, ...sum([...folders.values()]) }))
    .filter(({ room, killed, survived }) => killed * 100 < room.aim * (killed + survived))
    .map(({ room, ...counts }) => `${room.name}: ${percent(counts)} % of the mutants are killed`),
});

async function mutate(room: Room): Promise<Result> {
  const file = path.join(HOME, `${room.name}.jsonl`);
  await rm(file, { force: true });
  const tests = globSync(room.tests, { cwd: ROOT }).map((name) => path.join(ROOT, name));
  let processes = 0;
  for (;;) {
    const ended = new Set(readLines(file).map((line) => ('ended' in line ? line.ended : '')));
    const left = tests.filter((test) => !ended.has(test)).length;
    if (left === 0) break;
    if (processes === MOST_PROCESSES) throw new Error(`${room.name}: ${left} files of tests were not run`);
    processes += 1;
    say(`${room.name}: process ${processes}, ${left} files of tests`);
    await runTests(room, file);
  }
  return count(room, readLines(file));
}

/** Ends with its process, which is killed where no mutant was tried for too long. */
async function runTests(room: Room, file: string): Promise<void> {
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--config', path.join(HOME, 'vitest.config.ts'), '--reporter', 'dot'];
  const env = { ...process.env, MUTATION_ROOM: room.name, MUTANTS: file };
  // a group of its own: the tests run in a process of Vitest's
  const child = spawn(process.execPath, args, { cwd: ROOT, env, detached: true, stdio: ['ignore', 2, 2] });
  reap(child);
  const ended = once(child, 'close');
  let written = Date.now();
  while (child.exitCode === null && child.signalCode === null) {
    await Promise.race([ended, wait(5_000)]);
    written = await stat(file).then(
      ({ mtimeMs }) => Math.max(written, mtimeMs),
      () => written,
    );
    if (child.pid && Date.now() - written > LONGEST * 1_000) process.kill(-child.pid, 'SIGKILL');
  }
}

function count(room: Room, lines: readonly Line[]): Result {
  const result: Result = { room, folders: new Map(), notes: [] };
  const mutants = new Map<string, Mutant>();
  const [killed, reached, loaded, spoiled] = [new Set(), new Set(), new Set(), new Set()];
  for (const line of lines) {
    if ('of' in line) result.folders.set(line.folder, { of: line.of, killed: 0, survived: 0 });
    if ('mutant' in line) mutants.set(line.mutant.id, line.mutant);
    if ('begun' in line) killed.add(line.begun);
    if ('tried' in line && line.killer === null) killed.delete(line.tried);
    if ('spoiled' in line) spoiled.add(line.spoiled);
    if ('unfit' in line) result.notes.push(`fails without a mutant, and is left out: ${line.unfit}`);
    if (!('ended' in line)) continue;
    for (const id of line.reached) reached.add(id);
    for (const id of line.loaded) loaded.add(id);
  }
  for (const { id, folder, what } of mutants.values()) {
    const counts = result.folders.get(folder);
    if (!counts) continue;
    if (spoiled.has(id)) {
      result.notes.push(`left a state behind, and is not counted: ${what}`);
    } else if (killed.has(id)) {
      counts.killed += 1;
    } else if (reached.has(id) || !loaded.has(id)) {
      counts.survived += 1;
      result.notes.push(`${reached.has(id) ? 'survived' : 'reached by no test'}: ${what}`);
    }
  }
  return result;
}

function sum(all: readonly Counts[]): Counts {
  const add = (what: keyof Counts) => all.reduce((total, counts) => total + counts[what], 0);
  return { of: add('of'), killed: add('killed'), survived: add('survived') };
}

function percent({ killed, survived }: Counts): string {
  return ((100 * killed) / (killed + survived)).toFixed(1);
}

async function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  say(`${command} ${args.join(' ')}`);
  const child = spawn(command, args, { cwd, stdio: ['ignore', 2, 2] });
  reap(child);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
}
