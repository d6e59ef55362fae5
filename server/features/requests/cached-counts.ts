import type { BookingCounts } from '#domain/reservations/booking.ts';

/** Milliseconds of validity, whatever changes meanwhile. */
const VALID_FOR_MS = 1_000;

/**
 * Cached count of companies that take reservations, renewed when `stateOf` changes, one query at a time and
 * at most once a second. `stateOf` null: unknown.
 */
export function cacheCounts(
  count: () => Promise<BookingCounts>,
  stateOf: () => string | null,
): () => Promise<BookingCounts> {
  let cached: { state: string | null; until: number; counts: Promise<BookingCounts> } | undefined;
  return () => {
    const state = stateOf();
    if (cached && ((state !== null && cached.state === state) || performance.now() < cached.until))
      return cached.counts;
    const entry = { state, until: Number.POSITIVE_INFINITY, counts: count() };
    cached = entry;
    entry.counts.then(
      () => {
        entry.until = performance.now() + VALID_FOR_MS;
      },
      // failures are not cached
      () => {
        cached = undefined;
      },
    );
    return entry.counts;
  };
}
