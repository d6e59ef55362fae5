// Reads docs/letter.md, where each sentence of the specification has its tests and decisions. `node scripts/letter.mjs`
// writes the counts of its sections.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './project.mjs';

export const LETTER = 'docs/letter.md';
/** Sections of the contract, whose rows need a test each. */
const CONTRACT = /^Contract /;

const TEST = /`([^`]+\.(?:test|spec)\.tsx?)`: "([^"]+)"/g;
const HEADS = /^(sentence|decided|section|-+)$/;
const COUNTS = /(<!-- counts -->\n)[\s\S]*(<!-- \/counts -->)/;
const ROOTS = ['test', 'describe', 'it'];
const NOT_RUN = ['skip', 'fixme', 'todo'];

/** Rows of the tables below a second-level heading, in order. */
export function readRows(text) {
  let section = '';
  const rows = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    if (!line.startsWith('|') || section === '') continue;
    const [sentence = '', tests = '', decision = ''] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    if (HEADS.test(sentence)) continue;
    rows.push({
      section,
      sentence,
      tests: [...tests.matchAll(TEST)].map(([, file, title]) => ({ file, title })),
      rest: tests.replaceAll(TEST, '').replaceAll(/[;\s-]/g, ''),
      records: [...decision.matchAll(/\[(\d{3})\]/g)].map(([, number]) => number),
      contract: [...decision.matchAll(/\bcontract (\d+)\b/g)].map(([, number]) => Number(number)),
    });
  }
  return rows;
}

/** What is wrong with each row, a line each. */
export function findProblems(rows) {
  const records = readdirSync(join(ROOT, 'docs/decisions')).map((name) => name.slice(0, 3));
  const titles = new Map();
  return rows.flatMap((row) => {
    const at = `${row.section}, "${row.sentence.slice(0, 60)}": `;
    const isDecided = row.records.length + row.contract.length > 0 && !CONTRACT.test(row.section);
    return [
      ...(row.tests.length > 0 || isDecided ? [] : ['neither a test nor a decision']),
      ...(row.rest === '' ? [] : [`not a test: ${row.rest}`]),
      ...row.records.filter((number) => !records.includes(number)).map((number) => `no record ${number}`),
      ...row.contract.filter((number) => number > 7).map((number) => `no contract ${number}`),
      ...row.tests.flatMap(({ file, title }) => {
        if (!titles.has(file)) titles.set(file, listTitles(file));
        return findTitle(file, title, titles.get(file));
      }),
    ].map((problem) => at + problem);
  });
}

function findTitle(file, title, titles) {
  if (titles === null) return [`no file ${file}`];
  if (titles.includes(title)) return [];
  const count = titles.filter((one) => one.includes(title)).length;
  if (count === 1) return [];
  return [count === 0 ? `no test "${title}" in ${file}` : `${count} tests "${title}" in ${file}`];
}

/** Titles of a file's tests, groups and steps that are run. null: no such file. */
function listTitles(file) {
  const path = join(ROOT, file);
  return existsSync(path) ? titlesIn(readFileSync(path, 'utf8')) : null;
}

export function titlesIn(source) {
  const tree = ts.createSourceFile('source.tsx', source, ts.ScriptTarget.Latest);
  const titles = [];
  const visit = (node) => {
    if (ts.isCallExpression(node)) {
      const [root, ...modes] = namesOf(node.expression);
      if (ROOTS.includes(root)) {
        if (modes.some((mode) => NOT_RUN.includes(mode))) return;
        const title = textOf(node.arguments[0], tree);
        if (title !== null) titles.push(title);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return titles;
}

/** `test.each([])('…')` is test, each. */
function namesOf(expression) {
  if (ts.isIdentifier(expression)) return [expression.text];
  if (ts.isPropertyAccessExpression(expression)) {
    return [...namesOf(expression.expression), expression.name.text];
  }
  return ts.isCallExpression(expression) ? namesOf(expression.expression) : [];
}

function textOf(node, tree) {
  if (!node) return null;
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.getText(tree).slice(1, -1) : null;
}

/** The page with its counts as they follow from its rows. */
export function writeCounts(text) {
  const rows = readRows(text).filter(({ section }) => !CONTRACT.test(section));
  const sections = [...new Set(rows.map(({ section }) => section))];
  const lineOf = (name, some) => {
    const isDecided = ({ records, contract }) => records.length + contract.length > 0;
    const tested = some.filter(({ tests }) => tests.length > 0);
    const both = tested.filter(isDecided).length;
    const cells = [some.length, tested.length - both, both, some.length - tested.length];
    return `| ${[name, ...cells].join(' | ')} |`;
  };
  const table = [
    '| section | sentences | by tests | by tests, with a decision | by a decision |',
    '|---|---|---|---|---|',
    ...sections.map((name) =>
      lineOf(
        name,
        rows.filter(({ section }) => section === name),
      ),
    ),
    lineOf('all', rows),
  ];
  return text.replace(COUNTS, (_, begin, end) => `${begin}${table.join('\n')}\n${end}`);
}

if (process.argv[1] === import.meta.filename) {
  const file = join(ROOT, LETTER);
  writeFileSync(file, writeCounts(readFileSync(file, 'utf8')));
}
