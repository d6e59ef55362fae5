/** As many as a run may have: what passes only when it is tried again is mended soon, but stops nobody alone. */
export const MOST_FLAKY = 5;

/** The tests of a report of Playwright that passed only when they were tried again, by project, file and title. */
export function listFlaky(report) {
  return (report?.suites ?? []).flatMap(inSuite);
}

function inSuite({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ projectName }) => `[${projectName}] ${file} › ${title}`),
  );
  return [...own, ...suites.flatMap(inSuite)];
}
