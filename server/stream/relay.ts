import { setTimeout as delay } from 'node:timers/promises';
import { type JetStreamManager, StorageType, type StreamInfo } from '@nats-io/jetstream';
import { type ObjectStore, Objm } from '@nats-io/obj';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';
import { CHANNEL } from '../book/database-source.ts';
import { type Mark, selectMark } from '../book/log-of-changes.queries.ts';
import { acquireLock, type LockHandle } from '../db/acquire-lock.ts';
import { listen } from '../db/listen.ts';
import type { Db } from '../db/open.ts';
import { createBackOff } from '../db/retry.ts';
import type { ClockState } from '../process/measured-time.ts';
import { writeReceivedSums } from './counts.ts';
import { createResetMessage, type Heartbeat, readMessage } from './messages.ts';
import { BUCKET, CHANGES, HEARTBEATS, type Nats, openStreams, REPUBLISHED, STREAM } from './nats.ts';
import { selectMessage } from './relay.queries.ts';
import { findHead, writeSnapshot } from './snapshot.ts';

const RELAY_EVERY_MS = 50;
const HEARTBEAT_EVERY_MS = 1_000;
const SNAPSHOT_EVERY_MS = 120_000;
/** Retention of messages, far longer than a snapshot stays the newest one. */
const RETENTION_MS = 30 * 60_000;
const RETENTION_BYTES = 256 * 1024 * 1024;
/** Unanswered heartbeats in a row before an error. */
const MAX_SILENT_HEARTBEATS = 3;
/** Time of errors alone after which the relay is left to another instance. */
const GIVE_UP_AFTER_MS = 5_000;
/** Below the engine's limit of 1 MB, which includes headers. */
export const MAX_RELAY_BYTES = 900_000;
/** Log lines in one message, fewer when it is too large. */
const LINES_PER_MESSAGE = [100, 10, 1];

export type Relay = ReturnType<typeof startRelay>;
type RelayParts = {
  db: Db;
  url: string;
  nats: Nats;
  connection: NatsConnection;
  now: () => Date;
  clock: () => ClockState;
  log: FastifyBaseLogger;
  signal: AbortSignal;
};

/**
 * Relays the log of changes to the stream, on the one instance that has the lock. Every publish expects the last known
 * sequence, so that two instances that both believe they have the lock cannot interleave.
 */
export function startRelay(parts: Omit<RelayParts, 'connection' | 'signal'>) {
  const { url, nats, log } = parts;
  const closing = new AbortController();
  let working: Promise<void> = Promise.resolve();
  let isHere = false;
  let lock: LockHandle | undefined;

  void nats.connection.then((connection) => {
    if (closing.signal.aborted) return;
    // an engine cluster is a region
    const of = `${STREAM} ${connection.info?.cluster ?? ''}`;
    lock = acquireLock(url, { lock: 'relay', of }, (held) => {
      const signal = AbortSignal.any([held, closing.signal]);
      working = working.then(async () => {
        isHere = true;
        log.info({ stream: STREAM }, 'this instance relays the log of changes');
        await relay({ ...parts, connection, signal }).catch((err) =>
          log.error({ err }, 'the relay has ended'),
        );
        isHere = false;
        log.info({ stream: STREAM }, 'this instance no longer relays the log of changes');
      });
      return working;
    });
  });

  return {
    isHere: () => isHere,
    async close() {
      closing.abort();
      await Promise.all([lock?.close(), working]);
    },
  };
}

/** Tries again after each error, and gives up after some seconds of errors alone. */
async function relay(parts: RelayParts): Promise<void> {
  const { db, url, connection, now, log, signal } = parts;
  const news = { isThere: true };
  const ring = () => {
    news.isThere = true;
  };
  const listening = listen(url, CHANNEL, { onPayload: ring, onListening: ring, onLost: () => undefined });
  const counting = writeReceivedSums(connection, db, now, log);
  const backOff = createBackOff();
  let failedSince: number | null = null;
  while (!signal.aborted && performance.now() - (failedSince ?? Infinity) < GIVE_UP_AFTER_MS) {
    const ending = new AbortController();
    const session = new RelaySession({ ...parts, news, ended: ending.signal });
    try {
      await session.open();
      if (failedSince !== null) log.info('the log of changes is relayed again');
      failedSince = null;
      backOff.reset();
      ring();
      await session.run();
    } catch (err) {
      if (failedSince === null) log.warn({ err }, 'the log of changes cannot be relayed');
      failedSince ??= performance.now();
      await pause(backOff.next(), signal);
    } finally {
      ending.abort();
    }
  }
  counting.unsubscribe();
  await listening.close();
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return delay(ms, undefined, { signal }).catch(() => undefined);
}

type SessionParts = RelayParts & {
  /** true: the log may have changes that were not relayed */
  news: { isThere: boolean };
  /** aborts a snapshot under way, which nobody awaits */
  ended: AbortSignal;
};

/** One stretch of relaying, from what the stream holds to the first error. */
class RelaySession {
  readonly #parts: SessionParts;
  // set by open
  #streams!: JetStreamManager;
  #store!: ObjectStore;
  #stream = '';
  #seq = 0;
  #mark: Mark = { version: 0, at: 0 };
  /** sequence that a snapshot must reach before the next message */
  #awaitedSeq = 0;
  #silentHeartbeats = 0;
  #needsSnapshot = false;
  #isWriting = false;
  #snapshotVersion = 0;
  #snapshotAt = performance.now();

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** A stream that cannot be read, or does not continue from its snapshot, begins anew. */
  async open(): Promise<void> {
    this.#streams = await openStreams(this.#parts.nats);
    const { streams } = this.#streams;
    const { created, state } = await findStream(this.#streams);
    this.#store = await new Objm(this.#streams.jetstream()).create(BUCKET, { storage: StorageType.File });
    const head = await findHead(this.#streams);
    const headSeq = head?.stream === created && head.seq <= state.last_seq ? head.seq : -1;
    const last = state.messages > 0 ? await streams.getMessage(STREAM, { seq: state.last_seq }) : null;
    const said = last && readMessage(last.string());
    this.#stream = created;
    this.#seq = state.last_seq;
    this.#snapshotVersion = head?.mark.version ?? 0;
    if (said?.from === null && headSeq < state.last_seq) this.#awaitedSeq = state.last_seq;
    this.#needsSnapshot = headSeq < 0 || state.first_seq > headSeq + 1 || this.#awaitedSeq > 0;
    // an unreadable message may have changed everything
    const mark = said?.to ?? (headSeq === state.last_seq ? head?.mark : null);
    if (mark) this.#mark = mark;
    else await this.#publishReset();
  }

  /** Until the signal aborts. An error ends it earlier. */
  async run(): Promise<void> {
    const { connection, news, signal } = this.#parts;
    let heartbeatAt = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      const started = performance.now();
      // after a reset message subscribers wait for its snapshot, and further ones would make them wait for ever
      if (news.isThere && this.#awaitedSeq === 0) {
        news.isThere = false;
        if (await this.#relayNext()) news.isThere = true;
      }
      const isOld = started - this.#snapshotAt >= SNAPSHOT_EVERY_MS;
      const isDue = this.#needsSnapshot || (isOld && this.#mark.version !== this.#snapshotVersion);
      if (isDue && !this.#isWriting) void this.#refreshSnapshot();
      if (started - heartbeatAt >= HEARTBEAT_EVERY_MS) {
        heartbeatAt = started;
        connection.publish(HEARTBEATS, JSON.stringify(this.#heartbeat()));
        await this.#checkStream();
      }
      await delay(Math.max(0, RELAY_EVERY_MS - (performance.now() - started)));
    }
  }

  #heartbeat(): Heartbeat {
    const { now, clock } = this.#parts;
    return {
      stream: this.#stream,
      seq: this.#seq,
      version: this.#mark.version,
      at: now().getTime(),
      isRightClock: clock() !== 'disputed',
    };
  }

  /** Throws when the stream has messages of another sender, because subscribers wait for a snapshot after them. */
  async #checkStream(): Promise<void> {
    const found = await this.#streams.streams.info(STREAM).catch(() => null);
    this.#silentHeartbeats = found ? 0 : this.#silentHeartbeats + 1;
    if (this.#silentHeartbeats >= MAX_SILENT_HEARTBEATS) throw new Error('NATS does not answer');
    if (found && (found.created !== this.#stream || found.state.last_seq !== this.#seq)) {
      throw new Error('the stream has messages of another sender');
    }
    const head = await findHead(this.#streams).catch(() => undefined);
    if (head === null && !this.#isWriting) this.#needsSnapshot = true;
  }

  /** false: nothing is left to relay. */
  async #relayNext(): Promise<boolean> {
    const { db } = this.#parts;
    for (const lines of LINES_PER_MESSAGE) {
      const message = await selectMessage(db, this.#mark, lines);
      if (!message) break;
      const { currencies, to } = message;
      if (to.version === this.#mark.version) return false;
      const text = JSON.stringify(message);
      if (Buffer.byteLength(text) > MAX_RELAY_BYTES) continue;
      await this.#send(text, to);
      // subscribers that do not know a currency read its fixings from a snapshot after this message
      if (currencies) this.#needsSnapshot = true;
      return true;
    }
    // everything may have changed, or the next line alone is too large
    await this.#publishReset();
    return true;
  }

  async #publishReset(): Promise<void> {
    const mark = await selectMark(this.#parts.db);
    await this.#send(JSON.stringify(createResetMessage(mark)), mark);
    this.#awaitedSeq = this.#seq;
    this.#needsSnapshot = true;
  }

  async #send(text: string, to: Mark): Promise<void> {
    const stream = this.#streams.jetstream();
    const { seq } = await stream.publish(CHANGES, text, { expect: { lastSequence: this.#seq } });
    this.#seq = seq;
    this.#mark = to;
  }

  /** Runs while messages are relayed. A change may be both in the snapshot and in a message, which does no harm. */
  async #refreshSnapshot(): Promise<void> {
    const { db, log, ended: signal } = this.#parts;
    const position = { seq: this.#seq, stream: this.#stream };
    this.#isWriting = true;
    this.#needsSnapshot = false;
    this.#snapshotAt = performance.now();
    try {
      this.#snapshotVersion = await writeSnapshot(db, this.#store, position, signal);
      if (position.seq >= this.#awaitedSeq) this.#awaitedSeq = 0;
    } catch (err) {
      this.#needsSnapshot = true;
      if (!signal.aborted) log.warn({ err }, 'the snapshot could not be written');
      await pause(HEARTBEAT_EVERY_MS, signal);
    }
    this.#isWriting = false;
  }
}

/** Creates the stream where there is none. An existing one may have more replicas than a new one. */
function findStream({ streams }: JetStreamManager): Promise<StreamInfo> {
  return streams.info(STREAM).catch(() =>
    streams.add({
      name: STREAM,
      subjects: [CHANGES],
      storage: StorageType.File,
      max_age: nanos(RETENTION_MS),
      max_bytes: RETENTION_BYTES,
      allow_direct: true,
      republish: { src: CHANGES, dest: REPUBLISHED },
    }),
  );
}
