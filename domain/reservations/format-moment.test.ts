import { expect, test } from 'vitest';
import {
  formatComingMoment,
  formatDayOf,
  formatLocalDay,
  formatLocalMoment,
  formatLocalShortDay,
  formatPairRate,
  formatWeek,
  formatWeekday,
} from './format-moment.ts';

const plain = (said: string) => said.replaceAll('\u00a0', ' ');

test('moments use the branch’s time zone', () => {
  expect(plain(formatLocalMoment('2026-11-21T09:30:00Z', 'Europe/Paris'))).toBe(
    'samedi 21 novembre 2026 à 10 h 30',
  );
  expect(plain(formatLocalMoment('2026-11-21T02:00:00Z', 'America/Martinique'))).toBe(
    'vendredi 20 novembre 2026 à 22 h',
  );
});

test('the first of a month is “1er”', () => {
  const at = '2026-12-01T08:38:00Z';
  expect(formatWeekday(at, 'Europe/Paris')).toBe('mardi 1er');
  expect(plain(formatLocalMoment(at, 'Europe/Paris'))).toBe('mardi 1er décembre 2026 à 9 h 38');
  expect(formatWeek('2027-02-01', '2027-02-07')).toBe('du 1er au 7 février');
});

test('a rate names both currencies', () => {
  expect(plain(formatPairRate({ base: 'EUR', currency: 'USD', rate: 1.105 }))).toBe('1 EUR = 1,1050 USD');
});

test('a day is named, in records with its year', () => {
  expect(formatDayOf('2026-11-21')).toBe('samedi 21 novembre');
  expect(formatLocalShortDay('2026-11-21')).toBe('sam. 21 nov.');
  expect(formatLocalDay(Date.parse('2026-11-21T02:00:00Z'), 'America/Martinique')).toBe(
    'vendredi 20 novembre',
  );
  expect(plain(formatComingMoment('2026-11-21T08:00:00Z', 'Europe/Paris'))).toBe('samedi 21 novembre à 9 h');
});
