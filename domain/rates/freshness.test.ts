import { expect, test } from 'vitest';
import { freshnessOf, sinceOf } from './freshness.ts';

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
