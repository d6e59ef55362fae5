import { expect, test } from 'vitest';
import { BEGINS_BADLY, HAS_COLON, listSentences, NEGATES, POINTS_BACK } from './french.mjs';

// Of eight sentences, one may have a colon or a semicolon.
const MOST = 1 / 8;
const PARTS = [
  /^web\/site\//,
  /^web\/office\//,
  /^server\/.*letters\.ts$/,
  /^server\/features\//,
  /^domain\//,
  /./,
];

const sentences = listSentences();

test.each(PARTS)('of the sentences of %s, one in eight has a colon or semicolon', (part) => {
  const own = sentences.filter(({ file }) => part.test(file));
  const marked = own.filter(({ text }) => HAS_COLON.test(text));
  expect(own.length).toBeGreaterThan(50);
  expect(marked.length / own.length, marked.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(MOST);
});

test('no sentence begins with a pronoun for something said before', () => {
  const pronouns = sentences.filter(({ text }) => BEGINS_BADLY.test(text) && !text.endsWith('?'));
  expect(pronouns).toEqual([]);
});

test.each([
  ['points back to a noun said before', POINTS_BACK, 'Ouvrez cette page pour voir les siennes.'],
  ['says what is not in place of what is', NEGATES, 'Elle n’a ni capital, ni siège.'],
])('no sentence %s', (_, habit, example) => {
  expect(example).toMatch(habit);
  expect(sentences.filter(({ text }) => habit.test(text))).toEqual([]);
});

test.each([
  'Rien n’a été publié.',
  'Les voyageurs ne le voient pas tant qu’il n’est pas accepté.',
])('“%s” says what is not in place of what is', (example) => expect(example).toMatch(NEGATES));
