import { expect, test } from 'vitest';
import { readingTime } from './article.ts';

test.each([
  ['', 1],
  ['mot', 1],
  ['mot '.repeat(299), 1],
  ['mot '.repeat(300), 2],
  [`mot${' '.repeat(9)}`.repeat(299), 1],
  ['mot\n'.repeat(1000), 5],
  // signs of Markdown and French punctuation stand alone, and are no words
  [`${'## | — : ; '.repeat(500)}${'mot '.repeat(200)}`, 1],
])('%#', (text, minutes) => {
  expect(readingTime(text)).toBe(minutes);
});
