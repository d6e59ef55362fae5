// node scripts/days.mjs: runs the whole suite under three days, and every test that reads the day under 27 more.
// A day given as an argument (`node scripts/days.mjs 2027-03-28T00:30:00Z`) is run alone, whole with `--whole`.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capture } from './project.mjs';

/**
 * The first records which test files read the day: it is so far ahead that no moment written in a test is near it, and so
 * what is made of a moment near it is made of the clock (server/testing/clock/record-reads.mjs).
 */
const RECORDING = { at: '2044-02-29T09:30:00Z', name: 'a leap day, far ahead' };
const WHOLE = [
  { at: '2026-10-25T00:30:00Z', name: 'half an hour before clocks go back' },
  { at: '2025-12-25T17:00:00Z', name: 'Christmas evening, before every moment written in a test' },
];
const DAYS = [
  { at: '2026-03-17T09:30:00Z', name: 'a Tuesday morning' },
  { at: '2026-03-29T00:50:00Z', name: 'clocks go forward in Paris' },
  { at: '2026-03-29T10:00:00Z', name: 'the Sunday of that change' },
  { at: '2026-03-30T05:30:00Z', name: 'the Monday after it, before bureaux open' },
  { at: '2026-04-03T12:00:00Z', name: 'Good Friday' },
  { at: '2026-04-06T08:00:00Z', name: 'Easter Monday' },
  { at: '2026-05-01T09:00:00Z', name: 'Labour Day' },
  { at: '2026-05-22T15:00:00Z', name: 'abolition of slavery in Martinique' },
  { at: '2026-05-31T21:50:00Z', name: 'the last minutes of a month in Paris' },
  { at: '2026-06-21T03:00:00Z', name: 'a Sunday before dawn' },
  { at: '2026-07-14T10:00:00Z', name: 'Bastille Day' },
  { at: '2026-08-15T09:00:00Z', name: 'Assumption, a Saturday' },
  { at: '2026-09-27T19:00:00Z', name: 'a Sunday evening' },
  { at: '2026-10-24T22:30:00Z', name: 'the night before clocks go back' },
  { at: '2026-10-25T01:10:00Z', name: 'clocks have gone back in Paris' },
  { at: '2026-11-01T11:00:00Z', name: 'All Saints, a Sunday' },
  { at: '2026-11-11T11:00:00Z', name: 'Armistice Day' },
  { at: '2026-11-23T15:00:00Z', name: 'a Monday afternoon' },
  { at: '2026-12-24T16:30:00Z', name: 'Christmas Eve' },
  { at: '2026-12-31T22:30:00Z', name: 'New Year’s Eve, 23:30 in Paris' },
  { at: '2026-12-31T23:10:00Z', name: 'the new year in Paris, not yet in UTC' },
  { at: '2027-01-01T00:10:00Z', name: 'the new year in UTC' },
  { at: '2027-01-03T23:55:00Z', name: 'a Sunday that ends' },
  { at: '2027-02-28T12:00:00Z', name: 'the last day of February' },
  { at: '2028-02-29T12:00:00Z', name: 'a leap day' },
  { at: '2028-03-01T04:30:00Z', name: 'the day after it, still the leap day in Martinique' },
  { at: '2028-12-31T12:00:00Z', name: 'the 366th day of a year' },
];

const VITEST = ['unit', 'martinique', 'component', 'server'];

const args = process.argv.slice(2);
const named = args.filter((argument) => !argument.startsWith('--')).map((at) => ({ at, name: '' }));
const isWhole = args.includes('--whole');
const folder = mkdtempSync(join(tmpdir(), 'parite-days-'));
const list = join(folder, 'readers');
const rows = [];
try {
  if (named.length > 0 && isWhole) await runAll(named, []);
  else {
    await runDay(RECORDING, named.length > 0 ? VITEST : [], { TEST_CLOCK_RECORD: list });
    const readers = listReaders();
    if (named.length === 0) await runAll(WHOLE, []);
    await runAll(named.length > 0 ? named : DAYS, [...VITEST, ...readers]);
    console.log(`\n${readers.length} test files read the day:\n  ${readers.join('\n  ')}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
printTable();
process.exitCode = rows.every(({ code }) => code === 0) ? 0 : 1;

async function runAll(days, chosen) {
  for (const day of days) await runDay(day, chosen);
}

/** `npm test` with these arguments, at that moment; no test is tried again. */
async function runDay({ at, name }, chosen, settings = {}) {
  const started = performance.now();
  const env = { ...process.env, ...settings, TEST_DAY: at };
  const { code, output } = await capture(process.execPath, ['scripts/test.mjs', ...chosen], { env });
  const failures = output.indexOf('\nfailed: ');
  if (code !== 0) console.log(`\n${at} ${name}\n${output.slice(failures < 0 ? -3_000 : failures)}`);
  const [, passed = '0', failed = '?'] = /\ntests: (\d+) passed, (\d+) failed/.exec(output) ?? [];
  const suite =
    chosen.length === 0 ? 'whole' : chosen.length === VITEST.length ? 'without e2e' : 'reads the day';
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  rows.push({ at, name, suite, passed, failed, minutes, code });
  console.log(`${at} ${suite}: ${passed} passed, ${failed} failed, ${minutes} min`);
}

/** Recorded by every process of a run, one line a file and process. */
function listReaders() {
  if (!existsSync(list)) return [];
  return [...new Set(readFileSync(list, 'utf8').trim().split('\n'))].sort();
}

function printTable() {
  const widths = [22, 15, 8, 8, 9];
  const line = (cells, name) =>
    console.log(`${cells.map((cell, i) => cell.padEnd(widths[i])).join('')}${name}`);
  line(['\nmoment (UTC)', 'suite', 'passed', 'failed', 'minutes'], 'day');
  for (const { at, suite, passed, failed, minutes, name } of rows)
    line([at, suite, passed, failed, minutes], name);
}
