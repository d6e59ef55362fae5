const DAY = 24 * 60 * 60_000;

/** The days that a database may go without being looked at, and its clock still be believed at once. */
const MAX_STEP = 3 * DAY;
/** The days that a clock which stands further off must go on steadily before it is believed all the same. */
const STEADY_FOR = 7 * DAY;

/** How far a clock was believed; and, while it is not, since when and where it was seen last. */
export type ClockRecord = { believedAt: Date; doubt: { since: Date; at: Date } | null };

/**
 * Whether a clock may be erased by. A wrong one would erase people for good: it is believed when it stands little
 * past where it was believed last, or has gone on for long enough since it jumped; `before` null: it is the first
 * look of all. Set back, it is believed: it erases less. Gives the record to keep for the next look.
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
