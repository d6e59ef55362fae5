import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ClockRecord, type ClockRun, judgeClock } from './clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = new Date('2026-11-21T08:00:00.123Z');
const onDay = (day: number, more = 0) => new Date(START.getTime() + day * DAY + more);
const believed = (day: number): ClockRecord => ({ believedAt: onDay(day), doubt: null });
const doubted = (day: number, since: number, at: number): ClockRecord => ({
  believedAt: onDay(day),
  doubt: { since: onDay(since), at: onDay(at) },
});

test('the first reading is trusted without a reference', () => {
  expect(judgeClock(null, START)).toEqual({ time: START, record: believed(0) });
});

test.each([
  ['an hour on', believed(0), 1 / 24],
  ['a long week-end later', believed(0), 3],
  ['set back by a year', believed(0), -365],
  ['set right again after a jump', doubted(0, 1097, 1098), 1],
  ['a week after a jump that goes on', doubted(0, 1097, 1103), 1104],
])('%s: trusted', (_what, before, day) => {
  expect(judgeClock(before, onDay(day))).toEqual({ time: onDay(day), record: believed(day) });
});

test.each([
  ['1,097 days on', believed(0), 1097, doubted(0, 1097, 1097)],
  ['three days and a moment on', believed(0), 3.001, doubted(0, 3.001, 3.001)],
  ['six days after a jump', doubted(0, 1097, 1100), 1103, doubted(0, 1097, 1103)],
  ['a second jump, however long after the first', doubted(0, 30, 33), 1097, doubted(0, 1097, 1097)],
  ['back from one jump to another', doubted(0, 1097, 1098), 40, doubted(0, 40, 40)],
])('%s: doubted', (_what, before, day, record) => {
  expect(judgeClock(before, onDay(day))).toEqual({ time: null, record });
});

test('a jump is trusted only after a week of hourly readings', () => {
  let record = believed(0);
  const verdicts: boolean[] = [];
  for (let hour = 0; hour <= 7 * 24; hour += 1) {
    const judged = judgeClock(record, onDay(1097 + hour / 24));
    verdicts.push(judged.time !== null);
    ({ record } = judged);
  }
  expect(verdicts.slice(0, -1)).not.toContain(true);
  expect(verdicts.at(-1)).toBe(true);
});

/** Instances of one database, on a clock that stands `wrong` milliseconds off the truth. */
class Fleet {
  truth = START.getTime();
  wrong = 0;
  record: ClockRecord | null = null;
  readonly #runs = new Map<number, ClockRun & { truth: number }>();

  get at(): Date {
    return new Date(this.truth + this.wrong);
  }
  read(instance: number): Date | null {
    const last = this.#runs.get(instance);
    const run = last ? { ...last, elapsed: this.truth - last.truth } : null;
    const { time, record } = judgeClock(this.record, this.at, run);
    this.record = record;
    this.#runs.set(instance, { at: this.at, time, elapsed: 0, truth: this.truth });
    return time;
  }
  stop(): void {
    this.#runs.clear();
  }
}

const steps = fc.integer({ min: -400 * DAY, max: 400 * DAY }).filter((wrong) => Math.abs(wrong) > 2 * MINUTE);
const readings = (instance: fc.Arbitrary<number>) =>
  fc.array(fc.record({ instance, gap: fc.integer({ min: 1, max: 2 * HOUR }) }), {
    minLength: 1,
    maxLength: 40,
  });

test('instances that run go by the true time through any wrong one of under a week, and after it', () => {
  fc.assert(
    fc.property(steps, readings(fc.constantFrom(0, 1, 2)), (wrong, read) => {
      const fleet = new Fleet();
      for (const instance of [0, 1, 2]) fleet.read(instance);
      fleet.wrong = wrong;
      for (const { instance, gap } of read) {
        fleet.truth += gap;
        expect(fleet.read(instance)?.getTime()).toBe(fleet.truth);
        expect(fleet.record?.doubt).not.toBeNull();
      }
      fleet.wrong = 0;
      fleet.truth += 1;
      expect(fleet.read(0)?.getTime()).toBe(fleet.truth);
      expect(fleet.record).toEqual({ believedAt: fleet.at, doubt: null });
    }),
  );
});

test('an instance that begins beside those that doubt waits, and ends nobody’s doubt', () => {
  fc.assert(
    fc.property(steps, readings(fc.constantFrom(0, 1)), (wrong, read) => {
      const fleet = new Fleet();
      fleet.read(0);
      fleet.wrong = wrong;
      fleet.truth += MINUTE;
      fleet.read(0);
      fleet.truth += MINUTE;
      fleet.read(1);
      for (const { instance, gap } of read) {
        fleet.truth += gap;
        expect(fleet.read(instance)?.getTime()).toBe(instance === 0 ? fleet.truth : undefined);
      }
    }),
  );
});

test('after a stop up to three days are believed at once, more only after a week or a word', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 * DAY }), fc.boolean(), (jump, isTold) => {
      const fleet = new Fleet();
      fleet.read(0);
      fleet.stop();
      fleet.truth += jump;
      const isBelieved = jump <= 3 * DAY;
      expect(fleet.read(0)).toEqual(isBelieved ? fleet.at : null);
      fleet.truth += 6 * DAY;
      if (isTold) fleet.record = { believedAt: fleet.at, doubt: null };
      for (let minute = 0; minute < 3; minute++) {
        fleet.truth += MINUTE;
        expect(fleet.read(0)).toEqual(isBelieved || isTold ? fleet.at : null);
      }
    }),
  );
});

test('a word ends the doubt of every instance that had one', () => {
  fc.assert(
    fc.property(steps, (wrong) => {
      const fleet = new Fleet();
      for (const instance of [0, 1]) fleet.read(instance);
      fleet.wrong = wrong;
      for (const instance of [0, 1, 2]) {
        fleet.truth += MINUTE;
        expect(fleet.read(instance)).not.toEqual(fleet.at);
      }
      fleet.record = { believedAt: fleet.at, doubt: null };
      for (const instance of [0, 1, 2]) {
        fleet.truth += MINUTE;
        expect(fleet.read(instance)).toEqual(fleet.at);
      }
    }),
  );
});

test('one instance whose own clock stood still raises a doubt that the next reading of another ends', () => {
  const fleet = new Fleet();
  for (const instance of [0, 1]) fleet.read(instance);
  const paused = judgeClock(fleet.record, onDay(0, HOUR), { at: START, time: START, elapsed: 0 });
  expect(paused.time).toEqual(START);
  fleet.record = paused.record;
  fleet.truth += HOUR + MINUTE;
  expect(fleet.read(1)).toEqual(fleet.at);
  expect(fleet.record?.doubt).toBeNull();
});
