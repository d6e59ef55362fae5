import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { DatabaseAwayError } from './away.ts';
import { monitorSilence } from './silence-monitor.ts';

const CLOSE_WITHIN_MS = 1_000;

/**
 * Pool whose queries fail soon when the database is silent (server/db/silence-monitor.ts), while merely slow queries continue.
 * An abandoned query's connection is closed, so that its late answer is not read as the next query's.
 */
export function guardPool(pool: pg.Pool, url: string): PostgresPool {
  const connected = new Set<pg.PoolClient>();
  const silence = monitorSilence(url, () => connected.forEach(disconnect));

  pool.on('connect', (client) => {
    connected.add(client);
    client.connection.stream.on('data', silence.recordActivity);
  });
  pool.on('remove', (client) => connected.delete(client));

  async function connect(): Promise<pg.PoolClient> {
    if (silence.isAway()) throw new DatabaseAwayError();
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
    let isOver = false;
    pool.connect().then((client) => (isOver ? client.release() : resolve(client)), reject);
    const endWait = silence.trackQuery(() => reject(new DatabaseAwayError()));
    return promise.finally(() => {
      isOver = true;
      endWait();
    });
  }

  function query(client: pg.PoolClient, sql: string, parameters: unknown[]) {
    const endWait = silence.trackQuery(() => disconnect(client));
    return client
      .query(sql, parameters)
      .catch((error: Error) => {
        // a late answer would be read as the next query's
        if (error.message === 'Query read timeout') disconnect(client);
        throw error;
      })
      .finally(endWait);
  }

  return {
    options: pool.options,
    async connect() {
      const client = await connect();
      return {
        // Kysely calls only this overload, except for cursors
        query: ((sql: string, parameters: unknown[]) =>
          query(client, sql, parameters)) as unknown as PostgresPoolClient['query'],
        release: (isBroken) => client.release(isBroken),
      };
    },
    async end() {
      // an orderly close needs an answer of PostgreSQL
      const late = setTimeout(() => connected.forEach(disconnect), CLOSE_WITHIN_MS);
      await pool.end().finally(() => clearTimeout(late));
      silence.close();
    },
  };
}

function disconnect(client: pg.PoolClient): void {
  client.connection.stream.destroy();
}
