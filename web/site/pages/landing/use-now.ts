import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;
const followers = new Set<() => void>();

export function useNow(): Date {
  return useSyncExternalStore(follow, readClock);
}

function follow(changed: () => void): () => void {
  followers.add(changed);
  if (followers.size === 1) {
    document.addEventListener('visibilitychange', startOrStop);
    startOrStop();
  }
  return () => {
    followers.delete(changed);
    if (followers.size > 0) return;
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
  for (const changed of followers) changed();
}
