import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RESTRICTED, RESTRICTED_ARTICLE } from './restricted.ts';

test('the restricted currencies match the table of the article', () => {
  const article = new URL(`../../content/articles/${RESTRICTED_ARTICLE}.md`, import.meta.url);
  const rows = readFileSync(article, 'utf8').matchAll(/^\| [^|]*\(([A-Z]{3})\) \|/gm);
  expect([...rows].map(([, code]) => code)).toEqual(RESTRICTED);
});
