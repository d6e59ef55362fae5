import { expect, test } from 'vitest';
import { formatDay, sayDay } from './dates.ts';

const days = Array.from({ length: 12 }, (_, month) => new Date(2025, month, month + 1));
const inFrench = (options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('fr-FR', options);

test.each(days)('%s is said as the platform says it in French', (at) => {
  const day = { day: 'numeric', month: 'short' } as const;
  expect(sayDay(at, new Date(2025, 6, 1))).toBe(inFrench(day).format(at));
  expect(sayDay(at, new Date(2026, 6, 1))).toBe(inFrench({ ...day, year: 'numeric' }).format(at));
  expect(formatDay(at)).toBe(inFrench().format(at));
});
