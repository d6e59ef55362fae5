import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/open.ts';
import { sweepOutbox } from '../../mail/sweep-outbox.ts';
import { type Erased, eraseBatch } from './retention.queries.ts';

const HOUR = 60 * 60_000;
const BATCH = 1_000;

type Parts = { db: Db; outbox: string; log: FastifyBaseLogger; every?: number; batch?: number };

/**
 * Erases what was kept long enough: now, then every hour, whichever instance comes first. To be started once the
 * process serves: one that cannot start, whatever is wrong with it, must erase nothing.
 */
export function startRetention({ db, outbox, log, every = HOUR, batch = BATCH }: Parts): {
  close(): Promise<void>;
} {
  let isClosing = false;

  async function erase(): Promise<void> {
    const total: Record<string, number> = {};
    try {
      for (let isMore = true; isMore && !isClosing; ) {
        const round = await eraseBatch(db, batch);
        if (round.outcome === 'doubted') {
          const { at, believedAt } = round;
          log.warn({ at, believedAt }, 'the clock of the database cannot be believed: nothing is erased');
        }
        if (round.outcome !== 'erased') break;
        addUp(total, round.erased);
        isMore = Object.values(round.erased).some((count) => count >= batch);
      }
      // each instance has its own, and it follows the database, not the clock
      addUp(total, { files: await sweepOutbox(db, outbox) });
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

function addUp(total: Record<string, number>, counts: Erased | { files: number }): void {
  for (const [kind, count] of Object.entries(counts)) total[kind] = (total[kind] ?? 0) + count;
}
