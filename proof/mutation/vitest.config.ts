import { globSync, statSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { instrument } from './instrument.mjs';

const ROOT = path.join(import.meta.dirname, '../..');
const { MUTANTS = '', MUTATED = '', MUTATION_TESTS = '' } = process.env;
const patterns = Map.groupBy(MUTATED.split(','), (pattern) => (pattern.startsWith('!') ? 'left' : 'taken'));
const left = patterns.get('left')?.map((pattern) => pattern.slice(1)) ?? [];
const names = globSync(patterns.get('taken') ?? [], { cwd: ROOT, exclude: left }).sort();
const { mutants, texts } = await instrument(names.map((name) => path.join(ROOT, name)));
await appendFile(MUTANTS, mutants.map((mutant) => `${JSON.stringify({ mutant })}\n`).join(''));

/** Short files have the quick tests, which find most mutants. */
class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sizes = new Map(files.map((file) => [file, statSync(file.moduleId).size]));
    return files.toSorted((one, other) => (sizes.get(one) ?? 0) - (sizes.get(other) ?? 0));
  }
}

/** The tests of the domain in one process, with each of its mutants in turn. */
export default defineConfig({
  root: ROOT,
  plugins: [{ name: 'mutants', enforce: 'pre', load: (id) => texts.get(id.replace(/\?.*/, '')) ?? null }],
  test: {
    include: MUTATION_TESTS.split(','),
    setupFiles: ['proof/mutation/seed.ts'],
    runner: 'proof/mutation/runner.ts',
    sequence: { sequencer: ShortestFirst },
    isolate: false,
    // a cached module has no mutants
    fsModuleCache: false,
    maxWorkers: 1,
    testTimeout: 600_000,
  },
});
