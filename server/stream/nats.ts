import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';
import { createBackOff } from '../db/retry.ts';

/** Another number with each change of what is written: instances of two versions have a stream each. */
const FORMAT = 3;
export const STREAM = `PARITE_${FORMAT}`;
export const BUCKET = `PARITE_${FORMAT}`;
export const CHANGES = `parite.${FORMAT}.changes`;
/** Where the engine tells what it has stored of them, to all who listen. */
export const TOLD = `parite.${FORMAT}.told`;
/** Where whoever relays says, each second, that it does. */
export const BEATS = `parite.${FORMAT}.beats`;
/** Where instances that only compare say how often they did. */
export const COUNTS = `parite.${FORMAT}.counts`;
export const SNAPSHOT = 'snapshot';
/** Beside it, each logo that a bureau has sent, by its name. */
export const LOGOS = 'logos/';

/** How long the engine may take to answer, in milliseconds. */
export const ANSWER_WITHIN_MS = 1_000;

export type Nats = {
  /** The connection, which comes back for ever once it is there. */
  connection: Promise<NatsConnection>;
  close(): Promise<void>;
};

/** Connects as soon as it can be: with the engine away, nobody waits who does not ask for the connection. */
export function openNats(url: string, { log }: { log: FastifyBaseLogger }): Nats {
  const options = optionsOf(url);
  const backOff = createBackOff();
  const opened = Promise.withResolvers<NatsConnection>();
  let isClosed = false;
  let hasFailed = false;
  let timer: NodeJS.Timeout | undefined;
  let connection: NatsConnection | null = null;

  async function open(): Promise<void> {
    try {
      const made = await connect({
        ...options,
        name: 'parite',
        timeout: 2_000,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 200,
        reconnectJitter: 100,
        // an engine that says nothing any more is left after two of these
        pingInterval: 2_000,
        maxPingOut: 2,
      });
      if (isClosed) return void made.close();
      connection = made;
      opened.resolve(made);
    } catch (error) {
      // what was asked of it may hold a password: the message alone
      if (!hasFailed) log.warn({ reason: error instanceof Error ? error.message : '' }, 'NATS is away');
      hasFailed = true;
      if (!isClosed) timer = setTimeout(() => void open(), backOff.next());
    }
  }

  void open();
  return {
    connection: opened.promise,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await connection?.close();
    },
  };
}

/** Several servers of a cluster are separated by commas; who one is stands in the first of them. */
function optionsOf(url: string) {
  const urls = url.split(',').map((one) => new URL(one.trim()));
  const [{ username = '', password = '' } = {}] = urls;
  const [user, pass] = [username, password].map(decodeURIComponent);
  return {
    servers: urls.map(({ host }) => host),
    ...(urls.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
    // what is answered to one user, no other one may hear
    ...(user && pass && { user, pass, inboxPrefix: `_INBOX.${user}` }),
    ...(user && !pass && { token: user }),
  };
}
