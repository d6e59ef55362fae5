import './server/testing/clock/test-day.ts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What starts the product, its command line or NATS as a process. */
const STARTED = /testing\/(server-process|cli-process|embedded-instance|nats-server|interrupted-start)\.ts'/;

// every case of what a file beside it tries one or two of: `npm run proof -- long`, which sets LONG_TESTS
const LONG = '**/*.long.test.ts';
const isLong = process.env.LONG_TESTS !== undefined;

/**
 * The proofs wait for processes half a minute long, and what starts processes a few seconds each. On a clean clone, where
 * no times are known yet, files begin by their size: theirs are small, and everything would wait for them at the end.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence;
    if (shuffle) return shuffleBySeed(files, seed);
    const sorted = await super.sort(files);
    const isProof = ({ moduleId }: TestSpecification) => moduleId.includes('/proof/');
    const starts = ({ moduleId }: TestSpecification) => STARTED.test(readFileSync(moduleId, 'utf8'));
    const rank = (file: TestSpecification) => (isProof(file) ? 0 : starts(file) ? 1 : 2);
    const ranks = new Map(sorted.map((file) => [file, rank(file)]));
    return sorted.toSorted((one, other) => (ranks.get(one) ?? 2) - (ranks.get(other) ?? 2));
  }
}

function shuffleBySeed(files: TestSpecification[], seed: number): TestSpecification[] {
  const rank = ({ moduleId, project }: TestSpecification) =>
    createHash('sha256').update(`${seed} ${project.name} ${moduleId}`).digest('hex');
  const ranks = new Map(files.map((file) => [file, rank(file)]));
  return files.toSorted((one, other) => ((ranks.get(one) ?? '') < (ranks.get(other) ?? '') ? -1 : 1));
}

// which test files read the day: scripts/days.mjs
const setupFiles = process.env.TEST_CLOCK_RECORD ? ['server/testing/clock/reader.setup.ts'] : [];

export default defineConfig({
  test: {
    // many tests wait for other processes more than they compute
    maxWorkers: 4,
    // as in playwright.config.ts
    retry: process.env.CI ? 1 : 0,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles,
          // they keep nothing between them: what they import is read once a worker
          isolate: false,
          include: ['domain/**/*.test.ts', 'web/**/*.test.ts', 'scripts/**/*.test.ts'],
          // properties of hundreds of cases, on a machine that also does other things
          testTimeout: 30_000,
        },
      },
      {
        // what speaks of days and hours, where they are others than in UTC and in Paris
        test: {
          name: 'martinique',
          setupFiles,
          isolate: false,
          include: [
            'domain/{audience,boards,branches,places,rates,rates-feed,reservations,sheets}/*.test.ts',
            'web/shared/dates.test.ts',
            'domain/text/csv.test.ts',
            'server/cli/nightly.test.ts',
          ],
          env: { TZ: 'America/Martinique' },
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'component',
          // modules and what a browser keeps are reset by components.setup.ts
          isolate: false,
          include: ['web/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: [...setupFiles, 'web/testing/components.setup.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          setupFiles,
          // as above: each opens a database and an application of its own
          isolate: false,
          include: isLong ? [LONG] : ['server/**/*.test.ts', 'deploy/**/*.test.ts', 'proof/*.test.ts'],
          exclude: isLong ? configDefaults.exclude : [...configDefaults.exclude, LONG],
          // real databases, on a machine that also does other things
          testTimeout: 120_000,
          // most of them start something
          hookTimeout: 300_000,
          expect: { poll: { timeout: 30_000 } },
          globalSetup: ['server/testing/global-setup.ts'],
          // built already: each application would have Vite read it again
          server: { deps: { external: [/\/dist\/render\//] } },
        },
      },
    ],
  },
});
