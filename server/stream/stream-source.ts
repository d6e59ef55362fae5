import { JetStreamApiCodes, JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type ObjectResult, Objm } from '@nats-io/obj';
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';
import { arrangeBlog, type Blog } from '#domain/articles/blog.ts';
import type { BookSource, SourceHandlers } from '../book/book-source.ts';
import { fastForm } from '../book/fast/fast-form.ts';
import type { Mark, News } from '../book/log-of-changes.queries.ts';
import type { BookForm, RateBook } from '../book/rate-book.ts';
import type { FollowedBlog } from '../features/articles/follow-articles.ts';
import { type Beat, type ChangeMessage, Heard, readBeat, readMessage } from './entries.ts';
import { ANSWER_WITHIN_MS, BEATS, BUCKET, type Nats, SNAPSHOT, STREAM } from './nats.ts';
import { headOf, readSnapshot } from './snapshot.ts';
import { Tail } from './tail.ts';
import { ToldBureaux } from './told-bureaux.ts';

/** An object whose parts are purged while it is read says nothing more, and never ends. */
const SILENT_FOR_MS = 10_000;
/** Whoever relays says so each second. */
const SILENT_AFTER_MS = 3_000;
/** Beats in a row that tell of another stream, or of one that holds less than came here. */
const FOREIGN_BEATS = 3;
/** How soon after a snapshot that was read for something unreadable the next one is, where that goes on. */
const RESYNC_EVERY_MS = 10_000;

/**
 * The stream that the relay keeps (relay.ts), which needs no question to the database: what changed comes with the news,
 * and a whole book from the snapshot. Messages count by the versions that they say; what is lost, doubled or late of
 * them is read on from the stream, or from the snapshot.
 */
export class StreamSource implements BookSource {
  readonly form: BookForm;
  /** the articles, which come the same way */
  readonly blog: FollowedBlog;
  readonly #nats: Nats;
  readonly #reachedAt: (site: string) => string;
  readonly #tail: Tail;
  readonly #heard = new Heard();
  readonly #blogLoaded = Promise.withResolvers<void>();
  #blog: Blog | null = null;
  #messages: { seq: number; message: ChangeMessage }[] = [];
  /** until the tail starts anew after a snapshot, which holds what comes meanwhile */
  #skips = false;
  /** the currencies that the book knows: what was fixed of another one stands in a snapshot alone */
  #codes: ReadonlySet<string> = new Set();
  /** what is shown of bureaux beside their rates, where that is kept */
  #bureaux: ToldBureaux | null = null;
  #stream = '';
  /** up to where the snapshot goes that was read, and up to where one must go */
  #loaded = -1;
  #wanted = 0;
  /** the version that the last news went up to, and its sequence */
  #given = 0;
  #givenSeq = 0;
  /** messages that could not be read so far, whether one is why a snapshot is wanted, and when one was read for that */
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
   * `isAlone`: there is no database beside it, so that what is shown of bureaux is kept, and what was said last is better than
   * nothing. `silentFor`: how long the snapshot may say nothing while it is read, in milliseconds, as `resyncEvery`.
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
      // what nobody reads to its end would be kept; what has ended refuses that
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
    // one before that which is wanted is newer than what was read all the same
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
    // this book is not the one that is waited for
    else if (this.#isThere) this.#handlers?.onThere();
    return { book, mark: head.mark };
  }

  async news(from: Mark): Promise<News | null> {
    if (this.#wanted > this.#loaded) return null;
    // what was heard after that did not come into the book: it would not the next time
    if (from.version < this.#given) {
      this.#resync(this.#givenSeq, 'what the stream said does not go into the book');
      return null;
    }
    const named: string[] = [];
    let mark = from;
    for (let next = this.#messages[0]; next; next = this.#messages[0]) {
      const { seq, message } = next;
      // one that is doubled, or that the snapshot holds
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

  /** False: a snapshot after it is wanted. */
  #hear(seq: number, message: ChangeMessage): boolean {
    const { currencies, articles } = message;
    if (currencies?.some(({ code }) => !this.#codes.has(code))) {
      // the relay writes one: it knows what its followers do, or that it does not
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

  /** From now on a snapshot counts that is no older than this message. */
  #want(seq: number): void {
    this.#messages = [];
    this.#wanted = Math.max(this.#wanted, seq);
  }

  #resync(seq: number, sentence: string, err?: unknown): void {
    // told again after a snapshot before it, it is the same one
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
        // with nobody there who relays, it starts from what was said last
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

  /** What is shown of bureaux beside their rates; null: it is not kept, or not read yet. */
  bureaux(): ToldBureaux | null {
    return this.#bureaux;
  }

  /** How many messages could not be read. */
  unreadable(): number {
    return this.#unreadable;
  }

  /** Whether somebody relays, and is heard here. */
  isThere(): boolean {
    return this.#isThere;
  }

  /** What a beat tells of and never came is asked for; a stream that is another one is read from its snapshot. */
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

  /** One that cannot be read may have said anything: all is read again, from a snapshot after it. */
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

/** True where it could not be asked as well: whoever then tries to read it tries again. */
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
