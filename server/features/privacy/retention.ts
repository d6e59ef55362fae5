import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/open.ts';
import { type Erased, eraseBatch } from './erase-batch.ts';

const BATCH = 1_000;

type Parts = { db: Db; log: FastifyBaseLogger; batch?: number };

/**
 * Erases batch after batch while no other instance does. Call it after the start, because a faulty process must erase
 * nothing.
 */
export async function applyRetention({ db, log, batch = BATCH }: Parts, signal: AbortSignal): Promise<void> {
  const total: Record<string, number> = {};
  try {
    for (let isMore = true; isMore && !signal.aborted; ) {
      const round = await eraseBatch(db, batch);
      if (round.outcome === 'doubted') {
        const { at, believedAt } = round;
        log.warn({ at, believedAt }, 'the clock of the database cannot be believed: nothing is erased');
      }
      if (round.outcome !== 'erased') break;
      addUp(total, round.erased);
      isMore = Object.values(round.erased).some((count) => count >= batch);
    }
  } finally {
    if (Object.values(total).some((count) => count > 0)) log.info(total, 'erased on time');
  }
}

function addUp(total: Record<string, number>, counts: Erased): void {
  for (const [kind, count] of Object.entries(counts)) total[kind] = (total[kind] ?? 0) + count;
}
