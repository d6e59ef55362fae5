import { setImmediate as turn } from 'node:timers/promises';

const SLICE_MS = 5;

// Items in order, with room for other requests every few milliseconds.
export async function* takeTurns<T>(items: Iterable<T>): AsyncGenerator<T> {
  let began = performance.now();
  for (const item of items) {
    if (performance.now() - began > SLICE_MS) {
      await turn();
      began = performance.now();
    }
    yield item;
  }
}
