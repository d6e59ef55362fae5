const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Milliseconds past the last believed instant that are believed at once after a stop. */
const MAX_STEP = 3 * DAY;
// database's clock against the monotonic clock of a running instance
const MAX_DRIFT = 2 * MINUTE;
/** Milliseconds of steady running after which a larger jump is believed. */
const STEADY_FOR = 7 * DAY;

/** Last believed instant. `doubt`: start of the doubt and last instant seen. */
export type ClockRecord = { believedAt: Date; doubt: { since: Date; at: Date } | null };

// an instance's own last reading; `elapsed`: milliseconds since, by its monotonic clock; `time` null: it began in doubt
export type ClockRun = { at: Date; time: Date | null; elapsed: number };

/**
 * Judges the database's clock, because a wrong one would end reservations and erase people for good. `time`: the instant
 * to go by, from the monotonic clock while a doubt lasts. null: unknown, so that what has a deadline waits.
 */
export function judgeClock(
  before: ClockRecord | null,
  at: Date,
  run: ClockRun | null = null,
): { time: Date | null; record: ClockRecord } {
  const believed = { time: at, record: { believedAt: at, doubt: null } };
  if (!before || isPlausible(before, at, run)) return believed;
  const { doubt, believedAt } = before;
  const since = doubt && goesOn(doubt.at, at) ? doubt.since : at;
  if (at.getTime() - since.getTime() >= STEADY_FOR) return believed;
  return { time: run && later(run.time, run.elapsed), record: { believedAt, doubt: { since, at } } };
}

function isPlausible({ believedAt, doubt }: ClockRecord, at: Date, run: ClockRun | null): boolean {
  const isSteady = run ? isNear(at, later(run.at, run.elapsed)) : doubt !== null && isNear(at, doubt.at);
  // without a doubt on record, somebody has believed a clock that this instance doubted
  if (isSteady && !doubt) return true;
  if (run?.time) return isNear(at, later(run.time, run.elapsed));
  return !isSteady && at.getTime() - believedAt.getTime() <= MAX_STEP;
}

function later(at: Date, ms: number): Date;
function later(at: Date | null, ms: number): Date | null;
function later(at: Date | null, ms: number): Date | null {
  return at && new Date(at.getTime() + ms);
}

function isNear(at: Date, other: Date): boolean {
  return Math.abs(at.getTime() - other.getTime()) <= MAX_DRIFT;
}

function goesOn(last: Date, at: Date): boolean {
  const step = at.getTime() - last.getTime();
  return step >= 0 && step <= MAX_STEP;
}
