import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../db/migrate.ts';
import { startTestEmbedded } from './embedded.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Migrated database without connections, which is copied for each test file. */
    templateUrl: string;
  }
}

/** One PostgreSQL for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parite-test-'));
  // folders of mkdtemp are closed to other users, such as that of PostgreSQL when root runs the tests
  await chmod(dataDir, 0o711);
  const embedded = await startTestEmbedded(dataDir);
  await migrate(embedded.url);
  await hashPasswordOnce(embedded.url);
  project.provide('templateUrl', embedded.url);
  return async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true });
  };
}

// Passwords are hashed 4,096 times by default, at each of some thousand connections a run.
async function hashPasswordOnce(url: string): Promise<void> {
  const { username, password } = new URL(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('SET scram_iterations = 1');
  await client.query(
    `ALTER ROLE ${client.escapeIdentifier(username)} PASSWORD ${client.escapeLiteral(password)}`,
  );
  await client.end();
}
