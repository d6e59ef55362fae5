import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import OpeningHours from 'opening_hours';

// Started by open-intervals.ts with TZ=UTC: the library reads the clock of its process, and a wall clock that is read as
// UTC has every minute of every day once.

/** Texts, and from when to when: milliseconds of a wall clock, as if it were UTC. */
export type Asked = { texts: string[]; from: number; to: number };
/** By text, in order; null: it cannot be read. */
export type Answered = ([from: number, to: number][] | null)[];

function answer({ texts, from, to }: Asked): Answered {
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
  process.stdout.write(JSON.stringify(answer(JSON.parse(await text(process.stdin)))));
}
