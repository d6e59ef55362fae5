/** Runner of tests as they are, then of those that reach a mutant, with it, until one fails. */
import { appendFileSync, readFileSync } from 'node:fs';
import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest';

type Hits = Record<string, number>;
type Switches = {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> };
};
/** Where the mutants look. Each file of tests has a runner of its own, in the same process. */
// the name that Stryker's instrumenter writes into every file
const holder = globalThis as typeof globalThis & { __stryker__?: Switches };
holder.__stryker__ ??= {};
const switches = holder.__stryker__;

const FILE = process.env.MUTANTS ?? '';
/** Bound of how often a test reaches its mutant, in times of how often it does without: a loop may have no end. */
const MOST_HITS = 100;

/** Mutants killed, or without an end in a former process. */
const ended = new Set<string>();
for (const line of readFileSync(FILE, 'utf8').split('\n').filter(Boolean)) {
  const { begun, tried, killer } = JSON.parse(line);
  if (begun !== undefined) ended.add(begun);
  if (tried !== undefined && killer === null) ended.delete(tried);
}
const write = (line: object) => appendFileSync(FILE, `${JSON.stringify(line)}\n`);

export default class MutationRunner extends TestRunner {
  override onBeforeTryTask(...[test, options]: Parameters<TestRunner['onBeforeTryTask']>): void {
    super.onBeforeTryTask(test, options);
    switches.currentTestId = test.id;
  }

  override onAfterTryTask(test: RunnerTestCase): void {
    switches.currentTestId = undefined;
    super.onAfterTryTask(test);
  }

  override async onAfterRunFiles(files: RunnerTestFile[]): Promise<void> {
    const tests = files.flatMap(testsOf).sort((one, other) => durationOf(one) - durationOf(other));
    const reached = new Map<string, RunnerTestCase[]>();
    for (const test of tests) {
      for (const id of Object.keys(hitsOf(test))) {
        const reaching = reached.get(id) ?? [];
        reaching.push(test);
        reached.set(id, reaching);
      }
    }
    for (const [id, reaching] of reached) if (!ended.has(id)) await this.#try(id, reaching);
    write({ reached: [...reached.keys()], loaded: Object.keys(switches.mutantCoverage?.static ?? {}) });
    super.onAfterRunFiles(files);
  }

  async #try(id: string, tests: readonly RunnerTestCase[]): Promise<void> {
    write({ begun: id });
    const killer = await this.#findFailing(id, tests);
    write({ tried: id, killer: killer?.name ?? null });
    if (!killer) return;
    ended.add(id);
    // state that a mutant leaves behind would kill others
    if (await fails(killer)) throw new Error(`"${killer.name}" fails after the mutant ${id}, too`);
  }

  async #findFailing(id: string, tests: readonly RunnerTestCase[]): Promise<RunnerTestCase | undefined> {
    for (const test of tests) {
      switches.activeMutant = id;
      switches.hitCount = 0;
      switches.hitLimit = MOST_HITS * (hitsOf(test)[id] ?? 1);
      const isKilled = await fails(test);
      switches.activeMutant = undefined;
      if (isKilled) return test;
    }
    return undefined;
  }
}

async function fails(test: RunnerTestCase): Promise<boolean> {
  try {
    await TestRunner.getTestFn(test)();
    return false;
  } catch {
    return true;
  }
}

function testsOf(task: RunnerTask): RunnerTestCase[] {
  return task.type === 'test' ? [task] : task.tasks.flatMap(testsOf);
}

function durationOf({ result }: RunnerTestCase): number {
  return result?.duration ?? 0;
}

function hitsOf({ id }: RunnerTestCase): Hits {
  return switches.mutantCoverage?.perTest[id] ?? {};
}
