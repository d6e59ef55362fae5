import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newestDayDue } from './calendar.ts';

const due = (now: string) => newestDayDue(new Date(now));

describe('the newest day with published rates', () => {
  test.each<[string, string, string]>([
    ['a Thursday, at 8 h UTC', '2026-11-19T08:00:00Z', '2026-11-18'],
    ['a second before', '2026-11-19T07:59:59Z', '2026-11-17'],
    ['a Saturday', '2026-11-21T12:00:00Z', '2026-11-20'],
    ['a Sunday', '2026-11-22T12:00:00Z', '2026-11-20'],
    ['a Monday', '2026-11-23T12:00:00Z', '2026-11-20'],
    ['a Tuesday', '2026-11-24T12:00:00Z', '2026-11-23'],
    ['the day after New Year’s Day', '2026-01-02T12:00:00Z', '2025-12-31'],
    ['the day after that one', '2026-01-03T12:00:00Z', '2026-01-02'],
    ['the day after the First of May', '2025-05-02T12:00:00Z', '2025-04-30'],
    ['the day after Boxing Day', '2025-12-27T12:00:00Z', '2025-12-24'],
    ['Christmas Eve, which is open', '2025-12-25T12:00:00Z', '2025-12-24'],
    ['14 July, which is open', '2026-07-15T12:00:00Z', '2026-07-14'],
    ['Ascension Day, which is open', '2026-05-15T12:00:00Z', '2026-05-14'],
  ])('%s', (_, now, day) => expect(due(now)).toBe(day));

  // Easter Sundays as published
  test.each([
    '1961-04-02',
    '1999-04-04',
    '2000-04-23',
    '2008-03-23',
    '2011-04-24',
    '2019-04-21',
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2028-04-16',
    '2038-04-25',
    '2049-04-18',
    '2076-04-19',
    '2100-03-28',
    '2285-03-22',
  ])('from Good Friday to the Tuesday after Easter %s: Thursday’s', (easter) => {
    const day = (from: number) => new Date(Date.parse(easter) + from * 86_400_000).toISOString().slice(0, 10);
    for (const from of [-2, -1, 0, 1, 2]) expect(due(`${day(from)}T12:00:00Z`)).toBe(day(-3));
    expect(due(`${day(3)}T12:00:00Z`)).toBe(day(2));
  });

  test('is a working day, at most a week old, and never goes back', () => {
    const moment = fc.date({ min: new Date('1999-01-04'), max: new Date('2199-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 10 * 86_400_000 }), (now, later) => {
        const day = new Date(newestDayDue(now));
        expect([0, 6]).not.toContain(day.getUTCDay());
        const age = now.getTime() - day.getTime();
        expect(age).toBeGreaterThanOrEqual(32 * 3_600_000);
        expect(age).toBeLessThan(7 * 86_400_000);
        expect(newestDayDue(new Date(now.getTime() + later)) >= newestDayDue(now)).toBe(true);
      }),
    );
  });
});
