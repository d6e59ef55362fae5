import { JetStreamApiCodes, JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type ObjectResult, Objm } from '@nats-io/obj';
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';
import { arrangeBlog, type Blog } from '#domain/articles/blog.ts';
import type { BookSource, SourceHandlers } from '../book/book-source.ts';
import { fastForm } from '../book/fast/fast-form.ts';
import type { Mark, News } from '../book/log-of-changes.queries.ts';
import type { BookForm, RateBook } from '../book/rate-book.ts';
import type { BlogCache } from '../features/articles/blog-cache.ts';
import { type Beat, type ChangeMessage, Heard, readBeat, readMessage } from './entries.ts';
import { ANSWER_WITHIN_MS, BEATS, BUCKET, type Nats, SNAPSHOT, STREAM } from './nats.ts';
import { headOf, readSnapshot } from './snapshot.ts';
import { Tail } from './tail.ts';
import { ToldBureaux } from './told-bureaux.ts';

/** Longest silence while reading, because an object whose chunks were purged never ends. */
const SILENT_FOR_MS = 10_000;
const SILENT_AFTER_MS = 3_000;
const FOREIGN_BEATS = 3;
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
  readonly #heard = new Heard();
  readonly #blogLoaded = Promise.withResolvers<void>();
  #blog: Blog | null = null;
  #messages: { seq: number; message: ChangeMessage }[] = [];
  #skips = false;
  /** currencies of the book; the fixings of any other one come from a snapshot alone */
  #codes: ReadonlySet<string> = new Set();
  #bureaux: ToldBureaux | null = null;
  #stream = '';
  #loaded = -1;
  #wanted = 0;
  #given = 0;
  #givenSeq = 0;
  #unreadable = 0;
  #wantsResync = false;
  #resyncedAt = Number.NEGATIVE_INFINITY;
  #foreign = 0;
  #handlers: SourceHandlers | null = null;
  #isThere = false;
  #isClosed = false;
  readonly #silentFor: number;
  readonly #resyncEvery: number;
  readonly #isAlone: boolean;
  readonly #log: FastifyBaseLogger;

  /**
   * `isAlone`: no database, so that public data of companies is collected and an old snapshot is better than nothing.
   * `silentFor` and `resyncEvery` are milliseconds.
   */
  constructor(options: {
    nats: Nats;
    log: FastifyBaseLogger;
    reachedAt: (site: string) => string;
    form?: BookForm;
    silentFor?: number;
    resyncEvery?: number;
    isAlone?: boolean;
  }) {
    this.#silentFor = options.silentFor ?? SILENT_FOR_MS;
    this.#resyncEvery = options.resyncEvery ?? RESYNC_EVERY_MS;
    this.#isAlone = options.isAlone ?? false;
    this.#log = options.log;
    this.#nats = options.nats;
    this.#reachedAt = options.reachedAt;
    this.form = options.form ?? fastForm;
    this.#tail = new Tail(options.nats, (seq, told) => this.#take(seq, readMessage(told.string())));
    this.blog = {
      current: () => this.#blog,
      loaded: this.#blogLoaded.promise,
      close: async () => undefined,
    };
  }

  async load(between: () => Promise<void>): Promise<{ book: RateBook; mark: Mark }> {
    const nats = await this.#nats.connection;
    this.#refuseClosed();
    this.#skips = true;
    this.#messages = [];
    if (this.#wantsResync && performance.now() - this.#resyncedAt < this.#resyncEvery) {
      throw new Error('a snapshot was read a moment ago for what could not be read');
    }
    const options = { timeout: ANSWER_WITHIN_MS };
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
    const options = { timeout: ANSWER_WITHIN_MS };
    const head = headOf(found?.info ?? null);
    const streams = await jetstreamManager(nats, { ...options, checkAPI: false });
    const { created, state } = await streams.streams.info(STREAM);
    // a snapshot before the required one may still be newer than the loaded one
    const isNews = head && (head.seq >= this.#wanted || head.seq > this.#loaded);
    if (!found || head?.stream !== created || !isNews) {
      throw new Error('there is no snapshot yet that the stream goes on from');
    }
    this.#refuseClosed();
    this.#stream = created;
    this.#skips = false;
    this.#tail.startAfter(Math.max(head.seq, state.first_seq - 1));
    this.#tail.holds(state.last_seq);
    const bureaux = this.#isAlone ? new ToldBureaux() : null;
    const { book, articles } = await readSnapshot(found, {
      bureaux,
      form: this.form,
      reachedAt: this.#reachedAt,
      between,
      silentFor: this.#silentFor,
    });
    this.#refuseClosed();
    this.#setBlog(articles);
    this.#bureaux = bureaux;
    this.#codes = codesOf(book.currencies);
    this.#loaded = head.seq;
    this.#given = 0;
    if (this.#wantsResync) this.#resyncedAt = performance.now();
    if (this.#wanted <= this.#loaded) this.#wantsResync = false;
    // a newer book is still required
    else if (this.#isThere) this.#handlers?.onThere();
    return { book, mark: head.mark };
  }

  async news(from: Mark): Promise<News | null> {
    if (this.#wanted > this.#loaded) return null;
    // the book did not take the last news, and would not take them the next time
    if (from.version < this.#given) {
      this.#resync(this.#givenSeq, 'what the stream said does not go into the book');
      return null;
    }
    const named: string[] = [];
    let mark = from;
    for (let next = this.#messages[0]; next; next = this.#messages[0]) {
      const { seq, message } = next;
      // a doubled message, or one that the snapshot contains
      if (message.to.version > mark.version) {
        if (!goesOn(message, mark)) return null;
        if (!this.#hear(seq, message)) return null;
        named.push(...message.named);
        mark = message.to;
        this.#givenSeq = seq;
      }
      this.#messages.shift();
    }
    this.#given = mark.version;
    return { mark, named };
  }

  /** false: a snapshot after this message is required. */
  #hear(seq: number, message: ChangeMessage): boolean {
    const { currencies, articles } = message;
    if (currencies?.some(({ code }) => !this.#codes.has(code))) {
      // the relay writes that snapshot, because it knows the currencies of its subscribers or that it does not
      this.#want(seq);
      return false;
    }
    try {
      this.#heard.add(message, this.#reachedAt);
      if (articles) this.#setBlog(articles);
      this.#bureaux?.take(message);
    } catch (err) {
      this.#resync(seq, 'what the stream said cannot be read', err);
      return false;
    }
    if (currencies) this.#codes = codesOf(currencies);
    return true;
  }

  #want(seq: number): void {
    this.#messages = [];
    this.#wanted = Math.max(this.#wanted, seq);
  }

  #resync(seq: number, sentence: string, err?: unknown): void {
    // not new when received again after an older snapshot
    const isNew = seq > this.#wanted;
    this.#wantsResync = true;
    this.#want(seq);
    if (!isNew) return;
    this.#unreadable += 1;
    this.#log.error({ seq, stream: STREAM, err }, sentence);
  }

  settle(): void {
    this.#heard.clear();
  }

  async midRates() {
    return { currencies: this.#heard.currencies, fixings: [] };
  }

  async openings() {
    return this.#heard.openings;
  }

  async companies(ids: readonly number[]) {
    const known = ids.map((id) => [id, this.#heard.company(id)] as const);
    return new Map(known.flatMap(([id, company]) => (company ? [[id, company] as const] : [])));
  }

  async fixings(keys: Parameters<BookSource['fixings']>[0]) {
    return keys.flatMap((key) => {
      const rates = this.#heard.fixing(key.companyId, key.code);
      return rates ? [{ ...key, rates }] : [];
    });
  }

  watch(handlers: SourceHandlers): { close(): Promise<void> } {
    this.#handlers = handlers;
    let isClosed = false;
    let timer: NodeJS.Timeout | undefined;
    const leave = (reason: string) => {
      clearTimeout(timer);
      if (this.#isThere && !isClosed) handlers.onAway(new Error(reason));
      this.#isThere = false;
    };
    const hear = (beat: Beat) => {
      clearTimeout(timer);
      timer = setTimeout(leave, SILENT_AFTER_MS, 'nobody relays the log of changes');
      if (!this.#isThere) handlers.onThere();
      this.#isThere = true;
      this.#compare(beat);
      handlers.onVersion(beat.version);
    };
    let beats: Subscription | undefined;
    void this.#nats.connection.then(async (nats) => {
      if (isClosed) return;
      beats = nats.subscribe(BEATS, {
        callback(error, message) {
          const beat = error ? null : readBeat(message.string());
          if (beat) hear(beat);
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
        if (type === 'disconnect') leave('NATS is away');
      }
    });
    return {
      close: async () => {
        isClosed = true;
        this.#isClosed = true;
        clearTimeout(timer);
        beats?.unsubscribe();
        this.#tail.close();
      },
    };
  }

  bureaux(): ToldBureaux | null {
    return this.#bureaux;
  }

  unreadable(): number {
    return this.#unreadable;
  }

  isThere(): boolean {
    return this.#isThere;
  }

  #compare({ stream, seq }: Beat): void {
    if (this.#loaded < 0) return;
    const isForeign = stream !== this.#stream || seq < this.#tail.seq;
    this.#foreign = isForeign ? this.#foreign + 1 : 0;
    if (!isForeign) this.#tail.holds(seq);
    if (this.#foreign < FOREIGN_BEATS) return;
    this.#foreign = 0;
    this.#loaded = -1;
    this.#wanted = 0;
    this.#handlers?.onThere();
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new Error('the stream is followed no more');
  }

  /** Unreadable messages may have changed anything, so a snapshot after them is required. */
  #take(seq: number, message: ChangeMessage | null): void {
    if (this.#isClosed) return;
    if (message?.from) {
      if (!this.#skips) this.#messages.push({ seq, message });
      this.#handlers?.onVersion(message.to.version);
      return;
    }
    if (message) this.#want(seq);
    else this.#resync(seq, 'what the stream said cannot be read');
    this.#handlers?.onThere();
  }

  #setBlog(articles: Parameters<typeof arrangeBlog>[0]): void {
    this.#blog = arrangeBlog(articles);
    this.#blogLoaded.resolve();
  }
}

/** true also when the engine cannot be asked, because reading retries. */
async function mayHaveSnapshot(nats: NatsConnection): Promise<boolean> {
  const stream = jetstream(nats, { timeout: ANSWER_WITHIN_MS });
  try {
    const store = await new Objm(stream).open(BUCKET, false);
    return headOf(await store.info(SNAPSHOT)) !== null;
  } catch (error) {
    return !(error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound);
  }
}

function codesOf(currencies: readonly { code: string }[]): ReadonlySet<string> {
  return new Set(currencies.map(({ code }) => code));
}

function goesOn({ from }: ChangeMessage, { version, at }: Mark): boolean {
  if (!from || from.version > version) return false;
  return from.version < version || from.at === at;
}
