import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { lockSession, unlockSession } from './locks.ts';

export const OLDEST_SERVER = 15;
const FOLDER = join(import.meta.dirname, 'migrations');

export const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS migrations (
  name text PRIMARY KEY,
  checksum text NOT NULL,
  sql text,
  applied_at timestamptz NOT NULL DEFAULT now()
)`;

/** insufficient_privilege; invalid_schema_name: no schema that the user may use */
const NOT_ALLOWED = ['42501', '3F000'];
const LOCK_NOT_AVAILABLE = '55P03';
const INSUFFICIENT_PRIVILEGE = '42501';

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

export interface RetryTimes {
  /** Longest wait for a table lock, because later queries queue behind it. */
  lockTimeoutMs: number;
  retryAfterMs: number;
  /** Less than a container's start period (Dockerfile). */
  giveUpAfterMs: number;
}

const DEFAULT_RETRY_TIMES: RetryTimes = { lockTimeoutMs: 500, retryAfterMs: 2_000, giveUpAfterMs: 80_000 };

export interface MigrateOptions {
  folder?: string;
  retryTimes?: RetryTimes;
  onWait?: (sentence: string) => void;
}

/** Brings the database up to date. Instances that start together wait for each other. */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // an unhandled error event would end the process; the running query fails anyway
  client.on('error', () => undefined);
  await client.connect();
  try {
    await refuseOldServer(client);
    // a session lock covers all the transactions below, and ends with the connection
    await lockSession(client, 'schema');
    await client.query(MIGRATIONS_TABLE).catch(explainMissingRights);
    const migrations = await readMigrations(options.folder);
    for (const migration of await listPending(client, migrations)) {
      await applyWithRetries(client, migration, options);
    }
    await updateMigrationTexts(client, migrations);
    await migrateQueue(url);
    await unlockSession(client, 'schema');
  } finally {
    await client.end();
  }
}

/** Migrates the queue's schema, which is its library's own and in no backup (decision 010). */
async function migrateQueue(url: string): Promise<void> {
  const logger = new Logger(() => () => undefined);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // the library's own pool has no listener once it ends, and an unhandled error event would end the process
  pool.on('error', () => undefined);
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool, logger });
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    const sentence =
      'Le compte de la base ne peut pas y créer le schéma graphile_worker, celui des tâches de fond : ' +
      'rendez-le propriétaire de la base, ou donnez-lui ce droit par GRANT CREATE ON DATABASE.';
    throw new Error(sentence, { cause: error });
  } finally {
    await pool.end();
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) < OLDEST_SERVER) {
    throw new Error(
      `PostgreSQL ${version} est trop ancien. Parité demande la version ${OLDEST_SERVER} ou une plus récente.`,
    );
  }
}

function explainMissingRights(cause: Error & { code?: string }): never {
  if (!NOT_ALLOWED.includes(cause.code ?? '')) throw cause;
  const sentence =
    'L’utilisateur de DATABASE_URL ne peut pas écrire dans la base. Rendez-le propriétaire (ALTER DATABASE … OWNER TO …).';
  throw new Error(sentence, { cause });
}

export async function readMigrations(folder = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[\w-]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Migrations that the database lacks. Throws when an applied one was changed since. */
export async function listPending(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await selectAppliedMigrations(client);
  return migrations.filter(({ name, checksum }) => {
    const known = applied.get(name);
    if (known === undefined || known === checksum) return known === undefined;
    throw new Error(
      `La migration ${name} a changé depuis son application. Ajoutez-en une nouvelle plutôt que de la modifier.`,
    );
  });
}

/** Stores the text of the migrations, for the dumps of versions that lack their files. */
async function updateMigrationTexts(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await client.query(
    `UPDATE migrations SET sql = known.sql FROM unnest($1::text[], $2::text[]) AS known (name, sql)
     WHERE migrations.name = known.name AND migrations.sql IS NULL`,
    [migrations.map(({ name }) => name), migrations.map(({ sql }) => sql)],
  );
}

export async function selectAppliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM migrations ORDER BY name',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/**
 * Applies a migration in repeated short attempts, so that a table in long use (pg_dump, a report) stays writable
 * (decision 009).
 */
async function applyWithRetries(
  client: pg.Client,
  migration: Migration,
  { retryTimes = DEFAULT_RETRY_TIMES, onWait }: MigrateOptions,
): Promise<void> {
  const until = performance.now() + retryTimes.giveUpAfterMs;
  for (let isFirst = true; !(await tryApply(client, migration, retryTimes.lockTimeoutMs)); isFirst = false) {
    const holder = await describeLikelyBlocker(client);
    if (performance.now() > until) {
      throw new Error(
        `La migration ${migration.name} n’a pas pu se faire. Une table qu’elle change est restée occupée` +
          `${holder}. La base reste inchangée. Recommencez quand ce sera fini, ou arrêtez-le.`,
      );
    }
    if (isFirst) onWait?.(`La migration ${migration.name} attend une table occupée${holder}.`);
    await delay(retryTimes.retryAfterMs);
  }
}

async function tryApply(client: pg.Client, migration: Migration, lockTimeoutMs: number): Promise<boolean> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    await applyInTransaction(client, migration);
    await client.query('COMMIT');
    return true;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    if (isLocked(error)) return false;
    throw error;
  }
}

function isLocked(error: unknown): boolean {
  const { cause } = error as Error;
  return cause instanceof Error && 'code' in cause && cause.code === LOCK_NOT_AVAILABLE;
}

async function describeLikelyBlocker(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(
    `SELECT pid, application_name AS name, extract(epoch FROM now() - xact_start)::int AS seconds
     FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
     ORDER BY xact_start LIMIT 1`,
  );
  const [oldest] = rows;
  if (!oldest) return '';
  return `, sans doute par ${oldest.name || 'un programme'} (processus ${oldest.pid} de PostgreSQL, depuis ${oldest.seconds} s)`;
}

export async function applyInTransaction(
  client: pg.Client,
  { name, sql, checksum }: Migration,
): Promise<void> {
  try {
    await client.query(sql);
    await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
  } catch (error) {
    throw new Error(`La migration ${name} a échoué : ${(error as Error).message}`, { cause: error });
  }
}
