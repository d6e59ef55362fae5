import { expect, test } from 'vitest';
import { formatMetres } from './format-metres.ts';

test.each([
  [0, '50 m'],
  [74, '50 m'],
  [75, '100 m'],
  [400, '400 m'],
  [949, '950 m'],
  [950, '1 km'],
  [1_249, '1,2 km'],
  [9_949, '9,9 km'],
  [9_950, '10 km'],
  [12_400, '12 km'],
])('%i metres are said as %s', (metres, said) => {
  expect(formatMetres(metres).replace('\u00a0', ' ')).toBe(said);
});
