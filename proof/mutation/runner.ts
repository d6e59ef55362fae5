/** Runner of a file of tests as it is, then again with each mutant that it reaches, until a test fails. */
import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest';
import { startTests } from 'vitest/internal/browser';
import { readLines, writeLine } from './lines.ts';

type Hits = Record<string, number>;
type Switches = {
  activeMutants?: ReadonlySet<string> | undefined;
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
/** Mutants that are tried together, at most. */
const MOST_AT_ONCE = 32;

// what runs as a module loads is known, whichever tests load it
for (const file of process.env.MUTATED?.split(',') ?? []) await import(/* @vite-ignore */ file);

/** Mutants that no test has noticed. A former process in which one was begun and never ended did notice it. */
const alive = new Set<string>();
const fileOf = new Map<string, string>();
for (const line of readLines(FILE)) {
  if ('mutant' in line) {
    alive.add(line.mutant.id);
    fileOf.set(line.mutant.id, line.mutant.file);
  }
  if ('begun' in line) alive.delete(line.begun);
  if ('tried' in line && line.killer === null) alive.add(line.tried);
}

/** Tests of a file that run again, until one fails. */
type Trial = { tests: ReadonlySet<string>; failed?: string };
let trial: Trial | undefined;
let hits: Record<string, Hits> = {};

export default class MutationRunner extends TestRunner {
  override async onBeforeRunSuite(...[suite]: Parameters<TestRunner['onBeforeRunSuite']>): Promise<void> {
    await super.onBeforeRunSuite(suite);
    reachFrom(suite.file.id);
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    if (trial && (trial.failed !== undefined || !trial.tests.has(test.id))) test.mode = 'skip';
    await super.onBeforeRunTask(test);
  }

  override onBeforeTryTask(...[test, options]: Parameters<TestRunner['onBeforeTryTask']>): void {
    super.onBeforeTryTask(test, options);
    reachFrom(test.id);
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test);
    reachFrom(test.file.id);
    if (trial && test.result?.state === 'fail') trial.failed = test.id;
  }

  override async onAfterRunFiles(files: RunnerTestFile[]): Promise<void> {
    switches.currentTestId = undefined;
    const { perTest = {}, static: loaded = {} } = switches.mutantCoverage ?? {};
    hits = structuredClone(perTest);
    for (const file of files) {
      await tryMutants(this, file);
      const reached = [file, ...testsOf(file)].flatMap(({ id }) => Object.keys(hits[id] ?? {}));
      writeLine(FILE, { ended: file.filepath, reached: [...new Set(reached)], loaded: Object.keys(loaded) });
    }
    super.onAfterRunFiles(files);
  }
}

/** Mutants of the next trial: twice as many where none was noticed, half of them where one was. */
let atOnce = 1;

/**
 * Mutants that no test of the file notices survive it together, in one run of its tests. One that is killed was active
 * alone. A mutant that another one hides counts as a survivor, so that no group has two of a source file.
 */
async function tryMutants(runner: TestRunner, file: RunnerTestFile): Promise<void> {
  const parts = [file, ...testsOf(file)];
  let left = [...alive].filter((mutant) => parts.some(({ id }) => hits[id]?.[mutant]));
  if (left.length === 0) return;
  const tests = await fitOf(runner, file);
  let inOrder = false;
  while (left.length > 0) {
    const group = ofOtherFiles(left, atOnce);
    const noticing = testsWhere(tests, group, file);
    const before = tests.slice(0, tests.findLastIndex((test) => noticing.includes(test)) + 1);
    const [mutant] = group;
    if (group.length === 1 && mutant !== undefined) {
      const isKilled = before.length > 0 && (await isKilledBy(noticing, before, mutant));
      atOnce = isKilled ? 1 : 2;
    } else if ((await findFailing(runner, file, inOrder ? before : noticing, group)) === undefined) {
      atOnce = Math.min(2 * atOnce, MOST_AT_ONCE);
    } else {
      atOnce = Math.floor(group.length / 2);
      continue;
    }
    left = left.filter((one) => !group.includes(one));
  }

  async function isKilledBy(
    noticing: readonly RunnerTestCase[],
    before: readonly RunnerTestCase[],
    mutant: string,
  ): Promise<boolean> {
    writeLine(FILE, { begun: mutant });
    let killer: string | undefined = inOrder ? 'unsure' : await findKiller(runner, file, noticing, mutant);
    // a test may count on those before it
    inOrder ||= killer === 'unsure';
    if (killer === 'unsure') killer = await findKiller(runner, file, before, mutant);
    if (killer === 'unsure') {
      // a state that a mutant left behind would kill others: the next process begins without
      writeLine(FILE, { spoiled: mutant });
      process.kill(process.pid, 'SIGKILL');
    }
    if (killer !== undefined) alive.delete(mutant);
    writeLine(FILE, { tried: mutant, killer: killer ?? null });
    return killer !== undefined;
  }
}

function ofOtherFiles(mutants: readonly string[], most: number): string[] {
  const files = new Map(mutants.toReversed().map((mutant) => [fileOf.get(mutant), mutant]));
  return [...files.values()].toReversed().slice(0, most);
}

/** Tests that reach one of the mutants. What happens before the tests, too, is for all of them to notice. */
function testsWhere(
  tests: readonly RunnerTestCase[],
  mutants: readonly string[],
  { id: file }: RunnerTestFile,
): readonly RunnerTestCase[] {
  if (mutants.some((mutant) => hits[file]?.[mutant])) return tests;
  return tests.filter(({ id }) => mutants.some((mutant) => hits[id]?.[mutant]));
}

/** The test that fails with the mutant. 'unsure': without it, too. */
async function findKiller(
  runner: TestRunner,
  file: RunnerTestFile,
  tests: readonly RunnerTestCase[],
  mutant: string,
): Promise<string | undefined> {
  const failed = await findFailing(runner, file, tests, [mutant]);
  if (failed === undefined) return undefined;
  // where it failed before its tests, one of them shows whether it always does
  const before = tests.slice(0, Math.max(1, tests.findIndex(({ id }) => id === failed) + 1));
  return (await findFailing(runner, file, before)) === undefined ? failed : 'unsure';
}

/** The tests of a file that hold twice without a mutant. */
async function fitOf(runner: TestRunner, file: RunnerTestFile): Promise<RunnerTestCase[]> {
  let tests = testsOf(file).filter(({ mode }) => mode === 'run' || mode === 'queued');
  let failed = tests.find(({ result }) => result?.state !== 'pass')?.id;
  failed ??= await findFailing(runner, file, tests);
  while (failed !== undefined) {
    const unfit = tests.find(({ id }) => id === failed);
    writeLine(FILE, { unfit: `${file.name}: ${unfit?.name ?? 'all'}` });
    tests = unfit ? tests.filter((test) => test !== unfit) : [];
    failed = await findFailing(runner, file, tests);
  }
  return tests;
}

/** The test that fails, or the file where another part of it does. */
async function findFailing(
  runner: TestRunner,
  file: RunnerTestFile,
  tests: readonly RunnerTestCase[],
  mutants: readonly string[] = [],
): Promise<string | undefined> {
  if (tests.length === 0) return undefined;
  trial = { tests: new Set(tests.map(({ id }) => id)) };
  switches.activeMutants = new Set(mutants);
  const [again] = await startTests([file.filepath], withoutReport(runner));
  switches.activeMutants = undefined;
  switches.currentTestId = undefined;
  const { failed } = trial;
  trial = undefined;
  return failed ?? (again?.result?.state === 'fail' ? file.id : undefined);
}

/** The runner without what its process reports. */
function withoutReport(runner: TestRunner): TestRunner {
  const nothing = async () => {};
  return Object.assign(Object.create(runner), {
    onCollectStart: TestRunner.prototype.onCollectStart,
    onCollected: nothing,
    onTaskUpdate: nothing,
    onTestAnnotate: nothing,
    onAfterRunFiles: nothing,
    onCleanupWorkerContext: undefined,
  });
}

function reachFrom(id: string): void {
  switches.currentTestId = id;
  switches.hitCount = 0;
  const active = [...(switches.activeMutants ?? [])];
  switches.hitLimit = MOST_HITS * active.reduce((sum, mutant) => sum + (hits[id]?.[mutant] ?? 0), 1);
}

function testsOf(task: RunnerTask): RunnerTestCase[] {
  return task.type === 'test' ? [task] : task.tasks.flatMap(testsOf);
}
