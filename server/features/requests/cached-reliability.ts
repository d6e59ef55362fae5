import { RELIABLE_FROM, type Reliability } from '#domain/reservations/booking.ts';
import { isDatabaseAway } from '../../db/away.ts';
import type { Db } from '../../db/open.ts';
import { findReliability } from './bookings.queries.ts';

const VALID_FOR_MS = 5 * 60_000;
const YEAR_MS = 365 * 86_400_000;
/** Companies cached at once, which bounds the memory of a public call. */
const MOST_CACHED = 2_000;

type CachedReliability = { at: number; found: Promise<Reliability> };

/** Reliability over a year, cached for some minutes in each instance. */
export function cacheReliability(db: Db, now: () => Date): (companyId: number) => Promise<Reliability> {
  const cache = new Map<number, CachedReliability>();
  return (companyId) => {
    const at = now().getTime();
    const known = cache.get(companyId);
    // a clock that is set back must not extend it by hours
    if (known && Math.abs(at - known.at) < VALID_FOR_MS) return known.found;
    if (!known && cache.size >= MOST_CACHED) cache.clear();
    const found = findReliability(db, companyId, new Date(at - YEAR_MS));
    const entry = { at, found };
    cache.set(companyId, entry);
    // failures are not cached
    found.catch(() => cache.get(companyId) === entry && cache.delete(companyId));
    return found;
  };
}

// Reliability as rendered pages say it. null: of too few reservations, or the database is away.
export function openPublicReliability(
  db: Db,
  now: () => Date,
): (companyId: number) => Promise<Reliability | null> {
  const find = cacheReliability(db, now);
  return async (companyId) => {
    try {
      const found = await find(companyId);
      return found.reservations >= RELIABLE_FROM ? found : null;
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      return null;
    }
  };
}
