// French sentences that the source says to people. `node scripts/french.mjs` prints those with a habit to lose.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './project.mjs';

const FOLDERS = ['web', 'domain', 'server', 'scripts'];
// Articles, people and companies of the demonstration have a voice of their own, and a password list is no text.
const APART = /\.test\.|\/testing\/|^server\/seed\/|^domain\/passwords\/|^web\/catalogue\/|french\.mjs$/;
// Sentences that the specification dictates.
const SPECIFIED = [
  'Veuillez modifier les montants avant d’enregistrer.',
  'Nom d"utilisateur ou mot de passe incorrect.',
];
const FRENCH =
  /(?:^|[\s(«’'])(?:les?|la|[ldnsjmcLDNSJMC]['’]\p{L}+|une?|des?|du|aux?|vous|nous|votre|vos|est|sont|pas|pour|par|dans|sur|et|ou|avec|ce|cette|ces|il|elle|en|aucune?|déjà|qui|que|leurs?|ses|son|sa|se|ne|on|à|y|cela|ce(?:lui|lle|ux|lles)-(?:ci|là))(?=[\s,.])/iu;
const BLOCKS = new Set(
  'p li ul ol h1 h2 h3 h4 div section article dt dd dl td th tr table summary details label button figure figcaption br'.split(
    ' ',
  ),
);

export const HAS_COLON = /[\s\u00a0\u202f][:;](?=\s|$)/u;
export const BEGINS_BADLY = /^[«\s\u00a0]*(?:Ce que?|Ce qui|Ce qu’\p{L}+|Celui|Celles?|Ceux|Qui)(?=[\s,])/u;
// A noun that the reader must look for.
export const POINTS_BACK = /(?<!\p{L})(?:ce(?:lui|lle|ux|lles)-(?:ci|là)|l(?:e|a|es) sienne?s?)(?!\p{L})/iu;
// A negation in place of what happens.
export const NEGATES =
  /(?<!\p{L})rien n(?:e\s|’)|(?<!\p{L})ni\s.*(?<!\p{L})ni\s|(?<!\p{L})n(?:e\s|’).*\spas tant qu.*\sn(?:e\s|’)/iu;

export function listSentences() {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.endsWith('.d.mts') && !APART.test(file))
      .flatMap((file) =>
        listTexts(file)
          .flatMap(splitSentences)
          .map((text) => ({ file, text })),
      ),
  ).filter(({ text }) => !SPECIFIED.includes(text));
}

// A value in a text stands as an ellipsis in angle brackets, and a block ends the sentence before it.
function listTexts(file) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(
    file,
    readFileSync(join(ROOT, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    kind,
  );
  const texts = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      texts.push(...textOf(node).split('\n\n'));
      ts.forEachChild(node, visitInside);
      return;
    }
    if (isWords(node)) {
      texts.push(textOf(node));
      if (ts.isTemplateExpression(node)) for (const span of node.templateSpans) visit(span.expression);
      return;
    }
    ts.forEachChild(node, visit);
  };
  // Texts of a JSX element are read with it; its expressions and attributes hold more of them.
  const visitInside = (node) => {
    if (ts.isJsxText(node)) return;
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      ts.forEachChild(node, visitInside);
      return;
    }
    if (ts.isJsxExpression(node) && node.expression && isWords(node.expression)) {
      if (ts.isTemplateExpression(node.expression))
        for (const span of node.expression.templateSpans) visit(span.expression);
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts.map((text) => text.replace(/[ \n\t]+/g, ' ').trim());
}

const isWords = (node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
    isWords(node.left) &&
    isWords(node.right));

function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map((span) => `‹…›${span.literal.text}`).join('');
  if (ts.isBinaryExpression(node)) return textOf(node.left) + textOf(node.right);
  if (ts.isJsxText(node)) return node.text.replace(/&nbsp;/g, '\u00a0').replace(/&amp;/g, '&');
  if (ts.isJsxExpression(node))
    return node.expression ? (isWords(node.expression) ? textOf(node.expression) : '‹…›') : '';
  if (ts.isJsxFragment(node)) return node.children.map(textOf).join('');
  if (ts.isJsxSelfClosingElement(node)) return BLOCKS.has(node.tagName.getText()) ? '\n\n' : '‹…›';
  if (ts.isJsxElement(node)) {
    const inside = node.children.map(textOf).join('');
    const name = node.openingElement.tagName.getText();
    const isInline = /^(?:a|b|em|i|strong|span|time|code|kbd|abbr|Link|SiteLink|OutsideLink|Amount)$/.test(
      name,
    );
    return isInline ? inside : `\n\n${inside}\n\n`;
  }
  return '‹…›';
}

function splitSentences(text) {
  return text
    .split(/(?<=[.?!…][»\u00a0\s]*)\s(?=[«\p{Lu}‹])/u)
    .map((sentence) => sentence.trim())
    .filter(
      (sentence) =>
        /[.?!]\u00a0?»?$/u.test(sentence) && FRENCH.test(sentence) && sentence.split(' ').length >= 3,
    )
    .filter((sentence) => !/^(?:\/|#|select |insert |update |delete |with )/i.test(sentence));
}

if (process.argv[1] === import.meta.filename) {
  const sentences = listSentences();
  const colons = sentences.filter(({ text }) => HAS_COLON.test(text));
  const beginnings = sentences.filter(({ text }) => BEGINS_BADLY.test(text) && !text.endsWith('?'));
  for (const { file, text } of colons) console.log(`: ${file} ${text}`);
  for (const { file, text } of beginnings) console.log(`^ ${file} ${text}`);
  console.log(`${sentences.length} sentences, ${colons.length} with a colon or semicolon`);
}
