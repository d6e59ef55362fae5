import { type ConsumerMessages, DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type ObjectResult, Objm } from '@nats-io/obj';
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import { arrangeBlog, type Blog } from '#domain/articles/blog.ts';
import type { FollowedBlog } from '../features/articles/follow-articles.ts';
import type { BookSource, SourceHandlers } from '../rate-book/book-source.ts';
import { fastForm } from '../rate-book/fast/fast-form.ts';
import type { Mark, News } from '../rate-book/log-of-changes.queries.ts';
import type { BookForm, RateBook } from '../rate-book/rate-book.ts';
import { type Beat, type ChangeMessage, Heard, readBeat, readMessage } from './entries.ts';
import { ANSWER_WITHIN_MS, BEATS, BUCKET, type Nats, SNAPSHOT, STREAM } from './nats.ts';
import { headOf, readSnapshot } from './snapshot.ts';

/** An object whose parts are purged while it is read says nothing more, and never ends. */
const SILENT_FOR_MS = 10_000;
/** Whoever relays says so each second. */
const SILENT_AFTER_MS = 3_000;
/** Beats in a row that tell of another sequence than the last one received. */
const MISSED_BEATS = 3;

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
  readonly #heard = new Heard();
  readonly #blogLoaded = Promise.withResolvers<void>();
  #blog: Blog | null = null;
  #messages: ChangeMessage[] = [];
  #consuming: ConsumerMessages | null = null;
  #stream = '';
  /** what the stream said last, as far as it came here */
  #seq = 0;
  /** up to where the snapshot goes that was read, and the first that may be read next */
  #loaded = -1;
  #wanted = 0;
  /** the version that the last news went up to */
  #given = 0;
  #missed = 0;
  /** which consumer counts: the last one */
  #turn = 0;
  #handlers: SourceHandlers | null = null;
  #isThere = false;
  #isClosed = false;
  readonly #silentFor: number;

  /** `silentFor`: how long the snapshot may say nothing while it is read, in milliseconds */
  constructor(options: {
    nats: Nats;
    reachedAt: (site: string) => string;
    form?: BookForm;
    silentFor?: number;
  }) {
    this.#silentFor = options.silentFor ?? SILENT_FOR_MS;
    this.#nats = options.nats;
    this.#reachedAt = options.reachedAt;
    this.form = options.form ?? fastForm;
    this.blog = {
      current: () => this.#blog,
      loaded: this.#blogLoaded.promise,
      close: async () => undefined,
    };
  }

  async load(between: () => Promise<void>): Promise<{ book: RateBook; mark: Mark }> {
    const nats = await this.#nats.connection;
    this.#refuseClosed();
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
    const { created } = await (await jetstreamManager(nats, { ...options, checkAPI: false })).streams.info(
      STREAM,
    );
    if (!found || !head || head.stream !== created || head.seq < this.#wanted) {
      throw new Error('there is no snapshot yet that the stream goes on from');
    }
    this.#refuseClosed();
    this.#stream = created;
    this.#messages = [];
    this.#seq = head.seq;
    await this.#consume(nats, head.seq);
    const { book, articles } = await readSnapshot(found, {
      form: this.form,
      reachedAt: this.#reachedAt,
      between,
      silentFor: this.#silentFor,
    });
    this.#refuseClosed();
    this.#setBlog(articles);
    this.#loaded = head.seq;
    this.#given = 0;
    return { book, mark: head.mark };
  }

  async news(from: Mark): Promise<News | null> {
    // what was heard after that, and did not come into the book, is heard no more
    if (this.#wanted > this.#loaded || from.version < this.#given) return null;
    const named: string[] = [];
    let mark = from;
    for (let next = this.#messages[0]; next; next = this.#messages[0]) {
      // one that is doubled, or that the snapshot holds
      if (next.to.version > mark.version) {
        if (!goesOn(next, mark)) return null;
        this.#heard.add(next, this.#reachedAt);
        if (next.articles) this.#setBlog(next.articles);
        named.push(...next.named);
        mark = next.to;
      }
      this.#messages.shift();
    }
    this.#given = mark.version;
    return { mark, named };
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
    const hear = (beat: Beat, nats: NatsConnection) => {
      clearTimeout(timer);
      timer = setTimeout(leave, SILENT_AFTER_MS, 'nobody relays the log of changes');
      if (!this.#isThere) handlers.onThere();
      this.#isThere = true;
      this.#compare(beat, nats);
      handlers.onVersion(beat.version);
    };
    let beats: Subscription | undefined;
    void this.#nats.connection.then(async (nats) => {
      if (isClosed) return;
      beats = nats.subscribe(BEATS, {
        callback(error, message) {
          const beat = error ? null : readBeat(message.string());
          if (beat) hear(beat, nats);
        },
      });
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
        await this.#consuming?.close();
      },
    };
  }

  /** Whether somebody relays, and is heard here. */
  isThere(): boolean {
    return this.#isThere;
  }

  /** What a beat tells of and never came is asked for again; a stream that is another one is read from its snapshot. */
  #compare({ stream, seq }: Beat, nats: NatsConnection): void {
    if (!this.#consuming) return;
    this.#missed = seq === this.#seq && stream === this.#stream ? 0 : this.#missed + 1;
    if (this.#missed < MISSED_BEATS) return;
    this.#missed = 0;
    if (stream === this.#stream && seq > this.#seq) {
      // asked again at the next beats
      void this.#consume(nats, this.#seq).catch(() => undefined);
    } else {
      this.#loaded = -1;
      this.#wanted = 0;
      this.#handlers?.onThere();
    }
  }

  async #consume(nats: NatsConnection, after: number): Promise<void> {
    const turn = ++this.#turn;
    await this.#consuming?.close();
    const consumer = await jetstream(nats, { timeout: ANSWER_WITHIN_MS }).consumers.getPushConsumer(STREAM, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: after + 1,
    });
    this.#refuseClosed();
    this.#consuming = await consumer.consume({
      callback: (message) => {
        if (turn === this.#turn) this.#take(message.seq, readMessage(message.string()));
      },
    });
    if (!this.#isClosed) return;
    await this.#consuming.close();
    this.#refuseClosed();
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new Error('the stream is followed no more');
  }

  /** One that cannot be read may have said anything: all is read again, from a snapshot after it. */
  #take(seq: number, message: ChangeMessage | null): void {
    if (this.#isClosed) return;
    this.#seq = seq;
    if (message?.from) {
      this.#messages.push(message);
      this.#handlers?.onVersion(message.to.version);
    } else {
      this.#messages = [];
      this.#wanted = seq;
      this.#handlers?.onThere();
    }
  }

  #setBlog(articles: Parameters<typeof arrangeBlog>[0]): void {
    this.#blog = arrangeBlog(articles);
    this.#blogLoaded.resolve();
  }
}

function goesOn({ from }: ChangeMessage, { version, at }: Mark): boolean {
  if (!from || from.version > version) return false;
  return from.version < version || from.at === at;
}
