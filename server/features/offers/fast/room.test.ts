import { expect, test } from 'vitest';
import { freeRoom, takeRoom } from './room.ts';

test('an answer that may still be read is never written over', () => {
  const [first, second] = [takeRoom(10), takeRoom(10)];
  expect(second.buffer).not.toBe(first.buffer);
  freeRoom();
  const third = takeRoom(10);
  expect(third.buffer).toBe(second.buffer);
  expect(takeRoom(10).buffer).not.toBe(third.buffer);
});

test('there is room for what is asked, whatever there was room for before', () => {
  for (const atMost of [10, 200_000, 100, 300_000]) {
    expect(takeRoom(atMost).length).toBeGreaterThanOrEqual(atMost);
    freeRoom();
  }
});
