import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BookingCounts } from '#domain/reservations/booking.ts';
import { cacheCounts } from './cached-counts.ts';

let state: string | null = '1';
let asked = 0;
/** Counts how often it was counted. */
const counted = (): BookingCounts => {
  asked += 1;
  return { bureaux: asked, counter: 0, airport: 0, hotel: 0, card: 0 };
};
beforeEach(() => {
  [state, asked] = ['1', 0];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a count is cached for a second or until its data changes; a failed one is repeated', async () => {
  let fails = false;
  const counts = cacheCounts(
    async () => {
      const found = counted();
      if (fails) throw new Error('away');
      return found;
    },
    () => state,
  );
  const all = await Promise.all([counts(), counts(), counts()]);
  expect(all.map(({ bureaux }) => bureaux)).toEqual([1, 1, 1]);
  vi.advanceTimersByTime(60_000);
  expect((await counts()).bureaux).toBe(1);
  state = '2';
  expect((await counts()).bureaux).toBe(2);
  state = '3';
  vi.advanceTimersByTime(999);
  expect((await counts()).bureaux).toBe(2);
  fails = true;
  vi.advanceTimersByTime(1);
  await expect(counts()).rejects.toThrow('away');
  fails = false;
  expect((await counts()).bureaux).toBe(4);
  // not known: a second later it may be another one
  state = null;
  expect((await counts()).bureaux).toBe(4);
  vi.advanceTimersByTime(1_000);
  expect((await counts()).bureaux).toBe(5);
  vi.advanceTimersByTime(1_000);
  expect((await counts()).bureaux).toBe(6);
});

test('one count runs at a time, whatever changes', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const counts = cacheCounts(
    async () => {
      const found = counted();
      await promise;
      return found;
    },
    () => state,
  );
  const all = [];
  for (const version of ['1', '2', '3', null]) {
    state = version;
    all.push(counts());
    vi.advanceTimersByTime(5_000);
  }
  resolve();
  expect((await Promise.all(all)).map(({ bureaux }) => bureaux)).toEqual([1, 1, 1, 1]);
});
