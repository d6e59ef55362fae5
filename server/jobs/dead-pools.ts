import type { FastifyBaseLogger } from 'fastify';
import { acquireLock, type LockHandle } from '../db/acquire-lock.ts';
import { isDatabaseAway } from '../db/away.ts';
import type { Db } from '../db/open.ts';
import { freeNamedQueues, selectMissingPools } from './queue.queries.ts';

/**
 * Checks in a row that must miss a pool, since one that was cut off returns sooner
 * (server/db/acquire-lock.ts).
 */
const MAX_MISSED_CHECKS = 4;

export function lockPool(url: string, pool: string): LockHandle {
  return acquireLock(url, { lock: 'workerPool', of: pool }, () => new Promise(() => undefined));
}

type Parts = {
  db: Db;
  log: FastifyBaseLogger;
  every: number;
  own: () => string | undefined;
  free: (pools: readonly string[]) => Promise<void>;
};

export function watchDeadPools({ db, log, every, own, free }: Parts): { close(): Promise<void> } {
  let missed = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  let isClosed = false;

  async function look(): Promise<void> {
    const missing = await selectMissingPools(db, own() ?? '');
    missed = new Map(missing.map((pool) => [pool, (missed.get(pool) ?? 0) + 1]));
    const dead = missing.filter((pool) => (missed.get(pool) ?? 0) >= MAX_MISSED_CHECKS);
    if (dead.length > 0) {
      log.warn({ pools: dead.length }, 'an instance has died: what it was at is freed');
      await free(dead);
    }
    await freeNamedQueues(db);
  }

  function lookAgain(): void {
    if (isClosed) return;
    timer = setTimeout(() => {
      looking = look().then(lookAgain, (error) => {
        // an instance that sees nothing cannot judge who is missing
        missed = new Map();
        if (!isDatabaseAway(error)) log.error({ err: error }, 'dead instances could not be looked for');
        lookAgain();
      });
    }, every);
  }

  lookAgain();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
