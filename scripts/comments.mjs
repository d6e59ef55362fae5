// Counts the comments of the product and lists those that begin with a pronoun or a preposition: `node scripts/comments.mjs`
// lists them all, a folder or a file as an argument limits it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { capture, ROOT } from './project.mjs';

/** Doc comments of domain, server and web together. */
export const MOST_DOC_COMMENTS = 2_000;
/** Share of all comments that may begin with one of the words below. */
export const MOST_INDIRECT = 0.03;

const INDIRECT =
  /^(who|whose|whom|whoever|what|whatever|which|those|these|that|it|they|one|some|such|none|nobody|somebody|the same|by|of|as|in which|where|when|how|until when)\b/i;
const DIRECTIVE = /^(\/\/\/|\/\/ ?(@ts-|biome-ignore)|\/\* ?@|\/\*#)/;
const TESTS = /\.test\.tsx?$|\/testing\//;

/**
 * Comments of a TypeScript source, in order. Lines of `//` that follow each other are one comment.
 * @returns {{ line: number, isDoc: boolean, text: string }[]}
 */
export function listComments(source, file = 'source.tsx') {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const ranges = new Map();
  const visit = (node) => {
    if (node.kind === ts.SyntaxKind.JsxText) return;
    const found = [
      ...(ts.getLeadingCommentRanges(source, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(source, node.end) ?? []),
    ];
    for (const range of found) ranges.set(range.pos, range);
    for (const child of node.getChildren(tree)) visit(child);
  };
  visit(tree);
  const comments = [];
  let lineBefore = -2;
  for (const { pos, end } of [...ranges.values()].toSorted((a, b) => a.pos - b.pos)) {
    const raw = source.slice(pos, end);
    if (DIRECTIVE.test(raw)) continue;
    const line = tree.getLineAndCharacterOfPosition(pos).line + 1;
    const isDoc = raw.startsWith('/*');
    const continues = !isDoc && line === lineBefore + 1;
    lineBefore = isDoc ? -2 : line;
    if (!continues) comments.push({ line, isDoc, text: raw.replace(/^(\/\*+|\/\/)[\s*]*/, '') });
  }
  return comments;
}

export function isIndirect(text) {
  return INDIRECT.test(text);
}

/** @returns {Promise<{ docs: number, all: number, indirect: string[] }>} */
export async function countComments(under = '') {
  const listed = await capture('git', [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    'domain',
    'server',
    'web',
  ]);
  const files = listed.stdout
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !TESTS.test(file) && file.startsWith(under));
  let docs = 0;
  let all = 0;
  const indirect = [];
  for (const file of files) {
    for (const { line, isDoc, text } of listComments(readFileSync(join(ROOT, file), 'utf8'), file)) {
      all += 1;
      if (isDoc) docs += 1;
      if (isIndirect(text)) indirect.push(`${file}:${line} ${text.split('\n')[0]}`);
    }
  }
  return { docs, all, indirect };
}

/** The check: too many doc comments, or too many that begin with a pronoun or a preposition. */
export async function checkComments() {
  const { docs, all, indirect } = await countComments();
  const share = indirect.length / all;
  const problems = [];
  if (docs > MOST_DOC_COMMENTS) problems.push(`${docs} doc comments, at most ${MOST_DOC_COMMENTS}`);
  if (share > MOST_INDIRECT) {
    problems.push(
      `${indirect.length} of ${all} comments begin with a pronoun or a preposition, at most ${MOST_INDIRECT * 100} %:`,
      ...indirect,
    );
  }
  return { code: problems.length === 0 ? 0 : 1, output: problems.join('\n') };
}

if (process.argv[1] === import.meta.filename) {
  const { docs, all, indirect } = await countComments(process.argv[2]);
  for (const line of indirect) console.log(line);
  console.log(
    `${docs} doc comments of ${all} comments; ${indirect.length} indirect (${((100 * indirect.length) / Math.max(all, 1)).toFixed(1)} %)`,
  );
}
