import { useEffect, useRef } from 'react';
import { create } from 'zustand';

/** How long after a lost stream it is asked for again, in seconds; then so long each time, or when somebody comes back to the page or presses something. */
const WAITS = [1, 2, 5, 15];
const LAST_WAIT = 60;

/** By the address of a stream that is followed and does not come: since when nothing was heard of it. */
const useLost = create<Readonly<Record<string, number>>>(() => ({}));

/** Since when what is on the screen may have changed unheard; null: it has not. */
export function useLostSince(): Date | null {
  const first = useLost((lost) => Math.min(...Object.values(lost)));
  return Number.isFinite(first) ? new Date(first) : null;
}

function setLost(address: string, isLost: boolean): void {
  useLost.setState((lost) => {
    const { [address]: since, ...others } = lost;
    if (isLost === (since !== undefined)) return lost;
    return isLost ? { ...lost, [address]: Date.now() } : others;
  }, true);
}

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
        setLost(address, false);
      };
      opened.addEventListener(name, () => told.current());
      opened.onerror = () => {
        // the browser's own retries would never end
        opened.close();
        if (stream === opened) stream = null;
        const wait = WAITS[failures] ?? LAST_WAIT;
        failures += 1;
        // one that comes back at once has lost nothing: its first event says what changed
        if (failures > 1 || !navigator.onLine) setLost(address, true);
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

    const lose = () => setLost(address, true);

    open();
    addEventListener('online', open);
    addEventListener('offline', lose);
    addEventListener('pointerdown', open);
    document.addEventListener('visibilitychange', turn);
    return () => {
      close();
      setLost(address, false);
      removeEventListener('online', open);
      removeEventListener('offline', lose);
      removeEventListener('pointerdown', open);
      document.removeEventListener('visibilitychange', turn);
    };
  }, [address, name, whileHidden]);
}
