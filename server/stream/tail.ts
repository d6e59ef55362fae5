import { type JetStreamManager, jetstreamManager, RepublishHeaders } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { ANSWER_WITHIN_MS, type Nats, STREAM, TOLD } from './nats.ts';

/** How many messages are asked for at once where some were missed. */
const ASKED_AT_ONCE = 16;
/** How many are kept while one before them is asked for; beyond that they are asked for as well. */
const MOST_AHEAD = 100;

/** A message as it came. */
export type Told = { readonly data: Uint8Array; string(): string };
/** Null: the stream holds it no more. */
type Kept = Told | null;

/**
 * What the stream says after a message, each once and in its order. The engine tells all at once who listen what it has
 * stored, which costs it far less than a consumer for each; whoever missed some asks for those by their number.
 */
export class Tail {
  readonly #take: (seq: number, told: Told) => void;
  readonly #ahead = new Map<number, Kept>();
  #nats: NatsConnection | null = null;
  /** nothing counts until it is said where to start */
  #seq = Number.POSITIVE_INFINITY;
  /** the last one that is known of */
  #upTo = 0;
  /** where it goes on from: what was asked for before the last change of that counts no more */
  #turn = 0;
  #isAsking = false;
  #unsubscribe: (() => void) | null = null;
  #isClosed = false;

  constructor(nats: Nats, take: (seq: number, told: Told) => void) {
    this.#take = take;
    void nats.connection.then((connection) => {
      if (this.#isClosed) return;
      this.#nats = connection;
      const subscription = connection.subscribe(TOLD, {
        callback: (error, message) => {
          if (!error) this.#hear(Number(message.headers?.get(RepublishHeaders.Sequence)), message);
        },
      });
      this.#unsubscribe = () => subscription.unsubscribe();
    });
  }

  /** The last message that was taken. */
  get seq(): number {
    return this.#seq;
  }

  startAfter(seq: number): void {
    this.#turn += 1;
    this.#isAsking = false;
    this.#ahead.clear();
    this.#seq = seq;
    this.#upTo = seq;
  }

  /** The stream is known to hold messages up to this one: those that did not come are asked for. */
  holds(upTo: number): void {
    this.#upTo = Math.max(this.#upTo, upTo);
    if (!this.#isAsking && this.#upTo > this.#seq) void this.#ask();
  }

  close(): void {
    this.#isClosed = true;
    this.startAfter(this.#seq);
    this.#unsubscribe?.();
  }

  #hear(seq: number, told: Told): void {
    // doubled
    if (!(seq > this.#seq)) return;
    if (seq === this.#seq + 1 || this.#ahead.size < MOST_AHEAD) this.#ahead.set(seq, told);
    this.#drain();
    this.holds(seq);
  }

  #drain(): void {
    for (let kept = this.#next(); kept !== undefined; kept = this.#next()) {
      this.#seq += 1;
      this.#ahead.delete(this.#seq);
      // of one that is held no more, the versions of the next one say whether it is missed
      if (kept) this.#take(this.#seq, kept);
    }
  }

  #next(): Kept | undefined {
    return this.#ahead.get(this.#seq + 1);
  }

  async #ask(): Promise<void> {
    const turn = this.#turn;
    const nats = this.#nats;
    if (!nats) return;
    this.#isAsking = true;
    try {
      const streams = await jetstreamManager(nats, { timeout: ANSWER_WITHIN_MS, checkAPI: false });
      while (turn === this.#turn && this.#upTo > this.#seq) {
        const count = Math.min(ASKED_AT_ONCE, this.#upTo - this.#seq);
        const missing = Array.from({ length: count }, (_, i) => this.#seq + 1 + i).filter(
          (seq) => !this.#ahead.has(seq),
        );
        const found = await Promise.all(missing.map(async (seq) => [seq, await find(streams, seq)] as const));
        if (turn !== this.#turn) return;
        for (const [seq, kept] of found) if (seq > this.#seq) this.#ahead.set(seq, kept);
        this.#drain();
      }
    } catch {
      // asked for again with the next message, or the next beat
    } finally {
      if (turn === this.#turn) this.#isAsking = false;
    }
  }
}

async function find(streams: JetStreamManager, seq: number): Promise<Kept> {
  // of a copy, which may be behind, before it is asked of whoever leads
  return (
    (await streams.direct.getMessage(STREAM, { seq })) ?? (await streams.streams.getMessage(STREAM, { seq }))
  );
}
