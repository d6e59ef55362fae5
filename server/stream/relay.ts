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
import { holdLock } from '../db/hold-lock.ts';
import { listen } from '../db/listen.ts';
import type { Db } from '../db/open.ts';
import { createBackOff } from '../db/retry.ts';
import { takeCounts } from './counts.ts';
import { type Beat, type ChangeMessage, readMessage, wholeChange } from './entries.ts';
import { keepLogos, putLogos } from './logos.ts';
import { ANSWER_WITHIN_MS, BEATS, BUCKET, CHANGES, type Nats, STREAM, TOLD } from './nats.ts';
import { selectMessage } from './relay.queries.ts';
import { findHead, writeSnapshot } from './snapshot.ts';

/** A message says all that came in this time. */
const RELAY_EVERY_MS = 50;
const BEAT_EVERY_MS = 1_000;
const SNAPSHOT_EVERY_MS = 120_000;
/** How long the stream says what it said: far longer than a snapshot is the newest one. */
const KEPT_FOR_MS = 30 * 60_000;
/** Beats in a row in which the engine does not answer, and how long it may not be relayed to: another one may reach it. */
const SILENT_BEATS = 3;
const GIVEN_UP_AFTER_MS = 5_000;
const KEPT_BYTES = 256 * 1024 * 1024;
/** The engine takes messages of 1 MB, of which what they say of themselves is a part. */
export const MOST_BYTES = 900_000;
/** Lines of the log in one message: a batch of 40 fixings each makes some hundred kilobytes. Fewer, where it is too large. */
const LINES = [100, 10, 1];

export type Relay = {
  /** Whether it is this instance that relays. */
  isHere(): boolean;
  close(): Promise<void>;
};

/** Where the stream is: what it said last, by which sequence, and what its followers can go on from. */
type Place = {
  readonly stream: string;
  seq: number;
  mark: Mark;
  /** the currencies that its followers know; null: that is not known */
  codes: ReadonlySet<string> | null;
  /** which logos there are may be another since they were all compared */
  wantsLogos: boolean;
  wantsSnapshot: boolean;
  /** up to where a snapshot must go before anything more is said; 0: it does */
  heldUntil: number;
  /** beats in a row that the engine did not answer */
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
 * Relays the log of changes to a stream, with what changed, where no other instance does: whoever holds the lock. A message
 * is taken only after the one that its sender knows, so that two who both believe that they hold it cannot mix; whoever
 * fails looks anew where the stream is, and leaves the lock to another one where that goes on.
 */
export function startRelay(parts: { db: Db; url: string; nats: Nats; log: FastifyBaseLogger }): Relay {
  const { db, url, log } = parts;
  const closing = new AbortController();
  let working: Promise<void> = Promise.resolve();
  let isHere = false;
  let lock: { close(): Promise<void> } | undefined;

  void parts.nats.connection.then((nats) => {
    if (closing.signal.aborted) return;
    // a cluster of the engine is a region
    const of = `${STREAM} ${nats.info?.cluster ?? ''}`;
    lock = holdLock(url, { lock: 'relay', of }, (held) => {
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

/** Until the signal, or a failure. */
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
      // followers read the snapshot after what said all: more of that kind meanwhile, and they would never have it
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
    // a snapshot under way is given up, and not waited for
    ended.abort();
  }
}

/** False: it is gone, or something else was put in its place. */
function hasSnapshot({ streams }: Engine): Promise<boolean> {
  return findHead(streams).then(
    (head) => head !== null,
    () => true,
  );
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return delay(ms, undefined, { signal }).catch(() => undefined);
}

/** Throws where the stream holds what was not said here: followers wait for a snapshot after it. */
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
  // one that is there may have more copies than it was made with
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

/** Where the stream is. Where that cannot be said, or it does not go on from its snapshot, it begins anew. */
async function findPlace(engine: Engine, db: Db): Promise<Place> {
  const { created, state } = await engine.streams.streams.info(STREAM);
  const head = await findHead(engine.streams);
  const isOfStream = head?.stream === created && head.seq <= state.last_seq;
  const last =
    state.messages > 0 ? await engine.streams.streams.getMessage(STREAM, { seq: state.last_seq }) : null;
  // what cannot be read may have changed everything
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
    // there is none that the stream goes on from
    wantsSnapshot: !isOfStream || state.first_seq > head.seq + 1 || isAwaited,
    heldUntil: isAwaited ? state.last_seq : 0,
    snapshotVersion: head?.mark.version ?? 0,
    snapshotAt: performance.now(),
  };
  if (!mark) await sayWhole(place, engine, db);
  return place;
}

/** Sends what is new; false: nothing was. */
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
    // whoever does not know one of them reads all that was fixed of it from a snapshot after this
    if (!place.codes || currencies.some(({ code }) => !place.codes?.has(code))) place.wantsSnapshot = true;
    place.codes = codesOf(currencies);
  }
  return true;
}

/** What fits in a message; null: everything may have changed, or the next change alone is too large. */
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

/** Says that everything may have changed: a snapshot follows, and nothing before it. */
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

/** While the relay goes on: what it says meanwhile, the snapshot may hold already, which changes nothing. */
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

/** Wakes the one who waits; a ring that nobody waits for is kept. */
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
