import type { BookingCounts } from '#domain/reservations/booking.ts';

/** For so many milliseconds a count stands, whatever changes: every fixing of anybody may be a change. */
const STANDS = 1_000;

/**
 * How many bureaux take reservations, counted once for each state of what it depends on, one count at a time, and none within a
 * second of the one before, however many ask. `stateOf`: a text that changes with it; null: it is not known.
 */
export function keepCounts(
  count: () => Promise<BookingCounts>,
  stateOf: () => string | null,
): () => Promise<BookingCounts> {
  let kept: { state: string | null; until: number; counts: Promise<BookingCounts> } | undefined;
  return () => {
    const state = stateOf();
    if (kept && ((state !== null && kept.state === state) || performance.now() < kept.until))
      return kept.counts;
    const entry = { state, until: Number.POSITIVE_INFINITY, counts: count() };
    kept = entry;
    entry.counts.then(
      () => {
        entry.until = performance.now() + STANDS;
      },
      // what failed is asked for again
      () => {
        kept = undefined;
      },
    );
    return entry.counts;
  };
}
