/**
 * Each of these rows, and none is held any more then. Of reads that are awaited one after the other, V8 keeps what all of them
 * gave until it looks through the whole heap: a million fixings would leave 45 MB behind.
 */
export function* eachOnce<T>(rows: T[]): Generator<T> {
  yield* rows;
  rows.length = 0;
}
