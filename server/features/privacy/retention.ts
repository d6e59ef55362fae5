import type { FastifyBaseLogger } from 'fastify';
import { type Clock, openClock } from '../../db/clock.ts';
import type { Db } from '../../db/open.ts';
import { type Erased, eraseBatch } from './erase-batch.ts';

const BATCH = 1_000;

type Parts = { db: Db; log: FastifyBaseLogger; clock?: Clock; batch?: number };

/**
 * Erases batch after batch while no other instance does. Call it after the start, because a faulty process must erase
 * nothing.
 */
export async function applyRetention(
  { db, log, clock = openClock({ db }), batch = BATCH }: Parts,
  signal: AbortSignal,
): Promise<void> {
  const total: Record<string, number> = {};
  try {
    for (let isMore = true; isMore && !signal.aborted; ) {
      const { at, believedAt, isBelieved } = await clock.read();
      if (!isBelieved) {
        log.warn({ at, believedAt }, 'the clock of the database cannot be believed: nothing is erased');
        break;
      }
      const erased = await eraseBatch(db, at, batch);
      if (!erased) break;
      addUp(total, erased);
      isMore = Object.values(erased).some((count) => count >= batch);
    }
  } finally {
    if (Object.values(total).some((count) => count > 0)) log.info(total, 'erased on time');
  }
}

function addUp(total: Record<string, number>, counts: Erased): void {
  for (const [kind, count] of Object.entries(counts)) total[kind] = (total[kind] ?? 0) + count;
}
