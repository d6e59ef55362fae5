import { expect, test } from 'vitest';
import { writeFirstOfMonth } from './first-of-month.ts';

test.each([
  ['mardi 1 décembre 2026', 'mardi 1er décembre 2026'],
  ['mardi 1', 'mardi 1er'],
  ['1', '1er'],
  ['lundi 21 décembre', 'lundi 21 décembre'],
  ['mercredi 11', 'mercredi 11'],
  ['jeudi 10 décembre 2031', 'jeudi 10 décembre 2031'],
])('%s is written %s', (day, written) => {
  expect(writeFirstOfMonth(day)).toBe(written);
});
