import { type JetStreamManager, jetstreamManager, RepublishHeaders } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { ANSWER_WITHIN_MS, type Nats, STREAM, TOLD } from './nats.ts';

const ASKED_AT_ONCE = 16;
/** Messages that wait behind a missing one. Further ones are requested again. */
const MOST_AHEAD = 100;

export type Told = { readonly data: Uint8Array; string(): string };
type Kept = Told | null;

/**
 * Delivers the messages after a sequence, each once and in order. The engine republishes to all subscribers, far
 * cheaper than a consumer each, and a missed message is requested by its sequence.
 */
export class Tail {
  readonly #take: (seq: number, told: Told) => void;
  readonly #ahead = new Map<number, Kept>();
  #nats: NatsConnection | null = null;
  /** infinite until startAfter, so that nothing counts */
  #seq = Number.POSITIVE_INFINITY;
  #upTo = 0;
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
      // null: expired; the versions of the next message show whether it is missed
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
      // requested again with the next message or heartbeat
    } finally {
      if (turn === this.#turn) this.#isAsking = false;
    }
  }
}

async function find(streams: JetStreamManager, seq: number): Promise<Kept> {
  // a replica, which may be behind, before the leader
  return (
    (await streams.direct.getMessage(STREAM, { seq })) ?? (await streams.streams.getMessage(STREAM, { seq }))
  );
}
