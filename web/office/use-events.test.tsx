import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useEvents, useLostSince } from './use-events.ts';

class Stream extends EventTarget {
  static opened: Stream[] = [];
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    super();
    Stream.opened.push(this);
  }
  close() {}
}

const last = () => Stream.opened.at(-1);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-23T08:00:00Z') });
  Stream.opened = [];
  vi.stubGlobal('EventSource', Stream);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function follow() {
  return renderHook(() => {
    useEvents({ address: '/events', name: 'orders', onEvent: () => undefined });
    return useLostSince();
  });
}

test('a stream that reopens at once is not lost; another is, until it reopens', () => {
  const { result } = follow();
  act(() => last()?.onerror?.());
  expect(result.current).toBeNull();
  act(() => vi.advanceTimersByTime(1000));
  act(() => last()?.onerror?.());
  const since = new Date('2026-11-23T08:00:01Z');
  expect(result.current).toEqual(since);
  act(() => vi.advanceTimersByTime(2000));
  act(() => last()?.onerror?.());
  expect(result.current).toEqual(since);
  // who presses something is not kept waiting
  act(() => void dispatchEvent(new Event('pointerdown')));
  expect(Stream.opened).toHaveLength(4);
  act(() => last()?.onopen?.());
  expect(result.current).toBeNull();
});

test('a stream is lost at once without a network, and never on a page that was left', () => {
  const { result, unmount } = follow();
  act(() => void dispatchEvent(new Event('offline')));
  expect(result.current).not.toBeNull();
  unmount();
  expect(renderHook(() => useLostSince()).result.current).toBeNull();
});
