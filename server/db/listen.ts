import pg from 'pg';
import { createBackOff } from './retry.ts';

export interface ListenerHandle {
  close(): Promise<void>;
}

export interface ListenHandlers {
  onPayload(payload: string): void;
  /** LISTEN is in force, and earlier changes must be read again. */
  onListening(): void;
  onLost(error: Error): void;
}

const KEEP_ALIVE_MS = 2_000;
const ANSWER_WITHIN_MS = 2_000;

export interface ListenTimeouts {
  keepAliveMs?: number;
  answerWithinMs?: number;
}

/** Listens on its own connection, and reconnects until closed. */
export function listen(
  url: string,
  channel: string,
  handlers: ListenHandlers,
  { keepAliveMs = KEEP_ALIVE_MS, answerWithinMs = ANSWER_WITHIN_MS }: ListenTimeouts = {},
): ListenerHandle {
  let closed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const backOff = createBackOff();

  function connect(): void {
    const current = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
      keepAlive: true,
      application_name: 'parite listen',
    });
    client = current;
    let isListening = false;
    let isOver = false;

    const lose = (error: Error): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      void disconnect(current);
      if (closed) return;
      if (isListening) handlers.onLost(error);
      timer = setTimeout(connect, backOff.next());
    };

    // a connection cut in the middle (router gone, machine frozen) is silent, and only a query reveals it
    const ask = (): void => {
      timer = setTimeout(() => current.query('SELECT 1').then(ask, lose), keepAliveMs);
    };

    current.on('error', lose);
    current.on('end', () => lose(new Error('the database closed the connection')));
    current.on('notification', (message) => {
      if (!isOver) handlers.onPayload(message.payload ?? '');
    });
    current
      .connect()
      .then(() => current.query(`LISTEN ${pg.escapeIdentifier(channel)}`))
      .then(() => {
        if (isOver || closed) return;
        isListening = true;
        backOff.reset();
        ask();
        handlers.onListening();
      })
      .catch(lose);
  }

  connect();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      if (client) await disconnect(client);
    },
  };
}

function disconnect(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => undefined);
  client.connection.stream.destroy();
  return ended;
}
