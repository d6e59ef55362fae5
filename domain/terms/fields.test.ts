import { expect, test } from 'vitest';
import { formatTermLabel, termFields } from './fields.ts';

test('every field of the form has a label of its own', () => {
  const labels = Object.values(termFields).flat().map(formatTermLabel);
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels).not.toContain(undefined);
});

test('a field of a mode stands under its name', () => {
  expect(formatTermLabel('airport_delay')).toBe('À l’aéroport, délai de préparation (min)');
  expect(formatTermLabel('counter_offered')).toBe('Sur place, proposer ce retrait');
  expect(formatTermLabel('largest_share')).toBe('Plafond par voyageur (% du stock du jour)');
  expect(formatTermLabel('minimum')).toBe('Minimum (€)');
});
