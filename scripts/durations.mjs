import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { ROOT } from './project.mjs';

/** Seconds after which a file of tests says at its head what takes them: `// Duration: …`. */
export const BUDGET = 20;
const SLOWEST = 10;

/** Seconds of each file of a report of Playwright (`suites`) or Vitest (`testResults`), in all its projects. */
export function listDurations(report) {
  const folder = report?.config?.rootDir ?? ROOT;
  const parts = [
    ...(report?.suites ?? []).flatMap(inSuite).map(([file, ms]) => [resolve(folder, file), ms]),
    ...(report?.testResults ?? []).map(({ name, startTime, endTime }) => [name, endTime - startTime]),
  ];
  const sums = new Map();
  for (const [path, ms] of parts) sums.set(path, (sums.get(path) ?? 0) + ms);
  return [...sums].map(([path, ms]) => ({ file: relative(ROOT, path), seconds: Math.round(ms / 1_000) }));
}

function inSuite({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, tests }) =>
    tests.flatMap(({ results = [] }) => results.map(({ duration }) => [file, duration])),
  );
  return [...own, ...suites.flatMap(inSuite)];
}

/** Lines for people: the slowest files, and those over the budget that do not say why. Nothing fails by them. */
export function describeDurations(durations, readHead = readFile) {
  const slowest = durations.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  const unexplained = durations.filter(
    ({ file, seconds }) => seconds > BUDGET && !/^(\/\/.*\n)*\/\/ Duration: ./.test(readHead(file)),
  );
  return [
    ...slowest.map(({ file, seconds }) => `${String(seconds).padStart(4)} s  ${file}`),
    ...unexplained.map(
      ({ file, seconds }) => `${file} : ${seconds} s, et rien en tête (« // Duration: … ») ne dit pourquoi.`,
    ),
  ];
}

function readFile(file) {
  return readFileSync(join(ROOT, file), 'utf8');
}
