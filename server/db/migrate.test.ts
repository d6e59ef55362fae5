import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBareDatabase } from '../testing/database.ts';
import { migrate } from './migrate.ts';

let url: string;
let drop: () => Promise<void>;
let folder: string;

beforeEach(async () => {
  ({ url, drop } = await createBareDatabase());
  folder = await mkdtemp(join(tmpdir(), 'parite-migrations-'));
});

afterEach(async () => {
  await drop();
  await rm(folder, { recursive: true });
});

test('instances that start together apply each migration once', async () => {
  await write('0001_first.sql', 'CREATE TABLE steps (name text); INSERT INTO steps VALUES (1);');
  await write('0002_second.sql', 'INSERT INTO steps VALUES (2);');
  await Promise.all(Array.from({ length: 8 }, () => migrate(url, { folder })));
  expect(await query('SELECT name FROM steps ORDER BY 1')).toEqual([{ name: '1' }, { name: '2' }]);
  expect(await query('SELECT name FROM migrations ORDER BY 1')).toEqual([
    { name: '0001_first.sql' },
    { name: '0002_second.sql' },
  ]);
});

test('the real migrations build the schema from nothing, and a second run has no effect', async () => {
  await migrate(url);
  await migrate(url);
  expect(await query('SELECT count(*)::int FROM fixing_logs')).toEqual([{ count: 0 }]);
});

test('a later start applies only new migrations', async () => {
  await write('0001_first.sql', 'CREATE TABLE steps (name text);');
  await migrate(url, { folder });
  await write('0002_second.sql', 'INSERT INTO steps VALUES (2);');
  await migrate(url, { folder });
  expect(await query('SELECT name FROM steps')).toEqual([{ name: '2' }]);
});

test('a failed migration leaves no trace, keeps the earlier ones, and is named', async () => {
  await write('0001_first.sql', 'CREATE TABLE steps (name text);');
  await write('0002_second.sql', 'INSERT INTO steps VALUES (2); SELECT * FROM nowhere;');
  await expect(migrate(url, { folder })).rejects.toThrow(/0002_second\.sql.*nowhere/);
  expect(await query('SELECT name FROM steps')).toEqual([]);
  await write('0002_second.sql', 'INSERT INTO steps VALUES (2);');
  await migrate(url, { folder });
  expect(await query('SELECT name FROM steps')).toEqual([{ name: '2' }]);
});

test('a changed applied migration is refused', async () => {
  await write('0001_first.sql', 'CREATE TABLE steps (name text);');
  await migrate(url, { folder });
  await write('0001_first.sql', 'CREATE TABLE steps (name text, at date);');
  await expect(migrate(url, { folder })).rejects.toThrow(/0001_first\.sql a changé/);
});

test('an account without the right to create the queue’s schema gets a message about it', async () => {
  const database = new URL(url).pathname.slice(1);
  await query(`REVOKE CREATE ON DATABASE ${database} FROM CURRENT_USER`);
  await expect(migrate(url)).rejects.toThrow(/créer le schéma graphile_worker.*GRANT CREATE ON DATABASE/);
  await query(`GRANT CREATE ON DATABASE ${database} TO CURRENT_USER`);
  await migrate(url);
  expect(await query('SELECT FROM graphile_worker.jobs')).toEqual([]);
});

describe('a table under a long read', () => {
  let reader: pg.Client;

  // what pg_dump does to every table until it has written the last one
  beforeEach(async () => {
    await write('0001_first.sql', 'CREATE TABLE steps (name text); CREATE TABLE others (name text);');
    await migrate(url, { folder });
    await write(
      '0002_second.sql',
      'ALTER TABLE others ADD COLUMN at date; ALTER TABLE steps ADD COLUMN at date;',
    );
    reader = new pg.Client({ connectionString: url, application_name: 'pg_dump' });
    // ended with its database
    reader.on('error', () => undefined);
    await reader.connect();
    await reader.query('BEGIN; LOCK TABLE steps IN ACCESS SHARE MODE');
  });
  afterEach(() => reader.end());

  const retryTimes = { lockTimeoutMs: 50, retryAfterMs: 50, giveUpAfterMs: 60_000 };

  test('is requested again until it is free, and writes continue meanwhile', async () => {
    const waiting = Promise.withResolvers<string>();
    const migrated = migrate(url, { folder, retryTimes, onWait: waiting.resolve });
    expect(await waiting.promise).toMatch(
      /^La migration 0002_second\.sql attend .* par pg_dump \(processus \d+/,
    );
    for (let written = 0; written < 20; written += 1) await query(`INSERT INTO steps VALUES ('${written}')`);
    expect(await query('SELECT name FROM migrations')).toHaveLength(1);
    await reader.query('COMMIT');
    await migrated;
    expect(await query('SELECT count(at)::int, count(*)::int AS all FROM steps')).toEqual([
      { count: 0, all: 20 },
    ]);
    expect(await query('SELECT at FROM others')).toEqual([]);
  });

  test('is reported in the end if it never becomes free, without a change', async () => {
    await expect(migrate(url, { folder, retryTimes: { ...retryTimes, giveUpAfterMs: 200 } })).rejects.toThrow(
      /^La migration 0002_second\.sql n’a pas pu se faire\. .*par pg_dump.*La base reste inchangée/,
    );
    await expect(query('SELECT at FROM others')).rejects.toThrow('does not exist');
  });
});

function write(name: string, sql: string): Promise<void> {
  return writeFile(join(folder, name), sql);
}

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
