import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { useWaiting } from './waiting.ts';

/**
 * What a page has loaded, and read again whenever reservations change. `reread` has it read at once, after something was
 * done. What is loaded anew, at another address, stands in its place.
 */
export function useLive<T>(loaded: T, read: () => Promise<T>): [data: T, reread: () => Promise<void>] {
  const [shown, setShown] = useState({ loaded, data: loaded });
  const asked = useRef(0);
  const latest = useRef({ loaded, read });
  useEffect(() => {
    latest.current = { loaded, read };
  });
  const reread = useCallback(async () => {
    asked.current += 1;
    const turn = asked.current;
    const of = latest.current;
    try {
      const data = await of.read();
      // an answer to what was asked before is of another list
      if (turn === asked.current) setShown((now) => (now.loaded === of.loaded ? { ...now, data } : now));
    } catch (error) {
      // what is there stays, until the next change
      if (!(error instanceof ApiFailure)) throw error;
    }
  }, []);
  const changes = useWaiting((state) => state.changes);
  const seen = useRef(changes);
  useEffect(() => {
    if (seen.current === changes) return;
    seen.current = changes;
    void reread();
  }, [changes, reread]);
  if (shown.loaded === loaded) return [shown.data, reread];
  setShown({ loaded, data: loaded });
  return [loaded, reread];
}
