import { expect, test } from 'vitest';
import { findCurrencies, listEntries } from './search.ts';

const entries = listEntries([
  { code: 'USD', label: 'dollar des États-Unis' },
  { code: 'AUD', label: 'dollar australien' },
  { code: 'CHF', label: 'franc suisse' },
  { code: 'XOF', label: 'franc CFA (BCEAO)' },
  { code: 'RUB', label: 'rouble russe' },
]);

test.each([
  ['usd', ['USD']],
  ['  uSd ', ['USD']],
  ['etats unis', ['USD']],
  ['senegal', ['XOF']],
  ['liech', ['CHF']],
  ['franc', ['CHF', 'XOF']],
  ['dollar', ['USD', 'AUD']],
  ['ru', ['RUB', 'AUD']],
  ['zzz', []],
  ['', ['USD', 'AUD', 'CHF', 'XOF', 'RUB']],
])('%j finds %j', (query, codes) => {
  expect(findCurrencies(entries, query).map(({ code }) => code)).toEqual(codes);
});
