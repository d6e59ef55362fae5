import { expect, test } from 'vitest';
import { isRowToken, rowIdOf, rowToken } from './row-token.ts';

const SECRET = 'of-this-test-alone';

test('a token names its row', () => {
  expect(rowIdOf(rowToken(SECRET, 123_456_789, 'words'))).toBe(123_456_789);
});

test.each([
  '',
  '7',
  '7.',
  `1234567890.${'a'.repeat(43)}`,
  `7.${'a'.repeat(42)}`,
  ` 7.${'a'.repeat(43)}`,
])('%j is no token', (text) => {
  expect(rowIdOf(text)).toBeNull();
  expect(isRowToken(SECRET, text, 7, 'words')).toBe(false);
});

test('a token fits its row, its words and its secret alone', () => {
  const token = rowToken(SECRET, 7, 'words');
  expect(isRowToken(SECRET, token, 7, 'words')).toBe(true);
  expect(isRowToken(SECRET, token, 8, 'words')).toBe(false);
  expect(isRowToken(SECRET, token, 7, 'others')).toBe(false);
  expect(isRowToken('of-others', token, 7, 'words')).toBe(false);
  expect(isRowToken(SECRET, token.replace('7.', '8.'), 7, 'words')).toBe(false);
});
