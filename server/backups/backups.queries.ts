import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** undefined_table */
const NO_TABLE = '42P01';

/** What a backup is made of. */
export interface Source {
  /** by the database's clock */
  at: Date;
  /** false: no version of the product has prepared this database */
  isPrepared: boolean;
  /** the major one */
  serverVersion: number;
  /** those of other programs in the same database */
  otherSchemas: string[];
}

export async function describeSource(db: Db): Promise<Source> {
  const { rows } = await sql<Source>`
    SELECT now() AS at, to_regclass('migrations') IS NOT NULL AS "isPrepared",
      current_setting('server_version_num')::int / 10000 AS "serverVersion",
      ARRAY(SELECT nspname::text FROM pg_namespace
            WHERE nspname !~ '^pg_' AND nspname NOT IN ('information_schema', current_schema())) AS "otherSchemas"
  `.execute(db);
  // a query without FROM gives one row
  return rows[0] as Source;
}

/**
 * The newest backup, and when one was last restored to see that it can be; both by the order in which they were made:
 * a moment that a wrong clock told is past as soon as the next one is made.
 */
export async function selectBackups(db: Db) {
  const newest = await db
    .selectFrom('backups')
    .select(['at', 'size_bytes'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const verified = await db
    .selectFrom('backups')
    .select('verified_at')
    .where('verified_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { newest, verifiedAt: verified?.verified_at };
}

export async function insertBackup(
  db: Db,
  backup: { at: Date; size_bytes: number; is_encrypted: boolean },
): Promise<number> {
  const { id } = await db.insertInto('backups').values(backup).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function markVerified(db: Db, id: number): Promise<void> {
  await db.updateTable('backups').set({ verified_at: sql`now()` }).where('id', '=', id).execute();
}

/** Undefined where the schema is of before that table: a backup is of whatever is there. */
export async function whereKnown<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: { code?: string }) => {
    if (error.code === NO_TABLE) return undefined;
    throw error;
  });
}
