// npm test: installs and builds what is missing, a browser included, then runs every test.
// `npm test -- unit` runs one suite (unit, martinique, component, server, e2e); other arguments pick test files by name.
// `npm test -- --shuffle` runs files, and tests within them, in a random order; `--shuffle=7` in that of a printed seed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { describeDurations, listDurations } from './durations.mjs';
import { makeMemoryFolder } from './memory.mjs';
import { listOutcomes, MOST_FLAKY } from './outcomes.mjs';
import { NODE, program, ROOT, run } from './project.mjs';
import { setUp } from './setup.mjs';
import { bringTools, sayMissing } from './tools.mjs';

const VITEST_PROJECTS = ['unit', 'martinique', 'component', 'server'];
const SUITES = [...VITEST_PROJECTS, 'e2e'];

await setUp();
// tests start the product in some hundred processes: what one has compiled, the next reads
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/compiled');
// a database is copied a few hundred times: on a disk each takes ten times as long
const memory = process.env.TMPDIR ? null : makeMemoryFolder();
if (memory) {
  process.env.TMPDIR = memory;
  process.on('exit', () => rmSync(memory, { recursive: true, force: true }));
}
// a terminal's Ctrl-C goes to all that runs: it is waited for, so that nothing of it is left in memory, and nothing else is begun
let isInterrupted = false;
process.on('SIGINT', () => {
  isInterrupted = true;
});
const asked = process.argv.slice(2);
const isShuffle = (argument) => /^--shuffle(=\d+)?$/.test(argument);
const shuffle = asked.find(isShuffle);
const seed = shuffle && (shuffle.split('=')[1] ?? String(Date.now() % 1_000_000));
const files = asked.filter((argument) => !SUITES.includes(argument) && !isShuffle(argument));
const named = SUITES.filter((suite) => asked.includes(suite));
// a browser's tests run side by side, in no order
const suites = named.length > 0 ? named : shuffle ? VITEST_PROJECTS : SUITES;
const reports = mkdtempSync(join(tmpdir(), 'parite-reports-'));
const results = [];
try {
  const projects = VITEST_PROJECTS.filter((suite) => suites.includes(suite));
  const hasE2e = suites.includes('e2e');
  // the server's tests read rendered pages
  const needsPages = hasE2e || suites.includes('server');
  const [browser] = await Promise.all([prepare({ hasE2e }), needsPages && build()]);
  if (projects.length > 0 && !isInterrupted) results.push(await runVitest(projects));
  if (hasE2e && !isInterrupted) results.push(await runPlaywright(browser));
} finally {
  rmSync(reports, { recursive: true });
}
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
if (suites.includes('server')) sayMissing();
const all = (kind) => results.flatMap((result) => result[kind]);
const flaky = all('flaky');
for (const line of ['', ...describeDurations(all('durations'))]) console.log(line);
if (passed + failed === 0) console.log('\nAucun test n’a été trouvé.');
for (const title of flaky) console.log(`\nflaky: ${title}`);
for (const title of all('failures')) console.log(`\nfailed: ${title}`);
const counted = [
  `${passed} passed`,
  `${failed} failed`,
  ...(flaky.length > 0 ? [`${flaky.length} flaky`] : []),
];
console.log(`\ntests: ${counted.join(', ')}`);
if (seed)
  console.log(
    `Dans le même ordre : npm test -- --shuffle=${seed} ${asked.filter((argument) => argument !== shuffle).join(' ')}`,
  );
if (flaky.length > MOST_FLAKY) console.log(`Plus de ${MOST_FLAKY} tests instables : à réparer.`);
process.exitCode = !isInterrupted && passed > 0 && failed === 0 && flaky.length <= MOST_FLAKY ? 0 : 1;

/** Both may ask Debian, which serves one at a time. */
async function prepare({ hasE2e }) {
  if (suites.includes('server')) await bringTools();
  return hasE2e ? findBrowser() : undefined;
}

async function runVitest(projects) {
  const report = join(reports, 'vitest.json');
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run(NODE, [
    program('vitest/vitest.mjs'),
    'run',
    '--passWithNoTests',
    ...chosen,
    ...reporters,
    ...(seed ? ['--sequence.shuffle', `--sequence.seed=${seed}`] : []),
    ...files,
  ]);
  const read = readReport(report);
  return count(code, read, read?.numPassedTests, read?.numFailedTests);
}

async function runPlaywright(browser) {
  const report = join(reports, 'playwright.json');
  const env = { ...process.env, PLAYWRIGHT_JSON_FILE: report, ...(browser && { CHROMIUM_PATH: browser }) };
  const code = await run(
    NODE,
    [program('@playwright/test/cli.js'), 'test', '--pass-with-no-tests', ...files],
    { env },
  );
  const read = readReport(report);
  const stats = read?.stats;
  return count(code, read, stats && stats.expected + stats.flaky, stats?.unexpected);
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** A run that fails without a failed test (a file that does not load, a set-up that breaks) is a failure too. */
function count(code, report, passed = 0, failed = 0) {
  const { failed: failures, flaky } = listOutcomes(report);
  const durations = listDurations(report);
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, failures, flaky, durations };
}
