/** A place in the line was asked for when all were taken. */
export class TooManyWaiting extends Error {}

/** Runs so many works at once; the others wait in line, of which `places` has so many. */
export function limitConcurrency(atOnce: number, places = Number.POSITIVE_INFINITY) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= places) throw new TooManyWaiting();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // the place passes on to the next in line, so nobody slips in between
      if (next) next();
      else running -= 1;
    }
  };
}
