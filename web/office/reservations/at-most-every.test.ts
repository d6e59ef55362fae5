import { afterEach, expect, test, vi } from 'vitest';
import { atMostEvery } from './at-most-every.ts';

afterEach(() => vi.useRealTimers());

test('at once, then once a pause whatever is asked; what comes last is not left out', () => {
  vi.useFakeTimers();
  const act = vi.fn();
  const { ask, stop } = atMostEvery(1000, act);
  ask();
  expect(act).toHaveBeenCalledTimes(1);
  for (let i = 0; i < 30; i += 1) {
    ask();
    vi.advanceTimersByTime(100);
  }
  expect(act).toHaveBeenCalledTimes(4);
  vi.advanceTimersByTime(5000);
  expect(act).toHaveBeenCalledTimes(4);
  ask();
  ask();
  stop();
  vi.advanceTimersByTime(5000);
  expect(act).toHaveBeenCalledTimes(5);
});
