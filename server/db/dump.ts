import { createHash } from 'node:crypto';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { MIGRATIONS_TABLE, readMigrations } from './migrate.ts';

export const LAST_LINE = '-- PostgreSQL database dump complete';

interface Table {
  name: string;
  columns: string;
}

/**
 * Dump of the private database in pg_dump's plain format, read as of one moment without blocking anyone. The schema is
 * the text of the applied migrations, later versions' included (decision 013).
 */
export async function* dump(url: string): AsyncGenerator<string | Buffer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // an unhandled error event would end the process; the running query fails anyway
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`SET datestyle = ISO; SET timezone = 'UTC'; SET extra_float_digits = 1`);
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables = await selectTablesByDependency(client);
    // a migration cannot change a table during the copy
    await client.query(`LOCK TABLE ${tables.map(({ name }) => name).join(', ')} IN ACCESS SHARE MODE`);
    yield await writeSchema(client);
    for (const { name, columns } of tables) {
      yield `COPY ${name} (${columns}) FROM stdin;\n`;
      yield* client.query(copyTo(`COPY ${name} (${columns}) TO STDOUT`));
      yield '\\.\n\n';
    }
    yield `${await writeSequences(client)}--\n${LAST_LINE}\n--\n`;
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

async function selectTablesByDependency(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { refers_to: string[] }>(
    `SELECT quote_ident(c.relname) AS name,
       (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
       ARRAY(SELECT quote_ident(f.relname) FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
             WHERE k.conrelid = c.oid AND k.contype = 'f' AND f.oid <> c.oid) AS refers_to
     FROM pg_class c
     WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
     ORDER BY c.relname`,
  );
  const ordered: Table[] = [];
  let left = rows;
  while (left.length > 0) {
    const ready = left.filter(({ refers_to }) =>
      refers_to.every((name) => !left.some((t) => t.name === name)),
    );
    if (ready.length === 0) throw new Error(`tables that refer to each other: ${left.map((t) => t.name)}`);
    ordered.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

async function writeSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: string; at: string }>(
    `SELECT current_setting('server_version') AS version, to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at`,
  );
  const head = [
    '--',
    '-- PostgreSQL database dump',
    '--',
    `-- Parité, ${rows[0]?.at}, from PostgreSQL ${rows[0]?.version}`,
    '-- Into an empty database: psql --single-transaction --set ON_ERROR_STOP=1 --file FILE',
    '',
    `SET client_encoding = 'UTF8';`,
    'SET standard_conforming_strings = on;',
    'SET client_min_messages = warning;',
    '',
    `${MIGRATIONS_TABLE};`,
  ];
  const schema = (await selectMigrationTexts(client)).map(
    ({ name, sql, checksum }) => `\n-- ${name}, SHA-256 ${checksum}\n\n${sql}`,
  );
  return `${head.join('\n')}\n${schema.join('')}\n`;
}

async function selectMigrationTexts(
  client: pg.Client,
): Promise<{ name: string; checksum: string; sql: string }[]> {
  const known = new Map((await readMigrations()).map(({ checksum, sql }) => [checksum, sql]));
  // databases older than this column have no text
  const { rows } = await client.query<{ name: string; checksum: string; sql: string | null }>(
    `SELECT name, checksum, to_jsonb(migrations) ->> 'sql' AS sql FROM migrations ORDER BY applied_at, name`,
  );
  return rows.map(({ name, checksum, sql }) => {
    const text = known.get(checksum) ?? sql ?? '';
    if (createHash('sha256').update(text).digest('hex') === checksum) return { name, checksum, sql: text };
    throw new Error(
      `Cette base de données a reçu la migration ${name}, dont elle ne garde pas le texte et que cette version de ` +
        'Parité ne connaît pas. Faites la sauvegarde avec la version qui l’a appliquée.',
    );
  });
}

async function writeSequences(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ sequence: string }>(
    `SELECT quote_ident(relname) AS sequence FROM pg_class
     WHERE relkind = 'S' AND relnamespace = current_schema()::regnamespace ORDER BY relname`,
  );
  let statements = '';
  for (const { sequence } of rows) {
    const { rows: values } = await client.query<{ statement: string }>(
      `SELECT format('SELECT pg_catalog.setval(%L, %s, %L);', $1::text, last_value, is_called) AS statement
       FROM ${sequence}`,
      [sequence],
    );
    statements += `${values[0]?.statement}\n\n`;
  }
  return statements;
}
