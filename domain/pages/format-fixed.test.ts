import { expect, test } from 'vitest';
import { formatFixedAt, formatLongDay, nextParisMidnight, parisDay } from './format-fixed.ts';

const TODAY = '2026-11-21';
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  ['2026-11-21T12:16:00Z', 'à 13 h 16'],
  ['2026-11-20T23:05:00Z', 'à 0 h 05'],
  ['2026-11-20T12:00:00Z', 'hier à 13 h'],
  ['2026-11-19T22:59:00Z', 'le 19 novembre à 23 h 59'],
  ['2026-01-01T08:30:00Z', 'le 1er janvier à 9 h 30'],
  ['2025-12-31T08:30:00Z', 'le 31 décembre 2025 à 9 h 30'],
])('%s is said as %s in Paris', (at, said) => {
  expect(plain(formatFixedAt(Date.parse(at), TODAY))).toBe(said);
});

test('the year of a day stands only where it is another', () => {
  expect(formatLongDay('2026-08-09', TODAY)).toBe('9 août');
  expect(formatLongDay('2025-03-01', TODAY)).toBe('1er mars 2025');
});

test('days are those of Paris', () => {
  expect(parisDay(Date.parse('2026-11-20T23:00:00Z'))).toBe('2026-11-21');
  expect(parisDay(Date.parse('2026-11-20T22:59:59Z'))).toBe('2026-11-20');
  expect(nextParisMidnight(Date.parse('2026-11-20T12:00:00Z'))).toBe(Date.parse('2026-11-20T23:00:00Z'));
  // summer time begins
  expect(nextParisMidnight(Date.parse('2026-03-29T00:30:00Z'))).toBe(Date.parse('2026-03-29T22:00:00Z'));
});
