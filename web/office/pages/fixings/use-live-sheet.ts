import { useEffect } from 'react';
import { rereadSheet } from './sheet-calls.ts';

/** How long after a lost stream it is asked for again, in seconds; then so long each time, or when somebody comes back to the page. */
const WAITS = [1, 2, 5, 15, 60];
const LAST_WAIT = 300;

/**
 * Follows what colleagues publish, while the sheet is on the screen: each time, the sheet is read again. A tab that is
 * hidden follows nothing; the stream's first event has it read again once it is shown. A stream that is
 * lost is asked for again for as long as the sheet is looked at, and seldom in the end: a session may have ended.
 */
export function useLiveSheet(): void {
  useEffect(() => {
    let stream: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;

    const open = (): void => {
      if (stream || !navigator.onLine || document.visibilityState === 'hidden') return;
      clearTimeout(timer);
      const opened = new EventSource('/api/fixings/events');
      stream = opened;
      opened.onopen = () => {
        failures = 0;
      };
      // the first one comes with the stream itself: what was published before told nobody
      opened.addEventListener('fixings', () => void rereadSheet());
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
      if (document.visibilityState === 'hidden') close();
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
  }, []);
}
