import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/open.ts';
import { eraseBatch } from './retention.queries.ts';

const HOUR = 60 * 60_000;
const BATCH = 1_000;

type Parts = { db: Db; now: () => Date; log: FastifyBaseLogger; every?: number; batch?: number };

/** Erases what was kept long enough: at start, then every hour, whichever instance comes first. */
export function startRetention({ db, now, log, every = HOUR, batch = BATCH }: Parts): {
  close(): Promise<void>;
} {
  let isClosing = false;

  async function erase(): Promise<void> {
    const total = { leads: 0, subscriptions: 0, mails: 0, sessions: 0 };
    try {
      for (let isMore = true; isMore && !isClosing; ) {
        const erased = await eraseBatch(db, now(), batch);
        if (!erased) return;
        total.leads += erased.leads;
        total.subscriptions += erased.subscriptions;
        total.mails += erased.mails;
        total.sessions += erased.sessions;
        isMore = Object.values(erased).some((count) => count >= batch);
      }
    } catch (err) {
      // nothing is lost: the next hour finds it all again
      log.warn({ err }, 'what was kept long enough could not be erased');
    } finally {
      if (Object.values(total).some((count) => count > 0)) log.info(total, 'erased on time');
    }
  }

  let erasing = erase();
  const timer = setInterval(() => {
    erasing = erasing.then(erase);
  }, every);
  return {
    async close() {
      isClosing = true;
      clearInterval(timer);
      await erasing;
    },
  };
}
