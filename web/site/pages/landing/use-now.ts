import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;
const subscribers = new Set<() => void>();

export function useNow(): Date {
  return useSyncExternalStore(subscribe, readClock);
}

function subscribe(changed: () => void): () => void {
  subscribers.add(changed);
  if (subscribers.size === 1) {
    document.addEventListener('visibilitychange', startOrStop);
    startOrStop();
  }
  return () => {
    subscribers.delete(changed);
    if (subscribers.size > 0) return;
    document.removeEventListener('visibilitychange', startOrStop);
    clearInterval(timer);
  };
}

function readClock(): Date {
  if (Math.abs(Date.now() - now.getTime()) >= MINUTE_MS) now = new Date();
  return now;
}

function startOrStop(): void {
  clearInterval(timer);
  if (document.visibilityState === 'hidden') return;
  tick();
  timer = setInterval(tick, MINUTE_MS);
}

function tick(): void {
  now = new Date();
  for (const changed of subscribers) changed();
}
