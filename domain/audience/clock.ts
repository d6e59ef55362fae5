const DAY = 24 * 60 * 60_000;

/** Milliseconds past the last believed instant that are believed at once. */
const MAX_STEP = 3 * DAY;
/** Milliseconds of steady running after which a larger jump is believed. */
const STEADY_FOR = 7 * DAY;

/** Last believed instant. `doubt`: start of the doubt and last instant seen. */
export type ClockRecord = { believedAt: Date; doubt: { since: Date; at: Date } | null };

/**
 * Decides whether data may be erased by this clock, because a wrong clock would erase people for good. A clock that was
 * set back is believed, since it erases less.
 */
export function judgeClock(
  before: ClockRecord | null,
  at: Date,
): { isBelieved: boolean; record: ClockRecord } {
  const believed = { isBelieved: true, record: { believedAt: at, doubt: null } };
  if (!before || at.getTime() - before.believedAt.getTime() <= MAX_STEP) return believed;
  const { doubt } = before;
  const since = doubt && goesOn(doubt.at, at) ? doubt.since : at;
  if (at.getTime() - since.getTime() >= STEADY_FOR) return believed;
  return { isBelieved: false, record: { believedAt: before.believedAt, doubt: { since, at } } };
}

function goesOn(last: Date, at: Date): boolean {
  const step = at.getTime() - last.getTime();
  return step >= 0 && step <= MAX_STEP;
}
