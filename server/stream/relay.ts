import { setTimeout as delay } from 'node:timers/promises';
import {
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  StorageType,
} from '@nats-io/jetstream';
import { type ObjectStore, Objm } from '@nats-io/obj';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';
import { CHANNEL } from '../book/database-source.ts';
import { type Mark, selectMark } from '../book/log-of-changes.queries.ts';
import { acquireLock } from '../db/acquire-lock.ts';
import { listen } from '../db/listen.ts';
import type { Db } from '../db/open.ts';
import { createBackOff } from '../db/retry.ts';
import { writeReceivedSums } from './counts.ts';
import { storeLogos, syncLogos } from './logos.ts';
import { type ChangeMessage, createResetMessage, type Heartbeat, readMessage } from './messages.ts';
import { BUCKET, CHANGES, HEARTBEATS, type Nats, REPUBLISHED, STREAM } from './nats.ts';
import { selectMessage } from './relay.queries.ts';
import { findHead, writeSnapshot } from './snapshot.ts';

const RELAY_EVERY_MS = 50;
const HEARTBEAT_EVERY_MS = 1_000;
const SNAPSHOT_EVERY_MS = 120_000;
/** Retention of messages, far longer than a snapshot stays the newest one. */
const RETENTION_MS = 30 * 60_000;
/**
 * Unanswered heartbeats in a row before an error. Errors that last GIVE_UP_AFTER_MS leave the relay to another
 * instance.
 */
const MAX_SILENT_HEARTBEATS = 3;
const GIVE_UP_AFTER_MS = 5_000;
const RETENTION_BYTES = 256 * 1024 * 1024;
/** Below the engine's limit of 1 MB, which includes headers. */
export const MAX_RELAY_BYTES = 900_000;
/**
 * Log lines in one message, fewer when it is too large. A hundred batches of 40 fixings make some hundred kilobytes.
 */
const LINES_PER_MESSAGE = [100, 10, 1];

export type Relay = {
  isHere(): boolean;
  close(): Promise<void>;
};

type RelayProgress = {
  readonly stream: string;
  seq: number;
  mark: Mark;
  /** currencies that subscribers know; null: unknown */
  knownCodes: ReadonlySet<string> | null;
  needsLogoSync: boolean;
  needsSnapshot: boolean;
  /** sequence that a snapshot must reach before the next message; 0: reached */
  awaitedSnapshotSeq: number;
  silentHeartbeats: number;
  snapshotVersion: number;
  snapshotAt: number;
};

type Engine = {
  nats: NatsConnection;
  streams: JetStreamManager;
  stream: JetStreamClient;
  store: ObjectStore;
  answerWithin: number;
};

/**
 * Relays the log of changes to the stream, on the one instance that has the lock. Every publish expects the last known
 * sequence, so that two instances that both believe they have the lock cannot interleave.
 */
export function startRelay(parts: { db: Db; url: string; nats: Nats; log: FastifyBaseLogger }): Relay {
  const { db, url, log } = parts;
  const { answerWithin } = parts.nats;
  const closing = new AbortController();
  let working: Promise<void> = Promise.resolve();
  let isHere = false;
  let lock: { close(): Promise<void> } | undefined;

  void parts.nats.connection.then((nats) => {
    if (closing.signal.aborted) return;
    // an engine cluster is a region
    const of = `${STREAM} ${nats.info?.cluster ?? ''}`;
    lock = acquireLock(url, { lock: 'relay', of }, (held) => {
      const signal = AbortSignal.any([held, closing.signal]);
      working = working.then(async () => {
        isHere = true;
        log.info({ stream: STREAM }, 'this instance relays the log of changes');
        await relay({ db, url, nats, answerWithin, log, signal }).catch((err) =>
          log.error({ err }, 'the relay has ended'),
        );
        isHere = false;
        log.info({ stream: STREAM }, 'this instance relays no more');
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

type RelayParts = {
  db: Db;
  url: string;
  nats: NatsConnection;
  answerWithin: number;
  log: FastifyBaseLogger;
  signal: AbortSignal;
};

async function relay({ db, url, nats, answerWithin, log, signal }: RelayParts): Promise<void> {
  const bell = new Bell();
  const ring = () => bell.ring();
  signal.addEventListener('abort', ring, { once: true });
  const listening = listen(url, CHANNEL, { onPayload: ring, onListening: ring, onLost: () => undefined });
  const counting = writeReceivedSums(nats, db, log);
  const backOff = createBackOff();
  let failedSince: number | null = null;
  while (!signal.aborted) {
    try {
      const engine = await openEngine(nats, answerWithin);
      const progress = await readRelayProgress(engine, db);
      if (failedSince !== null) log.info('the log of changes is relayed again');
      failedSince = null;
      backOff.reset();
      ring();
      await relayFrom(progress, { engine, db, bell, log, signal });
    } catch (err) {
      if (failedSince === null) log.warn({ err }, 'the log of changes cannot be relayed');
      failedSince ??= performance.now();
      if (performance.now() - failedSince > GIVE_UP_AFTER_MS) break;
      await pause(backOff.next(), signal);
    }
  }
  counting.unsubscribe();
  await listening.close();
}

type RelayWork = { engine: Engine; db: Db; bell: Bell; log: FastifyBaseLogger; signal: AbortSignal };

async function relayFrom(
  progress: RelayProgress,
  { engine, db, bell, log, signal }: RelayWork,
): Promise<void> {
  const ended = new AbortController();
  let isWriting = false;
  let heartbeatAt = Number.NEGATIVE_INFINITY;
  const refreshSnapshot = async () => {
    isWriting = true;
    try {
      await putSnapshot(progress, { engine, db, signal: ended.signal });
    } catch (err) {
      if (!ended.signal.aborted) log.warn({ err }, 'the snapshot could not be written');
      await findHead(engine.streams).catch(() => undefined);
      await pause(HEARTBEAT_EVERY_MS, ended.signal);
    }
    isWriting = false;
    bell.ring();
  };
  try {
    while (!signal.aborted) {
      const started = performance.now();
      // after a reset message subscribers wait for its snapshot, and further ones would make them wait for ever
      const hasRelayed =
        bell.take() && progress.awaitedSnapshotSeq === 0 && (await relayNext(progress, engine, db));
      if (!isWriting && isSnapshotDue(progress)) void refreshSnapshot();
      if (started - heartbeatAt >= HEARTBEAT_EVERY_MS) {
        heartbeatAt = started;
        const { stream, seq, mark } = progress;
        engine.nats.publish(
          HEARTBEATS,
          JSON.stringify({ stream, seq, version: mark.version } satisfies Heartbeat),
        );
        await refuseOtherSenders(progress, engine);
        if (!(await hasSnapshot(engine)) && !isWriting) {
          progress.needsSnapshot = true;
          progress.needsLogoSync = true;
        }
      }
      if (hasRelayed) {
        bell.ring();
        await delay(Math.max(0, RELAY_EVERY_MS - (performance.now() - started)));
      } else await bell.wait(HEARTBEAT_EVERY_MS / 4);
    }
  } finally {
    // a snapshot under way is aborted, not awaited
    ended.abort();
  }
}

function hasSnapshot({ streams }: Engine): Promise<boolean> {
  return findHead(streams).then(
    (head) => head !== null,
    () => true,
  );
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return delay(ms, undefined, { signal }).catch(() => undefined);
}

/** Throws when the stream has messages of another sender, because subscribers wait for a snapshot after them. */
async function refuseOtherSenders(progress: RelayProgress, { streams }: Engine): Promise<void> {
  const found = await streams.streams.info(STREAM).catch(() => null);
  progress.silentHeartbeats = found ? 0 : progress.silentHeartbeats + 1;
  if (progress.silentHeartbeats >= MAX_SILENT_HEARTBEATS) throw new Error('the engine does not answer');
  if (found && (found.created !== progress.stream || found.state.last_seq !== progress.seq)) {
    throw new Error('the stream holds what was not said here');
  }
}

async function openEngine(nats: NatsConnection, answerWithin: number): Promise<Engine> {
  const options = { timeout: answerWithin };
  const streams = await jetstreamManager(nats, { ...options, checkAPI: false });
  const stream = jetstream(nats, options);
  // an existing stream may have more replicas than a new one
  await streams.streams.info(STREAM).catch(() =>
    streams.streams.add({
      name: STREAM,
      subjects: [CHANGES],
      storage: StorageType.File,
      max_age: nanos(RETENTION_MS),
      max_bytes: RETENTION_BYTES,
      allow_direct: true,
      republish: { src: CHANGES, dest: REPUBLISHED },
    }),
  );
  const store = await new Objm(stream).create(BUCKET, { storage: StorageType.File });
  return { nats, streams, stream, store, answerWithin };
}

/** Reads the state of the stream. A stream that cannot be read, or does not continue from its snapshot, begins anew. */
async function readRelayProgress(engine: Engine, db: Db): Promise<RelayProgress> {
  const { created, state } = await engine.streams.streams.info(STREAM);
  const head = await findHead(engine.streams);
  const isOfStream = head?.stream === created && head.seq <= state.last_seq;
  const last =
    state.messages > 0 ? await engine.streams.streams.getMessage(STREAM, { seq: state.last_seq }) : null;
  // an unreadable message may have changed everything
  const said = last && readMessage(last.string());
  const mark = said?.to ?? (isOfStream && head.seq === state.last_seq ? head.mark : null);
  // a message that asks for a snapshot after it
  const isAwaited = said?.from === null && !(isOfStream && head.seq >= state.last_seq);
  const progress: RelayProgress = {
    stream: created,
    seq: state.last_seq,
    mark: mark ?? { version: 0, at: 0 },
    knownCodes: null,
    silentHeartbeats: 0,
    needsLogoSync: true,
    // no snapshot that the stream continues from
    needsSnapshot: !isOfStream || state.first_seq > head.seq + 1 || isAwaited,
    awaitedSnapshotSeq: isAwaited ? state.last_seq : 0,
    snapshotVersion: head?.mark.version ?? 0,
    snapshotAt: performance.now(),
  };
  if (!mark) await publishReset(progress, engine, db);
  return progress;
}

async function relayNext(progress: RelayProgress, engine: Engine, db: Db): Promise<boolean> {
  const next = await selectNext(db, progress.mark);
  if (!next) {
    await publishReset(progress, engine, db);
    return true;
  }
  const { text, message } = next;
  const { currencies, companies, to } = message;
  if (to.version === progress.mark.version) return false;
  if (companies.length > 0) {
    await storeLogos(
      db,
      engine,
      companies.map(([{ logo }]) => logo),
    );
    progress.needsLogoSync = true;
  }
  await send(progress, engine, text, to);
  if (currencies) {
    // subscribers that do not know a currency read its fixings from a snapshot after this message
    if (!progress.knownCodes || currencies.some(({ code }) => !progress.knownCodes?.has(code)))
      progress.needsSnapshot = true;
    progress.knownCodes = codesOf(currencies);
  }
  return true;
}

/** null: everything may have changed, or the next line alone is too large. */
async function selectNext(db: Db, mark: Mark): Promise<{ message: ChangeMessage; text: string } | null> {
  for (const lines of LINES_PER_MESSAGE) {
    const message = await selectMessage(db, mark, lines);
    if (!message) return null;
    const text = JSON.stringify(message);
    if (Buffer.byteLength(text) <= MAX_RELAY_BYTES) return { message, text };
  }
  return null;
}

function codesOf(currencies: readonly { code: string }[]): ReadonlySet<string> {
  return new Set(currencies.map(({ code }) => code));
}

async function publishReset(progress: RelayProgress, engine: Engine, db: Db): Promise<void> {
  const mark = await selectMark(db);
  await send(progress, engine, JSON.stringify(createResetMessage(mark)), mark);
  progress.awaitedSnapshotSeq = progress.seq;
  progress.needsSnapshot = true;
  progress.needsLogoSync = true;
  progress.knownCodes = null;
}

async function send(progress: RelayProgress, { stream }: Engine, text: string, to: Mark): Promise<void> {
  const { seq } = await stream.publish(CHANGES, text, { expect: { lastSequence: progress.seq } });
  progress.seq = seq;
  progress.mark = to;
}

function isSnapshotDue({ needsSnapshot, mark, snapshotVersion, snapshotAt }: RelayProgress): boolean {
  const isOld = mark.version !== snapshotVersion && performance.now() - snapshotAt >= SNAPSHOT_EVERY_MS;
  return needsSnapshot || isOld;
}

/** Runs while messages are relayed. A change may be both in the snapshot and in a message, which does no harm. */
async function putSnapshot(
  progress: RelayProgress,
  { engine, db, signal }: Pick<RelayWork, 'engine' | 'db' | 'signal'>,
): Promise<void> {
  progress.needsSnapshot = false;
  progress.snapshotAt = performance.now();
  const { seq, stream } = progress;
  try {
    if (progress.needsLogoSync) {
      progress.needsLogoSync = false;
      await syncLogos(db, engine, signal);
    }
    progress.snapshotVersion = await writeSnapshot(db, engine.store, { seq, stream }, signal);
    if (seq >= progress.awaitedSnapshotSeq) progress.awaitedSnapshotSeq = 0;
  } catch (error) {
    progress.needsSnapshot = true;
    progress.needsLogoSync = true;
    throw error;
  }
}

class Bell {
  #isRung = false;
  #wake: (() => void) | null = null;

  ring(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  take(): boolean {
    const isRung = this.#isRung;
    this.#isRung = false;
    return isRung;
  }

  async wait(ms: number): Promise<void> {
    if (this.#isRung) return;
    await new Promise<void>((wake) => {
      const timer = setTimeout(wake, ms);
      this.#wake = () => {
        clearTimeout(timer);
        wake();
      };
    });
    this.#wake = null;
  }
}
