import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';
import { arrangeBlog, type Blog } from '#domain/articles/blog.ts';
import type { BookSource, SourceHandlers } from '../book/book-source.ts';
import type { FixingKey } from '../book/changes.ts';
import { fastForm } from '../book/fast-book.ts';
import type { Mark, News } from '../book/log-of-changes.queries.ts';
import type { RateBook } from '../book/rate-book.ts';
import type { BlogCache } from '../features/articles/blog-cache.ts';
import { CompanySnapshots } from './company-snapshots.ts';
import {
  type ChangeMessage,
  type Heartbeat,
  PendingChanges,
  readHeartbeat,
  readMessage,
} from './messages.ts';
import { HEARTBEATS, type Nats, openBucket, openStreams, SNAPSHOT, STREAM } from './nats.ts';
import { readObject } from './read-object.ts';
import { readHead, readSnapshot } from './snapshot.ts';
import { Tail } from './tail.ts';

const HEARTBEAT_TIMEOUT_MS = 3_000;
const MAX_FOREIGN_HEARTBEATS = 3;

type Options = {
  nats: Nats;
  log: FastifyBaseLogger;
  reachedAt: (site: string) => string;
  /** no database, so that public data of companies is collected and an old snapshot is better than nothing */
  isAlone?: boolean;
};

/**
 * Book source that follows the relay's stream without a query to the database. Versions reveal lost, doubled and late
 * messages, which are read again from the stream or the snapshot.
 */
export class StreamSource implements BookSource {
  readonly form = fastForm;
  readonly blog: BlogCache;
  readonly #options: Options;
  readonly #tail: Tail;
  readonly #pending = new PendingChanges();
  readonly #blogLoaded = Promise.withResolvers<void>();
  #blog: Blog | null = null;
  #messages: { seq: number; message: ChangeMessage }[] = [];
  /** no snapshot could be read yet that messages go on from */
  #isSkipping = false;
  /** currencies of the book; the fixings of any other one come from a snapshot alone */
  #knownCodes: ReadonlySet<string> = new Set();
  #companySnapshots: CompanySnapshots | null = null;
  #stream = '';
  #loadedSeq = -1;
  #requiredSeq = 0;
  #newsVersion = 0;
  #newsSeq = 0;
  #unreadable = 0;
  #foreignHeartbeats = 0;
  #handlers: SourceHandlers | null = null;
  #heartbeats: Subscription | null = null;
  #silence: NodeJS.Timeout | undefined;
  #isRelayed = false;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
    this.#tail = new Tail(options.nats, (seq, received) =>
      this.#receive(seq, readMessage(received.string())),
    );
    this.blog = {
      current: () => this.#blog,
      loaded: this.#blogLoaded.promise,
      close: async () => undefined,
    };
  }

  readonly midRates = () => this.#pending.midRates();
  readonly openings = () => this.#pending.openings();
  readonly companies = (ids: readonly number[]) => this.#pending.companies(ids);
  readonly fixings = (keys: readonly FixingKey[]) => this.#pending.fixings(keys);
  readonly settle = () => this.#pending.clear();

  async load(between: () => Promise<void>): Promise<{ book: RateBook; mark: Mark }> {
    const { nats, reachedAt, isAlone } = this.#options;
    await nats.connection;
    this.#refuseClosed();
    this.#isSkipping = true;
    this.#messages = [];
    const store = await openBucket(nats);
    const { created, state } = await (await openStreams(nats)).streams.info(STREAM);
    const known = readHead(await store.info(SNAPSHOT));
    // a snapshot before the required one may still be newer than the loaded one
    const isNews = known && (known.seq >= this.#requiredSeq || known.seq > this.#loadedSeq);
    if (known?.stream !== created || !isNews)
      throw new Error('there is no snapshot yet that the stream goes on from');
    this.#refuseClosed();
    const found = await readObject(nats, SNAPSHOT);
    // the same or a newer one
    const head = readHead(found?.info ?? null);
    if (!found || !head) throw new Error('the snapshot is gone');
    this.#stream = created;
    this.#isSkipping = false;
    this.#tail.startAfter(Math.max(head.seq, state.first_seq - 1));
    this.#tail.requestUpTo(state.last_seq);
    const companySnapshots = isAlone ? new CompanySnapshots() : null;
    const options = { companySnapshots, form: this.form, reachedAt, between };
    const { book, articles } = await readSnapshot(found.data, options);
    this.#refuseClosed();
    this.#setBlog(articles);
    this.#companySnapshots = companySnapshots;
    this.#knownCodes = codesOf(book.currencies);
    this.#loadedSeq = head.seq;
    this.#newsVersion = 0;
    // a newer book is still required
    if (this.#requiredSeq > this.#loadedSeq && this.#isRelayed) this.#handlers?.onConnected();
    return { book, mark: head.mark };
  }

  async news(from: Mark): Promise<News | null> {
    // the book did not take the last news, and would not take them the next time
    if (from.version < this.#newsVersion) this.#refuse(this.#newsSeq);
    if (this.#requiredSeq > this.#loadedSeq) return null;
    const named: string[] = [];
    let mark = from;
    for (let next = this.#messages[0]; next; next = this.#messages[0]) {
      const { seq, message } = next;
      // a doubled message, or one that the snapshot contains
      if (message.to.version > mark.version) {
        if (!continuesFrom(message, mark)) return null;
        if (!this.#apply(seq, message)) return null;
        named.push(...message.named);
        mark = message.to;
        this.#newsSeq = seq;
      }
      this.#messages.shift();
    }
    this.#newsVersion = mark.version;
    return { mark, named };
  }

  /** false: a snapshot after this message is required. */
  #apply(seq: number, message: ChangeMessage): boolean {
    const { currencies, articles } = message;
    // the relay writes that snapshot after each message with currencies
    if (currencies?.some(({ code }) => !this.#knownCodes.has(code))) {
      this.#requireSnapshot(seq);
      return false;
    }
    try {
      this.#pending.add(message, this.#options.reachedAt);
      if (articles) this.#setBlog(articles);
      this.#companySnapshots?.apply(message);
    } catch (err) {
      this.#refuse(seq, err);
      return false;
    }
    if (currencies) this.#knownCodes = codesOf(currencies);
    return true;
  }

  #requireSnapshot(seq: number): void {
    this.#messages = [];
    this.#requiredSeq = Math.max(this.#requiredSeq, seq);
  }

  /** Unreadable messages may have changed anything, so a snapshot after them is required. */
  #refuse(seq: number, err?: unknown): void {
    // not new when received again after an older snapshot
    if (seq > this.#requiredSeq) {
      this.#unreadable += 1;
      this.#options.log.error({ seq, stream: STREAM, err }, 'what the stream said cannot be read');
    }
    this.#requireSnapshot(seq);
  }

  watch(handlers: SourceHandlers): { close(): Promise<void> } {
    this.#handlers = handlers;
    void this.#options.nats.connection.then((nats) => this.#listen(nats, handlers));
    return {
      close: async () => {
        this.#isClosed = true;
        clearTimeout(this.#silence);
        this.#heartbeats?.unsubscribe();
        this.#tail.close();
      },
    };
  }

  async #listen(nats: NatsConnection, handlers: SourceHandlers): Promise<void> {
    if (this.#isClosed) return;
    this.#heartbeats = nats.subscribe(HEARTBEATS, {
      callback: (error, message) => {
        const heartbeat = error ? null : readHeartbeat(message.string());
        if (heartbeat) this.#take(heartbeat, handlers);
      },
    });
    // without a relay, the last snapshot serves
    if (this.#options.isAlone) handlers.onVersion(0);
    for await (const { type } of nats.status()) {
      if (this.#isClosed) return;
      if (type === 'disconnect') this.#markAway('NATS is away', handlers);
    }
  }

  #take(heartbeat: Heartbeat, handlers: SourceHandlers): void {
    clearTimeout(this.#silence);
    const markAway = () => this.#markAway('nobody relays the log of changes', handlers);
    this.#silence = setTimeout(markAway, HEARTBEAT_TIMEOUT_MS);
    if (!this.#isRelayed) handlers.onConnected();
    this.#isRelayed = true;
    this.#compare(heartbeat, handlers);
    handlers.onVersion(heartbeat.version);
  }

  #markAway(reason: string, handlers: SourceHandlers): void {
    clearTimeout(this.#silence);
    if (this.#isRelayed) handlers.onDisconnected(new Error(reason));
    this.#isRelayed = false;
  }

  /** Several heartbeats of another stream, or of a shorter one, mean that the snapshot must be read again. */
  #compare({ stream, seq }: Heartbeat, handlers: SourceHandlers): void {
    if (this.#loadedSeq < 0) return;
    const isForeign = stream !== this.#stream || seq < this.#tail.seq;
    this.#foreignHeartbeats = isForeign ? this.#foreignHeartbeats + 1 : 0;
    if (!isForeign) this.#tail.requestUpTo(seq);
    if (this.#foreignHeartbeats < MAX_FOREIGN_HEARTBEATS) return;
    this.#foreignHeartbeats = 0;
    this.#loadedSeq = -1;
    this.#requiredSeq = 0;
    handlers.onConnected();
  }

  companySnapshots(): CompanySnapshots | null {
    return this.#companySnapshots;
  }

  unreadableMessages(): number {
    return this.#unreadable;
  }

  isRelayed(): boolean {
    return this.#isRelayed;
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new Error('the stream is followed no more');
  }

  #receive(seq: number, message: ChangeMessage | null): void {
    if (message?.from) {
      if (!this.#isSkipping) this.#messages.push({ seq, message });
      this.#handlers?.onVersion(message.to.version);
      return;
    }
    if (message) this.#requireSnapshot(seq);
    else this.#refuse(seq);
    this.#handlers?.onConnected();
  }

  #setBlog(articles: Parameters<typeof arrangeBlog>[0]): void {
    this.#blog = arrangeBlog(articles);
    this.#blogLoaded.resolve();
  }
}

function codesOf(currencies: readonly { code: string }[]): ReadonlySet<string> {
  return new Set(currencies.map(({ code }) => code));
}

function continuesFrom({ from }: ChangeMessage, { version, at }: Mark): boolean {
  if (!from || from.version > version) return false;
  return from.version < version || from.at === at;
}
