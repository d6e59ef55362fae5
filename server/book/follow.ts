import type { FastifyBaseLogger } from 'fastify';
import { createRetry } from '../db/retry.ts';
import { databaseAway } from '../http/http-error.ts';
import type { BookSource } from './book-source.ts';
import { Changes } from './changes.ts';
import type { Mark } from './log-of-changes.queries.ts';
import type { RateBook } from './rate-book.ts';
import { readChanges } from './read-changes.ts';

/** Changes up to a version. `isAll`: anything may have changed. */
export type Followed = { readonly version: number; readonly isAll: boolean; readonly changes: Changes };

export type FollowedBook = {
  current(): RateBook | null;
  /** true while every reported change is in the book. */
  isLive(): boolean;
  /** Last moment at which the book was known to equal the database. */
  readAt(): Date | null;
  trueUntil(): Date | null;
  version(): number | null;
  onChange(listener: (followed: Followed) => void): () => void;
  loaded: Promise<void>;
  close(): Promise<void>;
};

/**
 * Keeps a rate book equal to the database: reads everything, then follows the log of changes and reads each
 * named row again, one read at a time so that no older answer lands on a newer one. Notifications only wake
 * it, and everything is read again where the log breaks off.
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
  let isLost = false;
  let wantsAll = true;
  let isReading = false;
  let isClosed = false;
  /** positions in the log of the book and of the reading; null: unknown */
  let mark: Mark | null = null;
  let logNews: Mark | null = null;
  /** last notified version, 0 once a read for it began */
  let notifiedVersion = 0;
  /** a notification may be missing */
  let isUnsure = false;
  const changes = new Changes();
  /** changes read and not yet passed to listeners */
  const unpublished = new Changes();
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
        if (book && !wantsAll) await readLog();
        if (book && !wantsAll) await readChanged(book);
        else await readAll();
        mark = logNews;
        readAt = now();
        retry.succeeded();
        notifyListeners();
      }
    } catch (error) {
      // entries taken may be in no book, so they are read again
      changes.take();
      unpublished.take();
      logNews = mark;
      isUnsure = true;
      retry.failed(error);
    } finally {
      isReading = false;
    }
  }

  function notifyListeners(): void {
    const followed = { version: mark?.version ?? 0, isAll: wasAllRead, changes: unpublished.take() };
    wasAllRead = false;
    if (followed.isAll || !followed.changes.isEmpty) for (const listener of listeners) listener(followed);
  }

  async function readLog(): Promise<void> {
    // before the read, since a higher version would hide one that comes meanwhile
    notifiedVersion = 0;
    isUnsure = false;
    const news = logNews && (await source.news(logNews));
    if (news) {
      logNews = news.mark;
      for (const named of news.named) {
        if (!changes.note(named)) wantsAll = true;
        unpublished.note(named);
      }
    } else {
      logNews = null;
      wantsAll = true;
    }
  }

  async function readAll(): Promise<void> {
    wantsAll = false;
    isUnsure = false;
    const started = performance.now();
    const { next, start } = await replaceBook().catch((error) => {
      wantsAll = true;
      throw error;
    });
    logNews = later(logNews, start);
    wasAllRead = true;
    loaded.resolve();
    log.info(
      {
        companies: next.companies.length,
        fixings: next.fixingCount,
        version: logNews?.version,
        ms: Math.round(performance.now() - started),
      },
      'rate book read',
    );
  }

  async function readChanged(known: RateBook): Promise<void> {
    const taken = changes.take();
    await readChanges(source, known, taken);
    if (taken.midRates) log.info({ currencies: known.currencies.length }, 'mid rates read');
  }

  /** Reads the whole book, while changes go into the present one. */
  async function replaceBook(): Promise<{ next: RateBook; start: Mark }> {
    const meanwhile = new Changes();
    const between = async () => {
      if (!book || !logNews) return;
      if (notifiedVersion > logNews.version) await readLog();
      if (changes.isEmpty) return;
      const taken = changes.take();
      meanwhile.noteAll(taken);
      await readChanges(source, book, taken);
    };
    const { book: next, mark: start } = await source.load(between);
    // and into the next one before it answers, so that no fixing goes back
    await readChanges(source, next, meanwhile);
    book = next;
    return { next, start };
  }

  const isBehind = () =>
    wantsAll || isUnsure || !changes.isEmpty || notifiedVersion > (logNews?.version ?? 0);
  const isLive = () => isTold && !isReading && !isBehind();

  const watching = source.watch({
    onVersion(version) {
      if (isLive()) lastTrue = now();
      notifiedVersion = Math.max(notifiedVersion, version);
      void catchUp();
    },
    onConnected() {
      if (isLost) log.info('changes are received again');
      isLost = false;
      isTold = true;
      isUnsure = true;
      // a restored database counts from an older version
      notifiedVersion = 0;
      void catchUp();
    },
    onDisconnected({ message }) {
      if (isLive()) lastTrue = now();
      isTold = false;
      isLost = true;
      log.warn({ reason: message }, 'changes are no longer received; the last rate book keeps answering');
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

export function bookOf(followed: FollowedBook): RateBook {
  const book = followed.current();
  if (!book) throw databaseAway();
  return book;
}
