import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, nearest } from './nearest.ts';

const bureaux = ['Zéphyr Devises', 'Change des Quais', 'Comptoir d’Or', 'Quai 9', 'L’Or du Voyageur'];

test.each([
  ['quais', 'Change des Quais'],
  ['Change des Quay', 'Change des Quais'],
  ['zefir', 'Zéphyr Devises'],
  ['devize', 'Zéphyr Devises'],
  ['l or', 'L’Or du Voyageur'],
  ['contoir dor', 'Comptoir d’Or'],
])('%j is nearest to %s', (wanted, first) => {
  expect(nearest(wanted, bureaux, (name) => [name])[0]).toBe(first);
});

test('search matches rank before similar spellings, and every candidate is listed', () => {
  expect(nearest('or', bureaux, (name) => [name]).slice(0, 2)).toEqual(['Comptoir d’Or', 'L’Or du Voyageur']);
  expect(nearest('xyz', bureaux, (name) => [name])).toHaveLength(bureaux.length);
  expect(nearest('', [], () => [])).toEqual([]);
});

test.each([
  ['', '', 0],
  ['quais', 'quais', 0],
  ['quay', 'quais', 2],
  ['or', '', 2],
  ['', 'or', 2],
  ['abc', 'ca', 3],
])('from %j to %j: %i', (one, other, letters) => {
  expect(editDistance(one, other)).toBe(letters);
});

test('the distance is symmetric, zero to itself, and at most the longer word', () => {
  const word = fc.stringMatching(/^[a-d]{0,6}$/);
  fc.assert(
    fc.property(word, word, (one, other) => {
      const letters = editDistance(one, other);
      expect(letters).toBe(editDistance(other, one));
      expect(letters === 0).toBe(one === other);
      expect(letters).toBeLessThanOrEqual(Math.max(one.length, other.length));
      expect(letters).toBeGreaterThanOrEqual(Math.abs(one.length - other.length));
    }),
  );
});
