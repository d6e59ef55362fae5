import { setTimeout as delay } from 'node:timers/promises';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';
import { createBackOff } from '../db/retry.ts';

/** Version of the format. Each change takes another number, so that instances of two versions use separate streams. */
export const FORMAT_VERSION = 5;
export const STREAM = `PARITE_${FORMAT_VERSION}`;
export const BUCKET = `PARITE_${FORMAT_VERSION}`;
export const OBJECTS = `OBJ_${BUCKET}`;
export const CHANGES = `parite.${FORMAT_VERSION}.changes`;
/** Subject on which the engine republishes stored messages to all subscribers. */
export const REPUBLISHED = `parite.${FORMAT_VERSION}.told`;
export const HEARTBEATS = `parite.${FORMAT_VERSION}.beats`;
export const SUMS = `parite.${FORMAT_VERSION}.counts`;
export const SNAPSHOT = 'snapshot';

export const ANSWER_TIMEOUT_MS = 1_000;

export type Nats = ReturnType<typeof openNats>;

export function openNats(url: string, log: FastifyBaseLogger) {
  const backOff = createBackOff();
  let isClosed = false;
  let made: NatsConnection | null = null;

  async function open(): Promise<NatsConnection> {
    for (let failures = 0; !isClosed; failures++) {
      try {
        made = await connect(optionsOf(url));
        if (!isClosed) return made;
        await made.close();
      } catch (error) {
        // message only, since the options may hold a password
        if (failures === 0) log.warn({ reason: error instanceof Error ? error.message : '' }, 'NATS is away');
        await delay(backOff.next());
      }
    }
    return new Promise(() => undefined);
  }

  return {
    /** resolves at the first connection, which then reconnects for ever */
    connection: open(),
    async close() {
      isClosed = true;
      await made?.close();
    },
  };
}

/** Servers of a cluster are separated by commas, with the credentials in the first one. */
function optionsOf(url: string) {
  const urls = url.split(',').map((one) => new URL(one.trim()));
  const [{ username = '', password = '' } = {}] = urls;
  const [user, pass] = [username, password].map(decodeURIComponent);
  return {
    name: 'parite',
    timeout: 2_000,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 200,
    reconnectJitter: 100,
    // two missed answers close a silent connection
    pingInterval: 2_000,
    maxPingOut: 2,
    servers: urls.map(({ host }) => host),
    ...(urls.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
    // inbox prefix for each user, so that no other user receives the answers
    ...(user && pass && { user, pass, inboxPrefix: `_INBOX.${user}` }),
    ...(user && !pass && { token: user }),
  };
}

/** Streams by an API that answers soon or fails. No request is made. */
export async function openStreams({ connection }: Nats): Promise<JetStreamManager> {
  return jetstreamManager(await connection, { timeout: ANSWER_TIMEOUT_MS, checkAPI: false });
}
