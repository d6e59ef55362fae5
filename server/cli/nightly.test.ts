import { expect, test } from 'vitest';
import { nextAt } from './nightly.ts';

test.each([
  ['the same day', new Date(2026, 10, 20, 1, 0), new Date(2026, 10, 20, 2, 30)],
  ['at that very moment: the next day', new Date(2026, 10, 20, 2, 30), new Date(2026, 10, 21, 2, 30)],
  ['the last day of a month', new Date(2026, 10, 30, 23, 0), new Date(2026, 11, 1, 2, 30)],
])('the next one is %s', (_which, now, at) => {
  expect(nextAt('02:30', now)).toEqual(at);
});
