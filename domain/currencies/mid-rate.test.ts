import { expect, test } from 'vitest';
import { isOldMidRate } from './mid-rate.ts';

test.each([
  ['2026-11-22T23:30:00Z', false],
  ['2026-11-19T00:00:00Z', false],
  ['2026-11-18T23:59:00Z', true],
  ['2026-10-22T12:00:00Z', true],
  // the base's own
  ['', false],
  // the clock of the page may be behind
  ['2026-11-23T00:00:00Z', false],
])('on 22 November, a mid rate of %s is old: %s', (at, isOld) => {
  expect(isOldMidRate(at, new Date('2026-11-22T08:00:00Z'))).toBe(isOld);
});
