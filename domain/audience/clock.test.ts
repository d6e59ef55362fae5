import { expect, test } from 'vitest';
import { type ClockRecord, judgeClock } from './clock.ts';

const DAY = 24 * 60 * 60_000;
const START = new Date('2026-11-21T08:00:00.123Z');
const onDay = (day: number, more = 0) => new Date(START.getTime() + day * DAY + more);
const believed = (day: number): ClockRecord => ({ believedAt: onDay(day), doubt: null });
const doubted = (day: number, since: number, at: number): ClockRecord => ({
  believedAt: onDay(day),
  doubt: { since: onDay(since), at: onDay(at) },
});

test('the first reading is trusted without a reference', () => {
  expect(judgeClock(null, START)).toEqual({ isBelieved: true, record: believed(0) });
});

test.each([
  ['an hour on', believed(0), 1 / 24],
  ['a long week-end later', believed(0), 3],
  ['set back by a year', believed(0), -365],
  ['set right again after a jump', doubted(0, 1097, 1098), 1],
  ['a week after a jump that goes on', doubted(0, 1097, 1103), 1104],
])('%s: trusted', (_what, before, day) => {
  expect(judgeClock(before, onDay(day))).toEqual({ isBelieved: true, record: believed(day) });
});

test.each([
  ['1,097 days on', believed(0), 1097, doubted(0, 1097, 1097)],
  ['three days and a moment on', believed(0), 3.001, doubted(0, 3.001, 3.001)],
  ['six days after a jump', doubted(0, 1097, 1100), 1103, doubted(0, 1097, 1103)],
  ['a second jump, however long after the first', doubted(0, 30, 33), 1097, doubted(0, 1097, 1097)],
  ['back from one jump to another', doubted(0, 1097, 1098), 40, doubted(0, 40, 40)],
])('%s: doubted', (_what, before, day, record) => {
  expect(judgeClock(before, onDay(day))).toEqual({ isBelieved: false, record });
});

test('a jump is trusted only after a week of hourly readings', () => {
  let record = believed(0);
  const verdicts: boolean[] = [];
  for (let hour = 0; hour <= 7 * 24; hour += 1) {
    const judged = judgeClock(record, onDay(1097 + hour / 24));
    verdicts.push(judged.isBelieved);
    ({ record } = judged);
  }
  expect(verdicts.slice(0, -1)).not.toContain(true);
  expect(verdicts.at(-1)).toBe(true);
});
