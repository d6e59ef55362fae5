export class TooManyWaiting extends Error {}

/** At most `most` works of one owner, waiting ones included. An unknown owner has no limit. */
export function limitShare(most: number) {
  const counts = new Map<string, number>();
  return async <T>(owner: string | undefined, work: () => Promise<T>): Promise<T> => {
    if (owner === undefined) return work();
    const count = counts.get(owner) ?? 0;
    if (count >= most) throw new TooManyWaiting();
    counts.set(owner, count + 1);
    try {
      return await work();
    } finally {
      const left = (counts.get(owner) ?? 1) - 1;
      if (left === 0) counts.delete(owner);
      else counts.set(owner, left);
    }
  };
}

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
      // `running` keeps its value, because the next in line takes over before any newcomer
      if (next) next();
      else running -= 1;
    }
  };
}
