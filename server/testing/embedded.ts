import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findBinaries } from '../db/embedded/binaries.ts';
import { openCluster, ROLE } from '../db/embedded/cluster.ts';
import { type Embedded, startEmbedded } from '../db/embedded.ts';
import { makeDataDir } from '../process/data-dir.ts';
import { CLOCK_OFFSET } from './clock/offset.ts';
import { SHIFT_CLOCK, SHIFT_SETTING } from './clock/shift-postgres.ts';
import { copyPrepared } from './prepared-cluster.ts';
import { reapCluster } from './reaper.ts';

/** Settings of a PostgreSQL for tests, which needs no durability and is shared by several workers. */
const THROWN_AWAY = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  max_connections: '200',
};

/** Starts a disposable private PostgreSQL with the clock of the tests. */
export async function startTestEmbedded(dataDir: string): Promise<Embedded> {
  reapCluster(resolve(dataDir, 'postgres'));
  await shiftCluster(dataDir);
  return startEmbedded({ dataDir, log: () => undefined, settings: THROWN_AWAY });
}

/**
 * Creates a private PostgreSQL where there is none yet, with a migrated database. Present and later databases have the
 * clock of the tests. A cluster that the product creates by itself would have the clock of the machine.
 */
export async function shiftCluster(
  dataDir: string,
  statements: readonly string[] = CLOCK_OFFSET === 0 ? [] : SHIFT_CLOCK,
): Promise<void> {
  if (statements.length === 0 || existsSync(join(dataDir, 'postgres'))) return;
  await makeDataDir(dataDir);
  if (statements !== SHIFT_CLOCK) return createCluster(dataDir, statements);
  await copyPrepared(dataDir, async (draft) => {
    await createCluster(draft, statements);
    await tellOffset(draft);
    return startEmbedded({ dataDir: draft, log: () => undefined, settings: THROWN_AWAY });
  });
  await tellOffset(dataDir);
}

// The last line of a setting counts.
const tellOffset = (dataDir: string) => appendFile(join(dataDir, 'postgres/postgresql.conf'), SHIFT_SETTING);

async function createCluster(dataDir: string, statements: readonly string[]): Promise<void> {
  const binaries = await findBinaries();
  const { folder, launcher } = await openCluster(dataDir, binaries, { log: () => undefined });
  // the superuser can connect in no other way
  const settings = ['exit_on_error=on', 'fsync=off', 'log_min_messages=fatal'].flatMap((one) => ['-c', one]);
  for (const database of ['template0', 'template1', 'postgres', ROLE]) {
    const alone = ['--single', ...settings, '-D', folder, database];
    const child = launcher.spawn(binaries.postgres, alone, { stdio: ['pipe', 'ignore', 'inherit'] });
    child.stdin?.end(`${statements.join('\n')}\n`);
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`The clock of ${database} was not set (${code})`);
  }
}
