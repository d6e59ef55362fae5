import { expect, test } from 'vitest';
import { freeBuffer, takeBuffer } from './buffer.ts';

test('an answer that may still be read is never written over', () => {
  const [first, second] = [takeBuffer(10), takeBuffer(10)];
  expect(second.buffer).not.toBe(first.buffer);
  freeBuffer();
  const third = takeBuffer(10);
  expect(third.buffer).toBe(second.buffer);
  expect(takeBuffer(10).buffer).not.toBe(third.buffer);
});

test('there is room for what is asked, whatever there was room for before', () => {
  for (const atMost of [10, 200_000, 100, 300_000]) {
    expect(takeBuffer(atMost).length).toBeGreaterThanOrEqual(atMost);
    freeBuffer();
  }
});
