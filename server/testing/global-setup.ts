import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../db/migrate.ts';
import { startTestEmbedded } from './embedded.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A migrated database nobody connects to: PostgreSQL copies it for each test file. */
    templateUrl: string;
  }
}

/** One PostgreSQL for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parite-test-'));
  // mkdtemp closes it to others, and PostgreSQL runs as another user when root runs the tests
  await chmod(dataDir, 0o711);
  const embedded = await startTestEmbedded(dataDir);
  await migrate(embedded.url);
  project.provide('templateUrl', embedded.url);
  return async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true });
  };
}
