import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { DatabaseAwayError } from './away.ts';
import { watchSilence } from './silence.ts';

const CLOSE_WITHIN_MS = 1_000;

/**
 * A pool whose users do not wait for a database that says nothing any more (server/db/silence.ts). A query that is
 * merely slow is left in peace; one that fails so takes its own connection along, since its answer may still come.
 */
export function guardPool(pool: pg.Pool, url: string): PostgresPool {
  const connected = new Set<pg.PoolClient>();
  const silence = watchSilence(url, () => connected.forEach(hangUp));

  pool.on('connect', (client) => {
    connected.add(client);
    client.connection.stream.on('data', silence.heard);
  });
  pool.on('remove', (client) => connected.delete(client));

  async function connect(): Promise<pg.PoolClient> {
    if (silence.isAway()) throw new DatabaseAwayError();
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
    let isOver = false;
    pool.connect().then((client) => (isOver ? client.release() : resolve(client)), reject);
    const endWait = silence.wait(() => reject(new DatabaseAwayError()));
    return promise.finally(() => {
      isOver = true;
      endWait();
    });
  }

  function query(client: pg.PoolClient, sql: string, parameters: unknown[]) {
    const endWait = silence.wait(() => hangUp(client));
    return client
      .query(sql, parameters)
      .catch((error: Error) => {
        // its answer may still come, to whoever asks next
        if (error.message === 'Query read timeout') hangUp(client);
        throw error;
      })
      .finally(endWait);
  }

  return {
    options: pool.options,
    async connect() {
      const client = await connect();
      return {
        // the one of Kysely's overloads that it calls without a cursor
        query: ((sql: string, parameters: unknown[]) =>
          query(client, sql, parameters)) as unknown as PostgresPoolClient['query'],
        release: (isBroken) => client.release(isBroken),
      };
    },
    async end() {
      // a goodbye waits for an answer too
      const late = setTimeout(() => connected.forEach(hangUp), CLOSE_WITHIN_MS);
      await pool.end().finally(() => clearTimeout(late));
      silence.close();
    },
  };
}

function hangUp(client: pg.PoolClient): void {
  client.connection.stream.destroy();
}
