import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { useWaiting } from './waiting.ts';

/**
 * Page data, read again on every change of reservations. `reread` reads at once after an act; newly loaded
 * data replaces it.
 */
export function useLive<T>(loaded: T, read: () => Promise<T>): [data: T, reread: () => Promise<void>] {
  const [shown, setShown] = useState({ loaded, data: loaded });
  const newestRead = useRef(0);
  const latest = useRef({ loaded, read });
  useEffect(() => {
    latest.current = { loaded, read };
  });
  const reread = useCallback(async () => {
    newestRead.current += 1;
    const readNumber = newestRead.current;
    const of = latest.current;
    try {
      const data = await of.read();
      // a late answer belongs to another list
      if (readNumber === newestRead.current)
        setShown((now) => (now.loaded === of.loaded ? { ...now, data } : now));
    } catch (error) {
      // former data stays until the next change
      if (!(error instanceof ApiFailure)) throw error;
    }
  }, []);
  const changes = useWaiting((state) => state.changeCount);
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
