import type { Reliability } from '#domain/reservations/booking.ts';
import type { Db } from '../../db/open.ts';
import { findReliability } from './bookings.queries.ts';

const KEPT_MS = 5 * 60_000;
const YEAR_MS = 365 * 86_400_000;
/** Of so many bureaux at once: what anybody may ask for costs bounded memory. */
const MOST_KEPT = 2_000;

type Kept = { at: number; found: Promise<Reliability> };

/** How a bureau has kept its word for a year, read once in some minutes by each instance however many ask. */
export function keepReliability(db: Db, now: () => Date): (companyId: number) => Promise<Reliability> {
  const kept = new Map<number, Kept>();
  return (companyId) => {
    const at = now().getTime();
    const known = kept.get(companyId);
    // a clock set back must not keep it for hours
    if (known && Math.abs(at - known.at) < KEPT_MS) return known.found;
    if (!known && kept.size >= MOST_KEPT) kept.clear();
    const found = findReliability(db, companyId, new Date(at - YEAR_MS));
    const entry = { at, found };
    kept.set(companyId, entry);
    // what failed is asked for again
    found.catch(() => kept.get(companyId) === entry && kept.delete(companyId));
    return found;
  };
}
