import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** undefined_table */
const NO_TABLE = '42P01';

export interface DatabaseDescription {
  at: Date;
  isPrepared: boolean;
  serverVersion: number;
  otherSchemas: string[];
}

export async function describeDatabase(db: Db): Promise<DatabaseDescription> {
  const { rows } = await sql<DatabaseDescription>`
    SELECT now() AS at, to_regclass('migrations') IS NOT NULL AS "isPrepared",
      current_setting('server_version_num')::int / 10000 AS "serverVersion",
      ARRAY(SELECT nspname::text FROM pg_namespace
            WHERE nspname !~ '^pg_' AND nspname NOT IN ('information_schema', current_schema())) AS "otherSchemas"
  `.execute(db);
  // a query without FROM returns one row
  return rows[0] as DatabaseDescription;
}

/**
 * Newest backup and newest verified restore, in the order of insertion, because a wrong clock may have dated one ahead.
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

export interface Archive {
  archivedAt: Date | null;
  isFailing: boolean;
  baseAt: Date | null;
}

// null: this server archives no WAL
export async function selectArchive(db: Db): Promise<Archive | null> {
  const { rows } = await sql<Archive>`
    SELECT last_archived_time AS "archivedAt",
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS "isFailing",
      (SELECT max(at) FROM base_backups
       WHERE system_identifier = (SELECT system_identifier FROM pg_control_system())) AS "baseAt"
    FROM pg_stat_archiver WHERE current_setting('archive_mode') <> 'off'`.execute(db);
  return rows[0] ?? null;
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

/** undefined: the schema is older than the table. */
export async function undefinedWithoutTable<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: { code?: string }) => {
    if (error.code === NO_TABLE) return undefined;
    throw error;
  });
}
