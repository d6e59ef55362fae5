import { expect, test } from 'vitest';
import { formatReliability } from './format-reliability.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('shares are rounded down, and unknown ones left out', () => {
  const all = { reservations: 42, accepted: 0.959, on_time: 0.98, honoured: 1 };
  expect(plain(formatReliability(all))).toBe(
    'Sur 42 réservations : 95 % acceptées, 98 % prêtes à l’heure, 100 % remises au taux affiché.',
  );
  expect(plain(formatReliability({ ...all, on_time: null, honoured: null }))).toBe(
    'Sur 42 réservations : 95 % acceptées.',
  );
});
