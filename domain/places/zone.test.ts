import { expect, test } from 'vitest';
import { zoneAt } from './zone.ts';

test.each([
  ['Lyon', 45.76, 4.84, 'Europe/Paris'],
  ['Ajaccio', 41.93, 8.74, 'Europe/Paris'],
  ['Pointe-à-Pitre', 16.24, -61.53, 'America/Guadeloupe'],
  ['Fort-de-France', 14.6, -61.07, 'America/Martinique'],
  ['Maripasoula', 3.64, -54.03, 'America/Cayenne'],
  ['La Réunion-Roland-Garros', -20.89, 55.51, 'Indian/Reunion'],
  ['Mamoudzou', -12.78, 45.23, 'Indian/Mayotte'],
])('the time zone of %s', (_, lat, lon, zone) => {
  expect(zoneAt({ lat, lon })).toBe(zone);
});
