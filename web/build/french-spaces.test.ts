import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const WEB = path.join(import.meta.dirname, '..');
const SOURCES = ['site', 'pages'].flatMap((folder) =>
  readdirSync(path.join(WEB, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => path.join(folder, file)),
);

/** A space that a line may be broken at, before a sign that French sets apart, or inside of its quotation marks. */
const BREAKABLE = /[\p{L}\d)»’}] [:;?!»](?=\s|$|['`<])|« /u;

const isText = (node: ts.Node) =>
  ts.isJsxText(node) || ts.isStringLiteralLike(node) || ts.isTemplateMiddleOrTemplateTail(node);

function textsOf(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(path.join(WEB, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const texts: string[] = [];
  const visit = (node: ts.Node) => {
    if (isText(node) || ts.isTemplateHead(node)) texts.push(node.getFullText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

test('texts for people break no line before a colon, a semicolon or a closing quotation mark', () => {
  const breakable = SOURCES.flatMap((file) =>
    textsOf(file)
      .filter((text) => BREAKABLE.test(text))
      .map((text) => `${file}: ${text.trim().replace(/\s+/g, ' ').slice(0, 100)}`),
  );
  expect(SOURCES.length).toBeGreaterThan(30);
  expect(breakable).toEqual([]);
});
