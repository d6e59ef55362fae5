import type { Comparator } from '#domain/comparator/comparator.ts';

/** The next state; null when an amount would be larger than exact arithmetic holds (a RangeError of domain/money). */
export function withinReach(next: () => Comparator): Comparator | null {
  try {
    return next();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
