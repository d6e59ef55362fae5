import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

const OLDEST_SERVER = 15;
// any constant: it only has to be the same in every instance
const MIGRATION_LOCK = 7_264_831;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Brings the database up to date. Instances that start together wait for each other. */
export async function migrate(url: string, folder = join(import.meta.dirname, 'migrations')): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // an error event nobody hears would end the process; the query under way fails with it anyway
  client.on('error', () => undefined);
  await client.connect();
  try {
    await refuseOldServer(client);
    // held by the session, so over all the transactions below; released with the connection at the latest
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await applyPending(client, await readMigrations(folder));
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

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[\w-]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function applyPending(client: pg.Client, migrations: Migration[]): Promise<void> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`,
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM migrations',
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  for (const migration of migrations) {
    const checksum = applied.get(migration.name);
    if (checksum === undefined) await apply(client, migration);
    else if (checksum !== migration.checksum) {
      throw new Error(
        `La migration ${migration.name} a changé depuis son application : ajoutez-en une nouvelle plutôt que de la modifier.`,
      );
    }
  }
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw new Error(`La migration ${name} a échoué : ${(error as Error).message}`, { cause: error });
  }
}
