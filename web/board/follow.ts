import type { Board } from '#domain/fixings/board.ts';

/** In milliseconds: the server says every 10 seconds that it is there. */
const SILENCE = 35_000;
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 15_000;

type Heard = {
  onBoard: (board: Board) => void;
  /** the connection is there, whatever it said */
  onHeard: () => void;
  onLost: () => void;
  /** the address opens nothing any more */
  onGone: () => void;
};

/**
 * Follows the board of a secret until it is taken back: by a stream, and by another one whenever that one ends or says
 * nothing any more.
 */
export async function follow(secret: string, heard: Heard): Promise<void> {
  let wait = FIRST_WAIT;
  for (;;) {
    const known = () => {
      wait = FIRST_WAIT;
      heard.onHeard();
    };
    const isGone = await readStream(secret, { ...heard, onHeard: known }).catch(() => false);
    if (isGone) {
      heard.onGone();
      return;
    }
    heard.onLost();
    // screens that lost the network together do not come back together
    await pause(wait * (0.5 + Math.random()));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    }
    window.addEventListener('online', done);
  });
}

/** Resolves when the stream is over: true when its secret is. */
async function readStream(secret: string, heard: Heard): Promise<boolean> {
  const stop = new AbortController();
  const giveUp = () => stop.abort();
  let silence = setTimeout(giveUp, SILENCE);
  window.addEventListener('offline', giveUp);
  try {
    const answer = await fetch('/api/public/board', {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${secret}` },
      cache: 'no-store',
      credentials: 'omit',
      signal: stop.signal,
    });
    if (answer.status === 404) return true;
    if (!answer.ok || !answer.body) return false;
    const reader = answer.body.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return false;
      clearTimeout(silence);
      silence = setTimeout(giveUp, SILENCE);
      heard.onHeard();
      text += decoder.decode(value, { stream: true });
      const messages = text.split('\n\n');
      text = messages.pop() || '';
      for (const message of messages) {
        if (message.indexOf('event: gone') === 0) return true;
        const data = /^event: board\ndata: (.*)$/.exec(message);
        if (data?.[1]) heard.onBoard(JSON.parse(data[1]));
      }
    }
  } finally {
    clearTimeout(silence);
    window.removeEventListener('offline', giveUp);
    stop.abort();
  }
}
