import type { Board } from '#domain/boards/board.ts';

/** Milliseconds without a sign of life; the server sends one every 10 seconds. */
const SILENCE_MS = 35_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 15_000;

type BoardHandlers = {
  onBoard: (board: Board) => void;
  onAnswer: () => void;
  /** `reason`: the server's message; null: the network failed */
  onLost: (reason: string | null) => void;
  onTime: (at: number) => void;
  onGone: () => void;
};

export async function follow(secret: string, handlers: BoardHandlers): Promise<void> {
  let wait = FIRST_WAIT_MS;
  for (;;) {
    const known = () => {
      wait = FIRST_WAIT_MS;
      handlers.onAnswer();
    };
    const end = await readStream(secret, { ...handlers, onAnswer: known }).catch(
      (): End => ({ reason: null }),
    );
    if (end === 'gone') {
      handlers.onGone();
      return;
    }
    handlers.onLost(end.reason);
    // random share, so that screens that lost the network together do not come back together
    await pause(wait * (0.5 + Math.random()));
    wait = Math.min(wait * 2, MAX_WAIT_MS);
  }
}

type End = 'gone' | { reason: string | null };

const NO_ANSWER = 'Le service ne répond pas. Les taux s’afficheront dès qu’il répondra.';

/** Meaning of a refusal. A 404 other than ours comes from a proxy in front of the server. */
async function endOf(answer: Response): Promise<End> {
  const body = await answer.json().catch(() => null);
  if (answer.status === 404 && body && body.code === 'no_board') return 'gone';
  const hasOwnMessage = answer.status === 429 && body && typeof body.message === 'string';
  return { reason: hasOwnMessage ? body.message : NO_ANSWER };
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

async function readStream(secret: string, handlers: BoardHandlers): Promise<End> {
  const stop = new AbortController();
  const giveUp = () => stop.abort();
  let silence = setTimeout(giveUp, SILENCE_MS);
  window.addEventListener('offline', giveUp);
  try {
    const answer = await fetch('/api/public/board', {
      // a screen has no user, which every call states (spec 6)
      headers: { accept: 'text/event-stream', authorization: `Bearer ${secret}`, user: 'null' },
      cache: 'no-store',
      credentials: 'omit',
      signal: stop.signal,
    });
    if (!answer.ok || !answer.body) return await endOf(answer);
    const reader = answer.body.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { reason: null };
      clearTimeout(silence);
      silence = setTimeout(giveUp, SILENCE_MS);
      handlers.onAnswer();
      text += decoder.decode(value, { stream: true });
      const messages = text.split('\n\n');
      text = messages.pop() || '';
      for (const message of messages) {
        if (message.indexOf('event: gone') === 0) return 'gone';
        const time = /^event: time\ndata: (.*)$/.exec(message);
        if (time?.[1]) handlers.onTime(Date.parse(time[1]));
        const data = /^event: board\ndata: (.*)$/.exec(message);
        if (data?.[1]) handlers.onBoard(JSON.parse(data[1]));
      }
    }
  } finally {
    clearTimeout(silence);
    window.removeEventListener('offline', giveUp);
    stop.abort();
  }
}
