import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { LAST_LINE } from './dump.ts';
import { lockSession } from './locks.ts';
import { applyInTransaction, listPending, readMigrations, selectAppliedMigrations } from './migrate.ts';
import { type Db, openOnClient } from './open.ts';

// Magic bytes of a custom-format dump, which pg_restore alone reads.
const CUSTOM_FORMAT = Buffer.from('PGDMP');
const COPY = /^COPY (\S+) .*FROM stdin;$/;
// pg_dump writes these around its text since 2025; any other command of psql is refused
const HARMLESS_COMMAND = /^\\(un)?restrict /;
// Ownership, rights and settings of newer servers, which pg_dump may write.
const IGNORED_STATEMENTS =
  /^(SET transaction_timeout = 0|(CREATE|COMMENT ON) EXTENSION .*|(CREATE|COMMENT ON) SCHEMA public\b.*);$/;
const CONNECTION_CHECKS = 20;
const CONNECTION_CHECK_EVERY_MS = 100;
const BATCH_BYTES = 65_536;
const NEWLINE = 10;

export interface RestoreResult {
  tables: number;
  rows: number;
  /** Last migration of the backup that this version lacks. An older version works on a newer schema. */
  newer: string | undefined;
}

type OnTable = (table: string) => void;

export class RestoreRefused extends Error {}

/** Reads rows that survive the restoration, and returns the function that writes them into the restored database. */
export type PreserveRows = (present: Db) => Promise<(restored: Db) => Promise<void>>;

/**
 * Loads a dump in pg_dump's plain format into an empty database, or with `replace` over its content, then applies newer
 * migrations, whole or not at all. Throws a RestoreRefused, or the database's own error.
 */
export async function restoreDump(
  url: string,
  input: AsyncIterable<Buffer>,
  options: { replace: boolean; onTable: OnTable; outlive?: PreserveRows },
): Promise<RestoreResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // an unhandled error event would end the process; the running query fails anyway
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN');
    // an instance that starts meanwhile waits, and finds the restored database
    await lockSession(client, 'schema');
    await refuseOtherConnections(client);
    const putBack = await options.outlive?.(openOnClient(client));
    await dropTables(client, options.replace);
    const loaded = await runScript(client, input, options.onTable);
    // pg_dump's own text empties the search path
    await client.query('RESET ALL');
    const newer = await migrateRestored(client);
    await putBack?.(openOnClient(client));
    await client.query('COMMIT');
    // without it the first queries would be planned for empty tables
    await client.query('ANALYZE');
    return { ...loaded, newer };
  } finally {
    // an open transaction is rolled back with its connection
    await client.end();
  }
}

/**
 * Refuses to restore under a running instance, which would answer from memory and write into replaced rows. Repeats,
 * because PostgreSQL lists closed connections for a moment.
 */
async function refuseOtherConnections(client: pg.Client): Promise<void> {
  let others = await countOtherConnections(client);
  for (let look = 0; others > 0 && look < CONNECTION_CHECKS; look++) {
    await delay(CONNECTION_CHECK_EVERY_MS);
    others = await countOtherConnections(client);
  }
  if (others === 0) return;
  throw new RestoreRefused(
    `La base de données est utilisée (connexions ouvertes : ${others}). Arrêtez toutes les instances de Parité, puis relancez.`,
  );
}

async function countOtherConnections(client: pg.Client): Promise<number> {
  // within a transaction the snapshot would be the same each time
  await client.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ others: number }>(
    `SELECT count(*)::int AS others FROM pg_stat_activity
     WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()
       AND backend_type = 'client backend'`,
  );
  return rows[0]?.others ?? 0;
}

async function dropTables(client: pg.Client, replace: boolean): Promise<void> {
  const { rows } = await client.query<{ statement: string; kind: string }>(
    `WITH here AS (SELECT current_schema()::regnamespace AS schema),
     owned AS (SELECT objid FROM pg_depend WHERE deptype = 'e')
     SELECT 'table' AS kind, format('DROP TABLE IF EXISTS %s CASCADE', oid::regclass) AS statement
     FROM pg_class, here WHERE relnamespace = schema AND relkind IN ('r', 'p')
       AND oid NOT IN (SELECT objid FROM owned)
     UNION ALL SELECT 'routine', format('DROP ROUTINE IF EXISTS %s CASCADE', oid::regprocedure)
     FROM pg_proc, here WHERE pronamespace = schema AND oid NOT IN (SELECT objid FROM owned)
     UNION ALL SELECT 'sequence', format('DROP SEQUENCE IF EXISTS %s CASCADE', oid::regclass)
     FROM pg_class, here WHERE relnamespace = schema AND relkind = 'S' AND oid NOT IN (SELECT objid FROM owned)
     UNION ALL SELECT 'domain', format('DROP TYPE IF EXISTS %s CASCADE', oid::regtype)
     FROM pg_type, here WHERE typnamespace = schema AND typtype IN ('d', 'e')
       AND oid NOT IN (SELECT objid FROM owned)
     ORDER BY kind DESC`,
  );
  const tables = rows.filter(({ kind }) => kind === 'table').length;
  if (tables > 0 && !replace) {
    throw new RestoreRefused(
      `La base de données n’est pas vide (tables : ${tables}). Avec --replace, ce qu’elle contient est effacé et remplacé par la sauvegarde.`,
    );
  }
  // tables first: the rest serves them
  for (const { statement } of rows) await client.query(statement);
  // queued jobs refer to replaced rows; the next start queues those of the restored ones
  await client.query('DROP SCHEMA IF EXISTS graphile_worker CASCADE');
}

async function runScript(
  client: pg.Client,
  input: AsyncIterable<Buffer>,
  onTable: OnTable,
): Promise<{ tables: number; rows: number }> {
  const lines = readLines(input);
  let statements: Buffer[] = [];
  let isComplete = false;
  const loaded = { tables: 0, rows: 0 };
  const runStatements = async () => {
    await client.query(Buffer.concat(statements).toString('utf8'));
    statements = [];
  };
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const line = next.value.toString('utf8').trimEnd();
    const table = COPY.exec(line)?.[1];
    if (table !== undefined) {
      await runStatements();
      onTable(table.replace(/^public\./, ''));
      const copy = client.query(copyFrom(line));
      await pipeline(Readable.from(readRows(lines, table)), copy);
      loaded.tables += 1;
      loaded.rows += copy.rowCount;
    } else if (!line.startsWith('\\')) {
      if (!IGNORED_STATEMENTS.test(line)) statements.push(next.value);
      isComplete ||= line === LAST_LINE;
    } else if (!HARMLESS_COMMAND.test(line)) {
      throw new RestoreRefused(
        `La sauvegarde contient une commande de psql, « ${line} », qui n’est pas exécutée.`,
      );
    }
  }
  if (!isComplete) {
    throw new RestoreRefused('Le fichier n’est pas une sauvegarde entière. Sa dernière ligne manque.');
  }
  await runStatements();
  return loaded;
}

/** Rows of one COPY up to its end line. The lines after it stay for the caller. */
async function* readRows(lines: AsyncIterator<Buffer>, table: string): AsyncGenerator<Buffer> {
  let batch: Buffer[] = [];
  let bytes = 0;
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const line = next.value;
    // '\.' alone: a backslash of a value is written twice
    if (line[0] === 92 && line[1] === 46) {
      yield Buffer.concat(batch);
      return;
    }
    batch.push(line);
    bytes += line.length;
    if (bytes < BATCH_BYTES) continue;
    yield Buffer.concat(batch);
    batch = [];
    bytes = 0;
  }
  throw new RestoreRefused(`Le fichier s’arrête au milieu de la table ${table}.`);
}

async function* readLines(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  for await (const chunk of input) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (isFirst && bytes.subarray(0, CUSTOM_FORMAT.length).equals(CUSTOM_FORMAT)) {
      throw new RestoreRefused(
        'Cette sauvegarde est au format « custom » de pg_dump. Passez-la d’abord en texte par ' +
          'pg_restore --no-owner --no-privileges --file=sauvegarde.sql FICHIER.',
      );
    }
    isFirst = false;
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      yield bytes.subarray(start, end + 1);
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  if (rest.length > 0) yield rest;
}

/** Returns the last migration that this version lacks. */
async function migrateRestored(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('migrations') IS NOT NULL AS found`,
  );
  if (!rows[0]?.found) throw new RestoreRefused('Ce fichier n’est pas une sauvegarde de Parité.');
  const migrations = await readMigrations();
  const known = new Set(migrations.map(({ name }) => name));
  const newer = [...(await selectAppliedMigrations(client)).keys()].findLast((name) => !known.has(name));
  for (const migration of await listPending(client, migrations)) await applyInTransaction(client, migration);
  return newer;
}
