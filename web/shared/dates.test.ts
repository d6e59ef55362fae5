import { expect, test } from 'vitest';
import { formatDay, formatRecent } from './dates.ts';
import { formatShortDay, formatShortUtcDay } from './short-day.ts';

const days = Array.from({ length: 12 }, (_, month) => new Date(2025, month, month + 1));
const inFrench = (options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('fr-FR', options);

test.each(days)('%s is formatted as the platform formats it in French', (at) => {
  const day = { day: 'numeric', month: 'short' } as const;
  expect(formatShortDay(at, new Date(2025, 6, 1))).toBe(inFrench(day).format(at));
  expect(formatShortDay(at, new Date(2026, 6, 1))).toBe(inFrench({ ...day, year: 'numeric' }).format(at));
  expect(formatDay(at)).toBe(inFrench().format(at));
});

test.each([
  ['2026-03-09T23:30:00Z', '9 mars'],
  ['2026-03-09T00:30:00Z', '9 mars'],
  ['2025-12-31T23:59:59Z', '31 déc. 2025'],
])('the UTC day of %s is %s in every time zone', (at, day) => {
  expect(formatShortUtcDay(new Date(at), new Date('2026-06-01T12:00:00Z'))).toBe(day);
});

test.each([
  ['à l’instant', 59],
  ['il y a 1 min', 60],
  ['il y a 59 min', 59 * 60 + 59],
])('%s: %s seconds ago', (words, seconds) => {
  const now = new Date(2026, 2, 9, 12);
  expect(formatRecent(new Date(now.getTime() - seconds * 1000), now)).toBe(words);
});
