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
import { takeCounts } from './counts.ts';
import { type Beat, type ChangeMessage, readMessage, wholeChange } from './entries.ts';
import { keepLogos, putLogos } from './logos.ts';
import { ANSWER_WITHIN_MS, BEATS, BUCKET, CHANGES, type Nats, STREAM, TOLD } from './nats.ts';
import { selectMessage } from './relay.queries.ts';
import { findHead, writeSnapshot } from './snapshot.ts';

const RELAY_EVERY_MS = 50;
const BEAT_EVERY_MS = 1_000;
const SNAPSHOT_EVERY_MS = 120_000;
/** Retention of messages, far longer than a snapshot stays the newest one. */
const KEPT_FOR_MS = 30 * 60_000;
/**
 * Unanswered heartbeats in a row before an error. Errors that last GIVEN_UP_AFTER_MS leave the relay to another
 * instance.
 */
const SILENT_BEATS = 3;
const GIVEN_UP_AFTER_MS = 5_000;
const KEPT_BYTES = 256 * 1024 * 1024;
/** Below the engine's limit of 1 MB, which includes headers. */
export const MOST_BYTES = 900_000;
/**
 * Log lines in one message, fewer when it is too large. A hundred batches of 40 fixings make some hundred kilobytes.
 */
const LINES = [100, 10, 1];

export type Relay = {
  isHere(): boolean;
  close(): Promise<void>;
};

type Place = {
  readonly stream: string;
  seq: number;
  mark: Mark;
  /** currencies that subscribers know; null: unknown */
  codes: ReadonlySet<string> | null;
  wantsLogos: boolean;
  wantsSnapshot: boolean;
  /** sequence that a snapshot must reach before the next message; 0: reached */
  heldUntil: number;
  silentBeats: number;
  snapshotVersion: number;
  snapshotAt: number;
};

type Engine = {
  nats: NatsConnection;
  streams: JetStreamManager;
  stream: JetStreamClient;
  store: ObjectStore;
};

/**
 * Relays the log of changes to the stream, on the one instance that has the lock. Every publish expects the last known
 * sequence, so that two instances that both believe they have the lock cannot interleave.
 */
export function startRelay(parts: { db: Db; url: string; nats: Nats; log: FastifyBaseLogger }): Relay {
  const { db, url, log } = parts;
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
        await relay({ db, url, nats, log, signal }).catch((err) => log.error({ err }, 'the relay has ended'));
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

type RelayParts = { db: Db; url: string; nats: NatsConnection; log: FastifyBaseLogger; signal: AbortSignal };

async function relay({ db, url, nats, log, signal }: RelayParts): Promise<void> {
  const bell = new Bell();
  const ring = () => bell.ring();
  signal.addEventListener('abort', ring, { once: true });
  const listening = listen(url, CHANNEL, { onPayload: ring, onListening: ring, onLost: () => undefined });
  const counting = takeCounts(nats, db, log);
  const backOff = createBackOff();
  let failedSince: number | null = null;
  while (!signal.aborted) {
    try {
      const engine = await openEngine(nats);
      const place = await findPlace(engine, db);
      if (failedSince !== null) log.info('the log of changes is relayed again');
      failedSince = null;
      backOff.reset();
      ring();
      await relayFrom(place, { engine, db, bell, log, signal });
    } catch (err) {
      if (failedSince === null) log.warn({ err }, 'the log of changes cannot be relayed');
      failedSince ??= performance.now();
      if (performance.now() - failedSince > GIVEN_UP_AFTER_MS) break;
      await pause(backOff.next(), signal);
    }
  }
  counting.unsubscribe();
  await listening.close();
}

type Work = { engine: Engine; db: Db; bell: Bell; log: FastifyBaseLogger; signal: AbortSignal };

async function relayFrom(place: Place, { engine, db, bell, log, signal }: Work): Promise<void> {
  const ended = new AbortController();
  let isWriting = false;
  let beaten = Number.NEGATIVE_INFINITY;
  const keepSnapshot = async () => {
    isWriting = true;
    try {
      await putSnapshot(place, { engine, db, signal: ended.signal });
    } catch (err) {
      if (!ended.signal.aborted) log.warn({ err }, 'the snapshot could not be written');
      await findHead(engine.streams).catch(() => undefined);
      await pause(BEAT_EVERY_MS, ended.signal);
    }
    isWriting = false;
    bell.ring();
  };
  try {
    while (!signal.aborted) {
      const started = performance.now();
      // after a reset message subscribers wait for its snapshot, and further ones would make them wait for ever
      const hasRelayed = bell.take() && place.heldUntil === 0 && (await relayNext(place, engine, db));
      if (!isWriting && isSnapshotDue(place)) void keepSnapshot();
      if (started - beaten >= BEAT_EVERY_MS) {
        beaten = started;
        const { stream, seq, mark } = place;
        engine.nats.publish(BEATS, JSON.stringify({ stream, seq, version: mark.version } satisfies Beat));
        await refuseOthers(place, engine);
        if (!(await hasSnapshot(engine)) && !isWriting) {
          place.wantsSnapshot = true;
          place.wantsLogos = true;
        }
      }
      if (hasRelayed) {
        bell.ring();
        await delay(Math.max(0, RELAY_EVERY_MS - (performance.now() - started)));
      } else await bell.wait(BEAT_EVERY_MS / 4);
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
async function refuseOthers(place: Place, { streams }: Engine): Promise<void> {
  const found = await streams.streams.info(STREAM).catch(() => null);
  place.silentBeats = found ? 0 : place.silentBeats + 1;
  if (place.silentBeats >= SILENT_BEATS) throw new Error('the engine does not answer');
  if (found && (found.created !== place.stream || found.state.last_seq !== place.seq)) {
    throw new Error('the stream holds what was not said here');
  }
}

async function openEngine(nats: NatsConnection): Promise<Engine> {
  const options = { timeout: ANSWER_WITHIN_MS };
  const streams = await jetstreamManager(nats, { ...options, checkAPI: false });
  const stream = jetstream(nats, options);
  // an existing stream may have more replicas than a new one
  await streams.streams.info(STREAM).catch(() =>
    streams.streams.add({
      name: STREAM,
      subjects: [CHANGES],
      storage: StorageType.File,
      max_age: nanos(KEPT_FOR_MS),
      max_bytes: KEPT_BYTES,
      allow_direct: true,
      republish: { src: CHANGES, dest: TOLD },
    }),
  );
  const store = await new Objm(stream).create(BUCKET, { storage: StorageType.File });
  return { nats, streams, stream, store };
}

/** Reads the state of the stream. A stream that cannot be read, or does not continue from its snapshot, begins anew. */
async function findPlace(engine: Engine, db: Db): Promise<Place> {
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
  const place: Place = {
    stream: created,
    seq: state.last_seq,
    mark: mark ?? { version: 0, at: 0 },
    codes: null,
    silentBeats: 0,
    wantsLogos: true,
    // no snapshot that the stream continues from
    wantsSnapshot: !isOfStream || state.first_seq > head.seq + 1 || isAwaited,
    heldUntil: isAwaited ? state.last_seq : 0,
    snapshotVersion: head?.mark.version ?? 0,
    snapshotAt: performance.now(),
  };
  if (!mark) await sayWhole(place, engine, db);
  return place;
}

async function relayNext(place: Place, engine: Engine, db: Db): Promise<boolean> {
  const next = await selectNext(db, place.mark);
  if (!next) {
    await sayWhole(place, engine, db);
    return true;
  }
  const { text, message } = next;
  const { currencies, companies, to } = message;
  if (to.version === place.mark.version) return false;
  if (companies.length > 0) {
    await putLogos(
      db,
      engine.store,
      companies.map(([{ logo }]) => logo),
    );
    place.wantsLogos = true;
  }
  await send(place, engine, text, to);
  if (currencies) {
    // subscribers that do not know a currency read its fixings from a snapshot after this message
    if (!place.codes || currencies.some(({ code }) => !place.codes?.has(code))) place.wantsSnapshot = true;
    place.codes = codesOf(currencies);
  }
  return true;
}

/** null: everything may have changed, or the next line alone is too large. */
async function selectNext(db: Db, mark: Mark): Promise<{ message: ChangeMessage; text: string } | null> {
  for (const lines of LINES) {
    const message = await selectMessage(db, mark, lines);
    if (!message) return null;
    const text = JSON.stringify(message);
    if (Buffer.byteLength(text) <= MOST_BYTES) return { message, text };
  }
  return null;
}

function codesOf(currencies: readonly { code: string }[]): ReadonlySet<string> {
  return new Set(currencies.map(({ code }) => code));
}

async function sayWhole(place: Place, engine: Engine, db: Db): Promise<void> {
  const mark = await selectMark(db);
  await send(place, engine, JSON.stringify(wholeChange(mark)), mark);
  place.heldUntil = place.seq;
  place.wantsSnapshot = true;
  place.wantsLogos = true;
  place.codes = null;
}

async function send(place: Place, { stream }: Engine, text: string, to: Mark): Promise<void> {
  const { seq } = await stream.publish(CHANGES, text, { expect: { lastSequence: place.seq } });
  place.seq = seq;
  place.mark = to;
}

function isSnapshotDue({ wantsSnapshot, mark, snapshotVersion, snapshotAt }: Place): boolean {
  const isOld = mark.version !== snapshotVersion && performance.now() - snapshotAt >= SNAPSHOT_EVERY_MS;
  return wantsSnapshot || isOld;
}

/** Runs while messages are relayed. A change may be both in the snapshot and in a message, which does no harm. */
async function putSnapshot(
  place: Place,
  { engine, db, signal }: Pick<Work, 'engine' | 'db' | 'signal'>,
): Promise<void> {
  place.wantsSnapshot = false;
  place.snapshotAt = performance.now();
  const { seq, stream } = place;
  try {
    if (place.wantsLogos) {
      place.wantsLogos = false;
      await keepLogos(db, engine.store, signal);
    }
    place.snapshotVersion = await writeSnapshot(db, engine.store, { seq, stream }, signal);
    if (seq >= place.heldUntil) place.heldUntil = 0;
  } catch (error) {
    place.wantsSnapshot = true;
    place.wantsLogos = true;
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
