import type { FastifyBaseLogger } from 'fastify';
import { createRetry } from '../db/retry.ts';
import { databaseAway } from '../http/http-error.ts';
import type { BookSource } from './book-source.ts';
import { Changes } from './changes.ts';
import type { Mark } from './log-of-changes.queries.ts';
import type { BookCompany, RateBook } from './rate-book.ts';
import { readChanges } from './read-changes.ts';

/** What came into the book up to a version; `isAll`: everything may have changed. */
export type Followed = { readonly version: number; readonly isAll: boolean; readonly changes: Changes };

export type FollowedBook = {
  /** The newest book; null until the first one is loaded. It is replaced, never emptied. */
  current(): RateBook | null;
  /** True while the source tells of changes and everything it told has been read. */
  isLive(): boolean;
  /** When the book was last known to be what the database holds. */
  readAt(): Date | null;
  /** Until when the book was known to be what the database holds: now, while it is live. */
  trueUntil(): Date | null;
  /** The last change of the log that is in the book; null until the first one is loaded. */
  version(): number | null;
  /** Has changes told once they are in the book; what is given ends it. */
  onChange(listener: (followed: Followed) => void): () => void;
  /** Resolves at the first book. */
  loaded: Promise<void>;
  close(): Promise<void>;
};

/**
 * Keeps a rate book equal to the database, whichever source tells of it: watches first, then reads everything, then reads
 * on in the log of changes from the version that it knows, and again each fixing, each company and the mid rates that are
 * named there, one read at a time so that an older answer never lands on a newer one. What the source tells only wakes it:
 * what is lost, doubled or late of that changes nothing. Everything is read again where the log does not go on from there;
 * meanwhile the last book keeps answering.
 */
export function followRateBook(options: {
  source: BookSource;
  now: () => Date;
  log: FastifyBaseLogger;
}): FollowedBook {
  const { source, now, log } = options;
  let book: RateBook | null = null;
  let readAt: Date | null = null;
  let lastTrue: Date | null = null;
  let isTold = false;
  let wantsAll = true;
  let isReading = false;
  let isClosed = false;
  /** up to where the log is in the book, and up to where it was read; null: it must be found anew */
  let mark: Mark | null = null;
  let heard: Mark | null = null;
  /** the last version that was notified */
  let told = 0;
  /** something may have been missed */
  let isUnsure = false;
  const changes = new Changes();
  /** what was heard and has not been told on */
  const untold = new Changes();
  let wasAllRead = false;
  const listeners = new Set<(followed: Followed) => void>();
  const loaded = Promise.withResolvers<void>();
  const retry = createRetry(() => void catchUp(), {
    log,
    failure: 'the rate book could not be read; the last one keeps answering',
    success: 'the rate book is read again',
  });

  async function catchUp(): Promise<void> {
    if (isReading || isClosed) return;
    isReading = true;
    try {
      while (!isClosed && isBehind()) {
        if (book && !wantsAll) await hear();
        if (book && !wantsAll) await readChanged(book);
        else await readAll();
        mark = heard;
        source.settle();
        readAt = now();
        retry.succeeded();
        tellOn();
      }
    } catch (error) {
      // what was taken may be in no book: it is heard again
      changes.take();
      untold.take();
      heard = mark;
      isUnsure = true;
      retry.failed(error);
    } finally {
      isReading = false;
    }
  }

  function tellOn(): void {
    const followed = { version: mark?.version ?? 0, isAll: wasAllRead, changes: untold.take() };
    wasAllRead = false;
    if (followed.isAll || !followed.changes.isEmpty) for (const listener of listeners) listener(followed);
  }

  /** Notes all that the log says since it was last read. */
  async function hear(): Promise<void> {
    const asked = told;
    isUnsure = false;
    const news = heard && (await source.news(heard));
    if (told === asked) told = 0;
    if (news) {
      heard = news.mark;
      for (const named of news.named) {
        if (!changes.note(named)) wantsAll = true;
        untold.note(named);
      }
    } else {
      heard = null;
      wantsAll = true;
    }
  }

  async function readAll(): Promise<void> {
    wantsAll = false;
    isUnsure = false;
    const started = performance.now();
    let start: Mark | null = null;
    const load = async (between: () => Promise<void>) => {
      const loadedNow = await source.load(between);
      start = loadedNow.mark;
      return loadedNow.book;
    };
    const read = await replaceBook(load, new Changes()).catch((error) => {
      wantsAll = true;
      throw error;
    });
    heard = later(heard, start);
    wasAllRead = true;
    loaded.resolve();
    log.info(
      {
        companies: read.companies.length,
        fixings: read.fixingCount,
        version: heard?.version,
        ms: Math.round(performance.now() - started),
      },
      'rate book read',
    );
  }

  async function readChanged(known: RateBook): Promise<void> {
    const taken = changes.take();
    const placeless = await readChanges(source, known, taken);
    if (taken.midRates) log.info({ currencies: known.currencies.length }, 'mid rates read');
    if (placeless.length > 0) await makeRoom(known, placeless);
  }

  function makeRoom(known: RateBook, placeless: readonly BookCompany[]): Promise<RateBook> {
    const renamed = new Changes();
    renamed.noteCompanies(placeless.map(({ id }) => id));
    return replaceBook((between) => known.copyWith(placeless, between), renamed);
  }

  /** Puts a new book in the place of the one that answers. `meanwhile` collects what `make` may have missed. */
  async function replaceBook(
    make: (between: () => Promise<void>) => Promise<RateBook>,
    meanwhile: Changes,
  ): Promise<RateBook> {
    const between = async () => {
      if (!book || !heard) return;
      if (told > heard.version) await hear();
      if (changes.isEmpty) return;
      // a change that is told while the next book is made goes into the one that still answers
      const taken = changes.take();
      meanwhile.noteAll(taken);
      await readChanges(source, book, taken);
    };
    const next = await make(between);
    if (book) await source.form.warm(next, book, between);
    // and again into the next one before that one answers, so that nobody sees a fixing or a name go back
    const placeless = await readChanges(source, next, meanwhile);
    if (placeless.length > 0) return makeRoom(next, placeless);
    book = next;
    return next;
  }

  const isBehind = () => wantsAll || isUnsure || !changes.isEmpty || told > (heard?.version ?? 0);
  const isLive = () => isTold && !isReading && !isBehind();

  const watching = source.watch({
    onVersion(version) {
      if (isLive()) lastTrue = now();
      told = Math.max(told, version);
      void catchUp();
    },
    onThere() {
      isTold = true;
      isUnsure = true;
      // a database that was restored counts on from an older version
      told = 0;
      void catchUp();
    },
    onAway(error) {
      if (isLive()) lastTrue = now();
      isTold = false;
      log.warn({ err: error }, 'nobody tells of changes any more; the last rate book keeps answering');
    },
  });

  return {
    current: () => book,
    isLive,
    readAt: () => readAt,
    trueUntil: () => (isLive() ? now() : lastTrue),
    version: () => mark?.version ?? null,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    loaded: loaded.promise,
    async close() {
      isClosed = true;
      retry.close();
      await watching.close();
    },
  };
}

function later(one: Mark | null, other: Mark | null): Mark | null {
  return one && other && one.version > other.version ? one : other;
}

/** The book to answer from; an HttpError (503) while the first one is not loaded. */
export function bookOf(followed: FollowedBook): RateBook {
  const book = followed.current();
  if (!book) throw databaseAway();
  return book;
}
