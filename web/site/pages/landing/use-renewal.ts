import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Comparison, Outcome } from './use-comparison.ts';

const LONG_MS = 5 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
// of what should have changed by this device's clock: 30 s, a minute, two, up to half an hour in all
const LATE_MS = 30_000;
const LATE_TRIES = 6;

type Found = Extract<Outcome, { status: 'found' }>;

/** A page that one comes back to compares again; what one was upon stays where it is. */
export function useRenewal({ answer }: Found, { renew }: Comparison): void {
  const upon = useRef<Element | null>(null);
  useReturn(() => {
    upon.current = document.activeElement;
    renew();
  });
  // a row that takes another place loses the focus on its way
  // biome-ignore lint/correctness/useExhaustiveDependencies: once there is another answer
  useLayoutEffect(() => {
    const { current } = upon;
    upon.current = null;
    if (current instanceof HTMLElement && document.activeElement === document.body) {
      current.focus({ preventScroll: true });
    }
  }, [answer]);
}

/** What opens or closes while the page is looked at is compared again, at that minute. */
export function useDoors({ answer }: Found, { renew }: Comparison): void {
  const turn = useEffectEvent(renew);
  const tries = useRef(0);
  useEffect(() => {
    const changes = answer.offers.flatMap(({ branch }) => branch?.open?.changes_at ?? []).map(Date.parse);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      const now = Date.now();
      const ahead = changes.filter((at) => at > now);
      // the device's clock may be ahead, or the comparison did not come
      const isLate = ahead.length < changes.length;
      if (!isLate) tries.current = 0;
      const again = isLate && tries.current < LATE_TRIES ? LATE_MS * 2 ** tries.current : Infinity;
      const left = Math.min(again, ...ahead.map((at) => at - now + 500));
      // later than a timer can wait for, the page has been come back to meanwhile
      if (left >= DAY_MS) return;
      timer = setTimeout(() => {
        if (isLate) tries.current += 1;
        turn();
        wait();
      }, left);
    };
    wait();
    return () => clearTimeout(timer);
  }, [answer]);
}

/** Calls when the page comes back to the front after 5 minutes or more. */
function useReturn(act: () => void): void {
  const comeBack = useEffectEvent(act);
  useEffect(() => {
    let leftAt = document.visibilityState === 'hidden' ? Date.now() : null;
    const follow = () => {
      if (document.visibilityState === 'hidden') leftAt = Date.now();
      else if (leftAt !== null && Date.now() - leftAt >= LONG_MS) comeBack();
    };
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
}
