import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aUser } from '#domain/testing/users.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Stream, stubStreams } from '../testing/event-streams.ts';
import { useEvents, useLostSince } from './use-events.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-23T08:00:00Z') });
  stubStreams();
});

function follow(onEvent = () => undefined) {
  return renderHook(() => {
    useEvents({ address: '/events', name: 'orders', onEvent });
    return useLostSince();
  });
}

test('a stream carries the user header and reports its events', async () => {
  const user = aUser({ id: 7, name: 'Zoé' });
  useClientState.setState({ user });
  const onEvent = vi.fn();
  follow(onEvent);
  await act(async () => {
    await Stream.last?.open();
    await Stream.last?.send('orders');
    await Stream.last?.send('others');
  });
  expect(onEvent).toHaveBeenCalledTimes(1);
  expect(JSON.parse(decodeURIComponent(Stream.last?.headers.get('user') ?? ''))).toEqual(user);
  expect(Stream.last?.headers.get('accept')).toBe('text/event-stream');
});

test('a stream that reopens at once is not lost; another is, until it reopens', async () => {
  const { result } = follow();
  await act(async () => Stream.last?.refuse());
  expect(result.current).toBeNull();
  act(() => vi.advanceTimersByTime(1000));
  await act(async () => Stream.last?.refuse());
  const since = new Date('2026-11-23T08:00:01Z');
  expect(result.current).toEqual(since);
  act(() => vi.advanceTimersByTime(2000));
  await act(async () => Stream.last?.refuse());
  expect(result.current).toEqual(since);
  // who presses something is not kept waiting
  act(() => void dispatchEvent(new Event('pointerdown')));
  expect(Stream.opened).toHaveLength(4);
  await act(async () => Stream.last?.open());
  expect(result.current).toBeNull();
});

test('a stream that outlives a short cut of the network is opened anew, and is not lost', async () => {
  const { result } = follow();
  await act(async () => Stream.last?.open());
  const before = Stream.opened.length;
  act(() => void dispatchEvent(new Event('offline')));
  expect(result.current).not.toBeNull();
  await act(async () => {
    dispatchEvent(new Event('online'));
    await Stream.last?.open();
  });
  expect(Stream.opened.length).toBe(before + 1);
  expect(result.current).toBeNull();
});

test('a stream is lost at once without a network, and never on a page that was left', () => {
  const { result, unmount } = follow();
  act(() => void dispatchEvent(new Event('offline')));
  expect(result.current).not.toBeNull();
  unmount();
  expect(renderHook(() => useLostSince()).result.current).toBeNull();
});

/** Locks of one browser, in the order of their requests. */
function stubLocks(): void {
  const queue: (() => Promise<void>)[] = [];
  const next = () =>
    void queue[0]?.().then(() => {
      queue.shift();
      next();
    });
  const request = (_name: string, { signal }: { signal: AbortSignal }, lead: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const turn = () => Promise.resolve(lead()).then(resolve);
      queue.push(turn);
      signal.addEventListener('abort', () => {
        if (queue.indexOf(turn) < 1) return;
        queue.splice(queue.indexOf(turn), 1);
        reject(signal.reason);
      });
      if (queue.length === 1) next();
    });
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { locks: { value: { request } }, onLine: { value: true } }),
  );
}

/** Channels of one browser, whose messages come at once. */
class Channel {
  static all = new Set<Channel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    Channel.all.add(this);
  }
  postMessage(data: unknown) {
    for (const other of Channel.all) if (other !== this) other.onmessage?.({ data });
  }
  close() {
    Channel.all.delete(this);
  }
}

test('seven tabs share one stream, and the next one has it when its tab is left', async () => {
  stubLocks();
  vi.stubGlobal('BroadcastChannel', Channel);
  const heard = vi.fn();
  const tabs = Array.from({ length: 7 }, (_, tab) => follow(() => heard(tab)));
  await act(async () => Stream.last?.open());
  await act(async () => Stream.last?.send('orders'));
  expect(Stream.opened).toHaveLength(1);
  expect(heard.mock.calls.flat()).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5, 6]));

  tabs[0]?.unmount();
  await act(async () => vi.advanceTimersByTimeAsync(0));
  expect(Stream.opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  heard.mockClear();
  await act(async () => Stream.last?.open());
  await act(async () => Stream.last?.send('orders'));
  expect(heard.mock.calls.flat().toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
  // a tab that comes later reads what changed before it
  heard.mockClear();
  follow(() => heard(8));
  expect(heard.mock.calls.flat()).toContain(8);
  expect(Stream.opened).toHaveLength(2);
});
