import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

const OLDEST_SERVER = 15;
const FOLDER = join(import.meta.dirname, 'migrations');
/** Held while the schema changes. Any constant: it only has to be the same in every instance. */
export const MIGRATION_LOCK = 7_264_831;

export const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS migrations (
  name text PRIMARY KEY,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`;

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Brings the database up to date. Instances that start together wait for each other. */
export async function migrate(url: string, folder = FOLDER): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // an error event nobody hears would end the process; the query under way fails with it anyway
  client.on('error', () => undefined);
  await client.connect();
  try {
    await refuseOldServer(client);
    // held by the session, so over all the transactions below; released with the connection at the latest
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(MIGRATIONS_TABLE);
    for (const migration of await listPending(client, await readMigrations(folder))) {
      await apply(client, migration);
    }
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } finally {
    await client.end();
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) < OLDEST_SERVER) {
    throw new Error(
      `PostgreSQL ${version} est trop ancien : Parité demande la version ${OLDEST_SERVER} ou une plus récente.`,
    );
  }
}

/** Those of this version, in their order. */
export async function readMigrations(folder = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[\w-]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Those of this version that the database lacks. Throws when an applied one was changed since. */
export async function listPending(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await readApplied(client);
  return migrations.filter(({ name, checksum }) => {
    const known = applied.get(name);
    if (known === undefined || known === checksum) return known === undefined;
    throw new Error(
      `La migration ${name} a changé depuis son application : ajoutez-en une nouvelle plutôt que de la modifier.`,
    );
  });
}

/** The names that the database has applied, and what their text was. */
export async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM migrations ORDER BY name',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await applyInTransaction(client, migration);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Within the transaction of the caller, which ends it. */
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
