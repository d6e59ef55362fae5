import type { FastifyBaseLogger } from 'fastify';
import { listen } from '../db/listen.ts';
import type { Db } from '../db/open.ts';
import { DATABASE_AWAY, Refusal } from '../plugins/errors.ts';
import { loadMidRates, loadRateBook, selectFixingsByKey } from './rate-book.queries.ts';
import type { RateBook } from './rate-book.ts';

/** The channel that the triggers of migrations 0001 and 0006 notify. */
const CHANNEL = 'rate_book';
/** The payload that says that mid rates changed, and nothing else. */
const MID_RATES = 'rates';
const RETRY_MS = 200;

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
 * fixing that is notified, and all mid rates when they are, one read at a time so that an older answer never
 * lands on a newer one. After a lost connection everything is read again; meanwhile the last book keeps
 * answering.
 */
export function followRateBook(options: {
  db: Db;
  url: string;
  now: () => Date;
  log: FastifyBaseLogger;
}): FollowedBook {
  const { db, url, now, log } = options;
  let book: RateBook | null = null;
  let readAt: Date | null = null;
  let lastTrue: Date | null = null;
  let isListening = false;
  let wantsAll = false;
  let wantsMidRates = false;
  let isReading = false;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  const changed = new Map<string, { companyId: number; code: string }>();
  const loaded = Promise.withResolvers<void>();

  async function readChanges(): Promise<void> {
    if (isReading || isClosed) return;
    isReading = true;
    try {
      while (!isClosed && isBehind()) {
        if (wantsAll || !book) await readAll();
        else if (wantsMidRates) await readMidRates(book);
        else await readChanged(book);
        readAt = now();
      }
    } catch (error) {
      log.warn({ err: error }, 'the rate book could not be read; the last one keeps answering');
      wantsAll = true;
      if (!isClosed) retry = setTimeout(readChanges, RETRY_MS);
    } finally {
      isReading = false;
    }
  }

  async function readAll(): Promise<void> {
    wantsAll = false;
    wantsMidRates = false;
    changed.clear();
    const started = performance.now();
    const meanwhile: typeof changed = new Map();
    const read = await loadRateBook(db, async () => {
      // what changes meanwhile is shown by the book that still answers
      for (const [key, fixing] of changed) meanwhile.set(key, fixing);
      if (book && changed.size > 0) await readChanged(book);
    });
    // and is in the next one before that answers: nobody sees a fixing go back to the one before it
    if (meanwhile.size > 0) await readFixings(read, [...meanwhile.values()]);
    book = read;
    loaded.resolve();
    log.info(
      {
        companies: book.companyCount,
        fixings: book.fixingCount,
        ms: Math.round(performance.now() - started),
      },
      'rate book read',
    );
  }

  async function readMidRates(target: RateBook): Promise<void> {
    wantsMidRates = false;
    const { currencies, fixings } = await loadMidRates(db, target);
    target.setCurrencies(currencies);
    const newOnes = new Set(fixings.map(({ code }) => code));
    for (const { code, companyId, rates } of fixings) target.fill(code, companyId, rates);
    for (const code of newOnes) target.rank(code);
    log.info({ currencies: currencies.length, newOnes: newOnes.size }, 'mid rates read');
  }

  async function readChanged(target: RateBook): Promise<void> {
    const keys = [...changed.values()];
    changed.clear();
    await readFixings(target, keys);
  }

  async function readFixings(
    target: RateBook,
    keys: readonly { companyId: number; code: string }[],
  ): Promise<void> {
    const rows = await selectFixingsByKey(db, keys);
    const found = new Map(rows.map(({ code, companyId, rates }) => [`${companyId}:${code}`, rates]));
    for (const { companyId, code } of keys) {
      target.set(code, companyId, found.get(`${companyId}:${code}`) ?? null);
    }
  }

  const isBehind = () => wantsAll || wantsMidRates || changed.size > 0;
  const isLive = () => isListening && !isReading && !isBehind();

  const listening = listen(url, CHANNEL, {
    onPayload(payload) {
      if (isLive()) lastTrue = now();
      const [companyId = '', code] = payload.split(':');
      if (code) changed.set(payload, { companyId: Number(companyId), code });
      else if (payload === MID_RATES) wantsMidRates = true;
      else wantsAll = true;
      void readChanges();
    },
    onListening() {
      isListening = true;
      wantsAll = true;
      void readChanges();
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
      clearTimeout(retry);
      await listening.close();
    },
  };
}

/** The book to answer from; a Refusal (503) while the first one is not loaded. */
export function bookOf(followed: FollowedBook): RateBook {
  const book = followed.current();
  if (!book) throw new Refusal(503, DATABASE_AWAY.code, DATABASE_AWAY.message);
  return book;
}
