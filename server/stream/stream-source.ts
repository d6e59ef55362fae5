import type { NatsConnection } from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';
import { arrangeBlog, type Blog } from '#domain/articles/blog.ts';
import type { BookSource, SourceHandlers } from '../book/book-source.ts';
import type { Mark, News } from '../book/log-of-changes.queries.ts';
import type { RateBook } from '../book/rate-book.ts';
import { CompanySnapshots } from './company-snapshots.ts';
import {
  type ChangeMessage,
  deserializeCompany,
  type Heartbeat,
  readHeartbeat,
  readMessage,
  readRates,
} from './messages.ts';
import { HEARTBEATS, type Nats, openStreams, STREAM } from './nats.ts';
import { findSnapshot, readSnapshot } from './snapshot.ts';
import { Tail } from './tail.ts';

const HEARTBEAT_TIMEOUT_MS = 3_000;
const MAX_FOREIGN_HEARTBEATS = 3;

type Options = {
  nats: Nats;
  log: FastifyBaseLogger;
  reachedAt: (site: string) => string;
  /** no database, so that public data of companies is collected and an old snapshot is better than nothing */
  isAlone?: boolean;
  onTime?(at: Date, agreedAt: Date | null): void;
};
type Received = { readonly seq: number; readonly message: ChangeMessage };

/**
 * Book source that follows the relay's stream without a query to the database. Versions reveal lost, doubled and late
 * messages, which are read again from the stream or the snapshot.
 */
export class StreamSource implements BookSource {
  blog: Blog | null = null;
  /** empty with a database */
  companySnapshots = new CompanySnapshots();
  isRelayed = false;
  unreadableMessages = 0;
  // set by watch, before anything is loaded
  #handlers!: SourceHandlers;
  readonly #options: Options;
  readonly #tail: Tail;
  #book: RateBook | null = null;
  #messages: Received[] = [];
  /** what `news` returned last, which the readers below read */
  #taken: Received | null = null;
  /** no snapshot could be read yet that messages go on from */
  #isSkipping = false;
  #stream = '';
  #loadedSeq = -1;
  #requiredSeq = 0;
  #foreignHeartbeats = 0;
  #silence: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
    this.#tail = new Tail(options.nats, (seq, received) =>
      this.#receive(seq, readMessage(received.string())),
    );
  }

  async load(): Promise<{ book: RateBook; mark: Mark }> {
    const { nats, reachedAt, isAlone } = this.#options;
    this.#isSkipping = true;
    this.#messages = [];
    const streams = await openStreams(nats);
    const { created, state } = await streams.streams.info(STREAM);
    const found = await findSnapshot(streams);
    // a snapshot before the required one may still be newer than the loaded one
    const isNews = found && (found.head.seq >= this.#requiredSeq || found.head.seq > this.#loadedSeq);
    if (!isNews || found.head.stream !== created)
      throw new Error('no snapshot yet from which the stream continues');
    const { head, data } = found;
    if (this.#isClosed) throw new Error('the stream source is closed');
    this.#stream = created;
    this.#isSkipping = false;
    this.#tail.startAfter(Math.max(head.seq, state.first_seq - 1));
    this.#tail.requestUpTo(state.last_seq);
    const companySnapshots = new CompanySnapshots();
    const { book, articles } = await readSnapshot(data, reachedAt, isAlone ? companySnapshots : null);
    this.#book = book;
    this.blog = arrangeBlog(articles);
    this.companySnapshots = companySnapshots;
    this.#loadedSeq = head.seq;
    this.#taken = null;
    // a newer book is still required
    if (this.#requiredSeq > this.#loadedSeq && this.isRelayed) this.#handlers.onConnected();
    return { book, mark: head.mark };
  }

  /** One message at a time, so that each is read as it was written. */
  async news(from: Mark): Promise<News | null> {
    // the book did not take the last message, and would not take it the next time
    if (this.#taken && from.version < this.#taken.message.to.version) this.#refuse(this.#taken.seq);
    if (this.#requiredSeq > this.#loadedSeq) return null;
    let next = this.#messages.shift();
    // doubled messages, or those that the snapshot contains
    while (next && next.message.to.version <= from.version) next = this.#messages.shift();
    if (!next) return { mark: from, named: [] };
    const { to, named, currencies, articles } = next.message;
    if (!continuesFrom(next.message, from)) return null;
    // fixings of a new currency come from the snapshot that the relay writes after this message
    if (currencies?.some(({ code }) => !this.#book?.currency(code))) {
      this.#requireSnapshot(next.seq);
      return null;
    }
    this.#taken = next;
    if (this.#options.isAlone) this.companySnapshots.apply(next.message);
    if (articles) this.blog = arrangeBlog(articles);
    const last = this.#messages.at(-1);
    if (last) this.#handlers.onVersion(last.message.to.version);
    return { mark: to, named };
  }

  async midRates() {
    return { currencies: required(this.#taken?.message.currencies), fixings: [] };
  }

  async openings() {
    return new Map(required(this.#taken?.message.openings));
  }

  async companies(ids: readonly number[]) {
    const companies = required(this.#taken).message.companies.filter(([{ id }]) => ids.includes(id));
    return new Map(
      companies.map(([written, texts]) => [
        written.id,
        { company: deserializeCompany(written, this.#options.reachedAt), fixings: readRates(texts) },
      ]),
    );
  }

  async fixings() {
    return required(this.#taken).message.fixings.flatMap(([companyId, texts]) =>
      Array.from(readRates(texts), ([code, rates]) => ({ companyId, code, rates })),
    );
  }

  watch(handlers: SourceHandlers): { close(): Promise<void> } {
    this.#handlers = handlers;
    void this.#options.nats.connection.then((nats) => this.#listen(nats));
    return {
      close: async () => {
        this.#isClosed = true;
        clearTimeout(this.#silence);
        this.#tail.close();
      },
    };
  }

  async #listen(nats: NatsConnection): Promise<void> {
    if (this.#isClosed) return;
    nats.subscribe(HEARTBEATS, {
      callback: (error, message) => {
        const heartbeat = error ? null : readHeartbeat(message.string());
        if (heartbeat && !this.#isClosed) this.#take(heartbeat);
      },
    });
    // without a relay, the last snapshot serves
    if (this.#options.isAlone) this.#handlers.onVersion(0);
    for await (const { type } of nats.status()) {
      if (this.#isClosed) return;
      if (type === 'disconnect') this.#markAway('NATS is away');
    }
  }

  #take(heartbeat: Heartbeat): void {
    clearTimeout(this.#silence);
    const markAway = () => this.#markAway('no heartbeat of the relay');
    this.#silence = setTimeout(markAway, HEARTBEAT_TIMEOUT_MS);
    if (!this.isRelayed) this.#handlers.onConnected();
    this.isRelayed = true;
    const at = new Date(heartbeat.at);
    this.#options.onTime?.(at, heartbeat.isRightClock ? at : null);
    if (this.#loadedSeq >= 0) this.#compare(heartbeat);
    this.#handlers.onVersion(heartbeat.version);
  }

  #markAway(reason: string): void {
    clearTimeout(this.#silence);
    if (this.isRelayed) this.#handlers.onDisconnected(new Error(reason));
    this.isRelayed = false;
  }

  /** Several heartbeats of another stream, or of a shorter one, mean that the snapshot must be read again. */
  #compare({ stream, seq }: Heartbeat): void {
    const isForeign = stream !== this.#stream || seq < this.#tail.seq;
    this.#foreignHeartbeats = isForeign ? this.#foreignHeartbeats + 1 : 0;
    if (!isForeign) this.#tail.requestUpTo(seq);
    if (this.#foreignHeartbeats < MAX_FOREIGN_HEARTBEATS) return;
    this.#foreignHeartbeats = 0;
    this.#loadedSeq = -1;
    this.#requiredSeq = 0;
    this.#handlers.onConnected();
  }

  #receive(seq: number, message: ChangeMessage | null): void {
    if (message?.from) {
      if (!this.#isSkipping) this.#messages.push({ seq, message });
      this.#handlers.onVersion(message.to.version);
      return;
    }
    if (message) this.#requireSnapshot(seq);
    else this.#refuse(seq);
    this.#handlers.onConnected();
  }

  #requireSnapshot(seq: number): void {
    this.#messages = [];
    this.#requiredSeq = Math.max(this.#requiredSeq, seq);
  }

  /** Unreadable messages may have changed anything, so a snapshot after them is required. */
  #refuse(seq: number): void {
    // not new when received again after an older snapshot
    if (seq > this.#requiredSeq) {
      this.unreadableMessages += 1;
      this.#options.log.error({ seq, stream: STREAM }, 'unreadable message in the stream');
    }
    this.#requireSnapshot(seq);
  }
}

function continuesFrom({ from }: ChangeMessage, { version, at }: Mark): boolean {
  if (!from || from.version > version) return false;
  return from.version < version || from.at === at;
}

/** Throws where a named entry is missing, so that the whole book is read again. */
function required<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('the message lacks an entry that it names');
  return value;
}
