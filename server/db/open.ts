import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { guardPool } from './guard.ts';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;

export type PoolCounts = { total: number; idle: number; waiting: number };

export interface Database {
  db: Db;
  poolCounts(): PoolCounts;
  close(): Promise<void>;
}

export interface OpenOptions {
  maxConnections?: number;
  statementTimeoutMs?: number;
  connectTimeoutMs?: number;
  onIdleError?: (error: Error) => void;
  /** Waits for a silent database until the limit of the statement, as a start may and a request may not. */
  isPatient?: boolean;
}

export function openDatabase(url: string, options: OpenOptions = {}): Database {
  const statementTimeoutMs = options.statementTimeoutMs ?? 5_000;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    // bounded everywhere: with the database away a request must fail (503), not hang
    connectionTimeoutMillis: options.connectTimeoutMs ?? 2_000,
    // opening a connection takes many turns of the event loop, so open ones stay under load
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    // the server's own limit does not arrive over a dead network
    query_timeout: statementTimeoutMs + 1_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    // removes even a connection that died unnoticed
    maxLifetimeSeconds: 300,
    application_name: 'parite',
    types: { getTypeParser },
  });
  // without a listener a broken idle connection would end the process
  pool.on('error', (error: Error & { client?: unknown }) => {
    // pg puts the whole connection on the error, with the key that cancels its queries: not for a log
    delete error.client;
    options.onIdleError?.(error);
  });
  // the pool does not listen to a connection in use: its query fails, which is enough
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: options.isPatient ? pool : guardPool(pool, url) }),
  });
  return {
    db,
    poolCounts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => db.destroy(),
  };
}

/** Connections of the queue: one listens, the others serve its workers, whose jobs use `openDatabase`. */
export function openQueuePool(url: string, workers: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: Math.min(workers, 2) + 1,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 5_000,
    query_timeout: 6_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    application_name: 'parite queue',
  });
  // same as above: the error reaches the user of the connection, and the queue reports that it cannot run
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

export function openOnClient(client: pg.Client): Db {
  const query = (text: string, values: unknown[]) => client.query({ text, values, types: { getTypeParser } });
  const pool: PostgresPool = {
    // Kysely calls only this overload, except for cursors
    connect: async () => ({
      query: query as unknown as PostgresPoolClient['query'],
      release: () => undefined,
    }),
    end: async () => undefined,
    options: {},
  };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** Parses int8 ids as numbers. numeric (pg's default) and date stay text. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return parseInt8;
  if (oid === pg.types.builtins.DATE) return (text: string) => text;
  // `format` selects between pg's two overloads, which its type cannot express
  return pg.types.getTypeParser(oid, format as 'text');
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 out of the safe range: ${text}`);
  return value;
}
