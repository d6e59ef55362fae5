import { type RawBuilder, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import type { Schema } from './schema.ts';

/**
 * All advisory locks. Numbers never change, because they alone separate instances of two versions during an upgrade.
 */
export const LOCKS = {
  schema: 7_264_831,
  seed: 7_264_834,
  midRateFeed: 7_264_832,
  midRates: 7_264_833,
  changeLog: 7_264_835,
  relay: 7_264_836,
  workerPool: 7_264_837,
  retention: 7_305_110_001,
} as const;

export type Lock = keyof typeof LOCKS;

export async function lockSession(client: pg.Client, lock: Lock): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1)', [LOCKS[lock]]);
}

export async function unlockSession(client: pg.Client, lock: Lock): Promise<void> {
  await client.query('SELECT pg_advisory_unlock($1)', [LOCKS[lock]]);
}

export async function tryLockSession(client: pg.Client, lock: Lock, of: string): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked', [
    LOCKS[lock],
    of,
  ]);
  return rows[0]?.locked ?? false;
}

export function isLockedBySession(lock: Lock, of: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND classid::bigint = ${LOCKS[lock]}::bigint
      AND objid::bigint = hashtext(${of})::bigint & 4294967295)`;
}

export async function lockTransaction(trx: Transaction<Schema>, lock: Lock): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCKS[lock]}::bigint)`.execute(trx);
}

export async function tryLockTransaction(trx: Transaction<Schema>, lock: Lock): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(${LOCKS[lock]}::bigint) AS locked`.execute(trx);
  return rows[0]?.locked ?? false;
}
