import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { openEventStream } from './event-stream.ts';

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
    return follow({ address, name, onEvent: () => handler.current(), whileHidden });
  }, [address, name, whileHidden]);
}

/** `ask`: a tab that begins to follow, or whose user is back. The others come from the tab that has the stream. */
type Message = 'ask' | 'event' | 'open' | 'lost';

/**
 * Shares one stream among all tabs, because a browser opens six connections to a host over HTTP/1. A lock chooses
 * its tab; without HTTPS there is none, and each tab has a stream.
 */
function follow({ address, name, onEvent, whileHidden }: Required<EventStream> & { address: string }) {
  const channel = new BroadcastChannel(`events ${address}`);
  const tell = (message: Message) => channel.postMessage(message);
  let following: AbortController | null = null;
  let release: (() => void) | null = null;
  let close: (() => void) | null = null;
  let isOpen = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const isAway = () => document.visibilityState === 'hidden' && !whileHidden;

  const open = (): void => {
    if (!release || close || !navigator.onLine) return;
    clearTimeout(timer);
    close = openEventStream(address, {
      onOpen: () => {
        isOpen = true;
        failures = 0;
        setLost(address, false);
        tell('open');
      },
      onEvent: (event) => {
        if (event !== name) return;
        onEvent();
        tell('event');
      },
      onEnd: () => {
        end();
        const wait = WAITS[failures] ?? LAST_WAIT;
        failures += 1;
        // a stream that reopens at once lost nothing: its first event reports changes
        if (failures > 1 || !navigator.onLine) {
          setLost(address, true);
          tell('lost');
        }
        timer = setTimeout(open, wait * 1000);
      },
    });
  };
  const end = () => {
    clearTimeout(timer);
    close?.();
    close = null;
    isOpen = false;
  };
  const lead = () =>
    new Promise<void>((resolve) => {
      release = () => {
        end();
        release = null;
        resolve();
      };
      open();
    });
  const start = () => {
    following = new AbortController();
    const { signal } = following;
    if (!navigator.locks) return void lead();
    tell('ask');
    // rejected where it is given up before its turn
    navigator.locks
      .request(`events ${address}`, { signal }, () => (signal.aborted ? undefined : lead()))
      .catch(() => undefined);
  };
  const stop = () => {
    following?.abort();
    following = null;
    release?.();
  };
  const turn = () => {
    if (isAway()) stop();
    else if (!following) start();
    else open();
  };
  const retry = () => {
    open();
    if (!release && useLossTimes.getState()[address] !== undefined) tell('ask');
  };
  const lose = () => setLost(address, true);
  // a stream that outlived a short cut may carry nothing more
  const reconnect = () => {
    if (close) end();
    retry();
  };

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (!following) return;
    if (data === 'ask') {
      if (isOpen) {
        tell('open');
        tell('event');
      } else open();
    } else if (release) return;
    else if (data === 'event') onEvent();
    else setLost(address, data === 'lost');
  };
  turn();
  addEventListener('online', reconnect);
  addEventListener('offline', lose);
  addEventListener('pointerdown', retry);
  document.addEventListener('visibilitychange', turn);
  return () => {
    stop();
    channel.close();
    setLost(address, false);
    removeEventListener('online', reconnect);
    removeEventListener('offline', lose);
    removeEventListener('pointerdown', retry);
    document.removeEventListener('visibilitychange', turn);
  };
}
