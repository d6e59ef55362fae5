import { expect, test } from 'vitest';
import { createBackOff } from './retry.ts';

test('waits double up to a bound, each up to a quarter shorter at random, and start again after a success', () => {
  const backOff = createBackOff(100, 500);
  const bounds = [100, 200, 400, 500, 500, 500];
  for (const bound of bounds) {
    const wait = backOff.next();
    expect(wait).toBeGreaterThanOrEqual(bound * 0.75);
    expect(wait).toBeLessThanOrEqual(bound);
  }
  backOff.reset();
  expect(backOff.next()).toBeLessThanOrEqual(100);
});
