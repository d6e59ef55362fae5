import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { api } from '#domain/api.ts';
import { findProblems, LETTER, readRows, titlesIn, writeCounts } from './letter.mjs';

const page = readFileSync(LETTER, 'utf8');

test('each sentence of the specification has tests that are there, or a decision', () => {
  expect(findProblems(readRows(page))).toEqual([]);
});

test('all nine sections are there, and no sentence twice', () => {
  const rows = readRows(page);
  expect(rows.length).toBeGreaterThan(150);
  const numbers = rows.flatMap(({ section }) => /^(\d)\. /.exec(section)?.[1] ?? []);
  expect([...new Set(numbers)]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  const sentences = rows.map(({ section, sentence }) => `${section} ${sentence}`);
  expect(new Set(sentences).size).toBe(sentences.length);
});

test('every call of section 7 is in the table of calls', () => {
  const calls = readRows(page).filter(({ section }) => section.startsWith('7.'));
  const paths = calls.flatMap(({ sentence }) => sentence.match(/\/api\/[\w/{}-]+/g) ?? []);
  expect(paths.length).toBeGreaterThan(20);
  const known = Object.keys(api).map((name) => name.split(' ')[1]);
  expect(paths.filter((path) => !known.includes(path))).toEqual([]);
});

test('the counts are those of the rows (node scripts/letter.mjs)', () => {
  expect(writeCounts(page)).toBe(page);
});

const HERE = 'scripts/letter.test.ts';

test.each([
  [`| A. | \`${HERE}\`: "a row with %j: %s" | - |`, ''],
  ['| A. | - | [030] |', ''],
  ['| A. | - | contract 7: so it is |', ''],
  ['| A. | - | - |', 'neither a test nor a decision'],
  ['| A. | - | because |', 'neither a test nor a decision'],
  [`| A. | \`${HERE}\`: "no such title" | - |`, `no test "no such title" in ${HERE}`],
  [`| A. | \`${HERE}\`: "row" | - |`, `2 tests "row" in ${HERE}`],
  ['| A. | `e2e/gone.spec.ts`: "x" | - |', 'no file e2e/gone.spec.ts'],
  [`| A. | \`${HERE}\` | - |`, 'neither a test nor a decision'],
  [`| A. | \`${HERE}\` | [030] |`, `not a test: \`${HERE}\``],
  ['| A. | - | [999] |', 'no record 999'],
  ['| A. | - | contract 8 |', 'no contract 8'],
])('a row with %j: %s', (row, problem) => {
  const [found = ''] = findProblems(readRows(`## 1. A section\n\n${row}`));
  expect(found.replace('1. A section, "A.": ', '')).toBe(problem);
});

test('a departure needs a test', () => {
  const rows = readRows('## Contract 7: decided\n\n| A. | - | contract 7 |');
  expect(findProblems(rows)).toEqual(['Contract 7: decided, "A.": neither a test nor a decision']);
});

test.each([
  ["test('one', () => {})", ['one']],
  ["describe('group', () => { test.each([['two']])('%s', () => {}) })", ['group', '%s']],
  ["test('three', async () => { await test.step('a step', () => {}) })", ['three', 'a step']],
  ['for (const n of [1]) test(`number $' + '{n}`, () => {})', ['number $' + '{n}']],
  ["test.skip('four', () => {}); test.todo('five')", []],
  ["describe.skip('group', () => { test('six', () => {}) })", []],
  ["// test('seven')\nexpect('eight').toBe('eight')", []],
])('titles in %j', (source, titles) => {
  expect(titlesIn(source)).toEqual(titles);
});
