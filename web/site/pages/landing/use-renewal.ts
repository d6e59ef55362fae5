import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Comparison, Outcome } from './use-comparison.ts';

const LONG_MS = 5 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
// first retry after a change that the server has not shown yet, doubled up to half an hour in all
const LATE_MS = 30_000;
const LATE_TRIES = 6;

type Found = Extract<Outcome, { status: 'found' }>;

export function useRenewal({ answer }: Found, { renew }: Comparison): void {
  const focusedBefore = useRef<Element | null>(null);
  useReturn(() => {
    focusedBefore.current = document.activeElement;
    renew();
  });
  // focus of a moved row, lost on its way
  // biome-ignore lint/correctness/useExhaustiveDependencies: once there is another answer
  useLayoutEffect(() => {
    const { current } = focusedBefore;
    focusedBefore.current = null;
    if (current instanceof HTMLElement && document.activeElement === document.body) {
      current.focus({ preventScroll: true });
    }
  }, [answer]);
}

export function useOpeningChanges({ answer, asked }: Found, { renew }: Comparison): void {
  const renewNow = useEffectEvent(renew);
  const tries = useRef(0);
  useEffect(() => {
    // the state at an asked instant does not change
    if (asked) return undefined;
    const changes = answer.offers.flatMap(({ branch }) => branch?.open?.changes_at ?? []).map(Date.parse);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      const now = Date.now();
      const ahead = changes.filter((at) => at > now);
      // device clock ahead, or a failed comparison
      const isLate = ahead.length < changes.length;
      if (!isLate) tries.current = 0;
      const again = isLate && tries.current < LATE_TRIES ? LATE_MS * 2 ** tries.current : Infinity;
      const left = Math.min(again, ...ahead.map((at) => at - now + 500));
      // beyond a timer's limit; a return to the page renews earlier
      if (left >= DAY_MS) return;
      timer = setTimeout(() => {
        if (isLate) tries.current += 1;
        renewNow();
        wait();
      }, left);
    };
    wait();
    return () => clearTimeout(timer);
  }, [answer, asked]);
}

function useReturn(act: () => void): void {
  const onReturn = useEffectEvent(act);
  useEffect(() => {
    let leftAt = document.visibilityState === 'hidden' ? Date.now() : null;
    const follow = () => {
      if (document.visibilityState === 'hidden') leftAt = Date.now();
      else if (leftAt !== null && Date.now() - leftAt >= LONG_MS) onReturn();
    };
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
}
