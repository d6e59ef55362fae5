import { type JetStreamManager, jetstreamManager, RepublishHeaders } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { type Nats, REPUBLISHED, STREAM } from './nats.ts';

const REQUESTS_AT_ONCE = 16;
/** Messages that wait behind a missing one. Further ones are requested again. */
const MAX_AHEAD = 100;

export type ReceivedMessage = { readonly data: Uint8Array; string(): string };
type ExpirableMessage = ReceivedMessage | null;

/**
 * Delivers the messages after a sequence, each once and in order. The engine republishes to all subscribers, far
 * cheaper than a consumer each, and a missed message is requested by its sequence.
 */
export class Tail {
  readonly #deliver: (seq: number, message: ReceivedMessage) => void;
  readonly #answerWithin: number;
  readonly #ahead = new Map<number, ExpirableMessage>();
  #nats: NatsConnection | null = null;
  /** infinite until startAfter, so that nothing counts */
  #seq = Number.POSITIVE_INFINITY;
  #lastKnownSeq = 0;
  #generation = 0;
  #isRequesting = false;
  #unsubscribe: (() => void) | null = null;
  #isClosed = false;

  constructor(nats: Nats, deliver: (seq: number, message: ReceivedMessage) => void) {
    this.#deliver = deliver;
    this.#answerWithin = nats.answerWithin;
    void nats.connection.then((connection) => {
      if (this.#isClosed) return;
      this.#nats = connection;
      const subscription = connection.subscribe(REPUBLISHED, {
        callback: (error, message) => {
          if (!error) this.#receive(Number(message.headers?.get(RepublishHeaders.Sequence)), message);
        },
      });
      this.#unsubscribe = () => subscription.unsubscribe();
    });
  }

  get seq(): number {
    return this.#seq;
  }

  startAfter(seq: number): void {
    this.#generation += 1;
    this.#isRequesting = false;
    this.#ahead.clear();
    this.#seq = seq;
    this.#lastKnownSeq = seq;
  }

  requestUpTo(upTo: number): void {
    this.#lastKnownSeq = Math.max(this.#lastKnownSeq, upTo);
    if (!this.#isRequesting && this.#lastKnownSeq > this.#seq) void this.#request();
  }

  close(): void {
    this.#isClosed = true;
    this.startAfter(this.#seq);
    this.#unsubscribe?.();
  }

  #receive(seq: number, message: ReceivedMessage): void {
    // doubled
    if (!(seq > this.#seq)) return;
    if (seq === this.#seq + 1 || this.#ahead.size < MAX_AHEAD) this.#ahead.set(seq, message);
    this.#drain();
    this.requestUpTo(seq);
  }

  #drain(): void {
    for (let found = this.#next(); found !== undefined; found = this.#next()) {
      this.#seq += 1;
      this.#ahead.delete(this.#seq);
      // null: expired; the versions of the next message show whether it is missed
      if (found) this.#deliver(this.#seq, found);
    }
  }

  #next(): ExpirableMessage | undefined {
    return this.#ahead.get(this.#seq + 1);
  }

  async #request(): Promise<void> {
    const generation = this.#generation;
    const nats = this.#nats;
    if (!nats) return;
    this.#isRequesting = true;
    try {
      const streams = await jetstreamManager(nats, { timeout: this.#answerWithin, checkAPI: false });
      while (generation === this.#generation && this.#lastKnownSeq > this.#seq) {
        const count = Math.min(REQUESTS_AT_ONCE, this.#lastKnownSeq - this.#seq);
        const missing = Array.from({ length: count }, (_, i) => this.#seq + 1 + i).filter(
          (seq) => !this.#ahead.has(seq),
        );
        const found = await Promise.all(
          missing.map(async (seq) => [seq, await fetchMessage(streams, seq)] as const),
        );
        if (generation !== this.#generation) return;
        for (const [seq, message] of found) if (seq > this.#seq) this.#ahead.set(seq, message);
        this.#drain();
      }
    } catch {
      // requested again with the next message or heartbeat
    } finally {
      if (generation === this.#generation) this.#isRequesting = false;
    }
  }
}

async function fetchMessage(streams: JetStreamManager, seq: number): Promise<ExpirableMessage> {
  // a replica, which may be behind, before the leader
  return (
    (await streams.direct.getMessage(STREAM, { seq })) ?? (await streams.streams.getMessage(STREAM, { seq }))
  );
}
