import type { FastifyBaseLogger } from 'fastify';
import { listen } from '../db/listen.ts';
import type { Db } from '../db/open.ts';
import { createRetry } from '../db/retry.ts';
import { databaseAway } from '../http-error.ts';
import { Changes } from './changes.ts';
import { fastForm } from './fast/fast-form.ts';
import { loadRateBook } from './rate-book.queries.ts';
import type { BookCompany, BookForm, RateBook } from './rate-book.ts';
import { readChanges, type Source } from './read-changes.ts';

/** The channel that the triggers of migrations 0001, 0006 and 0007 notify. */
const CHANNEL = 'rate_book';

export type FollowedBook = {
  /** The newest book; null until the first one is loaded. It is replaced, never emptied. */
  current(): RateBook | null;
  /** True while the connection that tells of changes is up and everything it told has been read. */
  isLive(): boolean;
  /** When the book was last known to be what the database holds. */
  readAt(): Date | null;
  /** Until when the book was known to be what the database holds: now, while it is live. */
  trueUntil(): Date | null;
  /** Resolves at the first book. */
  loaded: Promise<void>;
  close(): Promise<void>;
};

/**
 * Keeps a rate book equal to the database: listens first, then reads everything, then reads again each
 * fixing, each company and the mid rates that are notified, one read at a time so that an older answer never
 * lands on a newer one. After a lost connection everything is read again; meanwhile the last book keeps
 * answering.
 */
export function followRateBook(options: {
  db: Db;
  url: string;
  now: () => Date;
  log: FastifyBaseLogger;
  form?: BookForm;
  /** Where a company's site is reached: elsewhere than there in a demonstration. */
  reachedAt?: (site: string) => string;
}): FollowedBook {
  const { db, url, now, log, form = fastForm, reachedAt = (site) => site } = options;
  const source: Source = { db, form, log, reachedAt };
  let book: RateBook | null = null;
  let readAt: Date | null = null;
  let lastTrue: Date | null = null;
  let isListening = false;
  let wantsAll = false;
  let isReading = false;
  let isClosed = false;
  const changes = new Changes();
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
        if (wantsAll || !book) await readAll();
        else await readChanged(book);
        readAt = now();
        retry.succeeded();
      }
    } catch (error) {
      wantsAll = true;
      retry.failed(error);
    } finally {
      isReading = false;
    }
  }

  async function readAll(): Promise<void> {
    wantsAll = false;
    const started = performance.now();
    const read = await replaceBook((between) => loadRateBook(source, between), new Changes());
    loaded.resolve();
    log.info(
      {
        companies: read.companies.length,
        fixings: read.fixingCount,
        ms: Math.round(performance.now() - started),
      },
      'rate book read',
    );
  }

  async function readChanged(known: RateBook): Promise<void> {
    const placeless = await readChanges(source, known, changes.take());
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
      if (!book || changes.isEmpty) return;
      // a change that is told while the next book is made goes into the one that still answers
      const told = changes.take();
      meanwhile.noteAll(told);
      await readChanges(source, book, told);
    };
    const next = await make(between);
    if (book) await form.warm(next, book, between);
    // and again into the next one before that one answers, so that nobody sees a fixing or a name go back
    const placeless = await readChanges(source, next, meanwhile);
    if (placeless.length > 0) return makeRoom(next, placeless);
    book = next;
    return next;
  }

  const isBehind = () => wantsAll || !changes.isEmpty;
  const isLive = () => isListening && !isReading && !isBehind();

  const listening = listen(url, CHANNEL, {
    onPayload(payload) {
      if (isLive()) lastTrue = now();
      if (!changes.note(payload)) wantsAll = true;
      void catchUp();
    },
    onListening() {
      isListening = true;
      wantsAll = true;
      void catchUp();
    },
    onLost(error) {
      if (isLive()) lastTrue = now();
      isListening = false;
      log.warn({ err: error }, 'the database is away; the last rate book keeps answering');
    },
  });

  return {
    current: () => book,
    isLive,
    readAt: () => readAt,
    trueUntil: () => (isLive() ? now() : lastTrue),
    loaded: loaded.promise,
    async close() {
      isClosed = true;
      retry.close();
      await listening.close();
    },
  };
}

/** The book to answer from; an HttpError (503) while the first one is not loaded. */
export function bookOf(followed: FollowedBook): RateBook {
  const book = followed.current();
  if (!book) throw databaseAway();
  return book;
}
