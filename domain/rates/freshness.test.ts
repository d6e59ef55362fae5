import { expect, test } from 'vitest';
import { freshnessOf, nextDate, sinceOf } from './freshness.ts';

test('a rate is fresh for a day, to be confirmed for a week, then no longer compared', () => {
  const since = sinceOf({ freshHours: 24, staleDays: 7 }, new Date('2026-11-22T09:00:00.000Z'));
  const of = (at: string) => freshnessOf(Date.parse(at), since);
  expect(of('2026-11-21T09:00:00.001Z')).toBe('fresh');
  expect(of('2026-11-21T09:00:00.000Z')).toBe('to_confirm');
  expect(of('2026-11-15T09:00:00.000Z')).toBe('to_confirm');
  expect(of('2026-11-15T08:59:59.999Z')).toBe('stale');
  // the database's clock may be a little ahead of this instance's
  expect(of('2026-11-22T09:00:05.000Z')).toBe('fresh');
});

test('a rate dated over a minute ahead is to be confirmed, however far ahead', () => {
  const since = sinceOf({ freshHours: 24, staleDays: 7 }, new Date('2026-11-22T09:00:00.000Z'));
  const of = (at: string) => freshnessOf(Date.parse(at), since);
  expect(of('2026-11-22T09:01:00.000Z')).toBe('fresh');
  expect(of('2026-11-22T09:01:00.001Z')).toBe('to_confirm');
  expect(of('2027-11-22T09:00:00.000Z')).toBe('to_confirm');
});

test.each([
  ['never fixed', undefined, '09:00:00.000'],
  ['fixed before', '08:00:00.000', '09:00:00.000'],
  ['fixed now', '09:00:00.000', '09:00:00.001'],
  ['a minute ahead', '09:01:00.000', '09:01:00.001'],
  ['further ahead', '09:01:00.001', '09:00:00.000'],
])('a fixing at nine of a row that is %s is dated after it, unless a wrong clock dated that', (_what, before, next) => {
  const at = (time: string) => new Date(`2026-11-22T${time}Z`);
  expect(nextDate(at('09:00:00.000'), before === undefined ? undefined : at(before))).toEqual(at(next));
});
