import { JetStreamApiCodes, JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type ObjectResult, Objm } from '@nats-io/obj';
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';
import { arrangeBlog, type Blog } from '#domain/articles/blog.ts';
import type { BookSource, SourceHandlers } from '../book/book-source.ts';
import { fastForm } from '../book/fast-book.ts';
import type { Mark, News } from '../book/log-of-changes.queries.ts';
import type { BookForm, RateBook } from '../book/rate-book.ts';
import type { BlogCache } from '../features/articles/blog-cache.ts';
import { CompanySnapshots } from './company-snapshots.ts';
import {
  type ChangeMessage,
  type Heartbeat,
  PendingChanges,
  readHeartbeat,
  readMessage,
} from './messages.ts';
import { ANSWER_TIMEOUT_MS, BUCKET, HEARTBEATS, type Nats, SNAPSHOT, STREAM } from './nats.ts';
import { readHead, readSnapshot } from './snapshot.ts';
import { Tail } from './tail.ts';

/** Longest silence while reading, because an object whose chunks were purged never ends. */
const MAX_SILENCE_MS = 10_000;
const HEARTBEAT_TIMEOUT_MS = 3_000;
const MAX_FOREIGN_HEARTBEATS = 3;
const RESYNC_EVERY_MS = 10_000;

/**
 * Book source that follows the relay's stream without a query to the database. Versions reveal lost, doubled and late
 * messages, which are read again from the stream or the snapshot.
 */
export class StreamSource implements BookSource {
  readonly form: BookForm;
  readonly blog: BlogCache;
  readonly #nats: Nats;
  readonly #reachedAt: (site: string) => string;
  readonly #tail: Tail;
  readonly #pending = new PendingChanges();
  readonly #blogLoaded = Promise.withResolvers<void>();
  #blog: Blog | null = null;
  #messages: { seq: number; message: ChangeMessage }[] = [];
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
  #needsResync = false;
  #resyncedAt = Number.NEGATIVE_INFINITY;
  #foreignHeartbeats = 0;
  #handlers: SourceHandlers | null = null;
  #isRelayed = false;
  #isClosed = false;
  readonly #maxSilence: number;
  readonly #resyncEvery: number;
  readonly #isAlone: boolean;
  readonly #log: FastifyBaseLogger;

  /**
   * `isAlone`: no database, so that public data of companies is collected and an old snapshot is better than nothing.
   * `maxSilence` and `resyncEvery` are milliseconds.
   */
  constructor(options: {
    nats: Nats;
    log: FastifyBaseLogger;
    reachedAt: (site: string) => string;
    form?: BookForm;
    maxSilence?: number;
    resyncEvery?: number;
    isAlone?: boolean;
  }) {
    this.#maxSilence = options.maxSilence ?? MAX_SILENCE_MS;
    this.#resyncEvery = options.resyncEvery ?? RESYNC_EVERY_MS;
    this.#isAlone = options.isAlone ?? false;
    this.#log = options.log;
    this.#nats = options.nats;
    this.#reachedAt = options.reachedAt;
    this.form = options.form ?? fastForm;
    this.#tail = new Tail(options.nats, (seq, received) =>
      this.#receive(seq, readMessage(received.string())),
    );
    this.blog = {
      current: () => this.#blog,
      loaded: this.#blogLoaded.promise,
      close: async () => undefined,
    };
  }

  async load(between: () => Promise<void>): Promise<{ book: RateBook; mark: Mark }> {
    const nats = await this.#nats.connection;
    this.#refuseClosed();
    this.#isSkipping = true;
    this.#messages = [];
    if (this.#needsResync && performance.now() - this.#resyncedAt < this.#resyncEvery) {
      throw new Error('a snapshot was read a moment ago for what could not be read');
    }
    const options = { timeout: ANSWER_TIMEOUT_MS };
    const stream = jetstream(nats, options);
    const found = await (await new Objm(stream).open(BUCKET)).get(SNAPSHOT);
    try {
      return await this.#read(nats, found, between);
    } catch (error) {
      // an unread object would stay in memory; an ended one refuses to cancel
      await found?.data.cancel().catch(() => undefined);
      found?.error.catch(() => undefined);
      throw error;
    }
  }

  async #read(nats: NatsConnection, found: ObjectResult | null, between: () => Promise<void>) {
    const options = { timeout: ANSWER_TIMEOUT_MS };
    const head = readHead(found?.info ?? null);
    const streams = await jetstreamManager(nats, { ...options, checkAPI: false });
    const { created, state } = await streams.streams.info(STREAM);
    // a snapshot before the required one may still be newer than the loaded one
    const isNews = head && (head.seq >= this.#requiredSeq || head.seq > this.#loadedSeq);
    if (!found || head?.stream !== created || !isNews) {
      throw new Error('there is no snapshot yet that the stream goes on from');
    }
    this.#refuseClosed();
    this.#stream = created;
    this.#isSkipping = false;
    this.#tail.startAfter(Math.max(head.seq, state.first_seq - 1));
    this.#tail.requestUpTo(state.last_seq);
    const companySnapshots = this.#isAlone ? new CompanySnapshots() : null;
    const { book, articles } = await readSnapshot(found, {
      companySnapshots,
      form: this.form,
      reachedAt: this.#reachedAt,
      between,
      maxSilence: this.#maxSilence,
    });
    this.#refuseClosed();
    this.#setBlog(articles);
    this.#companySnapshots = companySnapshots;
    this.#knownCodes = codesOf(book.currencies);
    this.#loadedSeq = head.seq;
    this.#newsVersion = 0;
    if (this.#needsResync) this.#resyncedAt = performance.now();
    if (this.#requiredSeq <= this.#loadedSeq) this.#needsResync = false;
    // a newer book is still required
    else if (this.#isRelayed) this.#handlers?.onConnected();
    return { book, mark: head.mark };
  }

  async news(from: Mark): Promise<News | null> {
    if (this.#requiredSeq > this.#loadedSeq) return null;
    // the book did not take the last news, and would not take them the next time
    if (from.version < this.#newsVersion) {
      this.#resync(this.#newsSeq, 'what the stream said does not go into the book');
      return null;
    }
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
    if (currencies?.some(({ code }) => !this.#knownCodes.has(code))) {
      // the relay writes that snapshot, because it knows the currencies of its subscribers or that it does not
      this.#requireSnapshot(seq);
      return false;
    }
    try {
      this.#pending.add(message, this.#reachedAt);
      if (articles) this.#setBlog(articles);
      this.#companySnapshots?.apply(message);
    } catch (err) {
      this.#resync(seq, 'what the stream said cannot be read', err);
      return false;
    }
    if (currencies) this.#knownCodes = codesOf(currencies);
    return true;
  }

  #requireSnapshot(seq: number): void {
    this.#messages = [];
    this.#requiredSeq = Math.max(this.#requiredSeq, seq);
  }

  #resync(seq: number, sentence: string, err?: unknown): void {
    // not new when received again after an older snapshot
    const isNew = seq > this.#requiredSeq;
    this.#needsResync = true;
    this.#requireSnapshot(seq);
    if (!isNew) return;
    this.#unreadable += 1;
    this.#log.error({ seq, stream: STREAM, err }, sentence);
  }

  settle(): void {
    this.#pending.clear();
  }

  async midRates() {
    return { currencies: this.#pending.currencies, fixings: [] };
  }

  async openings() {
    return this.#pending.openings;
  }

  async companies(ids: readonly number[]) {
    const known = ids.map((id) => [id, this.#pending.company(id)] as const);
    return new Map(known.flatMap(([id, company]) => (company ? [[id, company] as const] : [])));
  }

  async fixings(keys: Parameters<BookSource['fixings']>[0]) {
    return keys.flatMap((key) => {
      const rates = this.#pending.fixing(key.companyId, key.code);
      return rates ? [{ ...key, rates }] : [];
    });
  }

  watch(handlers: SourceHandlers): { close(): Promise<void> } {
    this.#handlers = handlers;
    let isClosed = false;
    let timer: NodeJS.Timeout | undefined;
    const markAway = (reason: string) => {
      clearTimeout(timer);
      if (this.#isRelayed && !isClosed) handlers.onDisconnected(new Error(reason));
      this.#isRelayed = false;
    };
    const onHeartbeat = (heartbeat: Heartbeat) => {
      clearTimeout(timer);
      timer = setTimeout(markAway, HEARTBEAT_TIMEOUT_MS, 'nobody relays the log of changes');
      if (!this.#isRelayed) handlers.onConnected();
      this.#isRelayed = true;
      this.#compare(heartbeat);
      handlers.onVersion(heartbeat.version);
    };
    let heartbeats: Subscription | undefined;
    void this.#nats.connection.then(async (nats) => {
      if (isClosed) return;
      heartbeats = nats.subscribe(HEARTBEATS, {
        callback(error, message) {
          const heartbeat = error ? null : readHeartbeat(message.string());
          if (heartbeat) onHeartbeat(heartbeat);
        },
      });
      if (this.#isAlone) {
        // without a relay, the last snapshot serves
        void mayHaveSnapshot(nats).then((mayBe) => {
          if (mayBe && !isClosed) handlers.onVersion(0);
        });
      }
      for await (const { type } of nats.status()) {
        if (isClosed) return;
        if (type === 'disconnect') markAway('NATS is away');
      }
    });
    return {
      close: async () => {
        isClosed = true;
        this.#isClosed = true;
        clearTimeout(timer);
        heartbeats?.unsubscribe();
        this.#tail.close();
      },
    };
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

  #compare({ stream, seq }: Heartbeat): void {
    if (this.#loadedSeq < 0) return;
    const isForeign = stream !== this.#stream || seq < this.#tail.seq;
    this.#foreignHeartbeats = isForeign ? this.#foreignHeartbeats + 1 : 0;
    if (!isForeign) this.#tail.requestUpTo(seq);
    if (this.#foreignHeartbeats < MAX_FOREIGN_HEARTBEATS) return;
    this.#foreignHeartbeats = 0;
    this.#loadedSeq = -1;
    this.#requiredSeq = 0;
    this.#handlers?.onConnected();
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new Error('the stream is followed no more');
  }

  /** Unreadable messages may have changed anything, so a snapshot after them is required. */
  #receive(seq: number, message: ChangeMessage | null): void {
    if (this.#isClosed) return;
    if (message?.from) {
      if (!this.#isSkipping) this.#messages.push({ seq, message });
      this.#handlers?.onVersion(message.to.version);
      return;
    }
    if (message) this.#requireSnapshot(seq);
    else this.#resync(seq, 'what the stream said cannot be read');
    this.#handlers?.onConnected();
  }

  #setBlog(articles: Parameters<typeof arrangeBlog>[0]): void {
    this.#blog = arrangeBlog(articles);
    this.#blogLoaded.resolve();
  }
}

/** true also when the engine cannot be asked, because reading retries. */
async function mayHaveSnapshot(nats: NatsConnection): Promise<boolean> {
  const stream = jetstream(nats, { timeout: ANSWER_TIMEOUT_MS });
  try {
    const store = await new Objm(stream).open(BUCKET, false);
    return readHead(await store.info(SNAPSHOT)) !== null;
  } catch (error) {
    return !(error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound);
  }
}

function codesOf(currencies: readonly { code: string }[]): ReadonlySet<string> {
  return new Set(currencies.map(({ code }) => code));
}

function continuesFrom({ from }: ChangeMessage, { version, at }: Mark): boolean {
  if (!from || from.version > version) return false;
  return from.version < version || from.at === at;
}
