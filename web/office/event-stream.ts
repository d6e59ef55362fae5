import { userHeader } from '#web/shared/api/client.ts';

type Handlers = {
  onOpen: () => void;
  onEvent: (name: string) => void;
  onEnd: () => void;
};

/** Reads server-sent events by `fetch`, which unlike EventSource sends the `user` header. Returns the closing. */
export function openEventStream(address: string, { onOpen, onEvent, onEnd }: Handlers): () => void {
  const closed = new AbortController();
  const { signal } = closed;

  async function read(): Promise<void> {
    const headers = { accept: 'text/event-stream', user: userHeader() };
    const response = await fetch(address, { headers, cache: 'no-store', signal });
    if (!response.ok || !response.body) return;
    onOpen();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let unread = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const messages = `${unread}${value}`.split('\n\n');
      unread = messages.pop() ?? '';
      for (const message of messages) {
        const name = /^event: (.+)$/m.exec(message)?.[1];
        if (name && !signal.aborted) onEvent(name);
      }
    }
  }

  const end = () => {
    if (!signal.aborted) onEnd();
  };
  read().then(end, end);
  return () => closed.abort();
}
