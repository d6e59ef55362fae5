import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Stream, stubStreams } from '../../../testing/event-streams.ts';
import { useLiveSheet } from './use-live-sheet.ts';

beforeEach(() => {
  vi.useFakeTimers();
  stubStreams();
});

test('a refused stream is retried soon, then seldom, and when the user returns', async () => {
  renderHook(() => useLiveSheet());
  for (let i = 0; i < 20; i += 1) {
    await Stream.last?.refuse();
    await vi.advanceTimersByTimeAsync(i < 4 ? 15_000 : 60_000);
  }
  expect(Stream.opened).toHaveLength(21);
  await Stream.last?.refuse();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(Stream.opened).toHaveLength(22);
});

test('a sheet that was left makes no more calls', async () => {
  const { unmount } = renderHook(() => useLiveSheet());
  await Stream.last?.refuse();
  unmount();
  await vi.advanceTimersByTimeAsync(3_600_000);
  document.dispatchEvent(new Event('visibilitychange'));
  dispatchEvent(new Event('online'));
  expect(Stream.opened).toHaveLength(1);
});

test('a hidden tab disconnects and reconnects once shown', () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  renderHook(() => useLiveSheet());
  visibility.mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(Stream.opened.map(({ isClosed }) => isClosed)).toEqual([true]);
  dispatchEvent(new Event('online'));
  expect(Stream.opened).toHaveLength(1);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(Stream.opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  visibility.mockRestore();
});
