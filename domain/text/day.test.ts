import { expect, test } from 'vitest';
import { isDay } from './day.ts';

test('the days of this century are those of the calendar', () => {
  for (let year = 2000; year < 2100; year++) {
    for (let month = 0; month <= 13; month++) {
      for (let day = 0; day <= 32; day++) {
        const text = [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
        const at = new Date(Date.UTC(year, month - 1, day));
        expect(isDay(text), text).toBe(at.toISOString().startsWith(text));
      }
    }
  }
});

test.each([
  '',
  '1999-12-31',
  '2100-01-01',
  '2026-1-01',
  ' 2026-01-01',
  '2026-01-01\n',
  'demain',
])('%j is no day', (text) => {
  expect(isDay(text)).toBe(false);
});
