import { dayAt } from '#domain/branches/open-state.ts';
import { instantOf } from '#domain/branches/wall-clock.ts';
import type { Place } from '#domain/places/place.ts';
import { zoneAt } from '#domain/places/zone.ts';

const DAY_MS = 24 * 60 * 60_000;
const KNOWN_MS = 7 * DAY_MS;

/** Instant for local time 'YYYY-MM-DDTHH:MM' at a place; unchanged for an invalid time. */
export function openingInstant(localTime: string, place: Place): string {
  const shown = Date.parse(`${localTime}Z`);
  return Number.isNaN(shown) ? localTime : new Date(instantOf(shown, zoneAt(place))).toISOString();
}

export function openRange(place: Place, now: Date): { min: string; max: string; proposed: string } {
  const zone = zoneAt(place);
  const day = (instant: number) => dayAt(instant, zone);
  const at = now.getTime();
  const [today, last] = [day(at), day(at + KNOWN_MS - DAY_MS)];
  return { min: `${today}T00:00`, max: `${last}T23:59`, proposed: `${day(at + DAY_MS)}T10:00` };
}
