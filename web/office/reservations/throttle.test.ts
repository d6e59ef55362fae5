import { afterEach, expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

afterEach(() => vi.useRealTimers());

test('throttle runs at once, then once a pause, and never drops the last request', () => {
  vi.useFakeTimers();
  const act = vi.fn();
  const { ask, stop } = throttle(1000, act);
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
