import { type RawBuilder, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import type { Schema } from './schema.ts';

/**
 * Every advisory lock of the product. A number that was given stays: instances of two versions serve side by side
 * during an upgrade, and keep out of each other's way by these alone.
 */
export const LOCKS = {
  /** who changes the schema, or replaces all that the database holds */
  schema: 7_264_831,
  /** who puts the demonstration's data into an empty database */
  seed: 7_264_834,
  /** who asks the mid-rate feed */
  feed: 7_264_832,
  /** who judges mid rates against those that are held */
  rates: 7_264_833,
  /** whose changes come next in the log (migration 0021) */
  changes: 7_264_835,
  /** who relays the log of changes to a stream: one for each stream */
  relay: 7_264_836,
  /** whose hands are at the queue's jobs: one for each pool of them */
  hands: 7_264_837,
  /** who erases what was kept long enough */
  retention: 7_305_110_001,
} as const;

export type Lock = keyof typeof LOCKS;

/** Waits for the lock, and holds it until `unlockSession`, or until the connection ends. */
export async function lockSession(client: pg.Client, lock: Lock): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1)', [LOCKS[lock]]);
}

export async function unlockSession(client: pg.Client, lock: Lock): Promise<void> {
  await client.query('SELECT pg_advisory_unlock($1)', [LOCKS[lock]]);
}

/**
 * Holds the lock until the connection ends; false, at once, when somebody else holds it. `of` tells several of one name
 * apart.
 */
export async function tryLockSession(client: pg.Client, lock: Lock, of: string): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked', [
    LOCKS[lock],
    of,
  ]);
  return rows[0]?.locked ?? false;
}

/** Whether some connection holds what `tryLockSession` gives. */
export function isHeldBySession(lock: Lock, of: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND classid::bigint = ${LOCKS[lock]}::bigint
      AND objid::bigint = hashtext(${of})::bigint & 4294967295)`;
}

/** Waits for the lock, and holds it until the transaction ends. */
export async function lockTransaction(trx: Transaction<Schema>, lock: Lock): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCKS[lock]}::bigint)`.execute(trx);
}

/** Holds the lock until the transaction ends; false, at once, when somebody else holds it. */
export async function tryLockTransaction(trx: Transaction<Schema>, lock: Lock): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(${LOCKS[lock]}::bigint) AS locked`.execute(trx);
  return rows[0]?.locked ?? false;
}
