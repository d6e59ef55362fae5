import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseAway } from '../db/away.ts';
import { type HeldLock, holdLock } from '../db/hold-lock.ts';
import type { Db } from '../db/open.ts';
import { freeLanes, selectMissingPools } from './queue.queries.ts';

/** So many looks in a row must miss a pool: one that was only cut off is back sooner (server/db/hold-lock.ts). */
const MISSED_LOOKS = 4;

/** Tells that a pool of hands is alive: by a lock of its own, which ends with its connection. */
export function sayAlive(url: string, pool: string): HeldLock {
  return holdLock(url, { lock: 'hands', of: pool }, () => new Promise(() => undefined));
}

type Parts = {
  db: Db;
  log: FastifyBaseLogger;
  /** in milliseconds, from one look to the next */
  every: number;
  /** the pool of this instance, once it has one */
  own: () => string | undefined;
  /** frees what dead pools hold */
  free: (pools: readonly string[]) => Promise<void>;
};

/** Frees what the pool of a dead instance holds, some seconds after its connection has gone: docs/decisions/0528. */
export function watchForDead({ db, log, every, own, free }: Parts): { close(): Promise<void> } {
  let missed = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  let isClosed = false;

  async function look(): Promise<void> {
    const missing = await selectMissingPools(db, own() ?? '');
    missed = new Map(missing.map((pool) => [pool, (missed.get(pool) ?? 0) + 1]));
    const dead = missing.filter((pool) => (missed.get(pool) ?? 0) >= MISSED_LOOKS);
    if (dead.length > 0) {
      log.warn({ pools: dead.length }, 'an instance has died: what it was at is freed');
      await free(dead);
    }
    await freeLanes(db);
  }

  function lookAgain(): void {
    if (isClosed) return;
    timer = setTimeout(() => {
      looking = look().then(lookAgain, (error) => {
        // nobody can be missed by who sees nothing
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
