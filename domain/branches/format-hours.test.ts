import { expect, test } from 'vitest';
import { aClosure } from '../testing/branches.ts';
import { describeClosure, formatWholeWeek } from './format-hours.ts';

test('public holidays are formatted with the hours', () => {
  expect(formatWholeWeek('Mo-Su 09:00-18:00', true).at(-1)).toBe('fermé les jours fériés');
  expect(formatWholeWeek('Mo-Su 09:00-18:00', false)).toHaveLength(1);
  expect(formatWholeWeek('', true)).toEqual([]);
});

test.each([
  ['2026-12-25', '2026-12-25', '', 'le 25 décembre 2026'],
  ['2026-12-24', '2027-01-01', 'inventaire', 'du 24 décembre 2026 au 1er janvier 2027\u00a0: inventaire'],
  ['2026-12-24', '', '', null],
])('closed from %s to %s', (from_day, to_day, reason, words) => {
  expect(describeClosure(aClosure({ from_day, to_day, reason }))).toBe(words);
});

test.each([
  [{ from_time: '12:00', to_time: '14:30' }, 'le 24 décembre 2026 de midi à 14 h 30'],
  [{ from_time: '15:00' }, 'le 24 décembre 2026 à partir de 15 h'],
  [{ to_time: '10:00' }, 'le 24 décembre 2026 jusqu’à 10 h'],
  [{ to_day: '2026-12-26', from_time: '15:00' }, 'du 24 décembre 2026 à 15 h au 26 décembre 2026'],
  [{ to_day: '2026-12-26', to_time: '12:00' }, 'du 24 décembre 2026 au 26 décembre 2026 à midi'],
])('closed for hours: %j', (hours, words) => {
  expect(describeClosure(aClosure(hours))?.replaceAll('\u00a0', ' ')).toBe(words);
});
