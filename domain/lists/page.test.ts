import { expect, test } from 'vitest';
import { countPages } from './page.ts';

test.each([
  [0, 1],
  [1, 1],
  [500, 1],
  [501, 2],
  [80_000, 160],
])('%d rows make %d pages', (total, pages) => {
  expect(countPages(total, 500)).toBe(pages);
});
