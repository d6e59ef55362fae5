import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './project.mjs';

/** As many flaky tests as a run of CI may have; each is to be mended, but a few stop nobody. */
export const MOST_FLAKY = 5;
const LINES_OF_REASON = 12;

/**
 * The tests of a report of Playwright (`suites`) or Vitest (`testResults`), by file and title, each with the first
 * lines of its reason: those that failed, and those that passed only when they were tried again.
 */
export function listOutcomes(report) {
  const tests = [
    ...(report?.suites ?? []).flatMap(inSuite),
    ...(report?.testResults ?? []).flatMap(inTestFile),
  ];
  const having = (wanted) =>
    tests
      .filter(({ outcome }) => outcome === wanted)
      .map(({ title, reason }) => (reason ? `${title}\n${firstLines(reason)}` : title));
  return { failed: having('failed'), flaky: having('flaky') };
}

const OF_PLAYWRIGHT = { flaky: 'flaky', unexpected: 'failed' };

function inSuite({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status, projectName, results = [] }) => ({
      title: `[${projectName}] ${file} › ${title}`,
      outcome: OF_PLAYWRIGHT[status],
      reason: results.find(({ error }) => error)?.error.message,
    })),
  );
  return [...own, ...suites.flatMap(inSuite)];
}

/** A test that passed after all keeps the messages of the tries that failed. */
function inTestFile({ name, status, message, assertionResults = [] }) {
  const file = relative(ROOT, name);
  const own = assertionResults.map(({ fullName, status: of, failureMessages = [] }) => ({
    title: `${file} › ${fullName}`,
    outcome: of === 'failed' ? 'failed' : of === 'passed' && failureMessages.length > 0 ? 'flaky' : undefined,
    reason: failureMessages[0],
  }));
  const isTold = status !== 'failed' || own.some(({ outcome }) => outcome === 'failed');
  return isTold ? own : [...own, { title: file, outcome: 'failed', reason: message }];
}

function firstLines(text) {
  return stripVTControlCharacters(text).split('\n').slice(0, LINES_OF_REASON).join('\n');
}
