import { useEffect, useRef } from 'react';
import { create } from 'zustand';

/** Seconds between attempts to reopen a lost stream. Showing the page or pressing a key tries at once. */
const WAITS = [1, 2, 5, 15];
const LAST_WAIT = 60;

const useLossTimes = create<Readonly<Record<string, number>>>(() => ({}));

/** null: connected. */
export function useLostSince(): Date | null {
  const first = useLossTimes((lost) => Math.min(...Object.values(lost)));
  return Number.isFinite(first) ? new Date(first) : null;
}

function setLost(address: string, isLost: boolean): void {
  useLossTimes.setState((lost) => {
    const { [address]: since, ...others } = lost;
    if (isLost === (since !== undefined)) return lost;
    return isLost ? { ...lost, [address]: Date.now() } : others;
  }, true);
}

type EventStream = {
  address: string | null;
  /** name of the events; the first comes with the stream itself, for changes before it */
  name: string;
  onEvent: () => void;
  /** false: a hidden tab disconnects until it is shown */
  whileHidden?: boolean;
};

/** Follows changes on the server. Retries never stop but slow down, because a session may have ended. */
export function useEvents({ address, name, onEvent, whileHidden = false }: EventStream): void {
  const handler = useRef(onEvent);
  useEffect(() => {
    handler.current = onEvent;
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
      opened.addEventListener(name, () => handler.current());
      opened.onerror = () => {
        // the browser's own retries would never end
        opened.close();
        if (stream === opened) stream = null;
        const wait = WAITS[failures] ?? LAST_WAIT;
        failures += 1;
        // a stream that reopens at once lost nothing: its first event reports changes
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
