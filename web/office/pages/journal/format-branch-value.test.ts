import { expect, test } from 'vitest';
import { formatBranchValue } from './format-branch-value.ts';

const closures = [
  { from_day: '2026-12-24', to_day: '2026-12-26', reason: 'Inventaire' },
  { from_day: '2027-05-03', to_day: '2027-05-03', reason: '' },
];

test.each<[string, unknown, string | undefined]>([
  ['kind', 'station', 'Gare'],
  ['payment_means', ['cash', 'card'], 'Espèces, carte bancaire'],
  ['payment_means', [], 'aucun'],
  ['country', 'BE', 'Belgique'],
  ['hours', '', 'inconnus'],
  ['closures', closures, 'du 24/12/2026 au 26/12/2026 (Inventaire) ; le 03/05/2027'],
  ['closures', [], 'aucune'],
  // of no branch, or before there was one
  ['kind', null, undefined],
  ['name', 'Gare', undefined],
])('%s %j of a branch', (field, value, said) => {
  expect(formatBranchValue(field, value)).toBe(said);
});
