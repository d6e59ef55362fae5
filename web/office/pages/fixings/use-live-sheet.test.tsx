import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLiveSheet } from './use-live-sheet.ts';

/** The browser's own, as a page that is refused sees it. */
class RefusedStream extends EventTarget {
  static opened: RefusedStream[] = [];
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  isClosed = false;
  constructor() {
    super();
    RefusedStream.opened.push(this);
  }
  close() {
    this.isClosed = true;
  }
}

const last = () => RefusedStream.opened.at(-1);

beforeEach(() => {
  vi.useFakeTimers();
  RefusedStream.opened = [];
  vi.stubGlobal('EventSource', RefusedStream);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a refused stream is retried soon, then seldom, and when the user returns', () => {
  renderHook(() => useLiveSheet());
  for (let i = 0; i < 20; i += 1) {
    last()?.onerror?.();
    vi.advanceTimersByTime(i < 4 ? 15_000 : 59_000);
    vi.advanceTimersByTime(i < 4 ? 0 : 1_000);
  }
  expect(RefusedStream.opened).toHaveLength(21);
  expect(RefusedStream.opened.slice(0, -1).every(({ isClosed }) => isClosed)).toBe(true);
  last()?.onerror?.();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(RefusedStream.opened).toHaveLength(22);
});

test('a sheet that was left makes no more calls', () => {
  const { unmount } = renderHook(() => useLiveSheet());
  last()?.onerror?.();
  unmount();
  vi.advanceTimersByTime(3_600_000);
  document.dispatchEvent(new Event('visibilitychange'));
  dispatchEvent(new Event('online'));
  expect(RefusedStream.opened).toHaveLength(1);
});

test('a hidden tab disconnects and reconnects once shown', () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  renderHook(() => useLiveSheet());
  visibility.mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(RefusedStream.opened.map(({ isClosed }) => isClosed)).toEqual([true]);
  dispatchEvent(new Event('online'));
  expect(RefusedStream.opened).toHaveLength(1);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(RefusedStream.opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  visibility.mockRestore();
});
