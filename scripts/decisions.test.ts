import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = 'docs/decisions/';
const FORMER_RECORDS = 259;
const LINES = 40;
const COLUMNS = 120;
const SECTIONS = ['## Context', '## Decision', '## Consequences'];

const FOLDERS = [
  'docs',
  'domain',
  'server',
  'web',
  'e2e',
  'bench',
  'proof',
  'deploy',
  'scripts',
  '.github',
  '.ci',
];
/** Applied migrations are checksummed (server/db/migrate.ts), so they name records by their former numbers for good. */
const SKIPPED = [
  /^server\/db\/migrations\//,
  /^docs\/decisions\/README\.md$/,
  /^scripts\/decisions\.test\.ts$/,
];

const SLASHES = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
const HASHES = /#[^\n]*/g;
/** Comments by file extension. Files of other extensions are not searched. */
const COMMENTS: Record<string, RegExp> = {
  ...Object.fromEntries(['.ts', '.tsx', '.mjs', '.css'].map((extension) => [extension, SLASHES])),
  ...Object.fromEntries(
    ['', '.yml', '.yaml', '.sh', '.conf', '.service', '.timer', '.env'].map((extension) => [
      extension,
      HASHES,
    ]),
  ),
  '.md': /[\s\S]+/g,
  '.sql': /--[^\n]*/g,
  '.html': /<!--[\s\S]*?-->/g,
};

const NUMBERS = String.raw`\d{3,4}(?:(?:, | and | to )\d{3,4})*`;
/** `docs/decisions/012`, `decisions/012-opening-hours.md` */
const PATH = new RegExp(String.raw`\bdecisions/(${NUMBERS}(?:-[a-z0-9-]+\.md)?)`, 'g');
/** `decision 012`, `decisions 012, 013` */
const WORD = new RegExp(String.raw`\bdecisions? (${NUMBERS})\b`, 'gi');
/** `(012)`, `[012, 013]`; not the `(012) 34` of a telephone number, nor the `[012]` of a pattern */
const BRACKETS = /(?:^|[^\w\\])[([](0\d{2}(?:, 0\d{2})*)[)\]](?! ?\d|[*+?{])/g;
/** Four digits of their own: neither part of a longer number or a name, nor those of a migration. */
const FOUR_DIGITS =
  /(?<![\w.,:+'"\\/-])(?<!\bmigrations? (?:\d{4}(?:, | and ))*)(0\d{3})(?![\w:'"-]|[.,]\d)/g;

const records = readdirSync(FOLDER).filter((name) => /^\d+-/.test(name));
const index = readFileSync(`${FOLDER}README.md`, 'utf8');
const former = [...index.matchAll(/^\| (\d{4}) \| \[(\d{3})\]\(([^)]+)\) \|$/gm)].map(
  ([, number = '', record = '', file = '']) => ({ number, record, file }),
);

test('each record has three digits of its own, with which its title begins', () => {
  expect(records.filter((name) => !/^\d{3}-[a-z0-9-]+\.md$/.test(name))).toEqual([]);
  expect(new Set(records.map((name) => name.slice(0, 3))).size).toBe(records.length);
  for (const name of records)
    expect(linesOf(name)[0], name).toMatch(new RegExp(`^# ${name.slice(0, 3)} [A-Z]`));
});

test(`each record has its sections in ${LINES} lines of ${COLUMNS} columns`, () => {
  for (const name of records) {
    const lines = linesOf(name);
    expect(lines.length, name).toBeLessThanOrEqual(LINES);
    expect(
      lines.filter((line) => [...line].length > COLUMNS && !line.startsWith('|')),
      name,
    ).toEqual([]);
    expect(
      lines.filter((line) => line.startsWith('## ')),
      name,
    ).toEqual(SECTIONS);
    for (const section of SECTIONS)
      expect(lines[lines.indexOf(section) + 2], `${name} ${section}`).toMatch(/\S/);
  }
});

test('the index has one line for each record, with its title and a question', () => {
  const listed = [...index.matchAll(/^- \[(\d{3} [^\]]+)\]\(([^)]+)\): .+\?$/gm)];
  expect(listed.map(([, , file]) => file)).toEqual(records.toSorted());
  for (const [, title = '', file = ''] of listed) expect(linesOf(file)[0]).toBe(`# ${title}`);
});

test('each former number leads to a record', () => {
  expect(former.length).toBe(FORMER_RECORDS);
  expect(new Set(former.map(({ number }) => number)).size).toBe(FORMER_RECORDS);
  for (const { number, record, file } of former) {
    expect(records, number).toContain(file);
    expect(file.slice(0, 3), number).toBe(record);
  }
});

test.each([
  ['as docs/decisions/0170 says', ['0170']],
  ['[3](decisions/012-opening-hours.md)', ['012-opening-hours.md']],
  ['(docs/decisions/012, 013)', ['012', '013']],
  ['(decision 012); decisions 012 and 013', ['012', '012', '013']],
  ['in memory (012), bounded [012, 013]', ['012', '012', '013']],
  ['cheap since 0534, see (0435)', ['0534', '0435']],
  ['migrations 0001, 0006 and 0007; 0020_second_factors; 1.0004; 2026-0171; "0171"', []],
  ['(012) 34 56, [012]+, (12), (1012)', []],
])('references of %j', (text, expected) => {
  expect(readReferences(text, text).toSorted()).toEqual(expected.toSorted());
});

test('each record that a file names is there, by its present number', () => {
  const named = [...filesOf(FOLDERS), ...filesAtRoot()].flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return readReferences(text, commentsOf(file, text)).map((record) => ({ file, record }));
  });
  expect(named.length).toBeGreaterThan(100);
  const files = new Set(records);
  const numbers = new Set(records.map((name) => name.slice(0, 3)));
  expect(named.filter(({ record }) => !numbers.has(record) && !files.has(record))).toEqual([]);
});

function linesOf(name: string): string[] {
  return readFileSync(FOLDER + name, 'utf8')
    .trimEnd()
    .split('\n');
}

/** Numbers or file names of records that a text names: paths anywhere in it, other forms in its comments. */
function readReferences(text: string, comments: string): string[] {
  const formerNumbers = new Set(former.map(({ number }) => number));
  const paths = matchesOf(PATH, text).flatMap((match) =>
    match.endsWith('.md') ? [match] : splitNumbers(match),
  );
  const rest = comments.replaceAll(PATH, '');
  const words = matchesOf(WORD, rest).flatMap(splitNumbers);
  const others = rest.replaceAll(WORD, '');
  const bare = matchesOf(FOUR_DIGITS, others).filter((number) => formerNumbers.has(number));
  return [...paths, ...words, ...matchesOf(BRACKETS, others).flatMap(splitNumbers), ...bare];
}

function matchesOf(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map(([, match]) => match ?? '');
}

function splitNumbers(list: string): string[] {
  return list.split(/, | and | to /);
}

function commentsOf(file: string, text: string): string {
  const pattern = COMMENTS[extname(file)];
  return pattern ? (text.match(pattern) ?? []).join('\n') : '';
}

function filesOf(folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    )
    .filter((file) => COMMENTS[extname(file)] && !SKIPPED.some((skipped) => skipped.test(file)));
}

function filesAtRoot(): string[] {
  return readdirSync('.', { withFileTypes: true })
    .filter((entry) => entry.isFile() && COMMENTS[extname(entry.name)])
    .map((entry) => entry.name);
}
