const HOUR = 60 * 60_000;

/** Moment since when a removed factor is put back by its letter: 72 hours. */
export function restorableSince(at: Date): Date {
  return new Date(at.getTime() - 72 * HOUR);
}
