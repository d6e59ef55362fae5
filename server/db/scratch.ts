import pg from 'pg';
import { RestoreRefused } from './restore.ts';

const MAX_NAME_BYTES = 63;
const NAME_SUFFIX = '_scratch';

const REFUSALS: Record<string, string> = {
  // insufficient_privilege
  '42501': 'le compte de la base ne peut pas en créer une autre (ALTER ROLE … CREATEDB le permet).',
  // object_in_use, duplicate_database
  '55006': 'une autre vérification est en cours.',
  '42P04': 'une autre vérification est en cours.',
};

/** Runs `use` on an empty database beside this one, and drops it afterwards with any remnant of a killed run. */
export async function withScratchDatabase<T>(url: string, use: (url: string) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const name = `${client.database?.slice(0, MAX_NAME_BYTES - NAME_SUFFIX.length)}${NAME_SUFFIX}`;
    const quoted = pg.escapeIdentifier(name);
    await prepare(client, quoted);
    const scratch = new URL(url);
    scratch.pathname = encodeURIComponent(name);
    try {
      return await use(scratch.href);
    } finally {
      await client.query(`DROP DATABASE IF EXISTS ${quoted}`);
    }
  } finally {
    await client.end();
  }
}

async function prepare(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query(`DROP DATABASE IF EXISTS ${name}`);
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  } catch (error) {
    const why = REFUSALS[String((error as { code?: unknown }).code)];
    if (why === undefined) throw error;
    throw new RestoreRefused(`Aucune base d’essai n’a pu être préparée : ${why}`, { cause: error });
  }
}
