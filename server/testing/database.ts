import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, type Db, openDatabase } from '../db/open.ts';

// Statements of the tests themselves have longer limits than the application under test.
const PATIENT = { statementTimeoutMs: 60_000, connectTimeoutMs: 60_000 };
/** insufficient_privilege */
const NOT_OURS_TO_END = '42501';
// duplicate_database, and unique_violation from a race for the name
const TAKEN = ['42P04', '23505'];
/** invalid_catalog_name */
const NOT_THERE = '3D000';
const LOOK_EVERY_MS = 50;

export interface TestDatabase extends Omit<Database, 'poolCounts'> {
  url: string;
}

/** A migrated database of the caller's own, empty or a copy of another one; `close` drops it. */
export async function createTestDatabase(template = inject('templateUrl')): Promise<TestDatabase> {
  const url = await createDatabase(nameOf(template));
  const { db, close } = openDatabase(url, { maxConnections: 4, ...PATIENT });
  return {
    db,
    url,
    async close() {
      await close();
      await dropDatabase(url);
    },
  };
}

/** Migrated database with rows and without connections, so that it can be copied. */
export async function createTemplate(
  fill: (db: Db) => Promise<unknown>,
): Promise<{ url: string; drop(): Promise<void> }> {
  const url = await createDatabase(nameOf(inject('templateUrl')));
  const { db, close } = openDatabase(url, { maxConnections: 1, ...PATIENT });
  await fill(db).finally(close);
  return { url, drop: () => dropDatabase(url) };
}

/** Copy of a database that the first test file to ask for it fills, once a run. */
export async function copyShared(name: string, fill: (db: Db) => Promise<unknown>): Promise<TestDatabase> {
  const draft = `${name}_draft`;
  const isFirst = await createDatabase(nameOf(inject('templateUrl')), draft).then(
    () => true,
    (error: { code?: string }) => {
      if (TAKEN.includes(error.code ?? '')) return false;
      throw error;
    },
  );
  if (isFirst) {
    const { db, close } = openDatabase(urlOf(draft), { maxConnections: 1, ...PATIENT });
    await fill(db).finally(close);
    await createDatabase(draft, name);
  }
  for (;;) {
    try {
      return await createTestDatabase(urlOf(name));
    } catch (error) {
      // the first file is still filling it
      if ((error as { code?: string }).code !== NOT_THERE) throw error;
      await delay(LOOK_EVERY_MS);
    }
  }
}

/** An empty database that no migration has seen; for the tests of the migrations themselves. */
export async function createBareDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const url = await createDatabase('template0');
  return { url, drop: () => dropDatabase(url) };
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

function urlOf(name: string): string {
  const url = new URL(inject('templateUrl'));
  url.pathname = name;
  return url.href;
}

async function createDatabase(
  template: string,
  name = `test_${randomUUID().replaceAll('-', '')}`,
): Promise<string> {
  // copying files takes half the time of the default, which writes each page to the log
  await runOnServer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return urlOf(name);
}

async function dropDatabase(url: string): Promise<void> {
  const drop = `DROP DATABASE ${nameOf(url)}`;
  await runOnServer(`${drop} WITH (FORCE)`).catch((error: { code?: string }) => {
    if (error.code !== NOT_OURS_TO_END) throw error;
    // an autovacuum worker is connected, and a drop without FORCE ends it
    return runOnServer(drop);
  });
}

let onServer: pg.Pool | null = null;

/**
 * Runs in the maintenance database, because a connection to the template would block copies of it. One connection a
 * worker is kept: a new one costs as much as the copy.
 */
async function runOnServer(statement: string): Promise<void> {
  // a worker ends when its files are done, whatever is still open
  onServer ??= new pg.Pool({
    connectionString: urlOf('postgres'),
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  await onServer.query(statement);
}
