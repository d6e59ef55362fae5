import { type JetStreamManager, RepublishHeaders } from '@nats-io/jetstream';
import { type Nats, openStreams, REPUBLISHED, STREAM } from './nats.ts';

const REQUESTS_AT_ONCE = 16;

type ReceivedMessage = { readonly data: Uint8Array; string(): string };

/**
 * Delivers the messages after a sequence, each once and in order. The engine republishes to all subscribers, far
 * cheaper than a consumer each, and messages after a missed one are requested by their sequence.
 */
export class Tail {
  readonly #nats: Nats;
  readonly #deliver: (seq: number, message: ReceivedMessage) => void;
  /** infinite until startAfter, so that nothing counts */
  #seq = Number.POSITIVE_INFINITY;
  #lastKnownSeq = 0;
  /** object of the requests under way, which a new start ends; null: none */
  #requests: object | null = null;
  #unsubscribe = () => {};
  #isClosed = false;

  constructor(nats: Nats, deliver: (seq: number, message: ReceivedMessage) => void) {
    this.#nats = nats;
    this.#deliver = deliver;
    void nats.connection.then((connection) => {
      if (this.#isClosed) return;
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
    this.#requests = null;
    this.#seq = seq;
    this.#lastKnownSeq = seq;
  }

  requestUpTo(upTo: number): void {
    this.#lastKnownSeq = Math.max(this.#lastKnownSeq, upTo);
    if (!this.#requests && this.#lastKnownSeq > this.#seq) void this.#request();
  }

  close(): void {
    this.#isClosed = true;
    this.startAfter(Number.POSITIVE_INFINITY);
    this.#unsubscribe();
  }

  /** null: expired; the versions of the next message show whether it is missed. */
  #receive(seq: number, message: ReceivedMessage | null): void {
    if (seq === this.#seq + 1) {
      this.#seq = seq;
      if (message) this.#deliver(seq, message);
    } else if (seq > this.#seq) this.requestUpTo(seq);
  }

  async #request(): Promise<void> {
    const own = {};
    this.#requests = own;
    try {
      const streams = await openStreams(this.#nats);
      while (own === this.#requests && this.#lastKnownSeq > this.#seq) {
        const length = Math.min(REQUESTS_AT_ONCE, this.#lastKnownSeq - this.#seq);
        const missing = Array.from({ length }, (_, i) => this.#seq + 1 + i);
        const found = await Promise.all(missing.map((seq) => fetchMessage(streams, seq)));
        if (own !== this.#requests) return;
        for (const [i, seq] of missing.entries()) this.#receive(seq, found[i] ?? null);
      }
    } catch {
      // requested again with the next message or heartbeat
    } finally {
      if (own === this.#requests) this.#requests = null;
    }
  }
}

async function fetchMessage(streams: JetStreamManager, seq: number): Promise<ReceivedMessage | null> {
  // a replica, which may be behind, before the leader
  return (
    (await streams.direct.getMessage(STREAM, { seq })) ?? (await streams.streams.getMessage(STREAM, { seq }))
  );
}
