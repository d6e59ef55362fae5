import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import OpeningHours from 'opening_hours';

// Started by open-intervals.ts with TZ=UTC, because the library reads the process's clock. A wall clock read as UTC has
// every minute of every day once.

/** `from`, `to`: milliseconds of a wall clock, as if it were UTC. */
export type HoursQuery = { texts: string[]; from: number; to: number };
/** Intervals per text, in order. null: unreadable. */
export type HoursResult = ([from: number, to: number][] | null)[];

function computeIntervals({ texts, from, to }: HoursQuery): HoursResult {
  return texts.map((hours) => {
    try {
      const intervals = new OpeningHours(hours, null).getOpenIntervals(new Date(from), new Date(to));
      return intervals.map(([start, end]) => [start.getTime(), end.getTime()]);
    } catch {
      return null;
    }
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.stdout.write(JSON.stringify(computeIntervals(JSON.parse(await text(process.stdin)))));
}
