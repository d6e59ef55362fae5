import type { BookingCounts } from '#domain/reservations/booking.ts';

/**
 * How many bureaux take reservations, counted once for each state of what it depends on, however many ask. `stateOf`: a text that
 * changes with it; null: it is not known, and counted anew.
 */
export function keepCounts(
  count: () => Promise<BookingCounts>,
  stateOf: () => string | null,
): () => Promise<BookingCounts> {
  let kept: { state: string; counts: Promise<BookingCounts> } | undefined;
  return () => {
    const state = stateOf();
    if (state === null) return count();
    if (kept?.state === state) return kept.counts;
    const entry = { state, counts: count() };
    kept = entry;
    // what failed is asked for again
    entry.counts.catch(() => {
      if (kept === entry) kept = undefined;
    });
    return entry.counts;
  };
}
