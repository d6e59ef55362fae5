import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { DatabaseAwayError } from './away.ts';
import { isThere } from './presence.ts';

/** How long an answer is awaited before the database is asked whether it is there. */
const SUSPECT_AFTER_MS = 300;
const ANSWER_WITHIN_MS = 1_000;
const ASK_AGAIN_AFTER_MS = 200;
const CLOSE_WITHIN_MS = 1_000;

/**
 * A pool that tells a slow database from one that is away without a word (frozen, cut off): to who waits on a
 * connection both look alike. When an answer is late the database is asked on a line of its own; if it says
 * nothing, all that waits fails, and so does at once all that is asked until it is back. A query that is
 * merely slow is left in peace.
 */
export function guardPool(pool: pg.Pool, url: string): PostgresPool {
  const connected = new Set<pg.PoolClient>();
  const waiting = new Set<(reason: Error) => void>();
  let isAway = false;
  let isAsking = false;

  pool.on('connect', (client) => connected.add(client));
  pool.on('remove', (client) => connected.delete(client));

  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    isAway = !(await isThere(url, ANSWER_WITHIN_MS));
    if (isAway) giveUp();
    while (isAway && !pool.ending) {
      await delay(ASK_AGAIN_AFTER_MS, undefined, { ref: false });
      isAway = !(await isThere(url, ANSWER_WITHIN_MS));
    }
    isAsking = false;
  }

  function giveUp(): void {
    for (const reject of waiting) reject(new DatabaseAwayError());
    for (const client of connected) hangUp(client);
  }

  async function suspected<T>(answer: Promise<T>): Promise<T> {
    const suspicion = setInterval(ask, SUSPECT_AFTER_MS);
    return answer.finally(() => clearInterval(suspicion));
  }

  async function connect(): Promise<pg.PoolClient> {
    if (isAway) throw new DatabaseAwayError();
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
    waiting.add(reject);
    let isOver = false;
    pool.connect().then((client) => (isOver ? client.release() : resolve(client)), reject);
    return suspected(promise).finally(() => {
      isOver = true;
      waiting.delete(reject);
    });
  }

  return {
    options: pool.options,
    async connect() {
      const client = await connect();
      const query = (sql: string, parameters: unknown[]) =>
        suspected(client.query(sql, parameters)).catch((error: Error) => {
          // its answer may still come, to whoever asks next
          if (error.message === 'Query read timeout') hangUp(client);
          throw error;
        });
      return {
        // the one of Kysely's overloads that it calls without a cursor
        query: query as unknown as PostgresPoolClient['query'],
        release: (isBroken) => client.release(isBroken),
      };
    },
    async end() {
      // a goodbye waits for an answer too
      const late = setTimeout(() => connected.forEach(hangUp), CLOSE_WITHIN_MS);
      await pool.end().finally(() => clearTimeout(late));
    },
  };
}

function hangUp(client: pg.PoolClient): void {
  client.connection.stream.destroy();
}
