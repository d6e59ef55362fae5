import { useEffect, useRef } from 'react';

/** How long after a lost stream it is asked for again, in seconds; then so long each time, or when somebody comes back to the page. */
const WAITS = [1, 2, 5, 15, 60];
const LAST_WAIT = 300;

type Followed = {
  /** of the stream; null: nothing is followed */
  address: string | null;
  /** of its events, the first of which comes with the stream itself: what changed before told nobody */
  name: string;
  onEvent: () => void;
  /** else a tab that is hidden follows nothing, until it is shown */
  whileHidden?: boolean;
};

/**
 * Follows what changes on the server. A stream that is lost is asked for again for as long as the page is there, and
 * seldom in the end: a session may have ended.
 */
export function useEvents({ address, name, onEvent, whileHidden = false }: Followed): void {
  const told = useRef(onEvent);
  useEffect(() => {
    told.current = onEvent;
  });
  useEffect(() => {
    if (address === null) return;
    let stream: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    const isAway = () => document.visibilityState === 'hidden' && !whileHidden;

    const open = (): void => {
      if (stream || !navigator.onLine || isAway()) return;
      clearTimeout(timer);
      const opened = new EventSource(address);
      stream = opened;
      opened.onopen = () => {
        failures = 0;
      };
      opened.addEventListener(name, () => told.current());
      opened.onerror = () => {
        // the browser's own retries would never end
        opened.close();
        if (stream === opened) stream = null;
        const wait = WAITS[failures] ?? LAST_WAIT;
        failures += 1;
        timer = setTimeout(open, wait * 1000);
      };
    };
    const close = () => {
      clearTimeout(timer);
      stream?.close();
      stream = null;
    };
    const turn = () => {
      if (isAway()) close();
      else open();
    };

    open();
    addEventListener('online', open);
    document.addEventListener('visibilitychange', turn);
    return () => {
      close();
      removeEventListener('online', open);
      document.removeEventListener('visibilitychange', turn);
    };
  }, [address, name, whileHidden]);
}
