import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchOf, searchForm } from './search.ts';
import { searchCases } from './search-cases.ts';

test.each(searchCases)('%j in %j: %s', (wanted, text, match) => {
  expect(matchOf(searchForm(wanted), searchForm(text))).toBe(match);
});

const letter = fc.integer({ min: 1, max: 0x2fff }).map((code) => String.fromCodePoint(code));

test('normalisation is idempotent, so stored text is stable', () => {
  fc.assert(
    fc.property(fc.string({ unit: letter }), (text) => {
      expect(searchForm(searchForm(text))).toBe(searchForm(text));
    }),
  );
});

test('a text matches itself, its words in any order, and their beginnings', () => {
  const word = fc.stringMatching(/^[a-z]{2,8}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.nat(), (words, seed) => {
      const form = searchForm(words.join(' '));
      expect(matchOf(form, form)).toBe('start');
      const turned = words.map((_, i) => words[(i + seed) % words.length] ?? '');
      const begun = turned.map((each) => each.slice(0, 1 + (seed % each.length))).join(' ');
      expect(['start', 'words']).toContain(matchOf(begun, form));
    }),
  );
});
