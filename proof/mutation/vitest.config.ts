import '../../server/testing/clock/test-day.ts';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { instrument, type Mutant } from './instrument.mjs';
import { readLines, writeLine } from './lines.ts';
import { folderOf, ROOMS } from './rooms.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const { MUTANTS = '', MUTATION_ROOM, MUTATE } = process.env;
const room = ROOMS.find(({ name }) => name === MUTATION_ROOM);
if (!room) throw new Error(`No room is named ${MUTATION_ROOM}`);
const patterns = Map.groupBy(room.mutate, (pattern) => (pattern.startsWith('!') ? 'left' : 'taken'));
const left = patterns.get('left')?.map((pattern) => pattern.slice(1)) ?? [];
const names = globSync(MUTATE ?? patterns.get('taken') ?? [], { cwd: ROOT, exclude: left }).sort();
const { mutants, texts } = await instrument(names.map((name) => path.join(ROOT, name)));
process.env.MUTATED = [...texts.keys()].join(',');
const former = readLines(MUTANTS);
if (former.length === 0) draw(room.most);

/** Shares of the folders: the lowest ranks of each. */
function draw(most: number): void {
  const ranked = mutants
    .map((mutant) => ({ ...mutant, file: path.relative(ROOT, mutant.fileName) }))
    .map((mutant) => ({ mutant, folder: folderOf(mutant.file), rank: rankOf(mutant) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1));
  for (const [folder, all] of Map.groupBy(ranked, (one) => one.folder)) {
    writeLine(MUTANTS, { folder, of: all.length });
    for (const { mutant } of all.slice(0, most)) {
      writeLine(MUTANTS, { mutant: { id: mutant.id, folder, file: mutant.file, what: describe(mutant) } });
    }
  }
}

/** Rank without the line, so that an edit above a mutant draws no other. */
function rankOf({ file, mutatorName, replacement, location: { start } }: Mutant & { file: string }): string {
  return createHash('sha256').update([file, mutatorName, replacement, start.column].join('\n')).digest('hex');
}

/** Where, and what the line became. */
function describe({ file, fileName, mutatorName, replacement, location }: Mutant & { file: string }): string {
  const { line } = location.start;
  const was = readFileSync(fileName, 'utf8').split('\n')[line]?.trim() ?? '';
  return `${file}:${line + 1} ${mutatorName}: \`${was.slice(0, 90)}\`, in it \`${replacement.replace(/\s+/g, ' ').slice(0, 60)}\``;
}

/** Milliseconds and not seconds without a database; seconds more where a test takes it away. */
const OPENS = /\b(openOffice|createTestDatabase|startTestApp|copyShared)\(/;
const WAITS = /\bopenRelay\(/;

/** Quick files come first, which find most mutants. Those that a former process ended are left out. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ended = new Set(former.map((line) => ('ended' in line ? line.ended : undefined)));
    const costs = new Map(files.map((file) => [file, costOf(readFileSync(file.moduleId, 'utf8'))]));
    return files
      .filter(({ moduleId }) => !ended.has(moduleId))
      .toSorted((one, other) => (costs.get(one) ?? 0) - (costs.get(other) ?? 0));
  }
}

function costOf(text: string): number {
  return text.length + (OPENS.test(text) ? 1e6 : 0) + (WAITS.test(text) ? 1e7 : 0);
}

/** The tests of a room in one process, with each of its mutants in turn. */
export default defineConfig({
  root: ROOT,
  plugins: [{ name: 'mutants', enforce: 'pre', load: (id) => texts.get(id.replace(/\?.*/, '')) ?? null }],
  test: {
    include: [...room.tests],
    setupFiles: ['proof/mutation/seed.ts'],
    globalSetup: ['server/testing/global-setup.ts'],
    runner: 'proof/mutation/runner.ts',
    sequence: { sequencer: QuickestFirst },
    isolate: false,
    // a cached module has no mutants
    fsModuleCache: false,
    maxWorkers: 1,
    // a mutant may wait without an end, and throw where nobody waits for it
    testTimeout: 20_000,
    hookTimeout: 30_000,
    dangerouslyIgnoreUnhandledErrors: true,
    expect: { poll: { timeout: 10_000 } },
  },
});
