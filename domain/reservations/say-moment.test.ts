import { expect, test } from 'vitest';
import { sayMoment, sayRate } from './say-moment.ts';

const plain = (said: string) => said.replaceAll('\u00a0', ' ');

test('moments are those of the clock at the counter', () => {
  expect(plain(sayMoment('2026-11-21T09:30:00Z', 'Europe/Paris'))).toBe('samedi 21 novembre 2026 à 10 h 30');
  expect(plain(sayMoment('2026-11-21T02:00:00Z', 'America/Martinique'))).toBe(
    'vendredi 20 novembre 2026 à 22 h',
  );
});

test('a rate names both currencies', () => {
  expect(plain(sayRate({ base: 'EUR', currency: 'USD', rate: 1.105 }))).toBe('1 EUR = 1,1050 USD');
});
