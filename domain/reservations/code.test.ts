import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CODES, codeOf, findWrongCode, readCode } from './code.ts';

const number = fc.integer({ min: 0, max: CODES - 1 });

test('codes have six unambiguous letters, and differ for each number', () => {
  fc.assert(
    fc.property(number, number, (one, other) => {
      expect(codeOf(one)).toMatch(/^[ACDEFGHJKMNPQRTUVWXY34679]{6}$/);
      expect(codeOf(one) === codeOf(other)).toBe(one === other);
    }),
  );
  // too many to be tried at a counter
  expect(CODES).toBeGreaterThan(200_000_000);
});

test('codes are parsed as people type them', () => {
  fc.assert(
    fc.property(number, (one) => {
      const code = codeOf(one);
      expect(readCode(` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)}\r`)).toBe(code);
    }),
  );
  for (const wrong of ['', 'ACDEF', 'ACDEFGH', 'ACDEF0', 'ACDEFÉ', 'ACDEF%'])
    expect(readCode(wrong)).toBeNull();
});

test.each([
  ['acdefg', undefined],
  ['ACD', 'Un code compte six lettres et chiffres.'],
  ['', 'Un code compte six lettres et chiffres.'],
  ['AC0', 'Un code compte six lettres et chiffres.'],
  // what somebody takes for another letter is named
  [
    'AC0EFO',
    'Aucun code ne contient «\u00a00\u00a0», «\u00a0O\u00a0»\u00a0: relisez-le, ou demandez à votre client de l’épeler.',
  ],
])('%s typed as a code: %s', (typed, sentence) => {
  expect(findWrongCode(typed)).toBe(sentence);
});
