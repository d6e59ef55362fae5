// Duration: whole schemas dumped and restored, each into a database of its own.
import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addJob } from '../jobs/add-job.queries.ts';
import {
  createBareDatabase,
  createTemplate,
  createTestDatabase,
  type TestDatabase,
} from '../testing/database.ts';
import { aCompanyRow } from '../testing/rows.ts';
import { createSeededDatabase } from '../testing/seeded.ts';
import { dump } from './dump.ts';
import { migrate } from './migrate.ts';
import { type Db, openDatabase } from './open.ts';
import { restoreDump } from './restore.ts';

const hasPsql = isInstalled('psql');
const TABLES = 20;

let source: TestDatabase;
let text: string;
let rows: Record<string, string[]>;

beforeAll(async () => {
  source = await createSeededDatabase();
  await addWhatNoSeedHas(source.db);
  text = await readDump(source.url);
  rows = await readRows(source.url);
});

afterAll(async () => {
  await source.close();
});

describe('a dump', () => {
  test('restored into an empty database has every row of every table, continues its sequences, and append-only tables stay append-only', async () => {
    const url = await emptyDatabase();
    const heard: string[] = [];
    await restore(url, text, { onTable: (table) => heard.push(table) });
    expect(Object.keys(rows).length).toBeGreaterThan(TABLES);
    expect(heard.toSorted()).toEqual(Object.keys(rows));
    expect(await readRows(url)).toEqual(rows);
    await withDatabase(url, async (db) => {
      const ids = (where: Db) => sql<{ id: number }>`SELECT max(id)::int AS id FROM companies`.execute(where);
      const [last] = (await ids(db)).rows;
      const added = await db
        .insertInto('companies')
        .values(aCompanyRow({ name: 'Nouveau' }))
        .returning('id')
        .executeTakeFirstOrThrow();
      expect(added.id).toBe((last?.id ?? 0) + 1);
      await expect(sql`DELETE FROM fixing_logs`.execute(db)).rejects.toThrow('append-only');
    });
    // nothing is left to apply
    await migrate(url);
  });

  test('is of one moment, and blocks nobody', async () => {
    const late = await createTestDatabase();
    let written = false;
    const pieces: string[] = [];
    for await (const piece of dump(late.url)) {
      pieces.push(String(piece));
      if (written) continue;
      written = true;
      await late.db.insertInto('scopes').values({ scope: 'late.list.me', label: 'Après le début' }).execute();
    }
    expect(pieces.join('')).not.toContain('late.list.me');
    await late.close();
  });

  test.runIf(hasPsql)('can be loaded by psql as well', async () => {
    const url = await emptyDatabase();
    await inFile(text, async (file) => {
      const options = ['--no-psqlrc', '--quiet', '--single-transaction', '--set', 'ON_ERROR_STOP=1'];
      await promisify(execFile)('psql', [...options, '--file', file, url]);
    });
    expect(await readRows(url)).toEqual(rows);
  });

  test('of a newer schema than this version’s is complete, and restores that schema', async () => {
    const newer = await migratedDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'parite-newer-'));
    await cp(join(import.meta.dirname, 'migrations'), folder, { recursive: true });
    const later = `CREATE TYPE mood AS ENUM ('calm'); CREATE TABLE later (id serial, mood mood);
      CREATE VIEW calm AS SELECT id FROM later; CREATE SEQUENCE loose;`;
    await writeFile(join(folder, '9999_later.sql'), later);
    await migrate(newer, { folder });
    await withDatabase(newer, (db) => sql`INSERT INTO later (mood) VALUES ('calm')`.execute(db));
    const url = await emptyDatabase();
    expect(await restore(url, await readDump(newer))).toMatchObject({ newer: '9999_later.sql' });
    expect(await readRows(url)).toEqual(await readRows(newer));
    // and in place of itself: nothing of the newer schema stands in the way
    await restore(url, await readDump(newer), { replace: true });
    expect((await readRows(url)).later).toEqual(['(1,calm)']);
    await rm(folder, { recursive: true });
  });

  test('of a migration with an unknown text is refused', async () => {
    const url = await migratedDatabase();
    const lost = sql`INSERT INTO migrations (name, checksum) VALUES ('9999_lost.sql', 'of a text that is gone')`;
    await withDatabase(url, (db) => lost.execute(db));
    await expect(readDump(url)).rejects.toThrow('9999_lost.sql, dont elle ne garde pas le texte');
  });

  test('starts from migrations that leave every table empty', async () => {
    const url = await migratedDatabase();
    const { migrations, ...others } = await readRows(url);
    expect(migrations?.length).toBeGreaterThan(0);
    expect(Object.values(others).flat()).toEqual([]);
  });
});

describe('a restoration', () => {
  let held: string;
  let before: Record<string, string[]>;

  beforeEach(async () => {
    const old = { scope: 'old.list.me', label: 'Ancien' };
    ({ url: held } = await createTemplate((db) => db.insertInto('scopes').values(old).execute()));
    before = await readRows(held);
  });

  test('refuses a database that is not empty', async () => {
    await expect(restore(held, text)).rejects.toThrow(/n’est pas vide \(tables : \d+\)\. Avec --replace/);
    expect(await readRows(held)).toEqual(before);
  });

  test('refuses a database in use', async () => {
    await withDatabase(held, async (db) => {
      await sql`SELECT 1`.execute(db);
      await expect(restore(held, text, { replace: true })).rejects.toThrow(
        /est utilisée \(connexions ouvertes : 1\)/,
      );
    });
  });

  test('waits for a connection that is about to end', async () => {
    const other = openDatabase(held, { maxConnections: 1 });
    await sql`SELECT 1`.execute(other.db);
    const restoring = restore(held, 'nothing', { replace: true });
    // it has looked by then, or is about to
    const hasBegun = async () => {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity JOIN pg_locks USING (pid)
        WHERE pg_stat_activity.datname = ${new URL(held).pathname.slice(1)} AND locktype = 'advisory' AND granted
          AND state <> 'active'`.execute(source.db);
      return rows.length > 0;
    };
    await expect.poll(hasBegun, { timeout: 30_000 }).toBe(true);
    await other.close();
    await expect(restoring).rejects.toThrow('Sa dernière ligne manque');
    expect(await readRows(held)).toEqual(before);
  });

  test.each([
    ['a cut one', () => text.slice(0, text.length - 200), 'Sa dernière ligne manque'],
    [
      'one cut in a table',
      () => text.slice(0, text.indexOf('COPY fixing_logs') + 500),
      'au milieu de la table',
    ],
    ['an empty one', () => '', 'Sa dernière ligne manque'],
    [
      'another program’s',
      () => '-- PostgreSQL database dump complete\n',
      'n’est pas une sauvegarde de Parité',
    ],
    ['a custom-format one', () => 'PGDMP\u0001\u000e', 'pg_restore'],
    ['one with a command', () => `\\! touch /tmp/never\n${text}`, 'commande de psql'],
    ['one whose rows break a rule', () => text.replace('\nEUR\t', '\nEURO\t'), 'violates check constraint'],
  ])('of %s leaves the database as it was', async (_what, damaged, sentence) => {
    await expect(restore(held, damaged(), { replace: true })).rejects.toThrow(sentence);
    expect(await readRows(held)).toEqual(before);
  });

  test('replaces the database’s content on request', async () => {
    await migrate(held);
    const before = openDatabase(held, { maxConnections: 1 });
    await addJob(before.db, { name: 'of-a-row-that-goes' });
    await before.close();
    await restore(held, text, { replace: true });
    expect(await readRows(held)).toEqual(rows);
    // the start that follows makes the queue anew: decision 010
    await migrate(held);
    const after = openDatabase(held, { maxConnections: 1 });
    const { rows: jobs } = await sql`SELECT FROM graphile_worker.jobs`.execute(after.db);
    await after.close();
    expect(jobs).toEqual([]);
  });

  test('applies the migrations newer than the dump', async () => {
    const older = await emptyDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'parite-older-'));
    await cp(join(import.meta.dirname, 'migrations'), folder, { recursive: true });
    await rm(join(folder, (await readdir(folder)).sort().at(-1) ?? ''));
    await migrate(older, { folder });
    await rm(folder, { recursive: true });
    const url = await emptyDatabase();
    await restore(url, await readDump(older));
    const { migrations } = await readRows(url);
    expect(migrations).toHaveLength(rows.migrations?.length ?? 0);
    expect(Object.keys(await readRows(url))).toEqual(Object.keys(rows));
  });

  test('accepts the output of pg_dump, without what a server fills itself and an older one lacks', async () => {
    const url = await emptyDatabase();
    const beside = [
      'SET transaction_timeout = 0;',
      'CREATE SCHEMA public;',
      `COMMENT ON SCHEMA public IS 'standard public schema';`,
      'CREATE EXTENSION IF NOT EXISTS pg_stat_statements WITH SCHEMA public;',
      `COMMENT ON EXTENSION pg_stat_statements IS 'not ours';`,
    ];
    await restore(url, `${beside.join('\n')}\n${asPgDump(text)}`);
    expect(await readRows(url)).toEqual(rows);
  });
});

/** The same as pg_dump writes it: names with their schema, no search path, its own commands of psql around it. */
function asPgDump(plain: string): string {
  const body = plain.replace(/^COPY (\w+)/gm, 'COPY public.$1');
  const start = body.indexOf('COPY public.');
  const path = `SELECT pg_catalog.set_config('search_path', '', false);\n`;
  return `\\restrict abc\n${body.slice(0, start)}${path}${body.slice(start).replaceAll("setval('", "setval('public.")}\\unrestrict abc\n`;
}

/** Null, every kind of escape, bytes and JSON: what COPY must write in its own way. */
async function addWhatNoSeedHas(db: Db): Promise<void> {
  const at = new Date();
  const company = await db.selectFrom('companies').select('id').executeTakeFirstOrThrow();
  const email = 'tab\t, "quote", back\\slash, \\., \\N, retour\r\nligne';
  await db.insertInto('leads').values({ at, company_id: company.id, email }).execute();
  await db
    .insertInto('company_logos')
    .values({ logo: 'octets', png: Buffer.from([0, 9, 10, 13, 92, 255]), created_at: at })
    .execute();
  await db
    .insertInto('audit_entries')
    .values({
      at,
      user_id: null,
      action: 'company.edited',
      changes: JSON.stringify({ name: ['a\\b', 'é\n'] }),
    })
    .execute();
}

/** Not dropped, which would take longer than all the rest: it goes with the run's PostgreSQL. */
async function emptyDatabase(): Promise<string> {
  return (await createBareDatabase()).url;
}

async function migratedDatabase(): Promise<string> {
  return (await createTemplate(async () => undefined)).url;
}

async function readDump(url: string): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of dump(url)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString('utf8');
}

function restore(url: string, from: string, options: Partial<Parameters<typeof restoreDump>[2]> = {}) {
  const bytes = Buffer.from(from);
  // pieces that end anywhere, as a file's do
  const pieces = Array.from({ length: Math.ceil(bytes.length / 4_099) }, (_, i) =>
    bytes.subarray(i * 4_099, (i + 1) * 4_099),
  );
  return restoreDump(url, Readable.from(pieces), { replace: false, onTable: () => undefined, ...options });
}

async function readRows(url: string): Promise<Record<string, string[]>> {
  return withDatabase(url, async (db) => {
    const found = await sql<{ name: string }>`
      SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`.execute(db);
    const read: Record<string, string[]> = {};
    for (const { name } of found.rows) {
      const table = sql.table(name);
      const lines = await sql<{ line: string }>`SELECT t::text AS line FROM ${table} t ORDER BY 1`.execute(
        db,
      );
      read[name] = lines.rows.map(({ line }) => line);
    }
    // a restoration is a change of what public reads show
    read.changes = [];
    return read;
  });
}

async function withDatabase<T>(url: string, use: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase(url, { maxConnections: 1 });
  try {
    return await use(db);
  } finally {
    await close();
  }
}

async function inFile(content: string, use: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parite-dump-'));
  try {
    await writeFile(join(folder, 'dump.sql'), content);
    await use(join(folder, 'dump.sql'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
