import { useEffect, useEffectEvent } from 'react';

const LONG_MS = 5 * 60_000;

/** Calls when the page comes back to the front after 5 minutes or more. */
export function useReturn(act: () => void): void {
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
