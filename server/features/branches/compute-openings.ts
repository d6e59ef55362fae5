import { dayAfter, dayAt } from '#domain/branches/open-state.ts';
import type { Db } from '../../db/open.ts';
import { computeOpenIntervals } from './open-intervals.ts';
import {
  deleteUnusedOpenings,
  type Opening,
  selectStaleOpenings,
  upsertOpenings,
} from './openings.queries.ts';
import { toInstants } from './to-instants.ts';

/** Local today and the seven days after; yesterday is added, because its night may still be open. */
const DAYS_AHEAD = 8;
const BATCH = 200;

/** Computes missing opening hours of each distinct text, from the local yesterday on. Returns their number. */
export async function computeOpenings(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  const computed = await addOpenings(db, now, null, signal);
  await deleteUnusedOpenings(db);
  return computed;
}

export async function addOpenings(
  db: Db,
  now: Date,
  companyId: number | null,
  signal?: AbortSignal,
): Promise<number> {
  let computed = 0;
  for (;;) {
    const stale = await selectStaleOpenings(db, now, BATCH, companyId);
    for (const [from_day, openings] of Map.groupBy(stale, ({ time_zone }) => startOf(now, time_zone))) {
      await upsertOpenings(db, await toIntervals(openings, from_day, signal));
    }
    computed += stale.length;
    if (stale.length < BATCH) break;
    signal?.throwIfAborted();
  }
  return computed;
}

function startOf(now: Date, zone: string): string {
  return dayAfter(dayAt(now.getTime(), zone), -1);
}

async function toIntervals(openings: readonly Opening[], from_day: string, signal?: AbortSignal) {
  const to_day = dayAfter(from_day, DAYS_AHEAD + 1);
  const texts = [...new Set(openings.map(({ hours }) => hours))];
  const [from, to] = [Date.parse(from_day), Date.parse(to_day)];
  const answered = await computeOpenIntervals({ texts, from, to }, signal);
  const byText = new Map(texts.map((hours, index) => [hours, answered[index] ?? []]));
  // calendars that are a twentieth of a start's processor time
  const { isHoliday } = await import('./holidays.ts');
  return openings.map((opening) => {
    const { hours, time_zone, closed_on_holidays, holidays_region } = opening;
    const stretches = toInstants(
      byText.get(hours) ?? [],
      time_zone,
      (day) => closed_on_holidays && isHoliday(day, holidays_region),
    );
    return { ...opening, from_day, to_day, stretches };
  });
}
