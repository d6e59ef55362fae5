/**
 * Yields each row and releases it. Without this, V8 retains the results of successive awaited reads: 45 MB for a
 * million fixings.
 */
export function* drainRows<T>(rows: T[]): Generator<T> {
  yield* rows;
  rows.length = 0;
}
