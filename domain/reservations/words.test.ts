import { expect, test } from 'vitest';
import { formatNotes, formatStopped } from './words.ts';

test.each([
  ['', [], 'Sans préférence'],
  ['small', [], 'Petites coupures'],
  ['choice', [], 'Coupures au choix'],
  ['choice', [5, 10, 1000], 'Coupures de 5, 10 et 1 000'],
  ['later', [], 'later'],
])('notes %j of %j are called %j', (notes, denominations, words) => {
  expect(formatNotes({ notes, denominations }).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(words);
});

test('a company stops one side of a currency', () => {
  expect(formatStopped({ side: 'sale', currency: 'USD' })).toBe('suspend ses ventes en USD pour le moment');
  expect(formatStopped({ side: 'purchase', currency: 'USD' })).toBe(
    'suspend ses rachats en USD pour le moment',
  );
});
