import type { OpenInterval } from '#domain/branches/open-state.ts';
import { instantOf } from '#domain/branches/wall-clock.ts';

const DAY_MS = 86_400_000;
const NOON_MS = DAY_MS / 2;

/**
 * Converts wall-clock intervals (milliseconds as if UTC) into instants of a zone. Hours past midnight that end by noon
 * belong to the evening before; days that are left out do not open.
 */
export function toInstants(
  intervals: readonly (readonly [from: number, to: number])[],
  zone: string,
  isLeftOut: (day: string) => boolean,
): OpenInterval[] {
  return intervals.flatMap((interval) =>
    daysOf(interval).flatMap(([day, from, to]): OpenInterval[] => {
      const [start, end] = [instantOf(from, zone), instantOf(to, zone)];
      // an hour that summer time skips does not exist
      return isLeftOut(day) || end <= start ? [] : [[day, start, end]];
    }),
  );
}

function daysOf([from, to]: readonly [number, number]): [day: string, from: number, to: number][] {
  const days: [string, number, number][] = [];
  for (let start = from; start < to; ) {
    const midnight = (Math.floor(start / DAY_MS) + 1) * DAY_MS;
    const endsInTheMorning = to > midnight && to <= midnight + NOON_MS;
    const end = endsInTheMorning ? to : Math.min(midnight, to);
    days.push([dayOf(start), start, end]);
    start = end;
  }
  return days;
}

/** 'YYYY-MM-DD' of a wall clock. */
function dayOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10);
}
